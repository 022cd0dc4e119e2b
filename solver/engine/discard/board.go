package discard

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// most is the greatest number of cards of a game, and of columns.
const most = 104

// board has the constants of a game.
type board struct {
	rules   rules.Rules
	columns int
	stock   []card.Card // in the order in which they come
	limited bool        // whether redeals are limited
	code    [256]uint8  // by card: what counts of it
	height  [256]uint8  // by card: its rank, where cards of a suit beat each other with the ace above all
}

// state is a position. Columns lie one after the other, each from its deepest card.
type state struct {
	cards [most]card.Card
	ends  [most]uint8 // by column: where it ends
	came  uint8       // cards of the stock that have come
	left  uint8       // redeals left, 0 if they are not limited
}

func newBoard(r *rules.Rules, p *deal.Position) (*board, state) {
	b := &board{rules: *r, columns: r.Tableau.Count, limited: r.Redeals() >= 0}
	for _, c := range card.Deck(r.MaxRank, r.Decks, r.Suits) {
		b.code[c], b.height[c] = uint8(c), uint8(c.Rank())
		if r.Discard.Pairs() {
			b.code[c] = uint8(c.Rank())
		}
		if c.Rank() == card.Ace {
			b.height[c] = uint8(r.MaxRank) + 1
		}
	}
	for i := range p.Stock {
		b.stock = append(b.stock, p.Stock[len(p.Stock)-1-i])
	}
	var s state
	n := 0
	for i, c := range p.Tableau {
		n += copy(s.cards[n:], c.Cards)
		s.ends[i] = uint8(n)
	}
	if b.limited {
		s.left = uint8(p.RedealsLeft)
	}
	return b, s
}

// start returns where a column starts.
func (s *state) start(column int) int {
	if column == 0 {
		return 0
	}
	return int(s.ends[column-1])
}

// empty reports whether a column is empty.
func (s *state) empty(column int) bool { return s.start(column) == int(s.ends[column]) }

// top returns the top card of a column that is not empty.
func (s *state) top(column int) card.Card { return s.cards[s.ends[column]-1] }

// total returns the number of cards in the columns.
func (b *board) total(s *state) int { return int(s.ends[b.columns-1]) }

// more returns how many cards of the stock are still to come.
func (b *board) more(s *state) int { return len(b.stock) - int(s.came) }

// redeals reports whether the columns may still be redealt.
func (b *board) redeals(s *state) bool {
	return b.rules.Tableau.Packets > 0 && (!b.limited || s.left > 0)
}

// take removes the top card of a column.
func (b *board) take(s *state, column int) card.Card {
	at := int(s.ends[column]) - 1
	c := s.cards[at]
	copy(s.cards[at:b.total(s)], s.cards[at+1:b.total(s)])
	for i := column; i < b.columns; i++ {
		s.ends[i]--
	}
	return c
}

// put lays a card on a column.
func (b *board) put(s *state, column int, c card.Card) {
	at, n := int(s.ends[column]), b.total(s)
	copy(s.cards[at+1:n+1], s.cards[at:n])
	s.cards[at] = c
	for i := column; i < b.columns; i++ {
		s.ends[i]++
	}
}

// won reports whether the game is won.
func (b *board) won(s *state) bool {
	if b.more(s) > 0 {
		return false
	}
	n := b.total(s)
	if b.rules.Discard.Policy != rules.DiscardLowerSuit {
		return n == 0
	}
	for _, c := range s.cards[:n] {
		if c.Rank() != card.Ace {
			return false
		}
	}
	return true
}

// kind is the kind of a step.
type kind uint8

const (
	removal kind = iota // of one or two top cards
	shift               // of a top card to an empty column
	fill                // of an empty column from the stock
	lay                 // of a card of the stock on each column
	redeal              // of the columns, and the stock after them
)

// step is one move. Columns are counted from 0; none stands for no second column.
type step struct {
	kind kind
	one  uint8
	two  uint8
	_    uint8
}

const none = 255

// after returns the state after a step.
func (b *board) after(s state, m step) state {
	switch m.kind {
	case removal:
		b.take(&s, int(m.one))
		if m.two != none {
			b.take(&s, int(m.two))
		}
	case shift:
		b.put(&s, int(m.two), b.take(&s, int(m.one)))
	case fill:
		b.put(&s, int(m.two), b.stock[s.came])
		s.came++
	case lay:
		for column := range min(b.columns, b.more(&s)) {
			b.put(&s, column, b.stock[s.came])
			s.came++
		}
	case redeal:
		b.gather(&s)
	}
	return s
}

// gather redeals the columns.
func (b *board) gather(s *state) {
	n, packet := b.total(s), b.rules.Tableau.Packets
	if b.rules.Stock.To == rules.ToRedeal {
		for ; n < b.columns*packet && b.more(s) > 0; n++ {
			s.cards[n] = b.stock[s.came]
			s.came++
		}
	}
	for i := range b.columns {
		s.ends[i] = uint8(min(n, (i+1)*packet))
	}
	if b.limited {
		s.left--
	}
}

// toMoves writes steps as moves.
func (b *board) toMoves(s state, steps []step) []game.Move {
	column := func(n uint8) game.Place { return game.At(game.Tableau, int(n)+1) }
	var moves []game.Move
	for _, m := range steps {
		var move game.Move
		switch m.kind {
		case removal:
			move = game.Move{Action: game.Remove, From: column(m.one), Cards: []card.Card{s.top(int(m.one))}}
			if m.two != none {
				move.And, move.Cards = column(m.two), append(move.Cards, s.top(int(m.two)))
			}
		case shift:
			move = game.Move{From: column(m.one), To: column(m.two), Cards: []card.Card{s.top(int(m.one))}}
		case fill:
			move = game.Move{From: game.Place{Pile: game.Stock}, To: column(m.two), Cards: []card.Card{b.stock[s.came]}}
		case lay:
			move = game.Move{Action: game.Deal, Count: min(b.columns, b.more(&s))}
		case redeal:
			move = game.Move{Action: game.Redeal}
		}
		moves = append(moves, move)
		s = b.after(s, m)
	}
	return moves
}
