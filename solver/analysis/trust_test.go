package analysis_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// fakeEngine answers as a test wants.
type fakeEngine func(p *solver.Problem, b solver.Budget) solver.Result

func (e fakeEngine) Solve(_ *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return e(p, b)
}

// ignorant is an engine that decides nothing.
func ignorant(*solver.Problem, solver.Budget) solver.Result {
	return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: "ignorant", States: 1}
}

// newProblem reads rules and a position.
func newProblem(t *testing.T, language, position string) *solver.Problem {
	t.Helper()
	r, err := rules.Parse([]byte(language))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(position), &r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(r, p)
}

const small = `{"max rank":3,"tableau piles":{"count":2,"build policy":"same-suit","face up cards":"all"},"foundations":{"removable":true},"cells":{"count":1}}`

// TestNoSearch checks the verdicts that need no search, with an engine that decides nothing and
// with no time at all.
func TestNoSearch(t *testing.T) {
	over := enginetest.EndsAfter(0)
	for _, c := range []struct {
		name, position string
		clock          *solver.Clock
		want           solver.Verdict
		moves          [3]int // winnable, unwinnable, unknown
		line           int    // its length
		only, known    bool
	}{
		{
			"won, and the kings can come back", `{"tableau piles":[[],[]],"cells":[""],"foundations":["AC","2C","3C","AD","2D","3D","AH","2H","3H","AS","2S","3S"]}`,
			nil, solver.Winnable,
			[3]int{8, 0, 0},
			0, false, true,
		},
		{
			"won, and no time", `{"tableau piles":[[],[]],"cells":[""],"foundations":["AC","2C","3C","AD","2D","3D","AH","2H","3H","AS","2S","3S"]}`,
			over, solver.Winnable,
			[3]int{0, 0, 8},
			0, false, false,
		},
		{
			"a move before the end", `{"tableau piles":[["3C"],[]],"cells":[""],"foundations":["AC","2C","AD","2D","3D","AH","2H","3H","AS","2S","3S"]}`,
			nil, solver.Winnable,
			[3]int{12, 0, 0},
			1, false, true,
		},
		{
			"a move before the end, and no time", `{"tableau piles":[["3C"],[]],"cells":[""],"foundations":["AC","2C","AD","2D","3D","AH","2H","3H","AS","2S","3S"]}`,
			over, solver.Winnable,
			[3]int{1, 0, 11},
			1, false, false,
		},
		{
			"no move at all", `{"tableau piles":[["AC","2C","AD","2D","3H"],["AH","2H","AS","2S","3D","3C"]],"cells":["3S"],"foundations":[]}`,
			nil, solver.Unwinnable,
			[3]int{0, 0, 0},
			0, false, true,
		},
		{
			"only a move into a cell, and who knows", `{"tableau piles":[["AC","2C","AD","2D","3H"],["AH","2H","AS","2S","3D","3C","3S"]],"cells":[""],"foundations":[]}`,
			nil, solver.Unknown,
			[3]int{0, 0, 2},
			0, false, false,
		},
	} {
		p := newProblem(t, small, c.position)
		got, err := analysis.Moves(c.clock, fakeEngine(ignorant), p, solver.Budget{States: 40})
		if err != nil || got.Verdict != c.want || len(got.Line) != c.line || (got.Verdict == solver.Unknown) != (got.Reason != solver.NoReason) {
			t.Errorf("%s: %s because %q by %v, %v", c.name, got.Verdict, got.Reason, got.Line, err)
		}
		var moves [3]int
		for i := range got.Moves {
			m := &got.Moves[i]
			checkLine(t, p, m.Verdict, m.Line, &m.Move)
			if (m.Verdict == solver.Unknown) != (m.Reason != solver.NoReason) {
				t.Errorf("%s: %s is %s because %q", c.name, m.Move, m.Verdict, m.Reason)
			}
			moves[slices.Index([]solver.Verdict{solver.Winnable, solver.Unwinnable, solver.Unknown}, m.Verdict)]++
		}
		if moves != c.moves {
			t.Errorf("%s: %v moves are winnable, unwinnable, unknown; not %v", c.name, moves, c.moves)
		}
		if only, known := got.Only(); only != c.only || known != c.known {
			t.Errorf("%s: the only move: %t, known: %t", c.name, only, known)
		}
	}
}

// TestWrongResults expects an error for each result that an engine can't truthfully give.
func TestWrongResults(t *testing.T) {
	p := enginetest.Numbered(t, "klondike", "solvitaire:4") // the only move is a turn of the stock
	truth := portfolio.New(64 << 20)
	line := truth.Solve(nil, p, solver.Budget{}).Solution
	elsewhere := slices.Clone(line)
	elsewhere[0].From = game.At(game.Tableau, 1) // the referee ignores it
	for name, r := range map[string]solver.Result{
		"a line that does not win":                  {Verdict: solver.Winnable, Solution: line[:len(line)-1]},
		"an illegal line":                           {Verdict: solver.Winnable, Solution: line[1:]},
		"a line that begins with what is no move":   {Verdict: solver.Winnable, Solution: elsewhere},
		"no verdict":                                {},
		"a verdict that there is not":               {Verdict: "drawn"},
		"unknown for no reason":                     {Verdict: solver.Unknown},
		"unwinnable, for it gave up":                {Verdict: solver.Unwinnable, Reason: solver.States},
		"unwinnable, and a line":                    {Verdict: solver.Unwinnable, Solution: line},
		"fewer states than none":                    {Verdict: solver.Unknown, Reason: solver.States, States: -1},
		"a bound that the solution shows to be one": {Verdict: solver.Winnable, Solution: line, Bound: len(line) + 1},
	} {
		liar := fakeEngine(func(*solver.Problem, solver.Budget) solver.Result { return r })
		if got, err := analysis.Moves(nil, liar, p, solver.Budget{States: 40}); err == nil || got.Verdict != "" {
			t.Errorf("%s: of the moves %+v, %v", name, got, err)
		}
		if name == "a line that begins with what is no move" {
			continue // Game replays the line, but has no list of moves to find it in
		}
		if got, err := analysis.Game(nil, liar, p, nil, solver.Budget{States: 40}); err == nil || got.Plies != 0 {
			t.Errorf("%s: of a game %+v, %v", name, got, err)
		}
	}
}

// TestContradictions expects an error, and no verdict, when the referee finds a win where the
// engine claims a proof of the loss: then none of its proofs can be trusted.
func TestContradictions(t *testing.T) {
	truth := portfolio.New(64 << 20)
	p := enginetest.Numbered(t, "free-cell", "microsoft:1")
	line := p.ToAsked(truth.Solve(nil, p, solver.Budget{}).Solution)
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	caught := false
	for _, m := range table.Legal() {
		table.Do(m)
		only := solver.NewProblem(*p.Rules(), table.Position())
		table.Undo()
		found := truth.Solve(nil, only, solver.Budget{States: 20000})
		if found.Verdict != solver.Winnable {
			continue
		}
		// The engine calls all other moves unwinnable, but the line of this move may win with one
		// of them moved to its front.
		liar := fakeEngine(func(q *solver.Problem, b solver.Budget) solver.Result {
			switch q.ID() {
			case p.ID():
				return ignorant(q, b)
			case only.ID():
				return found
			default:
				return solver.Result{Verdict: solver.Unwinnable}
			}
		})
		_, err := analysis.Moves(nil, liar, p, solver.Budget{})
		caught = caught || err != nil
	}
	if !caught {
		t.Error("no contradiction found: a winning line could begin with a move called unwinnable")
	}

	end := len(line) - 5
	lost := game.Replay(p.Rules(), &asked, line[:end])
	last := solver.NewProblem(*p.Rules(), lost.Position)
	liar := fakeEngine(func(q *solver.Problem, b solver.Budget) solver.Result {
		if q.ID() == last.ID() {
			return solver.Result{Verdict: solver.Unwinnable}
		}
		return solver.Result{Verdict: solver.Winnable, Solution: p.ToCanonical(line)}
	})
	if got, err := analysis.Game(nil, liar, p, singly(line[:end]), solver.Budget{}); err == nil {
		t.Errorf("a game that follows a line: %+v", got)
	}
	fickle := fakeEngine(func(q *solver.Problem, b solver.Budget) solver.Result {
		if b.Objective == solver.AnySolution {
			return solver.Result{Verdict: solver.Unwinnable}
		}
		return solver.Result{Verdict: solver.Winnable, Solution: p.ToCanonical(line)}
	})
	if got, err := analysis.Game(nil, fickle, p, nil, solver.Budget{}); err == nil {
		t.Errorf("first winnable, then not: %+v", got)
	}
}

// TestCutShort stops analyses at every check of the time, and at every budget of states. The
// verdicts must then be right, unknown ones must have a reason, and under a budget of states the
// result must be the same each time, whatever the engine has searched before.
func TestCutShort(t *testing.T) {
	deals := *deals / 3
	if testing.Short() {
		deals /= 2
	}
	random := rand.New(rand.NewPCG(10, 1))
	used := portfolio.New(16 << 20)
	unknown, known := 0, 0
	for p, want := range enginetest.Problems(t, random, deals, mostPositions, enginetest.All, enginetest.Families...) {
		asked := p.Asked()
		table := game.New(p.Rules(), &asked)
		var played []game.Move
		for range 6 {
			if legal := table.Legal(); len(legal) > 0 {
				played = append(played, legal[random.IntN(len(legal))])
				table.Do(played[len(played)-1])
			}
		}
		truth, err := analysis.Moves(nil, used, p, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		verdicts := map[string]solver.Verdict{}
		for _, m := range truth.Moves {
			for _, m.To = range append(m.Also, m.To) {
				verdicts[m.Move.String()] = m.Verdict
			}
		}
		whole, err := analysis.Game(nil, used, p, singly(played), solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 30 {
			var answers [2]analysis.Position
			var games [2]analysis.Played
			for i, e := range []solver.Engine{used, portfolio.New(16 << 20)} {
				clock, budget := (*solver.Clock)(nil), solver.Budget{States: int64(1 + n)}
				if i == 0 && n%2 == 0 {
					clock, budget = enginetest.EndsAfter(n), solver.Budget{}
				}
				got, err := analysis.Moves(clock, e, p, budget)
				if err != nil {
					t.Fatal(err)
				}
				answers[i] = got
				if got.Verdict != want && got.Verdict != solver.Unknown || (got.Verdict == solver.Unknown) != (got.Reason != solver.NoReason) {
					t.Fatalf("%s: %s (%q), not %s", p.Text(), got.Verdict, got.Reason, want)
				}
				checkLine(t, p, got.Verdict, got.Line, nil)
				if got.Verdict == solver.Winnable && len(got.Line) > 0 && !slices.EqualFunc(got.Line, got.Moves[0].Line, game.Move.Equal) {
					t.Fatalf("%s: the line is not that of the first move", p.Text())
				}
				if budget.States > 0 && got.States > budget.States {
					t.Fatalf("%s: %d states of %d", p.Text(), got.States, budget.States)
				}
				for j := range got.Moves {
					m := &got.Moves[j]
					checkLine(t, p, m.Verdict, m.Line, &m.Move)
					if m.Verdict == solver.Unknown {
						unknown++
					} else if known++; m.Verdict != verdicts[m.Move.String()] {
						t.Fatalf("%s: after %s %s, not %s", p.Text(), m.Move, m.Verdict, verdicts[m.Move.String()])
					}
					if (m.Verdict == solver.Unknown) != (m.Reason != solver.NoReason) {
						t.Fatalf("%s: %s because %q", p.Text(), m.Verdict, m.Reason)
					}
				}
				if games[i], err = analysis.Game(clock, e, p, singly(played), budget); err != nil {
					t.Fatal(err)
				}
				for ply := range games[i].Plies {
					switch v := games[i].Verdict(ply); {
					case v == solver.Unknown && games[i].Reason == solver.NoReason:
						t.Fatalf("%s: ply %d is unknown for no reason", p.Text(), ply)
					case v != solver.Unknown && v != whole.Verdict(ply):
						t.Fatalf("%s: played %v: ply %d is %s, not %s", p.Text(), played, ply, v, whole.Verdict(ply))
					}
				}
			}
			if n%2 == 1 && (!reflect.DeepEqual(answers[0], answers[1]) || !reflect.DeepEqual(games[0], games[1])) {
				t.Fatalf("%s: with %d states once %+v, and once %+v", p.Text(), 1+n, answers[0], answers[1])
			}
		}
	}
	if unknown == 0 || known == 0 {
		t.Errorf("%d moves were decided, and %d were not", known, unknown)
	}
}

// TestLongGames checks that an analysis without any time costs next to nothing, however long the
// game and however many its moves.
func TestLongGames(t *testing.T) {
	over := enginetest.EndsAfter(0)
	p := enginetest.Numbered(t, "klondike-draw-1", "solvitaire:7")
	asked := p.Asked()
	table := game.New(p.Rules(), &asked)
	var played []game.Move
	for range 5000 {
		played = append(played, table.Legal()[0]) // turns the stock
		table.Do(played[len(played)-1])
	}
	steps := singly(played)
	if got := testing.AllocsPerRun(1, func() {
		if _, err := analysis.Game(over, fakeEngine(ignorant), p, steps, solver.Budget{}); err != nil {
			t.Error(err)
		}
	}); got > 5000 {
		t.Errorf("%.0f allocations for a game of 5,000 moves", got)
	}

	r, err := rules.Parse([]byte(`{"two decks":true,"tableau piles":{"count":80,"build policy":"any-suit"},"foundations":{"removable":true},"cells":{"count":104}}`))
	if err != nil {
		t.Fatal(err)
	}
	wide, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	q := solver.NewProblem(r, wide)
	if got := testing.AllocsPerRun(1, func() {
		found, err := analysis.Moves(over, fakeEngine(ignorant), q, solver.Budget{})
		legal := len(found.Moves)
		for i := range found.Moves {
			legal += len(found.Moves[i].Also)
		}
		if err != nil || legal < 8000 {
			t.Errorf("%d moves, %v", legal, err)
		}
	}); got > 100_000 {
		t.Errorf("%.0f allocations for the moves of a position", got)
	}
}
