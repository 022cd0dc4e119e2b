package tables

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// TestLogistic draws wins with known weights, and fits them again.
func TestLogistic(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 7))
	want := []float64{-0.5, 1.25, 0.3}
	var outcomes []outcome
	for range 4000 {
		o := outcome{features: []float64{3 * random.NormFloat64(), random.NormFloat64(), 1}, plays: 10}
		for range 10 {
			if random.Float64() < 1/(1+math.Exp(-dot(want, o.features))) {
				o.wins++
			}
		}
		outcomes = append(outcomes, o)
	}
	for i, w := range logistic(outcomes) {
		if math.Abs(w-want[i]) > 0.05 {
			t.Errorf("weight %d is %.3f, want %.3f", i, w, want[i])
		}
	}
}

// TestInOrder counts pairs of a won and a lost play.
func TestInOrder(t *testing.T) {
	outcomes := []outcome{
		{[]float64{1}, 1, 1},
		{[]float64{2}, 0, 1},
		{[]float64{3}, 1, 2},
		{[]float64{1}, 0, 1},
	}
	// Won 1 against lost 2, 3 and 1: right, right, equal. Won 3 against lost 2 and 1: wrong.
	if got := inOrder(outcomes, func(k []float64) float64 { return k[0] }); got != 2.5/5 {
		t.Errorf("%v of the pairs in order", got)
	}
}

// TestShare checks that deals count equally, however often they were played.
func TestShare(t *testing.T) {
	s := sample{deals: []measuredDeal{
		{plays: map[string]played{"greedy": {1, 2}}},
		{plays: map[string]played{"greedy": {0, 10}}},
		{plays: map[string]played{"greedy": {1, 1}}, check: true},
		{},
	}}
	if share, n := s.share("greedy", func(d *measuredDeal) bool { return !d.check }); share != 0.25 || n != 2 {
		t.Errorf("%v of %d deals", share, n)
	}
	if s.best() != "" {
		t.Errorf("the best player is %q, but has not played", s.best())
	}
}

// TestGradesAgreeWithPlay checks that harder grades have fewer wins, by plays that the score
// does not use.
func TestGradesAgreeWithPlay(t *testing.T) {
	samples, err := readSamples(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for i := range samples {
		s := &samples[i]
		if s.game != "klondike" && s.game != "free-cell" {
			continue
		}
		games++
		for _, player := range []string{"greedy", "careless", s.best()} {
			before := 1.
			for _, grade := range difficulty.Grades {
				share, n := s.share(player, func(d *measuredDeal) bool { return d.check && d.grade == grade })
				// The greedy player wins no deal of the harder half.
				if n < 50 || share > before || share == before && player != "greedy" {
					t.Errorf("%s: %s wins %.4f of %d deals of grade %s, but %.4f of the easier one", s.game, player, share, n, grade, before)
				}
				before = share
			}
		}
	}
	if games != 2 {
		t.Errorf("%d games", games)
	}
}
