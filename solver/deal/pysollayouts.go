package deal

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// pySolLayouts has the order in which PySolFC lays out games that are neither Klondike nor a
// relative of FreeCell, in the words of [layOut]. Variants that PySolFC does not have follow their game.
var pySolLayouts = []struct{ order, games string }{
	{"columns", "bakers-dozen beleaguered-castle black-hole box-fan cruel fortress fourteen-out mrs-mop " +
		"mrs-mop-solvitaire perseverance relaxed-cruel ripple-fan siegecraft streets-and-alleys stronghold unusual"},
	{"1-4", "aces-up single-rail"},
	{"1-5", "baroness double-rail"},
	{"1-6", "pas-seul"},
	{"1-8", "congress millie milligan-cell parliament"},
	{"1-10", "deuces thirteens"},
	{"1-12", "busy-aces courtyard fortunes-favor"},
	{"cells", "carpet-pre-founded-aces"},
	{"1-25", "monte-carlo monte-carlo-thirteens"},
	{"1-6*3", "blind-alleys"},
	{"1-7*3", "east-haven eastcliff will-o-the-wisp"},
	{"1-7*4", "australian-patience"},
	{"1-7*7", "chinese-discipline scorpion wasp"},
	{"1-8*3", "gypsy"},
	{"1-8*4", "diplomat lady-palk"},
	{"1-8*5", "foothold"},
	{"1-9*4", "maria midshipman"},
	{"1-10*3", "indian westcliff"},
	{"1-10*4", "emperor forty-thieves josephine little-forty napoleons-folly number-ten rank-and-file san-juan-hill streets"},
	{"columns cells", "ten-across"},
	{"1-12*3", "corona limited"},
	{"1-12*4", "napoleons-square"},
	{"1-34 1-35*2", "house-in-the-wood"},
	{"1-7*5 2-6*2 1-7", "odessa"},
	{"1-10*4 1-10/3 1-10", "black-widow open-spider relaxed-spider spider spider-solvitaire spider-1-suit spider-2-suit tarantula"},
	{"7-2 7-3 7-4 7-5 7-6 7 7-1", "queenie rushdike"},
	{"2-7 3-7 4-7 5-7 6-7 7 1-7", "spiderette spidike"},
	{"2-7 3-7 4-7 5-7 6-7 7 2-7*4 1-7", "alaska moosehide roslin russian-solitaire yukon"},
	{"2-7 3-7 4-7 5-7 6-7 7 1-7*4 1-3", "brisbane"},
	{"2-8 3-8 4-8 5-8 6-8 7-8 8 1-8 reserve", "northwest-territory"},
	{"2-9 3-9 4-9 5-9 6-9 7-9 8-9 9 1-9", "gargantua gargantua-redeal klondike-two-deck-9"},
	{"2-9 3-9 4-9 5-9 6-9 7-9 8-9 9 1-9 reserve", "king-albert"},
	{"2-10 3-10 4-10 5-10 6-10 7-10 8-10 9-10 1-10*6", "double-russian-solitaire double-yukon"},
	{"1 1-2 1-3 1-4 1-5 1-6 1-7 1-8 1-9 1-10", "big-harp"},
	{"1-9 1-8 1-7 1-6 1-5 1-4 1-3 1-10", "simple-simon simple-simon-solvitaire"},
	{"1-9 2-9 3-9 4-9 5-9 6-9 7-9 reserve", "raglan"},
	{"1-10 2-10 3-10 4-10 5-10 6-10 7-10 8-10", "morehead somerset"},
	{"2*2 3*4 4*6 5*8 6*9 7*7 8*5 9*3 10 1-10", "thieves-of-egypt"},
	{"1-6*6 reserve", "flower-garden"},
	{"1-7*5 hole", "golf golf-dead-king golf-wrap"},
	{"reserve 4-1", "acme storehouse"},
	{"reserve 5-1", "variegated-canfield"},
	{"foundation reserve 4-1", "canfield canfield-auto-reserve-then-waste canfield-auto-reserve-then-waste-solvitaire canfield-strict " +
		"canfield-strict-solvitaire canfield-whole-pile rainbow superior-canfield"},
	{"foundation reserve 5-1", "double-canfield"},
	{"foundation reserve 8-1", "american-toad american-toad-solvitaire"},
	{"rows", "pyramid pyramid-1-pass pyramid-strict tripeaks tripeaks-no-wrap"},
	{"accordion", "accordion"},
}

// pySolLegacyGames are those that fc-solve's program deals as PySol did before PySolFC.
const pySolLegacyGames = "bakers-dozen beleaguered-castle black-hole golf golf-dead-king golf-wrap gypsy simple-simon " +
	"simple-simon-solvitaire streets-and-alleys yukon"

// pySolOrders has the orders of pySolLayouts by the rules of the games.
var pySolOrders = sync.OnceValue(func() map[rules.Rules]string {
	orders := map[rules.Rules]string{}
	for _, l := range pySolLayouts {
		for _, r := range rulesOf(l.games) {
			orders[r] = l.order
		}
	}
	return orders
})

// pySolLegacy has the rules of pySolLegacyGames.
var pySolLegacy = sync.OnceValue(func() []rules.Rules { return rulesOf(pySolLegacyGames) })

// rulesOf returns the rules of games of the catalogue.
func rulesOf(games string) []rules.Rules {
	var all []rules.Rules
	for name := range strings.FieldsSeq(games) {
		g, known := rules.Lookup(name)
		if !known {
			panic("unknown game " + name)
		}
		all = append(all, g.Rules)
	}
	return all
}

// layOut lays out a pack in an order of words. Cards that lie on foundations or in the hole in every
// deal are taken out of the pack first. The words:
//
//	a-b         a card on each of columns a to b; from right to left where a is greater
//	a-b/3       a card on every third of them
//	a-b*4       the same four times
//	columns     all cards on columns, row by row, except those that cells need
//	foundation  the first card of the first foundation, where it is random
//	hole        the first card of the hole
//	cells, reserve, rows, accordion  cards that fill these places
//
// The remaining cards are the stock. Its first card is turned first.
func layOut(r *rules.Rules, order string, pack []card.Card) Position {
	p := empty(r)
	take := func(i int) card.Card {
		c := pack[i]
		pack = slices.Delete(pack, i, i+1)
		return c
	}
	next := func() card.Card { return card.Fold(take(0), r.Suits) }
	if r.Foundations.Initial == rules.InitialAll {
		for i := range p.Foundations {
			take(slices.Index(pack, card.New(p.Base, card.Suit(i/r.Copies()))))
			p.Foundations[i] = 1
		}
	}
	if r.Hole.Base != card.None {
		p.Hole = take(slices.Index(pack, r.Hole.Base))
	}
	if r.Tableau.KingsToBottom {
		slices.Reverse(pack)
		sinkPySolKings(pack, r.Tableau.Count)
	}
	fill := func(places []card.Card) {
		for i := range places {
			places[i] = next()
		}
	}
	lay := func(column int) {
		p.Tableau[column].Cards = append(p.Tableau[column].Cards, next())
	}
	for word := range strings.FieldsSeq(order) {
		switch word {
		case "columns":
			for i := range len(pack) - r.Cells.PreFilled {
				lay(i % r.Tableau.Count)
			}
		case "foundation":
			base := next()
			p.Base = base.Rank()
			p.Foundations[int(base.Suit())*r.Copies()] = 1
		case "hole":
			p.Hole = next()
		case "cells":
			for _, i := range pySolCells(r) {
				p.Cells[i] = next()
			}
		case "reserve":
			p.Reserve = make([]card.Card, r.Reserve.Size)
			fill(p.Reserve)
		case "accordion":
			p.Accordion = make([]card.Card, r.Accordion.Size)
			fill(p.Accordion)
		case "rows":
			for _, row := range p.Rows {
				fill(row)
			}
			if r.Rows.ToWaste {
				p.Waste = []card.Card{next()}
			}
		default:
			for _, column := range columnsOf(word) {
				lay(column - 1)
			}
		}
	}
	for len(pack) > 0 {
		p.Stock = append(p.Stock, next())
	}
	slices.Reverse(p.Stock)
	layFaces(r, &p)
	return p
}

// columnsOf returns the columns that a word of an order lays cards on, such as 1, 4, 7, 10 for
// 1-10/3.
func columnsOf(word string) []int {
	word, times := cutNumber(word, "*", 1)
	word, step := cutNumber(word, "/", 1)
	first, last := cutNumber(word, "-", 0)
	from, _ := strconv.Atoi(first)
	if last == 0 {
		last = from
	}
	var row []int
	for i := range max(last-from, from-last)/step + 1 {
		if from > last {
			i = -i
		}
		row = append(row, from+i*step)
	}
	return slices.Repeat(row, times)
}

// cutNumber returns what stands before and after a separator; the default if it is not there.
func cutNumber(word, separator string, otherwise int) (string, int) {
	before, after, found := strings.Cut(word, separator)
	if !found {
		return before, otherwise
	}
	n, _ := strconv.Atoi(after)
	return before, n
}

// sinkPySolKings swaps each king with the deepest card of its column that is not a king, in a pack
// that is dealt row by row to a number of columns.
func sinkPySolKings(pack []card.Card, columns int) {
	for i, c := range pack {
		for j := i % columns; c.Rank() == card.King && j < i; j += columns {
			if pack[j].Rank() != card.King {
				pack[i], pack[j] = pack[j], pack[i]
				break
			}
		}
	}
}
