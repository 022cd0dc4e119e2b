package general

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/accordion"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/freecell"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/gaps"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/golf"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/spider"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// TestRun compares a few deals in two goes, and reads the file.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for _, deals := range []string{"3", "6"} {
		games := "game,ranks,deals,states\ngaps-basic-variant,6," + deals + ",20000\nfree-cell-0-cell,," + deals + ",2000\n"
		if err := os.WriteFile(filepath.Join(dir, "games.csv"), []byte(games), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Run(t.Context(), []string{"-dir", dir, "-engine", "test", "-memory", "16777216"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"gaps-basic-variant-6-ranks", "free-cell-0-cell"} {
		file, err := os.Open(filepath.Join(dir, name+".gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		proven := map[string]int{} // by source
		err = packed.Each(file, func(r *packed.Range) error {
			for seed := r.First; seed <= r.Last(); seed++ {
				if r.At(seed).Proven() {
					proven[r.Source]++
				}
			}
			return nil
		})
		if err != nil || len(proven) != 2 || proven[""] != 6 {
			t.Errorf("%s: %v, %v", name, proven, err)
		}
	}
}

// TestAllEngines checks that games.csv has a game of each special engine.
func TestAllEngines(t *testing.T) {
	list, err := readGames("../../../../docs/data/general")
	if err != nil {
		t.Fatal(err)
	}
	for name, handles := range map[string]func(*solver.Problem) bool{
		accordion.Name: accordion.Handles, freecell.Name: freecell.Handles, gaps.Name: gaps.Handles,
		golf.Name: golf.Handles, klondike.Name: klondike.Handles, spider.Name: spider.Handles,
	} {
		deals := int64(0)
		for _, e := range list {
			cards, err := deal.Seed{Scheme: scheme, Number: 1}.Deal(&e.rules)
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			if handles(solver.NewProblem(e.rules, cards)) {
				deals += e.deals
			}
		}
		if deals < 1000 {
			t.Errorf("%s: %d deals", name, deals)
		}
	}
}
