package accordion

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// row is the state, the top cards of the piles from left to right, with the rules.
type row struct {
	cards []card.Card
	// distances are the permitted moves; negative ones are to the left.
	distances []int
	// related[c] is the set of cards that may be laid on c, or have c laid on them.
	related [codes]uint64
	spans   []span // the distances without their directions
}

// span is a distance at which piles may be laid on each other, with its number of directions.
type span struct{ distance, moves int }

// codes is an upper bound of the cards as numbers.
const codes = 64

func newRow(r *rules.Rules, cards []card.Card) *row {
	w := &row{cards: slices.Clone(cards)}
	for move := range strings.FieldsSeq(r.Accordion.Moves) {
		d, err := strconv.Atoi(move[1:])
		if err != nil {
			panic(err) // the rules were validated
		}
		if move[0] == 'L' {
			d = -d
		}
		w.distances = append(w.distances, d)
		d = max(d, -d)
		if i := slices.IndexFunc(w.spans, func(s span) bool { return s.distance == d }); i >= 0 {
			w.spans[i].moves++
		} else {
			w.spans = append(w.spans, span{d, 1})
		}
	}
	for _, a := range cards {
		for _, b := range cards {
			if r.Accordion.Match.Holds(a, b) {
				w.related[a] |= 1 << b
			}
		}
	}
	return w
}

func (w *row) clone() *row {
	c := *w
	c.cards = slices.Clone(w.cards)
	return &c
}

// connected reports whether the graph of related cards is connected. Equal cards count as one.
func (w *row) connected() bool {
	all := uint64(0)
	for _, c := range w.cards {
		all |= 1 << c
	}
	piece := all & -all
	for border := piece; border != 0; {
		more := w.related[bits.TrailingZeros64(border)] & all &^ piece
		border = border&(border-1) | more
		piece |= more
	}
	return piece == all
}

// step lays the pile at from on the pile at to, counted from 0 before the move.
type step struct {
	from, to uint8
	covered  card.Card // set by do
}

// steps appends the steps out of the state to a list.
func (w *row) steps(to []step) []step {
	for i, c := range w.cards {
		for _, d := range w.distances {
			if j := i + d; j >= 0 && j < len(w.cards) && w.related[c]>>w.cards[j]&1 != 0 {
				to = append(to, step{from: uint8(i), to: uint8(j)})
			}
		}
	}
	return to
}

func (w *row) do(m *step) {
	m.covered = w.cards[m.to]
	w.cards[m.to] = w.cards[m.from]
	w.cards = slices.Delete(w.cards, int(m.from), int(m.from)+1)
}

func (w *row) undo(m *step) {
	at := m.to
	if m.from < m.to {
		at-- // the row has closed the gap on its left
	}
	c := w.cards[at]
	w.cards[at] = m.covered
	w.cards = slices.Insert(w.cards, int(m.from), c)
}

// key is the hash of a long row: two independent hashes of its cards in order, mixed without
// loss.
func (w *row) key() memory.Pair {
	lo, hi := uint64(0x9ae16a3b2f90404f), uint64(0xc3a5c85c97cb3127)
	for _, c := range w.cards {
		lo = (lo ^ uint64(c)) * 0x9fb21c651e98df25
		lo ^= lo >> 32
		hi = (hi + uint64(c)) * 0xd6e8feb86659fd93
		hi ^= hi >> 29
	}
	return mix(lo, hi)
}

// mix returns a key. Each of its bits depends on all bits of both words. It is a bijection.
func mix(lo, hi uint64) memory.Pair {
	// Each line can be inverted, given the other word.
	lo += hi * 0x9e3779b97f4a7c15
	lo = (lo ^ lo>>32) * 0xd6e8feb86659fd93
	lo ^= lo >> 29
	hi ^= lo * 0xbf58476d1ce4e5b9
	hi ^= hi >> 31
	lo += hi * 0x94d049bb133111eb
	lo ^= lo >> 32
	return memory.Pair{lo, hi}
}

// toMoves converts a path to the referee's moves.
func toMoves(w *row, path []step) []game.Move {
	moves := make([]game.Move, len(path))
	for i := range path {
		m := path[i]
		moves[i] = game.Move{
			Action: game.Shift,
			From:   game.At(game.Accordion, int(m.from)+1), To: game.At(game.Accordion, int(m.to)+1),
			Cards: []card.Card{w.cards[m.from]},
		}
		w.do(&m)
	}
	return moves
}
