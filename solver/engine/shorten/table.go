package shorten

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// table is the referee's state, with a key that does not depend on the order of
// places that the rules can't tell apart. Which moves are legal it asks the
// referee; it only knows which are worth asking about.
//
// The key is a sum: over the columns of a mixing of each, over the cells and the
// places of the reserve, and over the cards of the ordered piles, each with its
// place in the pile. What lies on the foundations is not in it, since it is what
// lies nowhere else.
type table struct {
	rules *rules.Rules
	state *game.State
	at    *deal.Position // the state's own
	lazy  bool           // cards of the stock are turned only to play one: see talon.go
	key   uint64
	sums  []uint64 // of each column, before the mixing
	saved []saved
	spent *int64 // moves that the referee was asked about or made

	misplaced *misplaced // kept up to date if there is one

	// What options looks up, set by lookAround.
	first  [card.MaxRank + 1]int // the first column whose top card has this rank, −1 if none
	next   []int                 // and the next one with the same rank
	spaces []int                 // the empty columns that differ
	cell   int                   // the first empty cell, −1 if none
}

// saved is what undo needs.
type saved struct{ key, from, to uint64 }

// newTable lays out a position.
func newTable(r *rules.Rules, p *deal.Position, lazy bool, spent *int64) *table {
	t := &table{rules: r, state: game.New(r, p), lazy: lazy, spent: spent}
	t.at = t.state.Table()
	t.sums = make([]uint64, len(t.at.Tableau))
	t.next = make([]int, len(t.at.Tableau))
	t.recount()
	return t
}

// forgetEvery is how many moves the referee remembers for being undone when
// nothing will be: a line may have millions.
const forgetEvery = 1 << 12

// settle forgets the way to the present position. It can't be undone.
func (t *table) settle() {
	if len(t.saved) >= forgetEvery {
		t.state = game.New(t.rules, t.at)
		t.at = t.state.Table()
		t.saved = t.saved[:0]
	}
}

// The kinds of places in keys.
const (
	inColumn = iota
	faceDown
	inCell
	inReserve
	inWaste
	inStock
	inHole
	inSequence
	redealsLeft
)

// mix is the finish of SplitMix64 (Steele, Lea & Flood 2014), a bijection.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// part is what a card in a place adds to the key, or to its column's sum.
func part(kind, place int, c card.Card) uint64 {
	return mix(uint64(kind)<<32 | uint64(place)<<8 | uint64(c))
}

// recount works the key out anew.
func (t *table) recount() {
	t.key = 0
	for i, c := range t.at.Tableau {
		t.sums[i] = columnSum(c)
	}
	for i := range t.sums {
		t.key += t.column(i, t.sums[i])
	}
	t.key += pile(inWaste, t.at.Waste) + pile(inStock, t.at.Stock)
	for _, c := range t.at.Cells {
		t.key += t.placed(game.At(game.Cell, 1), c)
	}
	for i, c := range t.at.Reserve {
		t.key += t.placed(game.At(game.Reserve, i+1), c)
	}
	for i, row := range t.at.Sequences {
		for j, c := range row {
			t.key += t.placed(game.Place{Pile: game.Sequence, N: i + 1, M: j + 1}, c)
		}
	}
	t.key += part(inHole, 0, t.at.Hole) + part(redealsLeft, t.at.RedealsLeft&0xff, 0)
}

func pile(kind int, cards []card.Card) uint64 {
	sum := uint64(0)
	for i, c := range cards {
		sum += part(kind, i, c)
	}
	return sum
}

func columnSum(c deal.Column) uint64 { return pile(inColumn, c.Cards) + part(faceDown, c.Down, 0) }

// column is what a column with this sum adds to the key. Columns differ by their
// place as long as stock will be dealt to them.
func (t *table) column(i int, sum uint64) uint64 {
	if t.rules.Stock.To == rules.ToTableau && len(t.at.Stock) > 0 {
		sum += uint64(i+1) << 56
	}
	return mix(sum)
}

// placed is what a card in a place that is no column adds to the key.
func (t *table) placed(p game.Place, c card.Card) uint64 {
	switch {
	case c == card.None:
		return 0
	case p.Pile == game.Cell:
		return part(inCell, 0, c)
	case p.Pile == game.Reserve && !t.rules.Reserve.Stacked:
		return part(inReserve, 0, c)
	case p.Pile == game.Reserve:
		return part(inReserve, p.N, c)
	case p.Pile == game.Sequence:
		return part(inSequence, p.N<<8|p.M, c)
	default:
		return 0
	}
}

// after is the key after a Shift, which is not made. Of an accordion it is not
// known.
func (t *table) after(m *game.Move) uint64 {
	key := t.key
	n := len(m.Cards)
	switch from := m.From; from.Pile {
	case game.Tableau:
		key += t.column(from.N-1, t.without(from.N-1, n)) - t.column(from.N-1, t.sums[from.N-1])
	case game.Waste:
		key -= part(inWaste, len(t.at.Waste)-1, m.Cards[0])
	case game.Stock:
		key -= part(inStock, len(t.at.Stock)-1, m.Cards[0])
	case game.Reserve:
		if t.rules.Reserve.Stacked {
			from.N = len(t.at.Reserve)
		}
		key -= t.placed(from, m.Cards[0])
	default:
		key -= t.placed(from, m.Cards[0])
	}
	switch to := m.To; to.Pile {
	case game.Tableau:
		key += t.column(to.N-1, t.with(to.N-1, m.Cards)) - t.column(to.N-1, t.sums[to.N-1])
	case game.Hole:
		key += part(inHole, 0, m.Cards[0]) - part(inHole, 0, t.at.Hole)
	default:
		key += t.placed(to, m.Cards[0])
	}
	return key
}

// without is the sum of a column when its n top cards have left.
func (t *table) without(i, n int) uint64 {
	c := t.at.Tableau[i]
	sum := t.sums[i]
	left := len(c.Cards) - n
	for j := left; j < len(c.Cards); j++ {
		sum -= part(inColumn, j, c.Cards[j])
	}
	if c.Down > 0 && left == c.Down {
		sum += part(faceDown, c.Down-1, 0) - part(faceDown, c.Down, 0)
	}
	return sum
}

// with is the sum of a column when cards have been laid on it.
func (t *table) with(i int, cards []card.Card) uint64 {
	sum := t.sums[i]
	for j, c := range cards {
		sum += part(inColumn, len(t.at.Tableau[i].Cards)+j, c)
	}
	return sum
}

// do makes a move that the referee has passed.
func (t *table) do(m game.Move) {
	*t.spent++
	s := saved{key: t.key}
	if m.Action == game.Shift {
		key := t.after(&m)
		if t.misplaced != nil {
			t.misplaced.leave(m.Cards[0], t.ground(spotOf(m.From), len(m.Cards)))
			t.misplaced.lie(m.Cards[0], t.ground(spotOf(m.To), 0))
		}
		if m.From.Pile == game.Tableau {
			s.from = t.sums[m.From.N-1]
			t.sums[m.From.N-1] = t.without(m.From.N-1, len(m.Cards))
		}
		if m.To.Pile == game.Tableau {
			s.to = t.sums[m.To.N-1]
			t.sums[m.To.N-1] = t.with(m.To.N-1, m.Cards)
		}
		t.state.Do(m)
		t.key = key
	} else {
		t.turn(m)
	}
	t.saved = append(t.saved, s)
}

// turn makes a move of stock or waste.
func (t *table) turn(m game.Move) {
	if m.Action != game.Draw {
		t.state.Do(m)
		t.recount()
		return
	}
	waste, stock := len(t.at.Waste), len(t.at.Stock)
	t.state.Do(m)
	for i, c := range t.at.Waste[waste:] {
		t.key += part(inWaste, waste+i, c) - part(inStock, stock-1-i, c)
	}
}

// undo takes the last move back.
func (t *table) undo() {
	m := t.state.Last()
	t.state.Undo()
	s := t.saved[len(t.saved)-1]
	t.saved = t.saved[:len(t.saved)-1]
	switch {
	case m.Action == game.Deal:
		t.recount()
	case m.Action == game.Shift && m.From.Pile == game.Tableau:
		t.sums[m.From.N-1] = s.from
	}
	if m.Action == game.Shift && m.To.Pile == game.Tableau {
		t.sums[m.To.N-1] = s.to
	}
	t.key = s.key
	if t.misplaced != nil && m.Action == game.Shift {
		t.misplaced.leave(m.Cards[0], t.ground(spotOf(m.To), 0))
		t.misplaced.lie(m.Cards[0], t.ground(spotOf(m.From), len(m.Cards)))
	}
}

// legal asks the referee.
func (t *table) legal(m game.Move) bool {
	*t.spent++
	return t.state.Check(m) == ""
}

// take does an option, with the turns before it.
func (t *table) take(o option) {
	for range o.turns {
		t.do(t.turning())
	}
	t.do(t.move(o))
}

// move is an option's move, when its turns have been made.
func (t *table) move(o option) game.Move {
	if o.action != game.Shift {
		return game.Move{Action: o.action, Count: int(o.count)}
	}
	from := o.from.place()
	return game.Move{From: from, To: o.to.place(), Cards: t.top(from, int(o.count))}
}

// back takes an option back.
func (t *table) back(o option) {
	for range o.turns + 1 {
		t.undo()
	}
}

// top copies the n top cards of a place.
func (t *table) top(p game.Place, n int) []card.Card {
	last := func(pile []card.Card) []card.Card { return slices.Clone(pile[len(pile)-n:]) }
	switch p.Pile {
	case game.Tableau:
		return last(t.at.Tableau[p.N-1].Cards)
	case game.Waste:
		return last(t.at.Waste)
	case game.Stock:
		return last(t.at.Stock)
	case game.Cell:
		return []card.Card{t.at.Cells[p.N-1]}
	case game.Reserve:
		if t.rules.Reserve.Stacked {
			return last(t.at.Reserve)
		}
		return []card.Card{t.at.Reserve[p.N-1]}
	case game.Sequence:
		return []card.Card{t.at.Sequences[p.N-1][p.M-1]}
	case game.Foundation:
		suit := card.Suit(p.N - 1)
		height := t.at.Foundations[(p.N-1)*t.rules.Copies()+max(p.M, 1)-1]
		return []card.Card{deal.FoundationCard(t.rules, t.at.Base, suit, height)}
	}
	return nil
}
