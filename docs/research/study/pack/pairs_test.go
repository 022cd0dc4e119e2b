package pack

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestPairs compares a game with a weaker one, and finds the deal with a wrong verdict.
func TestPairs(t *testing.T) {
	count := func(game, player string, first int64, verdicts ...packed.Verdict) *packed.Range {
		known, _ := rules.Lookup(game)
		r := &packed.Range{First: first, Subject: packed.Subject{
			Game: game, Rules: string(known.Rules.Canonical()), Player: player, Scheme: "solvitaire", Epoch: solver.Epoch,
		}}
		for _, v := range verdicts {
			r.Append(v)
		}
		return r
	}
	const won, lost, unknown = packed.Winnable, packed.Unwinnable, packed.Unknown
	got := pairs([]*packed.Range{
		count("free-cell-3-cell", "", 1, won, won, lost, lost, unknown, won),
		count("free-cell", "", 2, won, lost, won, won, lost),
		count("free-cell", "greedy", 1, lost, lost, lost),
		count("golf", "", 1, won, won),
	})
	want := []pair{{stronger: "free-cell-3-cell", weaker: "free-cell", deals: 4, gained: 1, wrong: []string{"solvitaire:6"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestNoContradictions checks the repository's verdicts, and that the page about them is theirs.
func TestNoContradictions(t *testing.T) {
	t.Parallel()
	ranges, _ := stored(t)
	for _, p := range pairs(ranges) {
		if len(p.wrong) > 0 {
			t.Errorf("won as %s and lost as %s: %v", p.stronger, p.weaker, p.wrong)
		}
	}
	if other := compareOthers(ranges); len(other.wrong) > 0 || other.deals == 0 {
		t.Errorf("%d deals compared with other solvers, of which differ %v", other.deals, other.wrong)
	}
	figures, err := necessity(os.DirFS(docs))
	if err != nil {
		t.Fatal(err)
	}
	if page, err := os.ReadFile(filepath.Join(docs, relatedName)); err != nil || !bytes.Equal(page, relatedPage(ranges, figures)) {
		t.Errorf("%s is out of date; run make packed (%v)", relatedName, err)
	}
}
