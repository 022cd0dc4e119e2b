package spider

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// say says a path in the moves that a person makes: a complete run goes up as a move
// of its own.
func say(g *rulebook, start *layout, path []move) []game.Move {
	l := *start
	l.takeAll(g, g.columns)
	moves := sayRuns(g, *start, &l, nil)
	for _, m := range path {
		moves = l.say(g, m, moves)
	}
	return moves
}

// say makes a move and appends it in the moves that a person makes.
func (l *layout) say(g *rulebook, m move, to []game.Move) []game.Move {
	before := *l
	l.do(g, m)
	if m.from == fromStock {
		to = append(to, game.Move{Action: game.Deal, Count: int(m.n)})
		before.dealRow(g, int(m.n))
	} else {
		to = append(to, before.shift(g, int(m.from), m.to, int(m.n)))
	}
	return sayRuns(g, before, l, to)
}

// sayRuns appends the moves of the complete runs that are at the ends of columns and
// are gone after.
func sayRuns(g *rulebook, l layout, after *layout, to []game.Move) []game.Move {
	for i := range g.columns {
		for l.length[i] > after.length[i] {
			to = append(to, l.shift(g, i, toFoundation, int(g.king)))
		}
	}
	return to
}

// shift moves cards and says so.
func (l *layout) shift(g *rulebook, i int, to uint8, n int) game.Move {
	left := int(l.length[i]) - n
	m := game.Move{Action: game.Shift, From: game.At(game.Tableau, i+1)}
	for _, x := range l.cards[i][left:l.length[i]] {
		m.Cards = append(m.Cards, card.Card(x))
	}
	if to == toFoundation {
		x := l.cards[i][l.length[i]-1]
		f := 0
		if n > 1 {
			f = l.emptyFoundation(g, x&3)
		} else {
			f = l.foundation(g, x)
		}
		l.height[f] += uint8(n)
		m.To = game.FoundationOf(card.Suit(x & 3))
		if g.copies > 1 {
			m.To.M = f%g.copies + 1
		}
	} else {
		m.To = game.At(game.Tableau, int(to)+1)
		copy(l.cards[to][l.length[to]:], l.cards[i][left:l.length[i]])
		l.length[to] += uint8(n)
	}
	l.length[i] = uint8(left)
	if l.down[i] > 0 && int(l.down[i]) == left {
		l.down[i]--
		m.TurnsUp = card.Card(l.cards[i][left-1])
	}
	return m
}
