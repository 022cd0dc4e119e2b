package relation_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestCatalogueWins takes the won game of each game of the catalogue, and checks that it wins,
// converted, under every weaker game of the catalogue.
func TestCatalogueWins(t *testing.T) {
	file, err := os.Open("../game/testdata/catalogue.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	pairs := 0
	for lines.Scan() {
		var won struct {
			Game, Seed string
			Deal       json.RawMessage
			Moves      []game.Move
		}
		if err := json.Unmarshal(lines.Bytes(), &won); err != nil {
			t.Fatal(err)
		}
		strong, ok := rules.Lookup(won.Game)
		if !ok {
			t.Fatalf("unknown game %s", won.Game)
		}
		var start deal.Position
		if won.Seed != "" {
			seed, err := deal.ParseSeed(won.Seed)
			if err != nil {
				t.Fatal(err)
			}
			if start, err = seed.Deal(&strong.Rules); err != nil {
				t.Fatal(err)
			}
		} else if start, err = deal.Parse(won.Deal, &strong.Rules); err != nil {
			t.Fatal(err)
		}
		for _, weak := range rules.Games() {
			if weak.Name == strong.Name || !relation.Stronger(&strong.Rules, &weak.Rules) {
				continue
			}
			there, ok := relation.ConvertPosition(&start, &strong.Rules, &weak.Rules)
			if !ok {
				t.Errorf("%s can't hold %s", weak.Name, won.Game)
				continue
			}
			pairs++
			if end := game.Replay(&weak.Rules, &there, relation.ConvertMoves(won.Moves, &weak.Rules)); !end.Won {
				t.Errorf("what is won in %s is not won in %s: move %d, %s", strong.Name, weak.Name, end.At, end.Reason)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if pairs < 200 {
		t.Errorf("only %d pairs of games", pairs)
	}
	t.Logf("%d pairs of games", pairs)
}
