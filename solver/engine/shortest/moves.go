package shortest

import (
	"math/bits"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// step is a step of the search, usually one move. In full it is: take some cards back from
// foundations, each onto the next; turn the stock; move a card; raise the card that lay under it.
// docs/research/diaries/shortest.md proves that nothing is lost if moves are combined in this way
// only.
type step struct {
	card  uint8 // the card that moves
	to    uint8 // the host, or space, or none for its foundation
	from  int8  // column of the card; −1 for the talon
	place int8  // place of the card in the talon
	dig   bool  // the card under it goes up at once
	cost  uint16
	backs int16 // number of cards taken back first; the last one is the host
	first int32 // index of the first of them in steps.backs
}

// back takes a card back from its foundation.
type back struct{ card, to uint8 }

// steps lists the steps out of a position.
type steps struct {
	list  []step
	backs []back
	ways  []way // scratch for worry
}

// way is a way to have a card back in the tableau, and the position after it.
type way struct {
	board board
	backs []back
}

func (s *steps) worried(m *step) []back { return s.backs[m.first:][:m.backs] }

// do makes a step; its backs must have been made.
func (b *board) do(s *step) {
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

// worry takes cards back from their foundations.
func (b *board) worry(list []back) {
	for _, w := range list {
		b.up[w.card&3]--
		b.lay(w.card, b.exposed(w.to))
	}
}

// counted returns by how much a redeal reduces the redeals left.
func (b *board) counted() int {
	if b.limited {
		return 1
	}
	return 0
}

// turn is what it takes to turn up a card of the talon.
type turn struct {
	draws  int
	redeal bool
	never  bool
}

// turns returns what it takes to bring the n-th card left in the talon, from 0, to the top of the
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

// forced returns the place of a card that can go up at once without loss: its column, or −1 for
// the waste.
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

// wasteTop returns the top card of the waste.
func (b *board) wasteTop() uint8 {
	left := b.talons
	for range b.waste - 1 {
		left &= left - 1
	}
	return b.talon[bits.TrailingZeros64(left)]
}

// settleSafe raises all forced cards and returns their number.
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

// read lists the steps out of a position in which no card is forced. Each step takes at most the
// given number of cards back.
func (s *steps) read(b *board, backs int) {
	s.list, s.backs = s.list[:0], s.backs[:0]
	if !b.back {
		backs = 0
	}
	for i := range b.columns {
		if c := b.top[i]; c != none && b.ready(c) {
			s.list = append(s.list, step{card: c, to: none, from: int8(i), cost: 1})
		}
	}
	for i := range b.columns {
		s.shifts(b, i, backs)
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
		m := step{card: c, to: none, from: -1, place: int8(n), cost: uint16(t.draws + 1)}
		if b.ready(c) {
			s.list = append(s.list, m)
			if b.safe(c) {
				continue
			}
		}
		s.onto(b, m, backs)
	}
}

// shifts lists the moves of cards of column i.
func (s *steps) shifts(b *board, i, backs int) {
	for c := b.top[i]; c != none; c = b.under[c] {
		m := step{card: c, from: int8(i), cost: 1}
		base := !b.built(c)
		if base && b.under[c] == none && b.king(c) {
			return // from space to space
		}
		if base || b.ready(b.under[c]) {
			if !base {
				m.dig, m.cost = true, 2
			}
			s.onto(b, m, backs)
		}
		if base {
			return
		}
	}
}

// onto lists a step for each place of the tableau to which its card can go.
func (s *steps) onto(b *board, m step, backs int) {
	if b.king(m.card) {
		if b.kings && b.exposed(space) >= 0 {
			m.to = space
			s.list = append(s.list, m)
		}
		return
	}
	first, second := b.hosts(m.card)
	for _, host := range [2]uint8{first, second} {
		if host == none {
			continue
		}
		switch j := b.exposed(host); {
		case j >= 0 && j == int(m.from):
		case j >= 0:
			m.to = host
			s.list = append(s.list, m)
		case backs > 0 && b.up[host&3] > host>>2:
			s.ways = s.ways[:0]
			s.worry(host, way{board: *b}, backs)
			for _, w := range s.ways {
				t := m
				t.to = host
				t.first, t.backs = int32(len(s.backs)), int16(len(w.backs))
				t.cost += uint16(len(w.backs))
				s.backs = append(s.backs, w.backs...)
				s.list = append(s.list, t)
			}
		}
	}
}

// worry adds to s.ways the ways to bring a card of a foundation back to the tableau that take at
// most the given number of cards back. A way first takes back the cards above the card on its
// foundation, and then a host for it if none is exposed.
func (s *steps) worry(c uint8, w way, backs int) {
	if len(w.backs) >= backs {
		return
	}
	b := &w.board
	if b.up[c&3] > c>>2+1 {
		s.after(c+4, w, backs-1, func(w way) { s.worry(c, w, backs) }, c)
		return
	}
	if b.king(c) {
		if b.kings && b.exposed(space) >= 0 {
			s.ways = append(s.ways, w.with(c, space))
		}
		return
	}
	first, second := b.hosts(c)
	for _, host := range [2]uint8{first, second} {
		switch {
		case host == none:
		case b.exposed(host) >= 0:
			s.ways = append(s.ways, w.with(c, host))
		case b.up[host&3] > host>>2:
			s.after(host, w, backs-1, func(w way) { s.ways = append(s.ways, w.with(c, host)) }, c)
		}
	}
}

// after calls goOn with each way to take card c back after which the card then is on top of its
// foundation.
func (s *steps) after(c uint8, w way, backs int, goOn func(way), then uint8) {
	first := len(s.ways)
	s.worry(c, w, backs)
	list := slices.Clone(s.ways[first:])
	s.ways = s.ways[:first]
	for _, v := range list {
		if v.board.up[then&3] == then>>2+1 {
			goOn(v)
		}
	}
}

// with returns the way with one more card taken back.
func (w way) with(c, to uint8) way {
	last := back{c, to}
	w.board.worry([]back{last})
	w.backs = append(slices.Clone(w.backs), last)
	return w
}

// appendMoves makes a step and the forced moves after it, and appends the referee's moves for
// them.
func (b *board) appendMoves(moves []game.Move, s *step, worried []back) []game.Move {
	one := func(c uint8, from, to game.Place) {
		moves = append(moves, game.Move{Action: game.Shift, From: from, To: to, Cards: []card.Card{card.Card(c + 4)}})
	}
	column := func(i int) game.Place { return game.At(game.Tableau, i+1) }
	foundation := func(c uint8) game.Place { return game.FoundationOf(card.Suit(c & 3)) }
	for _, w := range worried {
		one(w.card, foundation(w.card), column(b.exposed(w.to)))
		b.worry([]back{w})
	}
	waste := game.Place{Pile: game.Waste}
	switch {
	case s.from < 0:
		moves = b.appendTurns(moves, b.turns(int(s.place)))
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
		slices.Reverse(m.Cards)
		moves = append(moves, m)
		if s.dig {
			e := b.under[s.card]
			one(e, column(int(s.from)), foundation(e))
		}
	}
	b.do(s)
	return b.appendForced(moves)
}

// appendForced makes the forced moves and appends them.
func (b *board) appendForced(moves []game.Move) []game.Move {
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

// appendTurns appends the turns of the stock and the redeal.
func (b *board) appendTurns(moves []game.Move, t turn) []game.Move {
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
