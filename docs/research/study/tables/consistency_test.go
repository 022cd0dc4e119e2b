package tables

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestStrongerGames compares verdicts of different games on the same deals: a deal that can be
// won under stronger rules can't be unwinnable under weaker ones. A failure means a wrong
// verdict, or a game that is not stronger.
func TestStrongerGames(t *testing.T) {
	docs := os.DirFS("../../..")
	tables := []string{"solvitaire", "truth", "truth-1001-1100", "klondike"}
	games, err := fs.Glob(docs, "research/data/winnability/*.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range games {
		tables = append(tables, "winnability/"+strings.TrimSuffix(path.Base(name), ".csv.gz"))
	}
	verdicts := map[string]map[string]string{} // by game and seed
	for _, table := range tables {
		deals, err := readDeals(docs, "research/data/"+table+".csv.gz")
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range deals {
			if verdicts[d.game] == nil {
				verdicts[d.game] = map[string]string{}
			}
			switch before := verdicts[d.game][d.seed]; {
			case !d.resolved():
			case before == "":
				verdicts[d.game][d.seed] = d.verdict
			case before != d.verdict:
				t.Errorf("%s %s is %s in %s, but %s elsewhere", d.game, d.seed, d.verdict, table, before)
			}
		}
	}
	compared := 0
	for strong, won := range verdicts {
		for weak, lost := range verdicts {
			a, _ := rules.Lookup(strong)
			b, _ := rules.Lookup(weak)
			if strong == weak || !relation.Stronger(&a.Rules, &b.Rules) {
				continue
			}
			for seed, verdict := range won {
				other := lost[seed]
				if other != "" {
					compared++
				}
				if verdict == "winnable" && other == "unwinnable" {
					t.Errorf("%s is winnable as %s, but unwinnable as %s", seed, strong, weak)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("no deals compared")
	}
	t.Logf("%d games, %d pairs of verdicts", len(verdicts), compared)
}
