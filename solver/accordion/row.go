package accordion

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/table"
)

// row is the state: the top cards of the piles, left to right.
type row struct {
	cards []card.Card
	// distances are the permitted moves, minus to the left.
	distances []int
	// match[c] are the cards that may be laid on c or have c laid on them.
	match [64]uint64
}

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
	}
	deck := card.Deck(card.MaxRank, 1, card.Suits)
	for _, a := range deck {
		for _, b := range deck {
			if related(r.Accordion.Match, a, b) {
				w.match[a] |= 1 << b
			}
		}
	}
	return w
}

func related(r rules.Relation, a, b card.Card) bool {
	return r&rules.MatchAnySuit != 0 ||
		r&rules.MatchSuit != 0 && a.Suit() == b.Suit() ||
		r&rules.MatchColours != 0 && a.Suit().Red() != b.Suit().Red() ||
		r&rules.MatchRank != 0 && a.Rank() == b.Rank()
}

// step lays the pile at from on the pile at to, counted from 0 before the move.
type step struct {
	from, to uint8
	covered  card.Card // filled in when it is done
}

// steps appends the steps out of the state.
func (w *row) steps(to []step) []step {
	for i, c := range w.cards {
		for _, d := range w.distances {
			if j := i + d; j >= 0 && j < len(w.cards) && w.match[c]&(1<<w.cards[j]) != 0 {
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
		at-- // the row closed on its left
	}
	c := w.cards[at]
	w.cards[at] = m.covered
	w.cards = slices.Insert(w.cards, int(m.from), c)
}

// key is what the row is known by, two independent hashes of its cards in order.
func (w *row) key() table.Pair {
	lo, hi := uint64(0x9ae16a3b2f90404f), uint64(0xc3a5c85c97cb3127)
	for _, c := range w.cards {
		lo = (lo ^ uint64(c)) * 0x9fb21c651e98df25
		lo ^= lo >> 32
		hi = (hi + uint64(c)) * 0xd6e8feb86659fd93
		hi ^= hi >> 29
	}
	// The bucket is chosen by the top bits: mix once more, so that the last card
	// counts there as much as the others.
	lo = (lo ^ lo>>29) * 0xbf58476d1ce4e5b9
	return table.Pair{lo ^ lo>>31, hi}
}

// say says a path in the moves that a person makes.
func say(w *row, path []step) []game.Move {
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
