package proof

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// outlines is what is known of the outlines of tables (docs/inside/proof-outlines.md). It uses what [Anywhere]
// has for a game of another kind: which cards may lie on which, and the columns of the first table.
type outlines struct {
	*Anywhere
	lost map[outline]bool // known to be
	open map[outline]bool // searches from them have failed
}

// outline is what a table shows if it does not say which loose card lies on which. The talon of the
// state is the reserve.
type outline struct {
	State
	heads card.Set // loose cards that begin columns; the first n cards of a group stand for any n of it
}

// mostOutlines is how many outlines a file may need.
const mostOutlines = 1 << 18

// newOutlines returns nil if a game has no outlines.
func newOutlines(r *rules.Rules, p *deal.Position) *outlines {
	t := &r.Tableau
	if !hasSafeCards(r) || t.Build != rules.AnySuit && t.Build != rules.RedBlack || t.Groups != rules.GroupsNo ||
		r.Cells.Count > 0 || r.Reserve.Stacked || r.Stock.Size > 0 || len(p.Tableau) > maxColumns {
		return nil
	}
	x := &outlines{&Anywhere{rules: r, base: p.Base}, map[outline]bool{}, map[outline]bool{}}
	for _, c := range p.Tableau {
		x.addColumn(c.Cards)
	}
	x.relate()
	return x
}

// of returns the outline of a table.
func (x *outlines) of(at *deal.Position) (o outline) {
	for i, h := range at.Foundations {
		o.up[i] = uint8(h)
	}
	for _, c := range at.Reserve {
		if c != card.None {
			o.talon |= card.One(x.relative(c))
		}
	}
	for i, column := range at.Tableau {
		x.lock(&o, i, x.relatives(column.Cards))
	}
	return o
}

// lock notes which cards of a column are locked: all up to the last one that lies on a card that does
// not carry it.
func (x *outlines) lock(o *outline, i int, cards []card.Card) {
	n := len(cards)
	for n > 1 && x.hosts[cards[n-1]].Has(cards[n-2]) {
		n--
	}
	if n == 1 {
		x.begin(o, cards[0])
		n = 0
	}
	o.locked[i] = uint8(n)
}

// begin notes that a loose card begins a column.
func (x *outlines) begin(o *outline, c card.Card) {
	o.heads |= card.One((x.mates[c] &^ o.heads).First())
}

// without returns what an outline can be when a card that lies bare has left its place.
func (x *outlines) without(o outline, v *sight, c card.Card) (all []outline) {
	heads := o.heads & x.mates[c]
	switch {
	case o.talon.Has(c):
		o.talon &^= card.One(c)
	case v.top.Has(c):
		o.up[c.Suit()]--
	case v.locked.Has(c):
		for i, cards := range x.columns {
			if n := o.locked[i]; n > 0 && cards[n-1] == c {
				x.lock(&o, i, cards[:n-1])
			}
		}
	default:
		if heads != 0 { // it began a column
			last := o
			last.heads &^= 1 << (bits.Len64(uint64(heads)) - 1)
			all = append(all, last)
		}
		if heads.Count() == (v.moved & x.mates[c]).Count() {
			return all
		}
	}
	return append(all, o)
}

// after returns the outlines to which the moves of a table with this outline may lead.
func (x *outlines) after(o *outline) (all []outline) {
	v := x.look(&o.State)
	v.spaces -= o.heads.Count()
	// Whether one of some cards lies bare: guests that begin no column lie on them.
	bare := func(cards, guests card.Set) bool {
		return (v.visible & cards).Count() > (v.moved&guests).Count()-(o.heads&guests).Count()
	}
	from := o.talon
	for c := range v.visible.All() {
		if bare(x.mates[c], x.guests[c]) {
			from |= card.One(c)
		}
	}
	for c := range v.top.All() {
		if x.rules.Foundations.Removable && !x.isSafe(&o.State, c) {
			from |= card.One(c)
		}
	}
	for c := range from.All() {
		for _, to := range x.without(*o, &v, c) {
			if v.next.Has(c) {
				up := to
				up.up[c.Suit()]++
				all = append(all, up)
			}
			if bare(x.hosts[c], x.mates[c]) {
				all = append(all, to)
			}
			if v.spaces > 0 && (x.rules.Tableau.Spaces == rules.SpacesAny || x.rules.Tableau.Spaces == rules.SpacesKings && x.kings.Has(c)) {
				x.begin(&to, c)
				all = append(all, to)
			}
		}
	}
	return all
}

// LostOutline reports whether no won outline can be reached from the table's outline, and how many
// outlines were looked at. It stops when more than most of them are not known to be lost.
func (t *Table) LostOutline(most int) (lost bool, looked int) {
	x := t.outlines
	if x == nil {
		return false, 0
	}
	first := x.of(t.Table())
	if x.lost[first] || x.open[first] {
		return x.lost[first], 0
	}
	most = min(most, mostOutlines-len(x.lost))
	reached := map[outline]bool{first: true}
	for todo := []outline{first}; len(todo) > 0; {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x.open[o] || x.won(&o.State) || len(reached) > most {
			x.open[first] = true
			return false, len(reached)
		}
		for _, next := range x.after(&o) {
			if !x.lost[next] && !reached[next] {
				reached[next] = true
				todo = append(todo, next)
			}
		}
	}
	for o := range reached {
		x.lost[o] = true
	}
	return true, len(reached)
}
