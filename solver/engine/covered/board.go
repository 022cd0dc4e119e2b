package covered

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// most is the greatest number of cards in a game.
const most = 104

// set is a set of cards, by their numbers.
type set [2]uint64

func (s *set) has(i int) bool   { return s[i>>6]>>(i&63)&1 != 0 }
func (s *set) add(i int)        { s[i>>6] |= 1 << (i & 63) }
func (s set) minus(o set) set   { return set{s[0] &^ o[0], s[1] &^ o[1]} }
func (s set) within(o set) bool { return s[0]&^o[0]|s[1]&^o[1] == 0 }
func (s set) and(o set) set     { return set{s[0] & o[0], s[1] & o[1]} }
func (s set) empty() bool       { return s[0]|s[1] == 0 }
func (s set) size() int         { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// lowest returns the smallest number in a set that is not empty.
func (s set) lowest() int {
	if s[0] != 0 {
		return bits.TrailingZeros64(s[0])
	}
	return 64 + bits.TrailingZeros64(s[1])
}

// highest returns the greatest number in a set that is not empty.
func (s set) highest() int {
	if s[1] != 0 {
		return 127 - bits.LeadingZeros64(s[1])
	}
	return 63 - bits.LeadingZeros64(s[0])
}

// upTo returns the set of all numbers below n.
func upTo(n int) set {
	if n >= 64 {
		return set{^uint64(0), 1<<(n-64) - 1}
	}
	return set{1<<n - 1, 0}
}

// board has the constants of a game. Cards are numbered: first the cards of the rows by
// their places, row by row, then the cards of waste and stock in the order in which a
// pass turns them, those already turned first.
type board struct {
	rules  rules.Rows
	draw   int // cards turned at a time
	ranks  int
	limit  bool // whether redeals are limited
	places int
	cards  int
	rank   [most]uint8
	card   [most]card.Card
	cover  [most]set // by place: the places that cover it
	row    []game.Place
	rest   set  // all places of rows
	all    set  // all cards
	counts bool // whether states tell how many turns of the stock led to them
	ofRank [card.MaxRank + 1]set
}

// state is a position: which cards are gone, and the stock. A card played to a waste that
// is built on counts as gone.
type state struct {
	gone   set
	turned uint8 // cards of stock and waste before this one are on the waste
	left   uint8 // redeals left, 0 if they are not limited
	top    uint8 // rank of the waste's top card, if it is built on
	turns  uint8 // turns of the stock made, if they are counted
}

func newBoard(r *rules.Rules, p *deal.Position) (*board, state) {
	b := &board{
		rules: r.Rows, draw: max(1, r.Stock.Count), ranks: int(r.MaxRank), limit: r.Stock.Redeals >= 0,
	}
	var s state
	add := func(c card.Card) {
		if c == card.None {
			s.gone.add(b.cards)
		} else {
			b.card[b.cards], b.rank[b.cards] = c, uint8(c.Rank())
			b.ofRank[c.Rank()].add(b.cards)
		}
		b.all.add(b.cards)
		b.cards++
	}
	for i, row := range p.Rows {
		for k, c := range row {
			b.row = append(b.row, game.Place{Pile: game.Row, N: i + 1, M: k + 1})
			add(c)
		}
	}
	b.places, b.rest = b.cards, b.all
	if b.rules.ToWaste {
		s.top = uint8(p.Waste[len(p.Waste)-1].Rank())
	} else {
		for _, c := range p.Waste {
			add(c)
		}
	}
	s.turned = uint8(b.cards - b.places)
	for i := range p.Stock {
		add(p.Stock[len(p.Stock)-1-i])
	}
	if b.limit {
		s.left = uint8(p.RedealsLeft)
	}
	layout := r.Rows.Layout()
	for place, by := range layout.CoveredBy {
		for _, other := range by {
			b.cover[place].add(other)
		}
	}
	return b, s
}

// won reports whether the game is won.
func (b *board) won(s *state) bool {
	if b.rules.All {
		return b.all.within(s.gone)
	}
	return b.rest.within(s.gone)
}

// waste returns the top card of the waste, −1 if there is none.
func (b *board) waste(s *state) int {
	turned := upTo(b.places + int(s.turned)).minus(b.rest).minus(s.gone)
	if turned.empty() {
		return -1
	}
	return turned.highest()
}

// stock returns the next card of the stock, −1 if there is none.
func (b *board) stock(s *state) int {
	hidden := b.all.minus(upTo(b.places + int(s.turned))).minus(s.gone)
	if hidden.empty() {
		return -1
	}
	return hidden.lowest()
}

// free reports whether no card covers a place of the rows. The place must have a card.
func (b *board) free(s *state, place int) bool { return b.cover[place].within(s.gone) }

// kind is the kind of a step.
type kind uint8

const (
	removal kind = iota // of one or two cards
	play                // of a card of the rows to the waste
	draw
	redeal
)

// step is one move. Cards are numbers; none stands for no second card.
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
		s.gone.add(int(m.one))
		if m.two != none {
			s.gone.add(int(m.two))
		}
	case play:
		s.gone.add(int(m.one))
		s.top = b.rank[m.one]
	case draw:
		last := 0
		for range b.draw {
			next := b.stock(&s)
			if next < 0 {
				break
			}
			last = next
			s.turned = uint8(next - b.places + 1)
		}
		s.top = 0
		if b.rules.ToWaste {
			s.top = b.rank[last]
		}
		if b.counts {
			s.turns++
		}
	case redeal:
		s.turned = 0
		if b.limit {
			s.left--
		}
	}
	// Cards that are gone may count as turned or not; the key must not tell these apart.
	if next := b.stock(&s); next < 0 {
		s.turned = uint8(b.cards - b.places)
	} else {
		s.turned = uint8(next - b.places)
	}
	return s
}

// key returns the key of a state: all of it but the turns that led to it, mixed so that its bits look
// random. Both steps of the mixing can be undone, so different states have different keys.
func (s *state) key() memory.Key {
	lo := s.gone[0]
	hi := s.gone[1] | uint64(s.turned)<<40 | uint64(s.left)<<48 | uint64(s.top)<<56
	hi = memory.Scramble(hi ^ 0x9e3779b97f4a7c15)
	lo = memory.Scramble(lo ^ hi)
	return memory.Key{Lo: lo, Hi: hi}
}

// toMoves writes steps as moves.
func (b *board) toMoves(s state, steps []step) []game.Move {
	var moves []game.Move
	for _, m := range steps {
		switch m.kind {
		case removal:
			// The referee lists stock and waste before the rows. Numbers go the other way.
			one, two := m.one, m.two
			if two != none && int(two) >= b.places {
				one, two = two, one
			}
			move := game.Move{Action: game.Remove, From: b.place(&s, int(one)), Cards: []card.Card{b.card[one]}}
			if two != none {
				move.And, move.Cards = b.place(&s, int(two)), append(move.Cards, b.card[two])
			}
			moves = append(moves, move)
		case play:
			moves = append(moves, game.Move{
				Action: game.Shift, From: b.row[m.one], To: game.Place{Pile: game.Waste}, Cards: []card.Card{b.card[m.one]},
			})
		case draw:
			left := b.all.minus(upTo(b.places + int(s.turned))).minus(s.gone)
			moves = append(moves, game.Move{Action: game.Draw, Count: min(left.size(), b.draw)})
		case redeal:
			moves = append(moves, game.Move{Action: game.Redeal})
		}
		s = b.after(s, m)
	}
	return moves
}

// place returns where a card lies.
func (b *board) place(s *state, c int) game.Place {
	switch {
	case c < b.places:
		return b.row[c]
	case c < b.places+int(s.turned):
		return game.Place{Pile: game.Waste}
	}
	return game.Place{Pile: game.Stock}
}
