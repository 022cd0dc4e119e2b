package shorten

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A lazy table turns cards of the stock only when one of them is played, and then no more than
// needed. A turn changes only what can be played from the waste, so no line gets longer: when the
// line has played the same cards, the lazy table has made at most as many turns. The exception is
// a space that the waste fills by force, which needs the turns before.

// mayBeLazy reports whether turns can be delayed.
func mayBeLazy(r *rules.Rules) bool {
	return r.Waste() && r.Tableau.Spaces != rules.SpacesWasteThenStock
}

// turning returns the next turn of the stock: a draw or, if the stock is empty, a redeal.
func (t *table) turning() game.Move {
	if n := len(t.at.Stock); n > 0 {
		return game.Move{Action: game.Draw, Count: min(t.rules.Stock.Count, n)}
	}
	return game.Move{Action: game.Redeal}
}

// plays appends the plays of cards of waste and stock, each after the fewest turns.
func (t *table) plays(to []option) []option {
	turns := t.turnsToLook()
	var seen [2]uint64 // cards of the talon that were on top, as bits from the waste's deepest on
	draws := 0
	made := 0
	for {
		if n := len(t.at.Waste); n > 0 && seen[n>>6]&(1<<(n&63)) == 0 {
			seen[n>>6] |= 1 << (n & 63)
			if t.wanted(t.at.Waste[n-1]) {
				first := len(to)
				to = t.offer(to, game.Place{Pile: game.Waste}, t.at.Waste[n-1:])
				for i := range to[first:] {
					to[first+i].turns, to[first+i].cost = uint8(made), uint8(draws+1)
				}
			}
		}
		if made == turns {
			break
		}
		m := t.turning()
		if !t.legal(m) {
			break
		}
		if m.Action == game.Draw {
			draws++
		}
		t.do(m)
		made++
	}
	for range made {
		t.undo()
	}
	return to
}

// turnsToLook returns the number of turns after which the last card that might be played is on
// top, through the rest of the stock and once more after a redeal.
func (t *table) turnsToLook() int {
	waste, stock := t.at.Waste, t.at.Stock
	n, size := len(waste)+len(stock), t.rules.Stock.Count
	at := func(i int) card.Card { // card i of the waste if the whole stock were drawn
		if i < len(waste) {
			return waste[i]
		}
		return stock[n-1-i]
	}
	last, turns := 0, 0
	look := func(from int) {
		for i := from; i < n; {
			i = min(i+size, n)
			if turns++; t.wanted(at(i - 1)) {
				last = turns
			}
		}
	}
	look(len(waste))
	if t.at.RedealsLeft != 0 && n > 0 {
		turns++
		look(0)
	}
	return last
}

// wanted reports whether a card's rank fits anywhere, so that it is worth turning up.
func (t *table) wanted(c card.Card) bool {
	if t.first[c.Rank()%t.rules.MaxRank+1] >= 0 || len(t.spaces) > 0 || t.cell >= 0 {
		return true
	}
	return t.rules.Foundations.Present && !t.rules.Foundations.CompleteOnly && t.founds(c)
}

func (t *table) founds(c card.Card) bool {
	_, fits := t.foundationFor(c, 1)
	return fits
}

// turnUp turns the stock until the waste has the given number of cards. It returns false if that
// never happens.
func (t *table) turnUp(waste int) bool {
	for turns := len(t.at.Waste) + 2*len(t.at.Stock) + 2; len(t.at.Waste) != waste; turns-- {
		m := t.turning()
		if turns == 0 || !t.legal(m) {
			return false
		}
		t.do(m)
	}
	return true
}

// talon is waste and stock. Its cards are numbered by their places at the start: first those of
// the waste from the deepest, then those of the stock as they are drawn.
type talon struct {
	left []int // remaining cards
	top  int   // number of them in the waste
}

func newTalon(p *deal.Position) talon {
	x := talon{left: make([]int, len(p.Waste)+len(p.Stock)), top: len(p.Waste)}
	for i := range x.left {
		x.left[i] = i
	}
	return x
}

func (t *talon) draw(n int) { t.top = min(t.top+n, len(t.left)) }

// play removes and returns the top card of the waste.
func (t *talon) play() int {
	t.top--
	card := t.left[t.top]
	t.left = append(t.left[:t.top], t.left[t.top+1:]...)
	return card
}

// follow makes a move of a line, and reports whether it only turned cards.
func (t *talon) follow(m game.Move) bool {
	switch {
	case m.Action == game.Draw:
		t.draw(m.Count)
	case m.Action == game.Redeal:
		t.top = 0
	case m.From.Pile == game.Waste && t.top > 0:
		t.play()
		return false
	default:
		return false
	}
	return true
}
