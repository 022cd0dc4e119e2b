package papers

import (
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// moveType is a type of move in Table 4.1 of Donkersteeg's thesis.
type moveType uint8

// The types of moves of his program. All face-up cards of a column move together, except in a
// double move. No card comes back from a foundation, and a king at the bottom of a column stays
// there. So every move but the first leads nearer to an end.
const (
	stockToWaste moveType = iota // a turn of the stock, after a redeal if the stock is empty
	wasteToFoundation
	wasteToTable
	tableToTable
	tableToFoundation
	kingToFree
	doubleMove // the upper part of the face-up cards to a column, and the freed card to its foundation
	wasteKingToFree
)

// typedMove is a move of a type. Columns are numbered from 0.
type typedMove struct {
	moveType
	from  int8
	to    int8
	count int8 // cards that go from column to column
}

// effectiveMoves appends all moves of Table 4.1 except turns of the stock.
func effectiveMoves(g *Game, b *Board, to []typedMove) []typedMove {
	wanted, next := g.Wanted(b), b.Next()
	// lay appends the move m of card x to each column that takes it.
	lay := func(x card.Card, m typedMove) {
		for j := range b.Columns {
			if wanted.Has(x) && g.Takes(&b.Columns[j], x) {
				m.to = int8(j)
				to = append(to, m)
			}
		}
	}
	if b.Turned > 0 {
		x := b.Talon[b.Turned-1]
		if next.Has(x) {
			to = append(to, typedMove{moveType: wasteToFoundation})
		}
		if x.Rank() == card.King {
			lay(x, typedMove{moveType: wasteKingToFree})
		} else {
			lay(x, typedMove{moveType: wasteToTable})
		}
	}
	for i := range b.Columns {
		c := &b.Columns[i]
		if c.Count == 0 {
			continue
		}
		if next.Has(c.Top()) {
			to = append(to, typedMove{moveType: tableToFoundation, from: int8(i)})
		}
		head := c.Cards[c.Down]
		switch {
		case head.Rank() != card.King:
			lay(head, typedMove{moveType: tableToTable, from: int8(i), count: c.Count - c.Down})
		case c.Down > 0:
			lay(head, typedMove{moveType: kingToFree, from: int8(i), count: c.Count - c.Down})
		}
		for k := c.Down; k < c.Count-1 && !g.Whole; k++ { // if face-up cards may move apart
			if next.Has(c.Cards[k]) {
				lay(c.Cards[k+1], typedMove{moveType: doubleMove, from: int8(i), count: c.Count - k - 1})
			}
		}
	}
	return to
}

// steps returns the moves on a board that make up a move, and their number.
func (m typedMove) steps(b *Board) (steps [2]Move, n int) {
	steps[1] = Move{Kind: ColumnToFoundation, From: m.from}
	switch m.moveType {
	case stockToWaste:
		steps[0], steps[1] = Move{Kind: TurnStock}, Move{Kind: TurnStock}
		if b.Turned == b.Count {
			return steps, 2
		}
	case wasteToFoundation:
		steps[0] = Move{Kind: TalonToFoundation, From: b.Turned - 1}
	case wasteToTable, wasteKingToFree:
		steps[0] = Move{Kind: TalonToColumn, From: b.Turned - 1, To: m.to}
	case tableToFoundation:
		steps[0] = steps[1]
	default:
		steps[0] = Move{Kind: ColumnToColumn, From: m.from, To: m.to, Count: m.count}
		if m.moveType == doubleMove {
			return steps, 2
		}
	}
	return steps, 1
}

// do makes a move on a board.
func (m typedMove) do(g *Game, b *Board) {
	if m.moveType == stockToWaste {
		turn := Move{Kind: TurnStock}
		if g.Do(b, turn); b.Turned == 0 {
			g.Do(b, turn)
		}
		return
	}
	steps, n := m.steps(b)
	for _, s := range steps[:n] {
		g.Do(b, s)
	}
}

// expand returns the referee's moves that make up a move.
func (m typedMove) expand(g *Game, b Board) []game.Move {
	var moves []game.Move
	steps, n := m.steps(&b)
	for _, s := range steps[:n] {
		moves = g.Expand(&b, s, moves)
		g.Do(&b, s)
	}
	return moves
}

// typedPlayer is a player of typed moves.
type typedPlayer struct {
	random *rand.Rand
	game   *Game
	plan   player.Pending // the rest of the chosen move
}

// play returns the referee's moves of the next move; none if next, which chooses it, gives up. Turns of
// the stock that show nothing new are made only internally: the table does not change by turning the
// stock round and round, and the referee would end the game.
func (p *typedPlayer) play(clock *solver.Clock, t *player.Turn, next func(b *Board) (m typedMove, ok bool)) []game.Move {
	if p.game == nil {
		p.game = NewGame(t.Rules)
	}
	start, ok := Read(&t.Table)
	if !ok {
		return nil
	}
	inHead := !p.game.Limited && !slices.Contains(t.Table.Stock, card.None)
	for b := start; clock.StopReason() == solver.NoReason; {
		m, ok := next(&b)
		switch {
		case !ok:
			return nil
		case m.moveType != stockToWaste:
			return append(turnTo(p.game, start, &b), m.expand(p.game, b)...)
		case !inHead:
			return m.expand(p.game, b)
		}
		m.do(p.game, &b)
	}
	return nil
}

// turnTo returns the turns of the stock from one board to another.
func turnTo(g *Game, from Board, to *Board) (moves []game.Move) {
	turn := typedMove{moveType: stockToWaste}
	for from.Turned != to.Turned {
		moves = append(moves, turn.expand(g, from)...)
		turn.do(g, &from)
	}
	return moves
}

// raised returns the card that a move takes to a foundation; card.None if it takes none.
func (m typedMove) raised(b *Board) card.Card {
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

// leaves returns how many cards a move leaves in the column that it takes cards from; −1 if it takes
// them from elsewhere.
func (m typedMove) leaves(b *Board) int8 {
	left := b.Columns[m.from].Count - m.count
	switch m.moveType {
	case tableToFoundation, doubleMove:
		return left - 1
	case tableToTable, kingToFree:
		return left
	}
	return -1
}

// opens reports whether a move turns up a secured card, that is a face-down card of a column.
func (m typedMove) opens(b *Board) bool {
	left := m.leaves(b)
	return left > 0 && left == b.Columns[m.from].Down
}

// unevenness returns how much higher the highest foundation is than the lowest when a card goes up.
func unevenness(b *Board, x card.Card) int8 {
	up := b.Up
	up[x.Suit()]++
	return max(up[0], up[1], up[2], up[3]) - min(up[0], up[1], up[2], up[3])
}
