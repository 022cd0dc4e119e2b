package difficulty_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

const limit = 1000 // positions that brute force explores

// TestBruteForce compares the components with brute force, on tiny decks under random rules of
// the whole language.
func TestBruteForce(t *testing.T) {
	problems := 250
	if testing.Short() {
		problems /= 2
	}
	engine := portfolio.New(1 << 24)
	var decisions, critical, needed, several, open int
	families := slices.Concat(enginetest.Families, slices.Repeat([]enginetest.Family{enginetest.Klondike}, 20)) // where the stock is turned
	for problem, verdict := range enginetest.Problems(t, rand.New(rand.NewPCG(7, 8)), problems, limit, enginetest.All, families...) {
		if verdict != solver.Winnable {
			continue
		}
		line := engine.Solve(nil, problem, solver.Budget{}).Solution
		got, err := difficulty.LineAndPlayers.Measure(nil, engine, problem, line)
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range []difficulty.Method{difficulty.LineAndPlayers, difficulty.CardsLeft} {
			whole, err := method.Measure(nil, engine, problem, line)
			score, otherErr := method.MeasureScore(nil, engine, problem, line)
			if err != nil || otherErr != nil || score != whole.Score {
				t.Errorf("%s: score %v (%v), alone %v (%v): %s", method, whole.Score, err, score, otherErr, problem.Text())
			}
		}
		if got.Unknown > 0 {
			open++
			continue
		}
		want := byBruteForce(t, problem, line)
		if got.Decisions != want.Decisions || got.Critical != want.Critical ||
			math.Abs(got.Bits-want.Bits) > 1e-9 || math.Abs(got.WinningShare-want.WinningShare) > 1e-9 {
			t.Errorf("%+v, by brute force %+v: %s", got, want, problem.Text())
		}
		if got.WorryingBack != want.WorryingBack {
			t.Errorf("worrying back %q, by brute force %q: %s", got.WorryingBack, want.WorryingBack, problem.Text())
		}
		if !reflect.DeepEqual(got.Passes, want.Passes) {
			t.Errorf("passes %v, by brute force %v: %s", got.Passes, want.Passes, problem.Text())
		}
		decisions += got.Decisions
		critical += got.Critical
		if got.WorryingBack == difficulty.Needed {
			needed++
		}
		if got.Passes != nil && got.Passes.Fewest > 1 {
			several++
		}
	}
	t.Logf("%d decisions, %d of them critical; %d deals need worrying back, %d more than one pass; %d have moves not judged", decisions, critical, needed, several, open)
	if decisions < problems+problems/5 || critical < problems/16 || several < 1 || open > 5 {
		t.Error("too few of each kind")
	}
}

// byBruteForce measures by brute force.
func byBruteForce(t *testing.T, p *solver.Problem, line []game.Move) (d difficulty.Difficulty) {
	d.Line = &difficulty.Line{}
	r, position := p.Rules(), p.Position()
	table := game.New(r, &position)
	shares := 0.
	for _, played := range line {
		if !reversible(r, table, played) {
			wins, all := 0, 0
			seen := map[uint64]bool{}
			for _, m := range table.Legal() {
				if reversible(r, table, m) {
					continue
				}
				table.Do(m)
				after := table.Position()
				table.Undo()
				if k := player.Key(r, &after); seen[k] {
					continue
				} else {
					seen[k] = true
				}
				all++
				if winnable(t, r, &after) {
					wins++
				}
			}
			if all > 1 {
				d.Decisions++
				shares += float64(wins) / float64(all)
				d.Bits -= math.Log2(float64(wins) / float64(all))
				if wins == 1 {
					d.Critical++
				}
			}
		}
		table.Do(played)
	}
	if d.WinningShare = 1; d.Decisions > 0 {
		d.WinningShare = shares / float64(d.Decisions)
	}
	if r.Foundations.Removable {
		without := *r
		without.Foundations.Removable = false
		if d.WorryingBack = difficulty.NotNeeded; !winnable(t, &without, &position) {
			d.WorryingBack = difficulty.Needed
		}
	}
	if r.Waste() && r.Stock.Redeals != 0 {
		for redeals := 0; d.Passes == nil; redeals++ {
			limited, at := *r, position
			if at.RedealsLeft = redeals; limited.Stock.Redeals == rules.Unlimited {
				limited.Stock.Redeals = redeals
			}
			if winnable(t, &limited, &at) {
				d.Passes = &difficulty.Passes{Fewest: redeals + 1, AtLeast: redeals + 1}
			}
		}
	}
	return d
}

func winnable(t *testing.T, r *rules.Rules, p *deal.Position) bool {
	wins, ok := enginetest.Winnable(r, p, 1000*limit)
	if !ok {
		t.Fatal("brute force reached its limit")
	}
	return wins
}

// reversible reports whether, after a move, one other move or enough turns of the stock lead
// back to the position before.
func reversible(r *rules.Rules, table *game.State, m game.Move) bool {
	position := table.Position()
	before := player.Key(r, &position)
	table.Do(m)
	after := table.Position()
	table.Undo()
	if player.Key(r, &after) == before {
		return true
	}
	next := game.New(r, &after)
	if m.Action == game.Shift {
		for _, o := range next.Legal() {
			next.Do(o)
			again := player.Key(r, next.Table()) == before
			next.Undo()
			if again && o.Action == game.Shift {
				return true
			}
		}
		return false
	}
	for range 200 {
		turned := false
		for _, o := range next.Legal() {
			if o.Action == game.Draw || o.Action == game.Redeal {
				next.Do(o)
				turned = true
				break
			}
		}
		if !turned {
			return false
		}
		if player.Key(r, next.Table()) == before {
			return true
		}
	}
	return false
}

// TestLine checks that lines that don't win are rejected, and that the clock is obeyed.
func TestLine(t *testing.T) {
	engine := portfolio.New(1 << 24)
	p := enginetest.Numbered(t, "klondike", "solvitaire:2")
	line := engine.Solve(nil, p, solver.Budget{}).Solution
	for _, wrong := range [][]game.Move{nil, line[:len(line)-1], line[1:]} {
		if _, err := difficulty.LineAndPlayers.Measure(nil, engine, p, wrong); !errors.Is(err, difficulty.ErrNotWon) {
			t.Errorf("%d moves of %d: %v", len(wrong), len(line), err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := difficulty.LineAndPlayers.Measure(solver.NewClock(ended), engine, p, line); !errors.Is(err, context.Canceled) {
		t.Errorf("context ended: %v", err)
	}
}

// TestRows writes difficulties as rows and reads them back.
func TestRows(t *testing.T) {
	engine := portfolio.New(1 << 24)
	for _, name := range []string{"klondike", "free-cell", "golf"} {
		var p *solver.Problem
		var result solver.Result
		for number := 2; result.Verdict != solver.Winnable; number++ {
			p = enginetest.Numbered(t, name, fmt.Sprint("solvitaire:", number))
			result = engine.Solve(nil, p, solver.Budget{States: 50_000})
		}
		d, err := difficulty.LineAndPlayers.Measure(nil, engine, p, result.Solution)
		if err != nil {
			t.Fatal(err)
		}
		if position := p.Position(); (d.Glance != nil) != player.Open(&position) {
			t.Errorf("%s: glance %v", name, d.Glance)
		}
		row := map[string]string{}
		for i, field := range d.Row() {
			row[d.Method.Columns()[i]] = field
		}
		d.Redeals = 0 // tables do not have them
		if again, err := difficulty.FromRow(row); err != nil || !reflect.DeepEqual(again, d) {
			t.Errorf("%s: %+v, read back %+v, %v", name, d, again, err)
		}
		delete(row, "bits")
		if _, err := difficulty.FromRow(row); err == nil {
			t.Error("a row without bits is accepted")
		}
	}
}

// TestReproducible checks that measuring twice gives the same result, although the engine
// searches something else in between.
func TestReproducible(t *testing.T) {
	engine := portfolio.New(1 << 24)
	for _, name := range []string{"klondike", "free-cell", "canfield"} {
		p := enginetest.Numbered(t, name, "solvitaire:2")
		line := engine.Solve(nil, p, solver.Budget{}).Solution
		one, err := difficulty.LineAndPlayers.Measure(nil, engine, p, line)
		if err != nil {
			t.Fatal(err)
		}
		engine.Solve(nil, enginetest.Numbered(t, name, "solvitaire:3"), solver.Budget{States: 5000})
		if two, err := difficulty.LineAndPlayers.Measure(nil, engine, p, line); err != nil || !reflect.DeepEqual(one, two) {
			t.Errorf("%s: %+v, and again %+v, %v", name, one, two, err)
		}
	}
}

// TestGrades checks that a higher score is never an easier grade.
func TestGrades(t *testing.T) {
	games := map[string]bool{}
	for _, g := range rules.Games() {
		if _, graded := (&difficulty.Difficulty{}).Grade(g.Name); !graded {
			continue
		}
		games[g.Name] = true
		at := 0
		for score := -100.; score < 200; score += 0.01 {
			grade, ok := (&difficulty.Difficulty{Score: score}).Grade(g.Name)
			if ok && at+1 < len(difficulty.Grades) && grade == difficulty.Grades[at+1] {
				at++
			}
			if !ok || grade != difficulty.Grades[at] {
				t.Fatalf("%s: grade %s at a score of %.2f, after %s", g.Name, grade, score, difficulty.Grades[at])
			}
		}
		if at+1 != len(difficulty.Grades) {
			t.Errorf("%s: no score above %s", g.Name, difficulty.Grades[at])
		}
	}
	if !games["klondike"] || !games["free-cell"] {
		t.Error("the most popular games have no grades")
	}
}
