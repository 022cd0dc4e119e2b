package papers

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// MoveKind is a kind of move.
type MoveKind uint8

// The kinds of moves.
const (
	TurnStock          MoveKind = iota // a turn of the stock, or a redeal if it is empty
	TalonToFoundation                  // a card of the talon to its foundation
	TalonToColumn                      // a card of the talon to a column
	ColumnToFoundation                 // the top card of a column to its foundation
	ColumnToColumn                     // cards from one column to another
	FoundationToColumn                 // a card back from its foundation
)

// Move is a move on a board. Columns are numbered from 0.
type Move struct {
	Kind  MoveKind
	From  int8 // column, suit of a foundation, or index in the talon
	To    int8 // column
	Count int8 // number of cards from column to column
	Turns int8 // turns of the stock and redeals before a card of the talon is moved
}

// follows reports whether upper may lie on lower in a column.
func follows(lower, upper card.Card) bool {
	return lower.Rank() == upper.Rank()+1 && (lower^upper)&1 == 1
}

// Run returns how many cards at the end of a column move together.
func (c *Column) Run() int8 {
	run, _ := c.run(0)
	return run
}

// run returns how many cards at the end of a column move together, and whether one of them is
// wanted.
func (c *Column) run(wanted card.Set) (run int8, some bool) {
	if c.Count == c.Down {
		return 0, false
	}
	at := c.Count - 1
	x := c.Cards[at]
	some = wanted.Has(x)
	for at > c.Down && follows(c.Cards[at-1], x) {
		at--
		x = c.Cards[at]
		some = some || wanted.Has(x)
	}
	return c.Count - at, some
}

// Takes reports whether a column takes a card.
func (g *Game) Takes(c *Column, x card.Card) bool {
	if c.Count == 0 {
		return x.Rank() == card.King && !g.NoSpaces
	}
	return c.Count > c.Down && follows(c.Cards[c.Count-1], x)
}

// Moves appends the legal moves, including a turn of the stock.
func (g *Game) Moves(b *Board, to []Move) []Move {
	wanted, next := g.Wanted(b), b.Next()
	if g.Turns(b) {
		to = append(to, Move{Kind: TurnStock})
	}
	if b.Turned > 0 {
		to = g.talon(b, b.Turned-1, 0, wanted, next, to)
	}
	return g.tableau(b, wanted, next, to)
}

// Turns reports whether the stock can be turned, possibly by a redeal.
func (g *Game) Turns(b *Board) bool {
	return b.Turned < b.Count || b.Count > 0 && g.redeals(b)
}

// Macros appends the moves of K+: all legal moves except turns of the stock, which are part of
// the moves of talon cards that they bring up (Bjarnason et al. 2007, section 2.2).
func (g *Game) Macros(b *Board, to []Move) []Move {
	wanted, next := g.Wanted(b), b.Next()
	return g.tableau(b, wanted, next, g.reach(b, wanted, next, to))
}

// reach appends the moves of talon cards in K+, in the order in which the cards come up.
func (g *Game) reach(b *Board, wanted, next card.Set, to []Move) []Move {
	turned, turns := b.Turned, int8(0)
	if turned > 0 {
		to = g.talon(b, turned-1, 0, wanted, next, to)
	}
	for turned < b.Count {
		turned, turns = min(turned+int8(g.Turn), b.Count), turns+1
		to = g.talon(b, turned-1, turns, wanted, next, to)
	}
	if b.Count == 0 || !g.redeals(b) {
		return to
	}
	// Cards of the waste come up again at other places. Once one comes up at a place that
	// came up before, all later ones have come up too.
	turned, turns = 0, turns+1
	for turned < b.Count {
		turned, turns = min(turned+int8(g.Turn), b.Count), turns+1
		if turned >= b.Turned && (turned-b.Turned)%int8(g.Turn) == 0 || turned == b.Count {
			return to
		}
		to = g.talon(b, turned-1, turns, wanted, next, to)
	}
	return to
}

// redeals reports whether the waste may be turned over when the stock is empty.
func (g *Game) redeals(b *Board) bool { return !g.Limited || b.Redeals > 0 }

// talon appends the moves of a card of the talon.
func (g *Game) talon(b *Board, at, turns int8, wanted, next card.Set, to []Move) []Move {
	x := b.Talon[at]
	if next.Has(x) {
		to = append(to, Move{Kind: TalonToFoundation, From: at, Turns: turns})
	}
	if !wanted.Has(x) {
		return to
	}
	for i := range b.Columns {
		if g.Takes(&b.Columns[i], x) {
			to = append(to, Move{Kind: TalonToColumn, From: at, To: int8(i), Turns: turns})
		}
	}
	return to
}

// tableau appends the moves of cards of columns and foundations.
func (g *Game) tableau(b *Board, wanted, next card.Set, to []Move) []Move {
	for i := range b.Columns {
		c := &b.Columns[i]
		if c.Count == c.Down {
			continue
		}
		if next.Has(c.Top()) {
			to = append(to, Move{Kind: ColumnToFoundation, From: int8(i)})
		}
		to = g.across(b, i, wanted, to)
	}
	back := next >> 4 &^ 0xf & wanted // top cards of foundations
	if !g.Back || back == 0 {
		return to
	}
	for s, height := range b.Up {
		x := card.New(card.Rank(height), card.Suit(s))
		if !back.Has(x) {
			continue
		}
		for j := range b.Columns {
			if g.Takes(&b.Columns[j], x) {
				to = append(to, Move{Kind: FoundationToColumn, From: int8(s), To: int8(j)})
			}
		}
	}
	return to
}

// across appends the moves from a column to other columns.
func (g *Game) across(b *Board, i int, wanted card.Set, to []Move) []Move {
	c := &b.Columns[i]
	run, some := c.run(wanted)
	if !some || g.Whole && !wanted.Has(c.Cards[c.Count-run]) {
		return to
	}
	for j := range b.Columns {
		if j == i {
			continue
		}
		// At most one card of a run fits: the one of the right rank.
		count := run
		if top := b.Columns[j].Top(); top != card.None {
			count = int8(top.Rank()) - int8(c.Top().Rank())
		}
		if count >= 1 && count <= run && (count == run || !g.Whole) && g.Takes(&b.Columns[j], c.Cards[c.Count-count]) {
			to = append(to, Move{Kind: ColumnToColumn, From: int8(i), To: int8(j), Count: count})
		}
	}
	return to
}

// Do makes move m on board b, and reports whether m turned a card up. Moves or Macros must have
// listed m.
func (g *Game) Do(b *Board, m Move) bool {
	switch m.Kind {
	case TurnStock:
		g.turn(b)
	case TalonToFoundation:
		b.Up[g.pick(b, m).Suit()]++
	case TalonToColumn:
		b.Columns[m.To].push(g.pick(b, m))
	case ColumnToFoundation:
		c := &b.Columns[m.From]
		b.Up[c.Top().Suit()]++
		c.Count--
		return c.turnUp()
	case ColumnToColumn:
		from, to := &b.Columns[m.From], &b.Columns[m.To]
		copy(to.Cards[to.Count:], from.Cards[from.Count-m.Count:from.Count])
		to.Count += m.Count
		from.Count -= m.Count
		return from.turnUp()
	case FoundationToColumn:
		b.Columns[m.To].push(card.New(card.Rank(b.Up[m.From]), card.Suit(m.From)))
		b.Up[m.From]--
	}
	return false
}

// turn turns the stock once, or turns the waste over.
func (g *Game) turn(b *Board) {
	if !g.TurnsOver(b) {
		b.Turned = min(b.Turned+int8(g.Turn), b.Count)
		return
	}
	b.Turned = 0
	if g.Limited {
		b.Redeals--
	}
}

// TurnsOver reports whether the next turn of the stock turns the waste over.
func (g *Game) TurnsOver(b *Board) bool { return b.Turned == b.Count }

// pick removes a card from the talon.
func (g *Game) pick(b *Board, m Move) card.Card {
	for range m.Turns {
		g.turn(b)
	}
	x := b.Talon[m.From]
	copy(b.Talon[m.From:], b.Talon[m.From+1:b.Count])
	b.Count--
	b.Turned = m.From
	return x
}

func (c *Column) push(x card.Card) {
	c.Cards[c.Count] = x
	c.Count++
}

// turnUp turns the top card up if it is face down, and reports whether it did.
func (c *Column) turnUp() bool {
	if c.Count == 0 || c.Down < c.Count {
		return false
	}
	c.Down--
	return true
}
