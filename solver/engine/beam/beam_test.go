package beam

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

var brute = enginetest.Flags(440, 5000, 1)

// TestBeamBruteForce compares beams with brute force on tiny decks: what they win must be
// winnable, and beams as wide as these problems are small must find every win.
func TestBeamBruteForce(t *testing.T) {
	problems := *brute.Deals / 2
	if testing.Short() {
		problems /= 4
	}
	random := rand.New(rand.NewPCG(*brute.Seed, 0))
	e := New(memory.New(1<<24), state.Streamlined, All)
	winnable, missed, turning := 0, 0, 0
	handles := func(p *solver.Problem) bool { return Handles(p.Rules()) }
	for p, want := range enginetest.Problems(t, random, problems, min(*brute.Limit, 1000), handles, enginetest.Columns, enginetest.Canfield, enginetest.Klondike, enginetest.Spider) {
		got := e.Solve(nil, p, solver.Budget{States: 1 << 13})
		if err := got.Verify(p); err != nil {
			t.Fatal(err)
		}
		if got.Verdict == solver.Unwinnable || got.Verdict == solver.Winnable && want != solver.Winnable {
			t.Fatalf("%s, but %s by brute force: %s", got.Verdict, want, p.Text())
		}
		if want != solver.Winnable {
			continue
		}
		winnable++
		if len(e.State.C.Turners) > 0 {
			turning++
		}
		if got.Verdict != solver.Winnable {
			missed++
			t.Errorf("missed, %q after %d states: %s", got.Reason, got.States, p.Text())
		}
	}
	t.Logf("%d of %d problems winnable, %d of them by strata, %d missed", winnable, problems, turning, missed)
	if winnable*10 < problems || winnable*10 > problems*9 || turning*20 < problems {
		t.Errorf("of %d problems %d are winnable, and %d of those have strata", problems, winnable, turning)
	}
}

// TestPack checks that a packed state is restored, key and all, along walks in games
// with each kind of place.
func TestPack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for i := range 1500 {
		r, position := enginetest.Draw(t, random, [...]enginetest.Family{enginetest.Columns, enginetest.Columns, enginetest.Spider}[i%3])
		if !Handles(&r) {
			continue
		}
		p := solver.NewProblem(r, position)
		at := p.Position()
		c := state.Compile(p.Rules(), at.Base, state.Techniques{Symmetry: true, SafeFoundations: true, PartialGroups: true, Strata: random.IntN(2) == 0, Supermoves: random.IntN(2) == 0})
		s, other := state.New(c, &at), state.New(c, &at)
		packer := state.NewPacker(s)
		packed := make([]byte, packer.Bytes)
		var w weights
		for i, v := range w.each() {
			*v = int32(i)*7 + 1
		}
		one, two := newScorer(w, &scored{}), newScorer(w, &scored{})
		for range 20 {
			s.Scan()
			steps := s.EveryStep(nil)
			if len(steps) == 0 {
				break
			}
			one.begin(s)
			m := steps[random.IntN(len(steps))]
			s.Do(&m)
			packer.Pack(s, packed)
			packer.Unpack(other, packed)
			if s.Key != other.Key || s.Out != other.Out || s.Piled != other.Piled || s.Ordered != other.Ordered {
				t.Fatalf("a state is not restored: %+v and %+v", s, other)
			}
			if score, afresh := one.afresh(s), two.begin(other); score != afresh {
				t.Fatalf("after %+v the score is %d, and %d afresh: %s", m, score, afresh, p.Text())
			}
			// The restored state must have the same steps, and undo them.
			other.Scan()
			before := other.Key
			for _, m := range other.EveryStep(nil) {
				other.Do(&m)
				other.Undo(&m)
				if other.Key != before {
					t.Fatalf("%+v is not undone: %s", m, p.Text())
				}
			}
		}
	}
}

// TestPeek checks, in settled states of random games, that after a step that is called quiet no step
// is forced, and that peek has the score and the kind of the state that it leads to.
func TestPeek(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	quietSteps, steps := 0, 0
	for i := range 1500 {
		r, position := enginetest.Draw(t, random, [...]enginetest.Family{enginetest.Columns, enginetest.Columns, enginetest.Spider}[i%3])
		if !Handles(&r) {
			continue
		}
		p := solver.NewProblem(r, position)
		at := p.Position()
		c := state.Compile(p.Rules(), at.Base, state.Techniques{
			Symmetry: true, SafeFoundations: true, PartialGroups: true, Strata: random.IntN(3) > 0, AutoFoundations: random.IntN(2) == 0 && !state.LikeSpider(&r),
			Supermoves: random.IntN(2) == 0,
		})
		w := state.Walker{State: state.New(c, &at), Path: make([]state.Step, 0, 1000)}
		s := w.State
		weights := weightsFor(p.Rules())
		one, two := newScorer(weights, &scored{}), newScorer(weights, &scored{})
		for range 20 {
			w.Settle()
			one.begin(s)
			w.Listed = s.Generate(w.Listed[:0])
			if c.Turners != nil && !s.MustChoose() {
				w.Listed = s.Turns(w.Listed)
			}
			if len(w.Listed) == 0 {
				break
			}
			for _, m := range w.Listed {
				s.Scan()
				steps++
				if !s.Quiet(&m) {
					continue
				}
				quietSteps++
				score, kind := one.peek(s, &m)
				s.Do(&m)
				s.Scan()
				if forced, ok := s.Forced(); ok {
					t.Fatalf("%+v is called quiet, but forces %+v: %s", m, forced, p.Text())
				}
				if afresh := two.begin(s); score != afresh || kind != kindOf(s) {
					t.Fatalf("%+v has score %d and kind %x, but leads to %d and %x: %s", m, score, kind, afresh, kindOf(s), p.Text())
				}
				s.Undo(&m)
			}
			w.Make(w.Listed[random.IntN(len(w.Listed))])
		}
	}
	if quietSteps*5 < steps {
		t.Errorf("%d of %d steps are quiet", quietSteps, steps)
	}
}

// TestBeamBudget checks that a search keeps its budget of states, ends at once when it is
// cancelled, is the same each time, and gets along with little memory.
func TestBeamBudget(t *testing.T) {
	p := enginetest.Numbered(t, "forty-thieves", "solvitaire:5001")
	for _, bytes := range []int64{1 << 12, 1 << 24} {
		e := New(memory.New(bytes), state.Streamlined, All)
		var first solver.Result
		for i := range 2 {
			got := e.Solve(nil, p, solver.Budget{States: 6000})
			if got.Verdict != solver.Unknown || got.Reason != solver.States || got.States != 6000 {
				t.Errorf("%s %s after %d states, want unknown states", got.Verdict, got.Reason, got.States)
			}
			if i == 0 {
				first = got
			} else if first.States != got.States {
				t.Errorf("%d states, then %d", first.States, got.States)
			}
		}
		got := e.Solve(enginetest.EndsAfter(10), p, solver.Budget{})
		if got.Reason != solver.Cancelled || got.States > 1000 {
			t.Errorf("%s after %d states, want cancelled", got.Reason, got.States)
		}
	}
	// The same win, move by move, whatever was searched before.
	p = enginetest.Numbered(t, "limited", "solvitaire:5001")
	e := New(memory.New(1<<24), state.Streamlined, All)
	one, two := e.Solve(nil, p, solver.Budget{}), e.Solve(nil, p, solver.Budget{})
	if one.Verdict != solver.Winnable || one.States != two.States || len(one.Solution) != len(two.Solution) {
		t.Errorf("%s after %d states, then %s after %d", one.Verdict, one.States, two.Verdict, two.States)
	}
	for i := range one.Solution {
		if string(one.Solution[i].AppendJSON(nil)) != string(two.Solution[i].AppendJSON(nil)) {
			t.Fatalf("move %d: %v, then %v", i+1, one.Solution[i], two.Solution[i])
		}
	}
}

// TestBeamSpider wins deals of games like Spider within few states, as beams that begin narrow do.
func TestBeamSpider(t *testing.T) {
	e := New(memory.New(1<<26), state.Streamlined, All)
	for name, numbers := range map[string][]uint64{
		"simple-simon": {1, 2, 3, 5, 7}, "will-o-the-wisp": {1, 2, 3, 4, 5}, "mrs-mop": {2, 3, 5},
		"spiderette": {1, 2, 3, 4, 5}, "spiderette-1-suit": {1, 2, 3}, "spiderette-2-suit": {1, 2, 3},
		"spider-1-suit": {1, 2, 3}, "spider-2-suit": {1, 2, 3}, "spider": {1, 2, 3, 4, 5, 6, 7},
		// The games as Solvitaire plays them, with cards going up one by one.
		"simple-simon-solvitaire": {1, 2, 3}, "will-o-the-wisp-solvitaire": {1, 2, 3}, "spiderette-solvitaire": {1, 2, 3},
		"spider-solvitaire": {1, 2, 3}, "mrs-mop-solvitaire": {1, 2, 3},
	} {
		for _, number := range numbers {
			p := enginetest.Numbered(t, name, fmt.Sprint("solvitaire:", number))
			if !state.LikeSpider(p.Rules()) {
				t.Fatalf("%s is not like Spider", name)
			}
			got := e.Solve(nil, p, solver.Budget{States: 300_000})
			if err := got.Verify(p); err != nil {
				t.Errorf("%s %d: %v", name, number, err)
			}
			if got.Verdict != solver.Winnable {
				t.Errorf("%s %d: %s %q after %d states", name, number, got.Verdict, got.Reason, got.States)
			}
		}
	}
	for _, name := range []string{"klondike", "free-cell", "black-hole", "canfield", "scorpion", "accordion", "gaps-basic-variant"} {
		if p := enginetest.Numbered(t, name, "solvitaire:1"); state.LikeSpider(p.Rules()) {
			t.Errorf("%s is like Spider", name)
		}
	}
}

// TestBeamExhausted checks that beams that have seen every state answer unknown without a reason.
func TestBeamExhausted(t *testing.T) {
	// A deal of Simple Simon with few moves.
	got := New(memory.New(1<<24), state.Streamlined, All).Solve(nil, enginetest.Numbered(t, "simple-simon", "solvitaire:10"), solver.Budget{})
	if got.Verdict != solver.Unknown || got.Reason != solver.NoReason {
		t.Errorf("%s %q after %d states", got.Verdict, got.Reason, got.States)
	}
}

// TestBeamParts checks that the first beams and the later ones are all beams.
func TestBeamParts(t *testing.T) {
	p := enginetest.Numbered(t, "alina", "solvitaire:8004")
	parts := [...]Part{All, First, Later}
	var got [3]solver.Result
	for _, part := range parts {
		got[part] = New(memory.New(1<<24), state.Streamlined, part).Solve(nil, p, solver.Budget{States: 150_000})
	}
	all, first, later := &got[All], &got[First], &got[Later]
	if first.Verdict != solver.Unknown || first.Reason != solver.NoReason {
		t.Errorf("first beams: %s %s after %d states, want unknown without a reason", first.Verdict, first.Reason, first.States)
	}
	if all.Verdict != solver.Winnable || later.Verdict != solver.Winnable || all.States != first.States+later.States {
		t.Errorf("%s after %d states, %s after %d and %d", all.Verdict, all.States, later.Verdict, first.States, later.States)
	}
}
