package gaps

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// places is the greatest number of places of a board, and so of its cards.
const places = 104

// none stands for a gap.
const none = 255

// layout has the constants of a game. Places are numbered row by row. Cards are numbered too:
// equal cards of several packs have different numbers.
type layout struct {
	direction   rules.Direction
	build       rules.Build
	rows, width int
	card        []card.Card
	row, column [places]uint8

	right, left [places][]uint8 // by card: those that may be laid beside it
	first, last [places][]uint8 // by row: those that may lie at its ends
	relaxed     *relaxation     // nil if the dead-end test does not cover this game
}

// board is the state.
type board struct {
	*layout
	at    [places]uint8 // the card at each place
	place [places]uint8 // the place of each card
	gaps  []uint8       // their places
	key   memory.Key
}

func newBoard(r *rules.Rules, p *deal.Position) *board {
	l := &layout{
		direction: r.Sequences.Direction, build: r.Sequences.Build,
		rows: len(p.Sequences), width: int(r.MaxRank),
	}
	b := &board{layout: l}
	for i, row := range p.Sequences {
		for j, c := range row {
			at := i*l.width + j
			l.row[at], l.column[at] = uint8(i), uint8(j)
			b.at[at] = none
			if c == card.None {
				b.gaps = append(b.gaps, uint8(at))
				continue
			}
			b.at[at] = uint8(len(l.card))
			b.place[len(l.card)] = uint8(at)
			l.card = append(l.card, c)
			b.key = b.key.Plus(zobrist(c, at))
		}
	}
	fits := func(row int, c card.Card) bool {
		return !r.Sequences.FixedSuit || int(c.Suit()) == row%card.Suits
	}
	for i, c := range l.card {
		for j, d := range l.card {
			switch {
			case !l.build.Follows(c, d):
			case d.Rank() == c.Rank()+1 && l.direction != rules.FromRight:
				l.right[i] = append(l.right[i], uint8(j))
			case d.Rank()+1 == c.Rank() && l.direction != rules.FromLeft:
				l.left[i] = append(l.left[i], uint8(j))
			}
		}
		for row := range l.rows {
			if c.Rank() == 2 && l.direction != rules.FromRight && fits(row, c) {
				l.first[row] = append(l.first[row], uint8(i))
			}
			if int(c.Rank()) == l.width && l.direction != rules.FromLeft && fits(row, c) {
				l.last[row] = append(l.last[row], uint8(i))
			}
		}
	}
	l.relaxed = newRelaxation(l, r)
	return b
}

func (b *board) clone() *board {
	c := *b
	c.gaps = slices.Clone(b.gaps)
	return &c
}

// step moves a card into a gap.
type step struct {
	card, gap uint8 // gap is an index of board.gaps
	from, to  uint8 // places
}

// mostSteps is an upper bound of the steps out of a state: into each of eight gaps, at most all
// eight cards of a rank from either side.
const mostSteps = 8 * 2 * 8

// steps appends the steps out of the state to a list.
func (b *board) steps(to []step) []step {
	for gap, at := range b.gaps {
		first := len(to)
		if b.direction != rules.FromRight {
			fitting := b.first[b.row[at]]
			if b.column[at] > 0 {
				fitting = nil
				if beside := b.at[at-1]; beside != none {
					fitting = b.right[beside]
				}
			}
			for _, c := range fitting {
				to = append(to, step{c, uint8(gap), b.place[c], at})
			}
		}
		if b.direction != rules.FromLeft {
			fitting := b.last[b.row[at]]
			if int(b.column[at]) < b.width-1 {
				fitting = nil
				if beside := b.at[at+1]; beside != none {
					fitting = b.left[beside]
				}
			}
			for _, c := range fitting {
				m := step{c, uint8(gap), b.place[c], at}
				if !slices.Contains(to[first:], m) {
					to = append(to, m)
				}
			}
		}
	}
	return to
}

func (b *board) do(m step) {
	b.at[m.to], b.at[m.from] = m.card, none
	b.place[m.card] = m.to
	b.gaps[m.gap] = m.from
	c := b.card[m.card]
	b.key = b.key.Minus(zobrist(c, int(m.from))).Plus(zobrist(c, int(m.to)))
}

func (b *board) undo(m step) { b.do(step{m.card, m.gap, m.to, m.from}) }

// won reports whether every row is in order, from an end from which rows are built.
func (b *board) won() bool {
	for _, gap := range b.gaps {
		if column := int(b.column[gap]); column > 0 && column < b.width-1 {
			return false
		}
	}
	for row := range b.rows {
		if !(b.direction != rules.FromRight && b.inOrder(row, 0) || b.direction != rules.FromLeft && b.inOrder(row, 1)) {
			return false
		}
	}
	return true
}

// inOrder reports whether a row ascends from the 2 to the highest rank, beginning at column
// start.
func (b *board) inOrder(row, start int) bool {
	start += row * b.width
	for i := range b.width - 1 {
		c := b.at[start+i]
		if c == none || b.card[c].Rank() != card.Rank(i+2) || i > 0 && !b.build.Follows(b.card[b.at[start+i-1]], b.card[c]) {
			return false
		}
	}
	return true
}

// toMoves converts a path to the referee's moves.
func (b *board) toMoves(path []step) []game.Move {
	place := func(at uint8) game.Place {
		return game.Place{Pile: game.Sequence, N: int(b.row[at]) + 1, M: int(b.column[at]) + 1}
	}
	moves := make([]game.Move, len(path))
	for i, m := range path {
		moves[i] = game.Move{Action: game.Shift, From: place(m.from), To: place(m.to), Cards: []card.Card{b.card[m.card]}}
	}
	return moves
}

// zobrist returns what a card at a place adds to the key.
func zobrist(c card.Card, at int) memory.Key { return inPlace[c][at] }

var inPlace [64][places]memory.Key

func init() {
	next := memory.Random(0x7468_6f75_6768_7421)
	for c := range inPlace {
		for at := range places {
			inPlace[c][at] = memory.Key{Lo: next(), Hi: next()}
		}
	}
}
