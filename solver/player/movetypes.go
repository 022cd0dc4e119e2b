package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// moveType is a type of moves as Table 4.1 of Donkersteeg's thesis numbers them.
type moveType uint8

// The types of moves that his program knows. From column to column go all the face-up
// cards of a column, but for the double move; nothing comes back from foundations; and a
// king that lies at the bottom of a column stays there. So all moves but the first lead
// nearer to an end.
const (
	stockToWaste moveType = iota // the stock turned, and the waste turned over before if the stock is empty
	wasteToFoundation
	wasteToTable
	tableToTable
	tableToFoundation
	kingToFree
	doubleMove // the upper part of the face-up cards to a column, and the card that this frees to its foundation
	wasteKingToFree
)

// typed is a move of a type. Columns are numbered from 0.
type typed struct {
	moveType
	from  int8
	to    int8
	count int8 // of the cards that go from column to column
}

// cards is a set of cards.
type cards uint64

func (s cards) has(c card.Card) bool { return s>>c&1 == 1 }

// laid are the cards that may lie on a card in a column, and on none, in a space.
var laid = func() (on [1 << 6]cards) {
	for s := range card.Suit(card.Suits) {
		on[card.None] |= 1 << card.New(card.King, s)
		for rank := card.Ace + 1; rank <= card.King; rank++ {
			on[card.New(rank, s)] = 1<<card.New(rank-1, s+1) | 1<<card.New(rank-1, s+3)
		}
	}
	return on
}()

// wanted is what foundations and columns take.
type wanted struct {
	up      cards
	columns [simulate.Columns]cards
	laid    cards // what any column takes
	whole   bool  // the face-up cards of a column are not parted, so that there is no double move
}

func want(g *simulate.Game, b *simulate.Board) (w wanted) {
	w.whole = g.Whole
	for s, height := range b.Up {
		if height < int8(card.King) {
			w.up |= 1 << card.New(card.Rank(height+1), card.Suit(s))
		}
	}
	for i := range b.Columns {
		if !g.NoSpaces || b.Columns[i].Count > 0 {
			w.columns[i] = laid[b.Columns[i].Top()]
			w.laid |= w.columns[i]
		}
	}
	return w
}

// effective appends the moves of Table 4.1 that change more than what of the stock is
// turned: all of them but the first type.
func (w *wanted) effective(b *simulate.Board, to []typed) []typed {
	if b.Turned > 0 {
		x := b.Talon[b.Turned-1]
		if w.up.has(x) {
			to = append(to, typed{moveType: wasteToFoundation})
		}
		if x.Rank() == card.King {
			to = w.lay(x, typed{moveType: wasteKingToFree}, to)
		} else {
			to = w.lay(x, typed{moveType: wasteToTable}, to)
		}
	}
	for i := range b.Columns {
		c := &b.Columns[i]
		if c.Count == 0 {
			continue
		}
		if w.up.has(c.Top()) {
			to = append(to, typed{moveType: tableToFoundation, from: int8(i)})
		}
		head := c.Cards[c.Down]
		switch {
		case head.Rank() != card.King:
			to = w.lay(head, typed{moveType: tableToTable, from: int8(i), count: c.Count - c.Down}, to)
		case c.Down > 0:
			to = w.lay(head, typed{moveType: kingToFree, from: int8(i), count: c.Count - c.Down}, to)
		}
		for k := c.Down; k < c.Count-1 && !w.whole; k++ {
			if w.up.has(c.Cards[k]) {
				to = w.lay(c.Cards[k+1], typed{moveType: doubleMove, from: int8(i), count: c.Count - k - 1}, to)
			}
		}
	}
	return to
}

// lay appends a move to each of the columns that take a card.
func (w *wanted) lay(x card.Card, m typed, to []typed) []typed {
	if !w.laid.has(x) {
		return to
	}
	for j := range w.columns {
		if w.columns[j].has(x) {
			m.to = int8(j)
			to = append(to, m)
		}
	}
	return to
}

// steps are the moves on a board that a move consists of, and how many they are.
func (m typed) steps(b *simulate.Board) (steps [2]simulate.Move, n int) {
	steps[1] = simulate.Move{Kind: simulate.ColumnToFoundation, From: m.from}
	switch m.moveType {
	case stockToWaste:
		steps[0], steps[1] = simulate.Move{Kind: simulate.Turn}, simulate.Move{Kind: simulate.Turn}
		if b.Turned == b.Count {
			return steps, 2
		}
	case wasteToFoundation:
		steps[0] = simulate.Move{Kind: simulate.TalonToFoundation, From: b.Turned - 1}
	case wasteToTable, wasteKingToFree:
		steps[0] = simulate.Move{Kind: simulate.TalonToColumn, From: b.Turned - 1, To: m.to}
	case tableToFoundation:
		steps[0] = steps[1]
	default:
		steps[0] = simulate.Move{Kind: simulate.ColumnToColumn, From: m.from, To: m.to, Count: m.count}
		if m.moveType == doubleMove {
			return steps, 2
		}
	}
	return steps, 1
}

// do makes a move on a board.
func (m typed) do(g *simulate.Game, b *simulate.Board) {
	steps, n := m.steps(b)
	for _, s := range steps[:n] {
		g.Do(b, s)
	}
}

// spell writes a move as the referee's.
func (m typed) spell(g *simulate.Game, b simulate.Board) []game.Move {
	var moves []game.Move
	steps, n := m.steps(&b)
	for _, s := range steps[:n] {
		moves = g.Expand(&b, s, moves)
		g.Do(&b, s)
	}
	return moves
}

// raised is the card that a move takes to a foundation, if it does.
func (m typed) raised(b *simulate.Board) card.Card {
	switch m.moveType {
	case wasteToFoundation:
		return b.Talon[b.Turned-1]
	case tableToFoundation:
		return b.Columns[m.from].Top()
	case doubleMove:
		c := &b.Columns[m.from]
		return c.Cards[c.Count-m.count-1]
	}
	return card.None
}

// opens tells whether a move opens a secured card, one that lies face down in a column.
func (m typed) opens(b *simulate.Board) bool {
	c := &b.Columns[m.from]
	left := c.Count - m.count
	switch m.moveType {
	case tableToFoundation, doubleMove:
		left--
	case tableToTable, kingToFree:
	default:
		return false
	}
	return left > 0 && left == c.Down
}
