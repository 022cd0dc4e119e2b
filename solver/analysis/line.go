package analysis

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// advance moves one move of a winning line to its front, if the line still wins: then playing the
// move now or later is merely a matter of order. It returns the new line and how many moves
// earlier the move is played; −1 if the line has no such move or does not win.
func (s *study) advance(from *deal.Position, line []game.Move, m game.Move) (moved []game.Move, sooner int) {
	k := slices.IndexFunc(line, func(o game.Move) bool { return same(o, m) })
	if k < 0 {
		return nil, -1
	}
	moved = slices.Concat([]game.Move{m}, line[:k], line[k+1:])
	// The new order may change which cards the moves turn up.
	table := game.New(s.rules, from)
	moved, legal := table.Follow(moved)
	if !legal || !table.Won() {
		return nil, -1
	}
	return moved, k
}

// same reports whether two moves move the same cards between the same places, whatever they turn
// up.
func same(a, b game.Move) bool {
	a.TurnsUp, b.TurnsUp = card.None, card.None
	return a.Equal(b)
}
