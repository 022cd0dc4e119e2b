package analysis

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// advance is a line that wins with one of its moves played first, if that still wins:
// then playing this move now rather than later is merely a matter of order.
// It comes so many moves sooner; −1 if that does not win.
func (s *study) advance(from *deal.Position, line []game.Move, m game.Move) (moved []game.Move, sooner int) {
	k := slices.IndexFunc(line, func(o game.Move) bool { return same(o, m) })
	if k < 0 {
		return nil, -1
	}
	moved = slices.Concat([]game.Move{m}, line[:k], line[k+1:])
	// What a move turns up may have changed with the order.
	table := game.New(s.rules, from)
	moved, legal := table.Follow(moved)
	if !legal || !table.Won() {
		return nil, -1
	}
	return moved, k
}

// same reports whether two moves are the same handling of cards, whatever they turn up.
func same(a, b game.Move) bool {
	a.TurnsUp, b.TurnsUp = card.None, card.None
	return a.Equal(b)
}
