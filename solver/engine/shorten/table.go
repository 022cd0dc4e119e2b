package shorten

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// table is the referee's state with a key that does not depend on the order of equivalent places.
// The referee decides which moves are legal.
//
// The key is a sum: over the columns of a hash of each, over the cells and the places of the
// reserve, and over the cards of the ordered piles with their places. The foundations are not
// part of it, since they follow from the rest.
type table struct {
	rules *rules.Rules
	state *game.State
	at    *deal.Position // owned by the state
	lazy  bool           // cards of the stock are turned only to play one; see talon.go
	key   uint64
	sums  []uint64 // by column, before mixing
	saved []saved
	spent *int64 // moves that the referee has checked or made

	misplaced *misplaced // updated by moves, if not nil

	// Set by lookAround for options.
	first  [card.MaxRank + 1]int // by rank: the first column with such a top card, −1 if none
	next   []int                 // by column: the next one with the same rank
	spaces []int                 // the empty columns that are not equivalent
	cell   int                   // the first empty cell, −1 if none
}

// saved is what undo restores.
type saved struct{ key, from, to uint64 }

func newTable(r *rules.Rules, p *deal.Position, lazy bool, spent *int64) *table {
	t := &table{rules: r, state: game.New(r, p), lazy: lazy, spent: spent}
	t.at = t.state.Table()
	t.sums = make([]uint64, len(t.at.Tableau))
	t.next = make([]int, len(t.at.Tableau))
	t.recount()
	return t
}

// forgetEvery is the number of moves after which the referee's undo history is dropped where
// nothing will be undone; a line may have millions.
const forgetEvery = 1 << 12

// settle drops the undo history.
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
	inSequence
	redealsLeft
)

// mix is the finaliser of SplitMix64 (Steele, Lea & Flood 2014), a bijection.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// part returns what a card in a place adds to the key, or to its column's sum.
func part(kind, place int, c card.Card) uint64 {
	return mix(uint64(kind)<<32 | uint64(place)<<8 | uint64(c))
}

// recount computes the key from scratch.
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
	t.key += part(redealsLeft, t.at.RedealsLeft&0xff, 0)
}

func pile(kind int, cards []card.Card) uint64 {
	sum := uint64(0)
	for i, c := range cards {
		sum += part(kind, i, c)
	}
	return sum
}

func columnSum(c deal.Column) uint64 { return pile(inColumn, c.Cards) + part(faceDown, c.Down, 0) }

// column returns what a column with this sum adds to the key. The place of a column matters only
// if stock will be dealt to the columns.
func (t *table) column(i int, sum uint64) uint64 {
	if t.rules.Stock.To == rules.ToTableau && len(t.at.Stock) > 0 {
		sum += uint64(i+1) << 56
	}
	return mix(sum)
}

// placed returns what a card in a place other than a column adds to the key.
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

// after returns the key after a Shift without making it. It does not support accordions.
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
	default:
		key += t.placed(to, m.Cards[0])
	}
	return key
}

// without returns the sum of a column without its n top cards.
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

// with returns the sum of a column with cards laid on it.
func (t *table) with(i int, cards []card.Card) uint64 {
	sum := t.sums[i]
	for j, c := range cards {
		sum += part(inColumn, len(t.at.Tableau[i].Cards)+j, c)
	}
	return sum
}

// do makes a legal move.
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

// undo undoes the last move.
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

func (t *table) legal(m game.Move) bool {
	*t.spent++
	return t.state.Check(m) == ""
}

// take makes an option, with the turns before it.
func (t *table) take(o option) {
	for range o.turns {
		t.do(t.turning())
	}
	t.do(t.move(o))
}

// move returns the move of an option whose turns have been made.
func (t *table) move(o option) game.Move {
	if o.action != game.Shift {
		return game.Move{Action: o.action, Count: int(o.count)}
	}
	from := o.from.place()
	return game.Move{From: from, To: o.to.place(), Cards: t.top(from, int(o.count))}
}

// back undoes an option.
func (t *table) back(o option) {
	for range o.turns + 1 {
		t.undo()
	}
}

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
