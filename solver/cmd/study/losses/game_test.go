package losses

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// tiny returns a game like Klondike with few cards, and a position with several hidden cards.
func tiny(t *testing.T, random *rand.Rand) (rules.Rules, deal.Position) {
	for {
		r, from := enginetest.Draw(t, random, enginetest.Klondike)
		for i := range from.Tableau {
			if c := &from.Tableau[i]; len(c.Cards) > 1 {
				c.Down = random.IntN(len(c.Cards))
			}
		}
		if player.Insight.Plays(&r) && hidden(&from) > 1 {
			return r, from
		}
	}
}

// mostPositions bounds brute force.
const mostPositions = 500

// canWin reports whether a position can be won, by brute force; ok is false if it has too many
// positions.
func canWin(r *rules.Rules, p deal.Position) (can, ok bool) {
	return enginetest.Winnable(r, &p, mostPositions)
}

// TestClasses studies tiny games, and finds the classes and the losing decisions again by brute
// force after every move.
func TestClasses(t *testing.T) {
	games := map[bool]int{true: 500, false: 3_000}[testing.Short()]
	random := rand.New(rand.NewPCG(11, 1))
	found := map[Class]int{}
	s := small()
	s.kind = player.Random // it loses often
	for n := range games {
		r, from := tiny(t, random)
		s.rules = &r
		can, ok := canWin(&r, from)
		if !ok || !can && found[Unwinnable] >= 20 {
			continue
		}
		name := strconv.Itoa(n)
		row, err := s.study(context.Background(), name, &from)
		if err != nil {
			t.Fatal(err)
		}
		p := s.kind.New(player.DealSeed(0, name), nil, nil)
		played := player.Play(context.Background(), player.StockSeen, p, &r, &from)
		if (row.Class == Won) != played.Won {
			t.Fatalf("%s, but the play ended %s", row.Class, played.Ending)
		}
		// The number of hidden cards before the move that lost the game.
		table := game.New(&r, &from)
		lost, before := 0, hidden(&from)
		want := Stopped
		switch {
		case played.Won:
			want = Won
		case !can:
			want = Unwinnable
		}
		for _, m := range played.Moves {
			if down := hidden(table.Table()); before > 1 {
				before = down
			}
			table.Do(m)
			if can && ok {
				if can, ok = canWin(&r, table.Position()); !can {
					want, lost = Lost, before
				}
			}
		}
		if !ok {
			continue
		}
		if want == Stopped {
			if lost = before; before > 1 {
				lost = hidden(table.Table())
			}
		}
		found[row.Class]++
		if row.Class != want || row.Losing.Hidden != lost {
			t.Errorf("%s with %d hidden cards, by brute force %s with %d: %s", row.Class, row.Losing.Hidden, want, lost, from.Document(&r))
		}
		for _, d := range []Redone{row.Losing, row.Control} {
			if d.Times > 0 && (d.Hidden < 1 || d.Hidden > hidden(&from) || slices.Max(d.Kept[:]) > d.Times) {
				t.Errorf("%+v", row)
			}
		}
		if lost := row.Class == Lost || row.Class == Stopped; (row.Losing.Times == s.losing) != lost || (row.Control.Times == s.control) != (row.Keeping > 0) {
			t.Errorf("%+v", row)
		}
	}
	t.Log(found)
	if found[Won] < 20 || found[Unwinnable] < 20 || found[Lost] < map[bool]int{true: 5, false: 10}[testing.Short()] || found[Stopped] < 10 {
		t.Errorf("too few games of a class: %v", found)
	}
}

// script plays given moves, and then gives up.
type script []game.Move

func (p *script) Choose(_ context.Context, t *player.Turn) int {
	if len(*p) == 0 {
		return -1
	}
	m := (*p)[0]
	*p = (*p)[1:]
	return slices.IndexFunc(t.Moves, m.Alike)
}

// TestKeeps plays at random until a card is turned up, and judges the choice by brute force. What
// the player would do afterwards must not matter.
func TestKeeps(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 1))
	tally := map[bool]int{}
	s := small()
	for range map[bool]int{true: 400, false: 1_500}[testing.Short()] {
		r, from := tiny(t, random)
		s.rules = &r
		g := gameStudy{study: &s, name: "x", verdicts: map[solver.ID]bool{}}
		table := game.New(&r, &from)
		var moves []game.Move
		want, ok, turned := false, true, false
		for range 8 { // too few for a position to be repeated too often
			legal := table.Legal()
			if len(legal) == 0 {
				break
			}
			moves = append(moves, legal[random.IntN(len(legal))])
			table.Do(moves[len(moves)-1])
			if hidden(table.Table()) < hidden(&from) && !turned {
				turned = true
				want, ok = canWin(&r, table.Position())
			}
		}
		if !turned || !ok {
			continue
		}
		got, err := g.keeps(context.Background(), &decider{Player: (*script)(&moves), hidden: hidden(&from)}, &from)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("kept %t, by brute force %t: %s", got, want, from.Document(&r))
		}
		tally[got]++
	}
	if tally[true] < 5 || tally[false] < 5 {
		t.Errorf("too few choices that keep and lose: %v", tally)
	}
}

// TestLastWinnable looks for the last winnable position of games of any length, with few searches.
func TestLastWinnable(t *testing.T) {
	unsure := errors.New("unsure")
	for n := 1; n <= 22; n++ {
		for last := range n {
			asked := 0
			got, err := lastWinnable(n, func(i int) (bool, error) {
				asked++
				return i <= last, nil
			})
			if got != last || err != nil || asked > 6 {
				t.Errorf("of %d: %d, want %d, %d asked, %v", n, got, last, asked, err)
			}
		}
		if n > 1 {
			if _, err := lastWinnable(n, func(int) (bool, error) { return false, unsure }); !errors.Is(err, unsure) {
				t.Errorf("of %d: %v", n, err)
			}
		}
	}
}
