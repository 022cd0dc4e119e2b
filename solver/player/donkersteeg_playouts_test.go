package player

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// TestFitness checks the fitness of a position.
func TestFitness(t *testing.T) {
	_, from := spread(t, "klondike", [7]string{"2c 4h 6D 5C", "9H 8C", "TH", "", "", "", ""}, "2S 3S", "JS QH", 3, 1, 3, 4)
	b, _ := simulate.Read(&from)
	for _, test := range []struct {
		colours, openness, want float64
	}{
		{0, 0, 11},
		{10, 0, 11 + 10*2./4}, // 5C 8C beside 6D 9H TH QH
		{0, 14, 11 + 14*5./7},
		{4, 7, 11 + 2 + 5},
	} {
		p := &donkersteeg{colours: test.colours, openness: test.openness}
		if got := p.fitness(&b); got != test.want {
			t.Errorf("%+v: %g", test, got)
		}
	}
	won := simulate.Board{Up: [4]int8{13, 13, 13, 13}}
	if got := (&donkersteeg{colours: 4, openness: 7}).fitness(&won); got != mostFitness {
		t.Errorf("won game: %g", got)
	}
}

// TestValue checks the highest and the mean fitness of simulations, and their depth.
func TestValue(t *testing.T) {
	// After the three of clubs there are four moves, three of them to foundations.
	r, from := spread(t, "klondike", [7]string{"3C", "5H", "JS", "3D", "QH", "7S", "8S"}, "", "", 2, 4, 10, 2)
	b, _ := simulate.Read(&from)
	value := func(line string) float64 {
		p := newDonkersteeg(1, parse(t, &DonkersteegA, line))
		p.game, p.sampled.board = simulate.NewGame(r), b
		return p.value(nil, typedMove{moveType: tableToFoundation}, p.playouts)
	}
	if got := value("depth=1 playouts=40"); got != 20 {
		t.Errorf("greatest at depth 1: %g", got)
	}
	if got := value("depth=1 playouts=400 score=mean"); got < 19.65 || got > 19.85 {
		t.Errorf("mean at depth 1: %g, not about 19.75", got)
	}
	if got := value("depth=2 playouts=40"); got != 21 {
		t.Errorf("greatest at depth 2: %g", got)
	}
	if got := value("playouts=40"); got != 22 {
		t.Errorf("to the end: %g", got)
	}
}

// TestDeterminization checks the cards that players assume in hidden places, along a random
// play.
func TestDeterminization(t *testing.T) {
	for line, kept := range map[string]bool{"": false, "cards=move": false, "cards=turned": true, "cards=turned stock=known": true} {
		r, from := dealt(t, "klondike", 7)
		o := parse(t, &DonkersteegA, line)
		p, random := newDonkersteeg(1, o), DonkersteegR.New(2, DonkersteegR.Defaults(), nil)
		p.game = simulate.NewGame(r)
		var before map[card.Card]hiddenPlace
		changed, opened := 0, 0
		Play(nil, simulationInformation(o), choosing(func(turn *Turn) int {
			b, _ := simulate.Read(&turn.Table)
			p.determinize(turn, &b)
			now, cards := places(&p.sampled.board, &b)
			slices.Sort(cards)
			if !slices.Equal(cards, turn.Unseen) {
				t.Fatalf("%s: hidden %v, want the unseen cards %v", line, cards, turn.Unseen)
			}
			for x, at := range now {
				if was, hidden := before[x]; hidden && was != at {
					changed++
				}
			}
			for x := range before {
				if _, hidden := now[x]; !hidden {
					opened++
				}
			}
			before = now
			return random.Choose(nil, turn)
		}), r, &from)
		if opened < 5 {
			t.Errorf("%s: %d cards opened", line, opened)
		}
		// The place that was assumed for an opened card gets one other card.
		if kept != (changed <= opened) || changed == 0 {
			t.Errorf("%s: %d cards opened, %d moved", line, opened, changed)
		}
	}
}

// TestForgottenStock checks that a stock whose order was seen is dealt again, and the waste is not.
func TestForgottenStock(t *testing.T) {
	r, from := dealt(t, "klondike", 7)
	b, _ := simulate.Read(&from)
	b.Turned = 3
	p := newDonkersteeg(1, parse(t, &DonkersteegA, "stock=forgotten"))
	p.game = simulate.NewGame(r)
	p.determinize(&Turn{}, &b)
	now := p.sampled.board.Talon
	if slices.Equal(now[3:], b.Talon[3:]) || !slices.Equal(now[:3], b.Talon[:3]) || p.sampled.board.Columns != b.Columns {
		t.Errorf("%v, before %v", now, b.Talon)
	}
	slices.Sort(now[:])
	slices.Sort(b.Talon[:])
	if now != b.Talon {
		t.Errorf("other cards: %v", now)
	}
}

// places returns the hidden places and their cards: those of a board that are unknown on
// another one.
func places(sampled, known *simulate.Board) (map[card.Card]hiddenPlace, []card.Card) {
	at, list := map[card.Card]hiddenPlace{}, []card.Card{}
	look := func(x, other card.Card, where hiddenPlace) {
		if other == card.None {
			at[x], list = where, append(list, x)
		}
	}
	for i := range known.Columns {
		for k := range known.Columns[i].Count {
			look(sampled.Columns[i].Cards[k], known.Columns[i].Cards[k], hiddenPlace{int8(i), k})
		}
	}
	for k := range known.Count {
		look(sampled.Talon[k], known.Talon[k], hiddenPlace{stockColumn, known.Count - k})
	}
	return at, list
}

// TestInterrupted ends the clock in the middle of simulations.
func TestInterrupted(t *testing.T) {
	r, from := dealt(t, "klondike", 7)
	ctx, cancel := context.WithCancel(t.Context())
	left := 20
	clock := solver.NewClock(ctx).Pausing(func() time.Duration {
		if left--; left < 0 {
			cancel()
		}
		return 0
	})
	o := parse(t, &DonkersteegA, "playouts=10000 score=mean safe=simulated")
	got := Play(clock, StockSeen, DonkersteegA.New(1, o, nil), r, &from)
	if got.Ending != Stopped || left < -20 {
		t.Errorf("ending %s, %d checks after the end", got.Ending, -left)
	}
}

// choosing is a player given by a function.
type choosing func(*Turn) int

func (c choosing) Choose(_ *solver.Clock, t *Turn) int { return c(t) }
