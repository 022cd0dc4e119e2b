package prove_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// compareClasses proves a position with moved cards anywhere, which must succeed if and only if the
// position is lost.
func compareClasses(t *testing.T, r *rules.Rules, p deal.Position, winnable bool, tally map[string]int) {
	t.Helper()
	problem := solver.NewProblem(*r, p)
	var file bytes.Buffer
	ok, err := prove.WriteAnywhere(nil, &file, problem, 100_000)
	switch {
	case !ok:
		tally["not of the kind"]++
	case winnable && errors.Is(err, prove.ErrWinnable):
		tally["winnable"]++
	case !winnable && err == nil:
		if _, err := proof.Check(bytes.NewReader(file.Bytes()), 100_000); err != nil {
			t.Fatalf("%v, of %s", err, file.String())
		}
		tally["lost"]++
		for _, word := range []string{"free", "down", "play", "lay", "reveal"} {
			if strings.Contains(file.String(), word) {
				tally["lost, "+word]++
			}
		}
	default:
		t.Fatalf("%v, but winnable is %t: %s", err, winnable, problem.Text())
	}
}

// TestClasses compares proofs with moved cards anywhere with brute force: of random positions, of
// positions that are reached from them, and of positions that wrong rules lose.
func TestClasses(t *testing.T) {
	n := *deals
	if testing.Short() {
		n /= 12
	}
	random := rand.New(rand.NewPCG(*dealsSeed, 1))
	tally := map[string]int{}
	compare := func(r *rules.Rules, p *deal.Position, limit, most int) {
		positions, winnable, ok := enginetest.Explore(r, p, limit)
		if !ok {
			tally["too large"]++
			return
		}
		compareClasses(t, r, *p, winnable[0], tally)
		for range min(most, len(positions)/8) {
			i := random.IntN(len(positions))
			if !winnable[i] {
				i = random.IntN(len(positions)) // prefer wins: a wrong lemma proves them lost
			}
			compareClasses(t, r, positions[i], winnable[i], tally)
		}
	}
	for tally["problems"] < n {
		r, p := enginetest.Draw(t, random, enginetest.Klondike)
		if _, _, ok := proof.NewAnywhere(&r, &p); !ok {
			continue
		}
		tally["problems"]++
		compare(&r, &p, 1500, 12)
		for _, f := range enginetest.Features(&r, &p) {
			tally[f]++
		}
	}
	for _, v := range enginetest.Vectors {
		for _, image := range v.Images() {
			r, p := image.Position(t)
			compareClasses(t, &r, p, true, tally)
		}
		for _, draw := range []int{1, 3} {
			for _, redeals := range []int{0, 1, rules.Unlimited} {
				for _, worry := range []bool{false, true} {
					r, p := v.Position(t)
					r.Stock.Count, r.Stock.Redeals, r.Foundations.Removable = min(draw, r.Stock.Size), redeals, worry
					p.RedealsLeft = redeals
					compare(&r, &p, 3000, 20)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
	for _, name := range []string{
		"winnable", "lost", "lost, free", "lost, down", "lost, play", "lost, lay", "lost, reveal",
		"draw 1", "draw 2", "draw 3", "redeals limited", "redeals unlimited", "worrying back", "spaces kings", "spaces no-build", "build any-suit", "build red-black",
	} {
		if tally[name] == 0 {
			t.Errorf("no %s", name)
		}
	}
}
