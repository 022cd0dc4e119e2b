package shortest

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// step is what the search does at once: some cards worried back, one on the other,
// then turns of the stock, then a card's move, and then the move of the card that lay
// under it. Most steps are one move. In docs/methods.md is why nothing is lost where
// moves come only so.
type step struct {
	card  uint8 // what moves
	to    uint8 // the host, or space, or none for its foundation
	from  int8  // its column; −1 for the talon
	place int8  // its place in the talon
	dig   bool  // the card under it goes up at once
	backs uint8 // cards worried back before, of which the last is the host
	cost  uint16
	back  [maxBacks]back
}

// maxBacks is how many cards are worried back in one step at most: more than ever is of
// use.
const maxBacks = deckSize

// back is a card's way back from its foundation.
type back struct{ card, to uint8 }

// do makes a step, and then what is forced.
func (b *board) do(s *step) {
	for _, w := range s.back[:s.backs] {
		b.up[w.card&3]--
		b.lay(w.card, b.exposed(w.to))
	}
	switch {
	case s.from < 0:
		if n := b.turns(int(s.place)); n.redeal {
			b.redeal -= b.counted()
		}
		c := b.take(int(s.place))
		if s.to == none {
			b.up[c&3]++
		} else {
			b.lay(c, b.exposed(s.to))
		}
	case s.to == none:
		b.raise(int(s.from))
	default:
		b.move(int(s.from), b.exposed(s.to), s.card)
		if s.dig {
			b.raise(int(s.from))
		}
	}
}

// counted is what a redeal takes from those left.
func (b *board) counted() int {
	if b.limited {
		return 1
	}
	return 0
}

// turn is what it takes to bring a card of the talon to the top of the waste.
type turn struct {
	draws  int
	redeal bool
	never  bool
}

// turns tells what it takes to make the n-th of the cards of the talon the top of the
// waste.
func (b *board) turns(n int) turn {
	size := bits.OnesCount64(b.talons)
	k := b.turn
	switch {
	case n == b.waste-1:
		return turn{}
	case n >= b.waste && ((n-b.waste)%k == k-1 || n == size-1):
		return turn{draws: (n-b.waste)/k + 1}
	case b.limited && b.redeal == 0 || n%k != k-1 && n != size-1:
		return turn{never: true}
	}
	return turn{draws: (size-b.waste+k-1)/k + n/k + 1, redeal: true}
}

// forced is a card that goes up at once, at no loss, and −1 for the talon or the
// column in which it lies.
func (b *board) forced() (from int8, ok bool) {
	for i := range b.columns {
		if c := b.top[i]; c != none && b.ready(c) && b.safe(c) {
			return int8(i), true
		}
	}
	if b.waste > 0 && (b.turn == 1 || b.waste == bits.OnesCount64(b.talons)) {
		if c := b.wasteTop(); b.ready(c) && b.safe(c) {
			return -1, true
		}
	}
	return 0, false
}

// wasteTop is the top card of the waste.
func (b *board) wasteTop() uint8 {
	left := b.talons
	for range b.waste - 1 {
		left &= left - 1
	}
	return b.talon[bits.TrailingZeros64(left)]
}

// settleSafe puts up all cards that are forced, and gives their number.
func (b *board) settleSafe() int {
	n := 0
	for {
		from, ok := b.forced()
		switch {
		case !ok:
			return n
		case from < 0:
			c := b.take(b.waste - 1)
			b.up[c&3]++
		default:
			b.raise(int(from))
		}
		n++
	}
}

// steps appends the steps out of a position in which nothing is forced. In none are more
// than so many cards worried back.
func (b *board) steps(to []step, backs int) []step {
	if !b.back {
		backs = 0
	}
	for i := range b.columns {
		if c := b.top[i]; c != none && b.ready(c) {
			to = append(to, step{card: c, to: none, from: int8(i), cost: 1})
		}
	}
	for i := range b.columns {
		to = b.shifts(to, i, backs)
	}
	size := bits.OnesCount64(b.talons)
	left := b.talons
	for n := range size {
		c := b.talon[bits.TrailingZeros64(left)]
		left &= left - 1
		t := b.turns(n)
		if t.never {
			continue
		}
		s := step{card: c, to: none, from: -1, place: int8(n), cost: uint16(t.draws + 1)}
		if b.ready(c) {
			to = append(to, s)
			if b.safe(c) {
				continue
			}
		}
		to = b.onto(to, &s, backs)
	}
	return to
}

// shifts appends the moves of cards from column i to others.
func (b *board) shifts(to []step, i, backs int) []step {
	for c := b.top[i]; c != none; c = b.under[c] {
		s := step{card: c, from: int8(i), cost: 1}
		base := !b.built(c)
		if base && b.king(c) && b.under[c] == none {
			break // from space to space
		}
		if base || b.ready(b.under[c]) {
			if !base {
				s.dig, s.cost = true, 2
			}
			to = b.onto(to, &s, backs)
		}
		if base {
			break
		}
	}
	return to
}

// onto appends a step with each of the places to which its card can go in the tableau.
func (b *board) onto(to []step, s *step, backs int) []step {
	if b.king(s.card) {
		if b.kings && b.exposed(space) >= 0 {
			s.to = space
			to = append(to, *s)
		}
		return to
	}
	first, second := b.hosts(s.card)
	for _, host := range [2]uint8{first, second} {
		switch j := b.exposed(host); {
		case host == none || j >= 0 && j == int(s.from):
		case j >= 0:
			s.to = host
			to = append(to, *s)
		case backs > 0 && b.up[host&3] > host>>2:
			b.worry(host, s, backs, func(_ *board, t *step) {
				t.to = host
				t.cost += uint16(t.backs - s.backs)
				to = append(to, *t)
			})
		}
	}
	return to
}

// worry finds the ways to have a card of a foundation back in the tableau with at most
// so many cards worried back, all of them needed: those that lie on it, then one for it
// to lie on if none is exposed. It gives the board and the step after each.
func (b *board) worry(c uint8, s *step, backs int, found func(*board, *step)) {
	if int(s.backs) >= backs {
		return
	}
	suit := c & 3
	if b.up[suit] > c>>2+1 {
		b.worry(c+4, s, backs-1, func(after *board, t *step) {
			if after.up[suit] == c>>2+1 {
				after.worry(c, t, backs, found)
			}
		})
		return
	}
	lay := func(b *board, s *step, to uint8) {
		after, t := *b, *s
		after.up[suit]--
		after.lay(c, after.exposed(to))
		t.back[t.backs] = back{c, to}
		t.backs++
		found(&after, &t)
	}
	if b.king(c) {
		if b.kings && b.exposed(space) >= 0 {
			lay(b, s, space)
		}
		return
	}
	first, second := b.hosts(c)
	for _, host := range [2]uint8{first, second} {
		switch {
		case host == none:
		case b.exposed(host) >= 0:
			lay(b, s, host)
		case b.up[host&3] > host>>2:
			b.worry(host, s, backs-1, func(after *board, t *step) {
				if after.up[suit] == c>>2+1 {
					lay(after, t, host)
				}
			})
		}
	}
}

// say appends the referee's moves of a step and of what is forced after it, and makes
// them.
func (b *board) say(moves []game.Move, s *step) []game.Move {
	shift := func(c uint8, from, to game.Place, n int) {
		m := game.Move{Action: game.Shift, From: from, To: to}
		for range n {
			m.Cards = append(m.Cards, card.Card(c+4))
		}
		moves = append(moves, m)
	}
	column := func(i int) game.Place { return game.At(game.Tableau, i+1) }
	foundation := func(c uint8) game.Place { return game.FoundationOf(card.Suit(c & 3)) }
	one := func(c uint8, from, to game.Place) { shift(c, from, to, 1) }

	for _, w := range s.back[:s.backs] {
		one(w.card, foundation(w.card), column(b.exposed(w.to)))
		b.up[w.card&3]--
		b.lay(w.card, b.exposed(w.to))
	}
	waste := game.Place{Pile: game.Waste}
	rest := *s
	rest.backs = 0
	switch {
	case s.from < 0:
		moves = b.sayTurns(moves, b.turns(int(s.place)))
		if s.to == none {
			one(s.card, waste, foundation(s.card))
		} else {
			one(s.card, waste, column(b.exposed(s.to)))
		}
	case s.to == none:
		one(s.card, column(int(s.from)), foundation(s.card))
	default:
		m := game.Move{Action: game.Shift, From: column(int(s.from)), To: column(b.exposed(s.to))}
		for c := b.top[s.from]; ; c = b.under[c] {
			m.Cards = append(m.Cards, card.Card(c+4))
			if c == s.card {
				break
			}
		}
		for i, j := 0, len(m.Cards)-1; i < j; i, j = i+1, j-1 {
			m.Cards[i], m.Cards[j] = m.Cards[j], m.Cards[i]
		}
		moves = append(moves, m)
		if s.dig {
			e := b.under[s.card]
			one(e, column(int(s.from)), foundation(e))
		}
	}
	b.do(&rest)
	return b.sayForced(moves)
}

// sayForced appends the moves that are forced, and makes them.
func (b *board) sayForced(moves []game.Move) []game.Move {
	for {
		from, ok := b.forced()
		if !ok {
			return moves
		}
		m := game.Move{Action: game.Shift}
		c := uint8(0)
		if from < 0 {
			m.From = game.Place{Pile: game.Waste}
			c = b.take(b.waste - 1)
			b.up[c&3]++
		} else {
			m.From = game.At(game.Tableau, int(from)+1)
			c = b.top[from]
			b.raise(int(from))
		}
		m.To, m.Cards = game.FoundationOf(card.Suit(c&3)), []card.Card{card.Card(c + 4)}
		moves = append(moves, m)
	}
}

// sayTurns appends turns of the stock.
func (b *board) sayTurns(moves []game.Move, t turn) []game.Move {
	stock := bits.OnesCount64(b.talons) - b.waste
	for range t.draws {
		if stock == 0 {
			moves = append(moves, game.Move{Action: game.Redeal})
			stock = bits.OnesCount64(b.talons)
		}
		n := min(b.turn, stock)
		moves = append(moves, game.Move{Action: game.Draw, Count: n})
		stock -= n
	}
	return moves
}
