package papers

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// action is a move of K+, or a pair of moves that are made together.
type action struct {
	first, second Move
	pair          bool
	order         order
	value         int32 // of the table that it leads to
}

// order is an action's place in the order in which actions are tried (section 4.4).
type order uint8

// The order of actions. A pair has the place of its first move.
const (
	orderRising     order = iota // from a column to its foundation, turning a card up
	orderUp                      // to its foundation
	orderUncovering              // from one column to another, turning a card up
	orderLay                     // from the talon to a column
	orderBack                    // from a foundation to a column
	orderMoving                  // from one column to another
	orders                       // number of places
)

// view is a table in sets of cards, from which actions are derived.
type view struct {
	board *Board
	open  card.Set          // face-up cards of columns
	runs  [Columns]card.Set // the same for each column
	reach uint32            // places of the talon that turning the stock reaches
	tops  card.Set          // top cards of columns
	bases card.Set          // face-up cards that lie on a face-down one
	floor card.Set          // face-up cards at the bottom of columns
	talon card.Set          // cards of the talon that turning the stock reaches
	next  card.Set          // cards that are next on their foundations
	back  card.Set          // cards that may come back from foundations

	column [cardNumbers]int8     // of each card of open
	place  [cardNumbers]int8     // index of a card of open in its column, of a card of talon in the talon
	space  int8                  // the first empty column; -1 if there is none
	dug    [Columns]int32        // value added when the base of a column leaves it
	picked [MostTalon]int32      // value added when a card leaves the talon
	rises  *[card.King + 1]int32 // value added when a card of a rank goes up
	least  int8                  // height of the lowest foundation

	value int32 // of the table
	list  []action
}

// cardNumbers is one more than the highest number of a card.
const cardNumbers = 56

// actions appends the actions of a state: the moves of K+ that section 4.4 allows. A move that
// one move would take back is only made in pairs, with each move that it makes possible.
func (s *rolloutSearch) actions(b *Board, w *valueTable, value int32, to []action) []action {
	v := &s.view
	v.read(b, w, s.reach[b.Count][b.Turned])
	v.value, v.list = value, to
	places := guests(v.tops)
	if v.space >= 0 {
		places |= kings
	}
	for at := v.reach; at != 0; at &= at - 1 {
		x := b.Talon[bits.TrailingZeros32(at)]
		if v.next&card.One(x) != 0 {
			v.add(orderUp, v.play(x), v.rises[x.Rank()]+v.picked[v.place[x]])
		}
		if places&card.One(x) != 0 {
			for on := v.hosts(x); on != 0; on &= on - 1 {
				v.add(orderLay, v.lay(x, v.where(x, on)), v.picked[v.place[x]])
			}
		}
	}
	for i := range b.Columns {
		c := &b.Columns[i]
		if c.Count > 0 && v.next&card.One(c.Cards[c.Count-1]) != 0 {
			v.up(c.Cards[c.Count-1])
		}
		for list := v.runs[i] & places; list != 0; list &= list - 1 {
			v.move(list.First())
		}
	}
	for list := v.back & places; list != 0; list &= list - 1 {
		v.bring(list.First())
	}
	return v.list
}

// read reads a table.
func (v *view) read(b *Board, w *valueTable, reach uint32) {
	v.board, v.rises, v.space = b, &w.up, -1
	v.reach = reach
	v.open, v.tops, v.bases, v.floor, v.talon, v.next, v.back = 0, 0, 0, 0, 0, 0, 0
	down := b.faceDown()
	for i := range b.Columns {
		c := &b.Columns[i]
		v.runs[i] = 0
		if c.Count == 0 {
			if v.space < 0 {
				v.space = int8(i)
			}
			continue
		}
		for j := c.Down; j < c.Count; j++ {
			x := c.Cards[j]
			v.runs[i] |= card.One(x)
			v.column[x], v.place[x] = int8(i), j
		}
		v.open |= v.runs[i]
		v.tops |= card.One(c.Cards[c.Count-1])
		v.dug[i] = 0
		if c.Down == 0 {
			v.floor |= card.One(c.Cards[0])
		} else {
			v.bases |= card.One(c.Cards[c.Down])
			v.dug[i] = w.uncover(i, c, down)
		}
	}
	v.least = min(b.Up[0], b.Up[1], b.Up[2], b.Up[3])
	for s, height := range b.Up {
		if height < int8(card.King) {
			v.next |= card.One(card.New(card.Rank(height)+1, card.Suit(s)))
		}
		if comesBack(height, v.least) {
			v.back |= card.One(card.New(card.Rank(height), card.Suit(s)))
		}
	}
	for ; reach != 0; reach &= reach - 1 {
		i := bits.TrailingZeros32(reach)
		x := b.Talon[i]
		v.talon |= card.One(x)
		v.place[x] = int8(i)
		v.picked[i] = w.talon[b.Count-1][i] - w.talon[b.Count][b.Turned]
	}
}

// comesBack reports whether the top card of a foundation may come back to the tableau, given
// the height of the lowest foundation. It may not if all cards two ranks lower are up, since no
// card needs to be laid on it then.
func comesBack(height, least int8) bool { return height-2 > least }

// hosts returns the top cards of columns on which a card can be laid. For a king it is the king
// itself, if there is a space.
func (v *view) hosts(x card.Card) card.Set {
	if x.Rank() < card.King {
		return hosts(card.One(x)) & v.tops
	}
	if v.space < 0 {
		return 0
	}
	return card.One(x)
}

// where returns the column of the first of a card's hosts.
func (v *view) where(x card.Card, on card.Set) int8 {
	if x.Rank() == card.King {
		return v.space
	}
	return v.column[on.First()]
}

// beneath returns the face-up card that a card in a column lies on.
func (v *view) beneath(x card.Card) card.Card {
	return v.board.Columns[v.column[x]].Cards[v.place[x]-1]
}

// add adds an action of one move, with the value that it adds.
func (v *view) add(place order, m Move, gain int32) {
	v.list = append(v.list, action{first: m, order: place, value: v.value + gain})
}

// pair is the first move of an action of two.
type pair struct {
	first Move
	order order
	gain  int32
}

// addPair adds an action of two moves.
func (v *view) addPair(p *pair, m Move, gain int32) {
	v.list = append(v.list, action{p.first, m, true, p.order, v.value + p.gain + gain})
}

// up adds the actions that begin with the top card of a column going up.
func (v *view) up(x card.Card) {
	i := v.column[x]
	m, gain := Move{Kind: ColumnToFoundation, From: i}, v.rises[x.Rank()]
	b := v.board
	heights := b.Up
	heights[x.Suit()]++
	least := min(heights[0], heights[1], heights[2], heights[3])
	switch {
	case v.bases&card.One(x) != 0:
		v.add(orderRising, m, gain+v.dug[i])
		return
	case v.floor&card.One(x) != 0 || !comesBack(int8(x.Rank()), least):
		v.add(orderUp, m, gain)
		return
	}
	p := pair{m, orderUp, gain}
	v.uncovered(&p, x, least)
	if x.Rank() == card.King {
		return
	}
	switch after := x + 4; {
	case v.talon&card.One(after) != 0:
		v.addPair(&p, v.play(after), v.rises[after.Rank()]+v.picked[v.place[after]])
	case v.tops&card.One(after) != 0:
		v.addPair(&p, Move{Kind: ColumnToFoundation, From: v.column[after]}, v.rises[after.Rank()]+v.leaves(after))
	}
}

// move adds the actions that begin with a card, and those on it, going to another column.
func (v *view) move(x card.Card) {
	i := v.column[x]
	m := Move{Kind: ColumnToColumn, From: i, Count: v.board.Columns[i].Count - v.place[x]}
	if x.Rank() == card.King && v.floor&card.One(x) != 0 {
		return // it is at the bottom of a column already
	}
	for on := v.hosts(x); on != 0; on &= on - 1 {
		m.To = v.where(x, on)
		switch {
		case v.bases&card.One(x) != 0:
			v.add(orderUncovering, m, v.dug[i])
		case v.floor&card.One(x) != 0:
			v.add(orderMoving, m, 0)
		default:
			v.uncovered(&pair{m, orderMoving, 0}, x, v.least)
		}
	}
}

// bring adds the actions that begin with a card coming back from its foundation.
func (v *view) bring(x card.Card) {
	for on := v.hosts(x); on != 0; on &= on - 1 {
		to := v.where(x, on)
		p := pair{v.down(x, to), orderBack, -v.rises[x.Rank()]}
		v.onto(&p, x, to, 0, v.least)
		before := x - 4
		if !comesBack(int8(before.Rank()), v.least) {
			continue
		}
		for on := v.hosts(before); on != 0; on &= on - 1 {
			v.addPair(&p, v.down(before, v.where(before, on)), -v.rises[before.Rank()])
		}
	}
}

// uncovered adds pairs whose first move takes a card, and those on it, off another face-up
// card. Then that card goes up, or another one is laid on it.
func (v *view) uncovered(p *pair, x card.Card, least int8) {
	c, i := v.beneath(x), v.column[x]
	if v.next&card.One(c) != 0 {
		v.addPair(p, Move{Kind: ColumnToFoundation, From: i}, v.rises[c.Rank()]+v.leaves(c))
	}
	v.onto(p, c, i, card.One(x), least)
}

// onto adds pairs whose second move lays a card on card c at the end of column i. Cards of
// except are left out.
func (v *view) onto(p *pair, c card.Card, i int8, except card.Set, least int8) {
	for list := guests(card.One(c)) &^ except; list != 0; list &= list - 1 {
		x := list.First()
		switch one := card.One(x); {
		case v.talon&one != 0:
			v.addPair(p, v.lay(x, i), v.picked[v.place[x]])
		case v.open&one != 0:
			from := v.column[x]
			m := Move{Kind: ColumnToColumn, From: from, To: i, Count: v.board.Columns[from].Count - v.place[x]}
			v.addPair(p, m, v.leaves(x))
		case v.board.Up[x.Suit()] == int8(x.Rank()) && comesBack(int8(x.Rank()), least):
			v.addPair(p, v.down(x, i), -v.rises[x.Rank()])
		}
	}
}

// leaves returns the value added when a card, and those on it, leave a column.
func (v *view) leaves(x card.Card) int32 {
	if v.bases&card.One(x) == 0 {
		return 0
	}
	return v.dug[v.column[x]]
}

func (v *view) play(x card.Card) Move {
	return Move{Kind: TalonToFoundation, From: v.place[x]}
}

func (v *view) lay(x card.Card, to int8) Move {
	return Move{Kind: TalonToColumn, From: v.place[x], To: to}
}

func (v *view) down(x card.Card, to int8) Move {
	return Move{Kind: FoundationToColumn, From: int8(x.Suit()), To: to}
}
