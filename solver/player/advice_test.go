package player_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// evaluate evaluates the moves of an observed table with random numbers from a seed.
func evaluate(clock *solver.Clock, a *player.Advisor, s *player.Observation, samples int, seed uint64) []player.Evaluation {
	return a.Evaluate(clock, s, nil, samples, rand.New(rand.NewPCG(seed, 1)), portfolio.New(1<<24))
}

// evaluators are the advisors that handle every game.
var evaluators = []*player.Advisor{&player.HindsightAdvisor, &player.ForesightAdvisor}

// TestEvaluate evaluates moves along random plays: each legal move, best first, on at most as
// many deals as were asked for, and with equal results for equal random numbers.
func TestEvaluate(t *testing.T) {
	for _, advisor := range evaluators {
		for _, name := range []string{"klondike", "klondike-draw-1-passes-1", "yukon", "golf", "pyramid", "spiderette", "free-cell"} {
			t.Run(advisor.Name+" "+name, func(t *testing.T) { testEvaluate(t, advisor, name) })
		}
	}
}

func testEvaluate(t *testing.T, advisor *player.Advisor, name string) {
	r, from := player.Dealt(t, name, 11)
	random := rand.New(rand.NewPCG(1, 1))
	turns := 0
	player.Play(nil, player.StockSeen, watcher(func(s *player.Turn) int {
		if turns++; turns > 24 {
			return -1
		}
		if turns%6 != 1 {
			return random.IntN(len(s.Moves))
		}
		one := evaluate(nil, advisor, &s.Observation, 4, 7)
		if two := evaluate(nil, advisor, &s.Observation, 4, 7); !reflect.DeepEqual(one, two) {
			t.Errorf("turn %d: not reproducible: %v, then %v", turns, one, two)
		}
		if len(one) != len(s.Moves) {
			t.Errorf("turn %d: %d of %d moves evaluated", turns, len(one), len(s.Moves))
		}
		for i, m := range one {
			if m.TurnsUp = 0; !slices.ContainsFunc(s.Moves, m.Equal) {
				t.Errorf("turn %d: %s is illegal", turns, m.Move)
			}
			if m.Samples > 4 || m.Wins < 0 || m.Wins > 1 || m.Samples == 0 && m.Wins > 0 {
				t.Errorf("turn %d: %+v", turns, m)
			}
			if i > 0 && m.Samples == one[0].Samples && m.Wins > one[i-1].Wins {
				t.Errorf("turn %d: not in order: %v", turns, one)
			}
		}
		return random.IntN(len(s.Moves))
	}), r, &from)
	if turns < 7 {
		t.Errorf("only %d turns", turns)
	}
}

// TestEvaluateWithoutTime evaluates moves with a clock that has ended.
func TestEvaluateWithoutTime(t *testing.T) {
	ended := enginetest.EndsAfter(0)
	for _, advisor := range evaluators {
		r, from := player.Dealt(t, "yukon", 5)
		s := player.Observe(r, &from, player.StockSeen)
		moves := evaluate(ended, advisor, &s, 100, 1)
		for _, m := range moves {
			if m.Samples != 0 || m.Wins != 0 {
				t.Errorf("%s: %+v without time", advisor.Name, m)
			}
		}
		if len(moves) != len(s.Legal()) {
			t.Errorf("%s: %d of %d moves", advisor.Name, len(moves), len(s.Legal()))
		}
	}
}

// TestForesightAdvisorPlans checks that the plan of the first move ends with the next card that is
// turned up, and that it is legal whatever the hidden cards are.
func TestForesightAdvisorPlans(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	for _, name := range []string{"yukon", "east-haven", "golf", "tripeaks", "pyramid", "spider-1-suit"} {
		r, from := player.Dealt(t, name, 11)
		s := player.Observe(r, &from, player.StockSeen)
		best := evaluate(nil, &player.ForesightAdvisor, &s, 6, 1)[0]
		if best.Wins == 0 {
			t.Errorf("%s: no deal won", name)
			continue
		}
		sight := s
		dealt := s.Deal(random)
		table := game.New(r, &dealt)
		for i, m := range best.Plan {
			next, known := sight.After(m)
			if sight = next; known == (i == len(best.Plan)-1) {
				t.Errorf("%s: the outcome of move %d of %d is known: %t", name, i+1, len(best.Plan), known)
				break
			}
			if i := slices.IndexFunc(table.Legal(), m.Alike); i < 0 {
				t.Errorf("%s: %s is illegal with other hidden cards", name, m)
				break
			} else {
				table.Do(table.Legal()[i])
			}
		}
	}
}

// TestLookFirst checks that a stock with unlimited redeals is turned whole before any
// irreversible move.
func TestLookFirst(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 5)
	turned := 0
	player.Play(nil, player.StockSeen, watcher(func(s *player.Turn) int {
		first := evaluate(nil, &player.HindsightAdvisor, &s.Observation, 4, 1)[0]
		if first.Action != game.Draw {
			if turned != 8 {
				t.Errorf("%s after %d turns of the stock", first.Move, turned)
			}
			return -1
		}
		turned++
		return slices.IndexFunc(s.Moves, first.Equal)
	}), r, &from)
	if turned == 0 {
		t.Error("the stock was not turned")
	}
}

// TestFollowingAdvice plays first moves until the games end, passing the rest of each plan.
// They must not go round in circles.
func TestFollowingAdvice(t *testing.T) {
	wins := 0
	engine := portfolio.New(1 << 24)
	for number := range uint64(2) {
		r, from := player.Dealt(t, "klondike-draw-1", number+2)
		var plan []game.Move
		got := player.Play(nil, player.StockSeen, watcher(func(s *player.Turn) int {
			first := player.HindsightAdvisor.Evaluate(nil, &s.Observation, plan, 3, rand.New(rand.NewPCG(1, 1)), engine)[0]
			plan = first.Plan[1:]
			return slices.IndexFunc(s.Moves, func(m game.Move) bool { m.TurnsUp, first.TurnsUp = 0, 0; return m.Equal(first.Move) })
		}), r, &from)
		t.Logf("%d: %s after %d moves, score %d", number, got.Ending, len(got.Moves), got.Score)
		if got.Won {
			wins++
		}
	}
	if wins < 2 {
		t.Errorf("%d wins", wins)
	}
}

// TestAdvise asks for advice along games: each legal move, best first, with shares within their
// intervals, and with equal results for equal seeds.
func TestAdvise(t *testing.T) {
	engine := portfolio.New(1 << 24)
	others := 0 // results that differ with another seed
	for _, test := range []struct {
		game, policy string
		checked      bool
	}{{"klondike", "insight", true}, {"klondike-draw-3-passes-3", "insight", false}, {"yukon", "foresight", true}} {
		r, from := player.Dealt(t, test.game, 11)
		random := rand.New(rand.NewPCG(1, 2))
		turns := 0
		player.Play(nil, player.StockKnown, watcher(func(s *player.Turn) int {
			if turns++; turns > 12 {
				return -1
			}
			if turns%6 == 1 {
				a := player.Advise(nil, &s.Observation, nil, 12, 1, engine)
				if b := player.Advise(nil, &s.Observation, nil, 12, 1, engine); !reflect.DeepEqual(a, b) {
					t.Errorf("%s: not reproducible: %+v, then %+v", test.game, a, b)
				}
				if b := player.Advise(nil, &s.Observation, nil, 12, 2, engine); !reflect.DeepEqual(a, b) {
					others++
				}
				if a.Policy != test.policy || a.Checked != test.checked || a.Samples != 12 || len(a.Moves) != len(s.Moves) || !a.Plan[0].Equal(a.Moves[0].Move) {
					t.Errorf("%s: %+v", test.game, a)
				}
				for i, m := range a.Moves {
					if m.Low > m.Win || m.Win > m.High || m.Low < 0 || m.High > 1 || i > 0 && m.Win > a.Moves[i-1].Win {
						t.Errorf("%s: %+v", test.game, a.Moves)
					}
				}
			}
			return random.IntN(len(s.Moves))
		}), r, &from)
	}
	if others == 0 {
		t.Error("the seed makes no difference")
	}
}

// TestAdviceHidesCards plays plans on the observed table, including those from winning lines of
// single deals: they must be legal there, and must not name the cards that are turned up.
func TestAdviceHidesCards(t *testing.T) {
	engine := portfolio.New(1 << 24)
	long := 0 // plans of several moves that end with one that turns a card up
	for _, number := range []uint64{9, 11} {
		r, from := player.Dealt(t, "klondike-reserve", number)
		random := rand.New(rand.NewPCG(number-1, 3))
		turns := 0
		player.Play(nil, player.StockKnown, watcher(func(s *player.Turn) int {
			if turns++; turns > 60 {
				return -1
			}
			if turns >= 20 && turns%3 == 0 {
				a := player.Advise(nil, &s.Observation, nil, 3, 1, engine)
				table := game.New(r, &s.Table)
				down := covered(&s.Table)
				for i, m := range a.Plan {
					if why := table.Check(m); why != "" || m.TurnsUp != card.None {
						t.Errorf("deal %d, turn %d: move %d of the plan %v: %s", number, turns, i+1, a.Plan, why)
						return -1
					}
					table.Do(m)
				}
				if len(a.Plan) > 1 && covered(table.Table()) < down {
					long++
				}
			}
			return random.IntN(len(s.Moves))
		}), r, &from)
	}
	if long == 0 {
		t.Error("no plan of several moves turns a card up")
	}
}

// covered returns the number of face-down cards.
func covered(p *deal.Position) int {
	n := 0
	for _, c := range p.Tableau {
		n += c.Down
	}
	return n
}

// TestAdviceCertain follows advice when at most one card is hidden.
func TestAdviceCertain(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 2)
	for i := range from.Tableau {
		from.Tableau[i].Down = 0
	}
	from.Tableau[6].Down = 1
	engine := portfolio.New(1 << 24)
	var plan []game.Move
	asked := 0
	got := player.Play(nil, player.StockKnown, watcher(func(s *player.Turn) int {
		a := player.Advise(nil, &s.Observation, plan, 12, 1, engine)
		if first := a.Moves[0]; !a.Certain || first.Win != 1 || first.Low != 1 {
			t.Errorf("after %d moves: %+v", asked, a.Moves[0])
			return -1
		}
		if asked++; asked > 1 && len(plan) > 0 && len(a.Plan) > len(plan) {
			t.Errorf("after %d moves: a plan of %d moves grew to %d", asked, len(plan), len(a.Plan))
		}
		plan = a.Plan[1:]
		return slices.IndexFunc(s.Moves, func(m game.Move) bool { m.TurnsUp, a.Plan[0].TurnsUp = 0, 0; return m.Equal(a.Plan[0]) })
	}), r, &from)
	if !got.Won {
		t.Errorf("%s after %d moves", got.Ending, len(got.Moves))
	}
}

// TestAdviceRemovesFromStock follows advice in Pyramid, where cards of the stock go in pairs with
// others, with all cards known. A deal that can be won is won.
func TestAdviceRemovesFromStock(t *testing.T) {
	engine := portfolio.New(1 << 24)
	removed := 0
	for number := range uint64(4) {
		r, from := player.Dealt(t, "pyramid", number+1)
		if engine.Solve(nil, solver.NewProblem(*r, from), solver.Budget{States: 300_000}).Verdict != solver.Winnable {
			continue
		}
		var plan []game.Move
		got := player.Play(nil, player.StockKnown, watcher(func(s *player.Turn) int {
			a := player.Advise(nil, &s.Observation, plan, 4, 1, engine)
			if plan = a.Plan[1:]; a.Plan[0].And.Pile == game.Stock || a.Plan[0].From.Pile == game.Stock {
				removed++
			}
			return slices.IndexFunc(s.Moves, a.Plan[0].Alike)
		}), r, &from)
		if !got.Won {
			t.Errorf("deal %d: %s after %d moves", number+1, got.Ending, len(got.Moves))
		}
	}
	if removed == 0 {
		t.Error("no card of the stock was removed")
	}
}

// TestAfter compares the observation after a move with the next turn's, if the move shows
// nothing new.
func TestAfter(t *testing.T) {
	for _, name := range []string{"klondike", "spider", "golf", "canfield", "tripeaks", "pyramid"} {
		for _, information := range []player.Information{player.StockKnown, player.StockSeen, player.CoveredHidden} {
			r, from := player.Dealt(t, name, 3)
			random := rand.New(rand.NewPCG(2, 1))
			var expected *player.Observation
			known, turns := 0, 0
			player.Play(nil, information, watcher(func(s *player.Turn) int {
				if expected != nil {
					if known++; !reflect.DeepEqual(expected.Table.Document(r), s.Table.Document(r)) || !slices.Equal(expected.Unseen, s.Unseen) {
						t.Errorf("%s, %s: %s; want %s", name, information, expected.Table.Document(r), s.Table.Document(r))
					}
				}
				if turns++; turns > 60 {
					return -1
				}
				i := random.IntN(len(s.Moves))
				expected = nil
				if after, ok := s.After(s.Moves[i]); ok && s.Moves[i].Action != game.Redeal {
					expected = &after
				}
				return i
			}), r, &from)
			if known == 0 && (name != "golf" || information == player.StockKnown) {
				t.Errorf("%s, %s: no move with a known result in %d turns", name, information, turns)
			}
		}
	}
}

// TestCurves checks that the calibration curves are increasing for every number of hidden
// cards.
func TestCurves(t *testing.T) {
	for _, of := range player.Curves() {
		for hidden := of.Fewest; hidden <= of.Most; hidden++ {
			last := player.Advised{Win: -1}
			for won := range 101 {
				a := of.Advised(&player.Evaluation{Samples: 100, Wins: float64(won) / 100}, hidden)
				if a.Win <= last.Win || a.Low >= a.Win || a.High <= a.Win {
					t.Fatalf("%s, %d hidden: %+v, but %+v with %d of 100 won", of.Game, hidden, last, a, won)
				}
				last = a
			}
		}
	}
	for _, want := range []player.Curve{
		{Advisor: "hindsight", Game: "klondike", Most: 45},
		{Advisor: "foresight", Game: "tripeaks", Most: 23},
		{Advisor: "foresight", Game: "tripeaks", Covered: true, Most: 41},
	} {
		if !slices.ContainsFunc(player.Curves(), func(c player.Curve) bool {
			return c.Advisor == want.Advisor && c.Game == want.Game && c.Covered == want.Covered && c.Most == want.Most
		}) {
			t.Errorf("no curve like %+v", want)
		}
	}
}

// TestAdviceBeyondCurves asks about a table with more hidden cards than a deal has. Its advice
// is not calibrated.
func TestAdviceBeyondCurves(t *testing.T) {
	engine := portfolio.New(1 << 24)
	r, from := player.Dealt(t, "klondike", 5)
	for _, checked := range []bool{true, false} {
		s := player.Observe(r, &from, player.StockKnown)
		if a := player.Advise(nil, &s, nil, 3, 1, engine); a.Checked != checked || a.Policy != "insight" {
			t.Errorf("%d hidden cards: %+v", len(s.Unseen), a)
		}
		// Cover another card by one of the stock.
		c := &from.Tableau[0]
		c.Cards, from.Stock = append(c.Cards, from.Stock[0]), from.Stock[1:]
		c.Down++
	}
}

// TestAdviceCurveOfCovered checks that the curve depends on whether covered cards are hidden.
func TestAdviceCurveOfCovered(t *testing.T) {
	engine := portfolio.New(1 << 24)
	r, from := player.Dealt(t, "tripeaks", 5)
	wins := map[float64]bool{}
	for _, information := range []player.Information{player.StockSeen, player.CoveredHidden} {
		s := player.Observe(r, &from, information)
		a := player.Advise(nil, &s, nil, 3, 1, engine)
		if !a.Checked {
			t.Errorf("%s: unchecked", information)
		}
		wins[a.Moves[0].Win] = true
	}
	if len(wins) != 2 {
		t.Errorf("equal answers: %v", wins)
	}
}

// TestAdviceLooksFirst checks that turning the stock is advised first.
func TestAdviceLooksFirst(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 5)
	s := player.Observe(r, &from, player.StockSeen)
	a := player.Advise(nil, &s, nil, 3, 1, portfolio.New(1<<24))
	if a.Moves[0].Action != game.Draw || a.Policy != "hindsight" || !a.Checked || a.Certain || len(s.Unseen) != 45 {
		t.Errorf("%+v, %d unseen", a, len(s.Unseen))
	}
}

// threadTime returns how long this thread has kept a processor busy, as Linux measures it.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	const thread = 1 // RUSAGE_THREAD
	var use syscall.Rusage
	if err := syscall.Getrusage(thread, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// TestAdviceOnManyMoves evaluates the moves of a row of two packs in which every pile may be laid on
// almost every other, without time for a search. With work that grows with the number of moves, that
// takes no more than some ten times what looking at the position after each move does, with its square
// a hundred times.
func TestAdviceOnManyMoves(t *testing.T) {
	spans := make([]string, 0, 104)
	for n := 1; n <= 52; n++ {
		spans = append(spans, fmt.Sprintf(`"L%d","R%d"`, n, n))
	}
	r, err := rules.Parse([]byte(`{"two decks":true,"tableau piles":{"count":0},"foundations":{"present":false},` +
		`"accordion":{"size":104,"build policies":["any-suit"],"moves":[` + strings.Join(spans, ",") + `]}}`))
	if err != nil {
		t.Fatal(err)
	}
	from, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&r)
	if err != nil {
		t.Fatal(err)
	}
	s := player.Observe(&r, &from, player.StockSeen)
	ended := enginetest.EndsAfter(0)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	busy := func(work func()) time.Duration {
		least := time.Hour
		for range 3 {
			began := threadTime(t)
			work()
			least = min(least, threadTime(t)-began)
		}
		return least
	}
	table := game.New(&r, &from)
	look := busy(func() {
		for _, m := range s.Legal() {
			player.Reversible(&r, table, m)
		}
	})
	moves := 0
	advise := busy(func() { moves = len(player.Advise(ended, &s, nil, 20, 1, nil).Moves) })
	t.Logf("%d moves: %v to look at, %v to evaluate", moves, look, advise)
	if moves != 8060 || advise > 40*look {
		t.Errorf("%d moves take %v to look at, and %v to evaluate", moves, look, advise)
	}
}
