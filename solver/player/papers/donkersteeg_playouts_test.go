package papers

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// TestValue checks that a move is worth the best of its simulations.
func TestValue(t *testing.T) {
	// After the three of clubs there are four moves, three of them to foundations.
	r, from := spread(t, "klondike", [7]string{"3C", "5H", "JS", "3D", "QH", "7S", "8S"}, "", "", 2, 4, 10, 2)
	b, _ := Read(&from)
	p := DonkersteegA.New(1, parse(t, &DonkersteegA, "playouts=40"), nil).(*donkersteeg)
	p.game, p.sampled.board = NewGame(r), b
	if got := p.value(nil, typedMove{moveType: tableToFoundation}); got != 22 {
		t.Errorf("%d", got)
	}
}

// TestDeterminization checks the cards that players assume in hidden places, along a random
// play.
func TestDeterminization(t *testing.T) {
	r, from := Dealt(t, "klondike", 7)
	p, random := DonkersteegA.New(1, DonkersteegA.Defaults(), nil).(*donkersteeg), DonkersteegR.New(2, nil, nil)
	p.game = NewGame(r)
	var before []card.Card
	changed, opened := 0, 0
	player.Play(nil, player.StockSeen, Choosing(func(turn *player.Turn) int {
		b, _ := Read(&turn.Table)
		p.determinize(turn, &b)
		now := places(&p.sampled.board, &b)
		sorted := slices.Clone(now)
		slices.Sort(sorted)
		if !slices.Equal(sorted, turn.Unseen) {
			t.Fatalf("hidden %v, want the unseen cards %v", now, turn.Unseen)
		}
		if len(now) < len(before) {
			opened++
		}
		if !slices.Equal(now, before) {
			changed++
		}
		before = now
		return random.Choose(nil, turn)
	}), r, &from)
	if opened < 5 || changed < 2*opened {
		t.Errorf("cards opened %d times, and dealt anew %d times", opened, changed)
	}
}

// places returns the cards that a board has where they are unknown on another one.
func places(sampled, known *Board) (list []card.Card) {
	look := func(x, other card.Card) {
		if other == card.None {
			list = append(list, x)
		}
	}
	for i := range known.Columns {
		for k := range known.Columns[i].Count {
			look(sampled.Columns[i].Cards[k], known.Columns[i].Cards[k])
		}
	}
	for k := range known.Count {
		look(sampled.Talon[k], known.Talon[k])
	}
	return list
}

// TestInterrupted ends the clock in the middle of simulations.
func TestInterrupted(t *testing.T) {
	r, from := Dealt(t, "klondike", 7)
	ctx, cancel := context.WithCancel(t.Context())
	left := 20
	clock := solver.NewClock(ctx).Pausing(func() time.Duration {
		if left--; left < 0 {
			cancel()
		}
		return 0
	})
	o := parse(t, &DonkersteegA, "playouts=10000")
	got := player.Play(clock, player.StockSeen, DonkersteegA.New(1, o, nil), r, &from)
	if got.Ending != player.Stopped || left < -20 {
		t.Errorf("ending %s, %d checks after the end", got.Ending, -left)
	}
}
