package prove_test

import (
	"bytes"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

var (
	deals     = flag.Int("deals", 3_000, "random problems of tiny decks to compare with brute force; a quarter of them with -short")
	dealsSeed = flag.Uint64("deals-seed", 2, "seed of the random problems")
)

// TestBruteForce proves random positions under random rules of the whole language: those that brute
// force finds lost, and no other one.
func TestBruteForce(t *testing.T) {
	n := *deals
	if testing.Short() {
		n /= 4
	}
	families := append(slices.Clone(enginetest.Families), enginetest.Klondike, enginetest.Klondike, enginetest.Klondike, enginetest.Canfield, enginetest.Carpet, enginetest.Loose, enginetest.Singles)
	random := rand.New(rand.NewPCG(*dealsSeed, 0))
	tally := map[string]int{}
	i := 0
	for p, want := range enginetest.Problems(t, random, n, 1000, enginetest.All, families...) {
		family := string(families[i%len(families)])
		i++
		anywhere(t, p, want, tally)
		var file bytes.Buffer
		_, err := prove.Write(nil, &file, p, nil, 100_000)
		if want == solver.Winnable {
			tally["winnable"]++
			if !errors.Is(err, prove.ErrWinnable) && !errors.Is(err, prove.ErrTooManyStates) {
				t.Fatalf("%s: %v for a winnable position: %s", family, err, p.Text())
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v for a lost position: %s", family, err, p.Text())
		}
		if bytes.Contains(file.Bytes(), []byte(proof.OutlineWord+"\n")) {
			tally["outline "+family]++
		}
		report, err := proof.Check(&file, 100_000)
		if err != nil || report.Problem.ID() != p.ID() {
			t.Fatalf("%s: %v, of %s", family, err, p.Text())
		}
		tally["lost "+family]++
		if report.Stuck > 0 {
			tally["stuck "+family]++
		}
		if report.Safe > 0 {
			tally["safe "+family]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
	for _, family := range families {
		if name := "lost " + string(family); tally[name]*100 < n/len(families) {
			t.Errorf("%s: only %d", name, tally[name])
		}
	}
	for _, name := range []string{"safe freecell", "safe klondike", "stuck klondike", "stuck loose", "stuck built", "stuck hole", "stuck rows", "outline singles", "anywhere lost", "anywhere winnable"} {
		if tally[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}

// anywhere proves a position with moved cards anywhere, if it is of that kind.
func anywhere(t *testing.T, p *solver.Problem, want solver.Verdict, tally map[string]int) {
	t.Helper()
	var file bytes.Buffer
	ok, err := prove.WriteAnywhere(nil, &file, p, 100_000)
	switch {
	case !ok:
		return
	case want == solver.Winnable && errors.Is(err, prove.ErrWinnable):
		tally["anywhere winnable"]++
	case want == solver.Unwinnable && err == nil:
		if _, err := proof.Check(&file, 100_000); err != nil {
			t.Fatalf("%v, of %s", err, p.Text())
		}
		tally["anywhere lost"]++
	default:
		t.Fatalf("moved cards anywhere: %v, but %s: %s", err, want, p.Text())
	}
}
