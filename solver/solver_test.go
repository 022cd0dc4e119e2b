package solver_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

const tinyRules = `{"max rank":2,"tableau piles":{"count":3},"cells":{"count":2}}`

func newProblem(t *testing.T, rulesText, dealText string) *solver.Problem {
	t.Helper()
	r, err := rules.Parse([]byte(rulesText))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(dealText), &r)
	if err != nil {
		t.Fatal(err)
	}
	problem := solver.NewProblem(r, p)
	return problem
}

// TestID checks what a problem's id does and does not depend on.
func TestID(t *testing.T) {
	p := newProblem(t, tinyRules, `{"tableau piles":[["2C","AC"],["2H","AH"],["2S","AS","2D"]],"cells":["AD",""]}`)
	if id := p.ID(); len(id) != 34 || !strings.HasPrefix(string(id), "1-") {
		t.Errorf("id %q", id)
	}
	for what, same := range map[string]*solver.Problem{
		"other order of columns and cells": newProblem(t, tinyRules, `{"tableau piles":[["2S","AS","2D"],["2H","AH"],["2C","AC"]],"cells":["","AD"]}`),
		"foundations written out":          newProblem(t, tinyRules, `{"tableau piles":[["2C","AC"],["2H","AH"],["2S","AS","2D"]],"cells":["AD"],"foundations":[]}`),
		"defaults written out":             newProblem(t, `{"suits":4,"max rank":2,"tableau piles":{"build policy":"any-suit","count":3},"cells":{"pre-filled":0,"count":2}}`, `{"tableau piles":[["2C","AC"],["2H","AH"],["2S","AS","2D"]],"cells":["AD"]}`),
	} {
		if same.ID() != p.ID() || same.Text() != p.Text() {
			t.Errorf("%s: another id:\n%s\n%s", what, same.Text(), p.Text())
		}
	}
	for what, other := range map[string]*solver.Problem{
		"other order in a column": newProblem(t, tinyRules, `{"tableau piles":[["AC","2C"],["2H","AH"],["2S","AS","2D"]],"cells":["AD"]}`),
		"other rules":             newProblem(t, `{"max rank":2,"tableau piles":{"count":3,"build policy":"same-suit"},"cells":{"count":2}}`, `{"tableau piles":[["2C","AC"],["2H","AH"],["2S","AS","2D"]],"cells":["AD"]}`),
	} {
		if other.ID() == p.ID() {
			t.Errorf("%s: the same id", what)
		}
	}
	again, err := solver.ParseProblem(p.Text())
	if err != nil || again.ID() != p.ID() {
		t.Errorf("parsed again: %v, %v", again, err)
	}
}

// TestKlondikeAlias checks that a rule which only describes a way of searching does not
// make another game.
func TestKlondikeAlias(t *testing.T) {
	var ids []solver.ID
	for _, name := range []string{"klondike", "klondike-draw-3", "klondike-partial-piles-restricted", "klondike-spaces-kings-build-red-black"} {
		g, known := rules.Lookup(name)
		if !known {
			t.Fatal(name)
		}
		position, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		p := solver.NewProblem(g.Rules, position)
		ids = append(ids, p.ID())
	}
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("ids %v", ids)
		}
	}
}

// TestToAsked translates moves of the canonical position to the position that was asked
// about and replays them there.
func TestToAsked(t *testing.T) {
	p := newProblem(t, tinyRules, `{"tableau piles":[["2S","AS","2D"],["2H","AH"],["2C","AC"]],"cells":["","AD"]}`)
	canonical := p.Position()
	table := game.New(p.Rules(), &canonical)
	var moves []game.Move
	for range 8 { // play whatever can go up
		for _, m := range table.Legal() {
			if m.To.Pile == game.Foundation {
				table.Do(m)
				moves = append(moves, m)
				break
			}
		}
	}
	if outcome := p.Replay(moves); !outcome.Won {
		t.Fatalf("%+v", outcome)
	}
	asked := p.Asked()
	local := p.ToAsked(moves)
	if outcome := game.Replay(p.Rules(), &asked, local); !outcome.Won {
		t.Errorf("%+v", outcome)
	}
	if local[0].From == moves[0].From && local[1].From == moves[1].From {
		t.Errorf("%v has the same order as %v", local, moves)
	}
}

// TestToAskedEveryGame does the same in the middle of every game, from positions whose
// indistinguishable places are shuffled: the moves must be legal there and lead to the
// same position but for the order of places.
func TestToAskedEveryGame(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	walk := func(s *game.State, most int) []game.Move {
		var made []game.Move
		for len(made) < most {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			for _, up := range legal { // so that the foundations fill
				if up.To.Pile == game.Foundation {
					m = up
				}
			}
			s.Do(m)
			made = append(made, m)
		}
		return made
	}
	for _, g := range rules.Games() {
		asked, err := deal.Seed{Scheme: deal.Solvitaire, Number: random.Uint64N(1 << 31)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		s := game.New(&g.Rules, &asked)
		walk(s, 60)
		asked = s.Position()
		disorder(random, &g.Rules, &asked)
		p := solver.NewProblem(g.Rules, asked)
		back, err := deal.Parse(asked.Document(&g.Rules), &g.Rules)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		if again := solver.NewProblem(g.Rules, back); again.ID() != p.ID() || !slices.Equal(back.Foundations, asked.Foundations) {
			t.Errorf("%s: %s reads back as %s", g.Name, asked.Document(&g.Rules), back.Document(&g.Rules))
		}
		canonical := p.Position()
		s = game.New(&g.Rules, &canonical)
		moves := walk(s, 40)
		there := game.Replay(&g.Rules, &asked, p.ToAsked(moves))
		if !there.Legal {
			t.Errorf("%s: from %s: %s", g.Name, asked.Document(&g.Rules), there.Reason)
			continue
		}
		here := s.Position()
		here, _ = here.Canonical(&g.Rules)
		there.Position, _ = there.Position.Canonical(&g.Rules)
		if want, got := string(here.Document(&g.Rules)), string(there.Position.Document(&g.Rules)); got != want {
			t.Errorf("%s: the moves lead to %s; want %s", g.Name, got, want)
		}
	}
}

// disorder shuffles the places that rules r can't tell apart.
func disorder(random *rand.Rand, r *rules.Rules, p *deal.Position) {
	if r.Stock.To != rules.ToTableau || len(p.Stock) == 0 {
		shuffle(random, p.Tableau)
	}
	shuffle(random, p.Cells)
	if !r.Reserve.Stacked {
		shuffle(random, p.Reserve)
	}
	for first := 0; first < len(p.Foundations); first += r.Copies() {
		shuffle(random, p.Foundations[first:first+r.Copies()])
	}
	if !r.Sequences.FixedSuit {
		shuffle(random, p.Sequences)
	}
}

func shuffle[T any](random *rand.Rand, places []T) {
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
}

func TestVerify(t *testing.T) {
	p := newProblem(t, tinyRules, `{"tableau piles":[["2C","AC"],["2H","AH"],["2S","AS","2D"]],"cells":["AD"]}`)
	var bad *solver.BadSolution
	for what, r := range map[string]solver.Result{
		"no moves":        {Verdict: solver.Winnable, Engine: "x"},
		"an illegal move": {Verdict: solver.Winnable, Engine: "x", Solution: []game.Move{{Action: game.Redeal}}},
	} {
		if err := r.Verify(p); !errors.As(err, &bad) || !strings.Contains(err.Error(), string(p.ID())) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, verdict := range []solver.Verdict{solver.Unwinnable, solver.Unknown} {
		if err := (&solver.Result{Verdict: verdict}).Verify(p); err != nil {
			t.Error(err)
		}
	}
}

func TestRecords(t *testing.T) {
	p := newProblem(t, tinyRules, `{"tableau piles":[["2C","AC"],["2H","AH"],["2S","AS","2D"]],"cells":["AD"]}`)
	known := solver.NewRecord(p, solver.Result{Verdict: solver.Unwinnable, States: 10}, time.Second)
	short := solver.NewRecord(p, solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, States: 100}, time.Second)
	long := solver.NewRecord(p, solver.Result{Verdict: solver.Unknown, Reason: solver.States, States: 1000}, time.Second)
	old := known
	old.Epoch--

	for i, pair := range [][2]*solver.Record{{&known, &long}, {&long, &short}, {&short, &old}} {
		if !pair[0].Better(pair[1]) || pair[1].Better(pair[0]) {
			t.Errorf("pair %d: wrong order", i)
		}
	}
	for i, c := range []struct {
		record *solver.Record
		left   time.Duration
		budget solver.Budget
		reason solver.Reason
		ok     bool
	}{
		{&known, time.Hour, solver.Budget{}, solver.NoReason, true},
		{&old, time.Millisecond, solver.Budget{}, solver.NoReason, false},
		{&short, time.Second, solver.Budget{}, solver.Deadline, true},
		{&short, 2 * time.Second, solver.Budget{}, solver.NoReason, false},
		{&short, 2 * time.Second, solver.Budget{States: 100}, solver.States, true},
		{&short, 2 * time.Second, solver.Budget{States: 101}, solver.NoReason, false},
		{&long, time.Millisecond, solver.Budget{States: 5000}, solver.Deadline, true},
	} {
		if reason, ok := c.record.Answers(c.left, c.budget); reason != c.reason || ok != c.ok {
			t.Errorf("%d: %q, %t", i, reason, ok)
		}
	}
	// Solutions, each ranking above those before it.
	line := func(moves int) []game.Move { return make([]game.Move, moves) }
	long8 := solver.NewRecord(p, solver.Result{Verdict: solver.Winnable, Solution: line(8), States: 9}, time.Second)
	bound8, sought8, more8 := long8, long8, long8
	sought8.OptimizedLength, more8.OptimizedLength, more8.Elapsed = true, true, 2*time.Second
	bound8.Bound = 5
	line7 := solver.NewRecord(p, solver.Result{Verdict: solver.Winnable, Solution: line(7), States: 9}, time.Second)
	proven := line7
	proven.Bound = 7
	ranks := []*solver.Record{&old, &short, &long, &known, &long8, &sought8, &more8, &bound8, &line7, &proven}
	for i, a := range ranks {
		for j, b := range ranks {
			if a.Better(b) != (i > j) {
				t.Errorf("record %d is better than %d: %t", i, j, a.Better(b))
			}
		}
		if err := a.Check(); err != nil && a != &old {
			t.Error(err)
		}
	}
	// A rough solution ranks as one with a move more.
	rough7, rough8 := line7, long8
	rough7.Rough, rough8.Rough = true, true
	for i, c := range []struct{ better, than *solver.Record }{{&long8, &rough8}, {&line7, &rough7}, {&rough7, &rough8}, {&rough8, &known}} {
		if !c.better.Better(c.than) || c.than.Better(c.better) {
			t.Errorf("rough records, %d: wrong order", i)
		}
	}
	if rough7.Better(&long8) || long8.Better(&rough7) {
		t.Error("seven rough moves are not as good as eight")
	}
	for i, c := range []struct {
		record *solver.Record
		left   time.Duration
		states int64
		ok     bool
	}{
		{&known, time.Hour, 0, true},
		{&proven, time.Hour, 0, true},
		{&line7, time.Millisecond, 0, false},
		{&line7, time.Hour, 1, false},
		{&sought8, time.Second, 0, true},
		{&sought8, 2 * time.Second, 0, false},
		{&sought8, time.Hour, 9, true},
		{&sought8, time.Hour, 10, false},
		{&short, time.Second, 0, true},
	} {
		for _, objective := range []solver.Objective{solver.ShortSolution, solver.ShortestSolution} {
			if _, ok := c.record.Answers(c.left, solver.Budget{States: c.states, Objective: objective}); ok != c.ok {
				t.Errorf("%d, %s: %t", i, objective, ok)
			}
		}
		if _, ok := c.record.Answers(c.left, solver.Budget{States: c.states}); c.record.Verdict == solver.Winnable && !ok {
			t.Errorf("%d: a solution does not answer a request for any solution", i)
		}
	}
	if result := proven.Result(); !result.Shortest() || result.Bound != 7 {
		t.Errorf("%+v is not the shortest", result)
	}
	if result := bound8.Result(); result.Shortest() {
		t.Error("a bound of 5 proves 8 moves shortest")
	}
	for what, spoil := range map[string]func(*solver.Record){
		"bound":      func(r *solver.Record) { r.Bound = 9 },
		"less bound": func(r *solver.Record) { r.Bound = -1 },
		"search":     func(r *solver.Record) { *r = known; r.OptimizedLength = true },
		"rough":      func(r *solver.Record) { r.Rough, r.OptimizedLength = true, true },
		"rough loss": func(r *solver.Record) { *r = known; r.Rough = true },
		"time":       func(r *solver.Record) { r.Shortening = -1 },
	} {
		r := long8
		spoil(&r)
		if r.Check() == nil {
			t.Errorf("a record with a bad %s passes", what)
		}
	}
	cancelled := solver.NewRecord(p, solver.Result{Verdict: solver.Unknown, Reason: solver.Cancelled}, 0)
	if cancelled.Storable() || !known.Storable() {
		t.Error("wrong records are storable")
	}
	for what, spoil := range map[string]func(*solver.Record){
		"problem": func(r *solver.Record) { r.Problem += " " },
		"verdict": func(r *solver.Record) { r.Verdict = "perhaps" },
		"reason":  func(r *solver.Record) { r.Reason = solver.Deadline },
		"states":  func(r *solver.Record) { r.States = -1 },
		"moves":   func(r *solver.Record) { r.Solution = []game.Move{{Action: game.Redeal}} },
	} {
		r := known
		spoil(&r)
		if r.Check() == nil {
			t.Errorf("a record with a bad %s passes", what)
		}
	}
	if err := known.Check(); err != nil {
		t.Error(err)
	}
}
