package enginetest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Family is a part of the rule language from which games are drawn. Together the
// families are the whole of it; those after the first lie within the first or beside
// it, and give the engines of one kind of game enough to do.
type Family string

// The families.
const (
	Columns   Family = "columns" // all games with a tableau, whatever they are played to
	Klondike  Family = "klondike"
	FreeCell  Family = "freecell"
	Spider    Family = "spider"
	Hole      Family = "hole"
	Accordion Family = "accordion"
	Sequences Family = "sequences"
)

// Families are all of them.
var Families = []Family{Columns, Klondike, FreeCell, Spider, Hole, Accordion, Sequences}

// tiny is the largest deck that is dealt as the rules say. Of a larger one most cards
// are on the foundations, or in the hole, so that few enough are left.
const tiny = 20

// Draw draws rules of a family for a tiny deck, and a position under them: a deal,
// or a few random moves from one, or any position that the language can say, whether
// or not play could lead there. It prefers positions in which there is something to
// decide.
func Draw(t testing.TB, random *rand.Rand, family Family) (rules.Rules, deal.Position) {
	t.Helper()
	for {
		text, err := json.Marshal(drawer{random}.document(family))
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Parse(text)
		if err != nil {
			continue // sizes that don't fit the deck, or fields that don't fit each other
		}
		p, ok := DrawPosition(t, random, &r)
		if !ok || len(game.New(&r, &p).Legal()) < 2 && random.IntN(5) > 0 {
			continue
		}
		return r, p
	}
}

// DrawPosition draws a position under rules as Draw does. It fails now and then.
func DrawPosition(t testing.TB, random *rand.Rand, r *rules.Rules) (deal.Position, bool) {
	t.Helper()
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	how := random.IntN(5)
	if r.DeckSize() > tiny && r.Accordion.Size == 0 && r.Sequences.Count == 0 {
		how = 0
	}
	switch how {
	case 0, 1:
		p, err = deal.Parse(scatter(random, r, &p).Document(r), r)
	case 2, 3:
		p = wander(random, r, &p)
	}
	return p, err == nil
}

// wander makes a few random moves from a deal. Half of the walks prefer moves to a
// foundation or to the hole, so that they come far.
func wander(random *rand.Rand, r *rules.Rules, p *deal.Position) deal.Position {
	table := game.New(r, p)
	upwards := random.IntN(2) == 0
	for range random.IntN(3) * random.IntN(16) {
		moves := table.Legal()
		up := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool {
			return m.To.Pile != game.Foundation && m.To.Pile != game.Hole
		})
		if upwards && len(up) > 0 {
			moves = up
		}
		if len(moves) > 0 {
			table.Do(moves[random.IntN(len(moves))])
		}
	}
	return table.Position()
}

// scatter lays the cards of a deal wherever the game has places for them.
func scatter(random *rand.Rand, r *rules.Rules, dealt *deal.Position) *deal.Position {
	p := dealt.Clone()
	if len(p.Sequences) > 0 {
		scatterRows(random, &p)
		return &p
	}
	if len(p.Accordion) > 0 {
		p.Accordion = p.Accordion[random.IntN(2)*random.IntN(len(p.Accordion)):]
		return &p
	}
	pack := card.Deck(r.MaxRank, r.Decks, r.Suits)
	random.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	take := func(n int) []card.Card {
		n = min(n, len(pack))
		cards := slices.Clone(pack[:n])
		pack = pack[n:]
		return cards
	}
	some := func(most int) int { return random.IntN(most + 1) }

	if r.Foundations.Present {
		if r.Foundations.Base == rules.RandomBase {
			p.Base = card.Rank(1 + random.IntN(int(r.MaxRank)))
		}
		p.Foundations = heights(random, r)
		for f, height := range p.Foundations {
			for h := range height {
				i := slices.Index(pack, deal.FoundationCard(r, p.Base, card.Suit(f/r.Copies()), h+1))
				pack = slices.Delete(pack, i, i+1)
			}
		}
	}
	if r.Hole.Present {
		p.Hole = take(1)[0]
		take(max(some(len(pack)/2), len(pack)-tiny)) // they lie under it
	}
	p.Waste = nil
	p.Stock = take(some(r.Stock.Size))
	if r.Waste() {
		p.Waste = take(some(r.Stock.Size - len(p.Stock)))
	}
	if r.Stock.Redeals > 0 {
		p.RedealsLeft = some(r.Stock.Redeals)
	}
	places := [][]card.Card{p.Cells}
	if r.Reserve.Stacked {
		p.Reserve = take(some(r.Reserve.Size))
	} else {
		places = append(places, p.Reserve)
	}
	for _, list := range places {
		for i := range list {
			list[i] = card.None
			if random.IntN(2) == 0 && len(pack) > 0 {
				list[i] = take(1)[0]
			}
		}
	}
	for i := range p.Tableau {
		p.Tableau[i] = deal.Column{}
	}
	for len(pack) > 0 && len(p.Tableau) > 0 {
		c := &p.Tableau[random.IntN(len(p.Tableau))]
		c.Cards = append(c.Cards, take(1)...)
	}
	for i := range p.Tableau {
		if c := &p.Tableau[i]; r.FaceDown() && len(c.Cards) > 0 {
			c.Down = random.IntN(len(c.Cards))
		}
	}
	return &p
}

// heights draws what is on the foundations: anything, or of a large deck nearly all.
func heights(random *rand.Rand, r *rules.Rules) []int {
	list := make([]int, card.Suits*r.Copies())
	var drawn []int // the foundations of the suits there are
	for f := range list {
		if slices.Contains(r.SuitsInPlay(), card.Suit(f/r.Copies())) {
			drawn = append(drawn, f)
		}
	}
	if r.DeckSize() > tiny {
		for _, f := range drawn {
			list[f] = int(r.MaxRank)
		}
		for range 4 + random.IntN(10) {
			if f := drawn[random.IntN(len(drawn))]; list[f] > 0 {
				list[f]--
			}
		}
	} else {
		for _, f := range drawn {
			list[f] = random.IntN(int(r.MaxRank)+1) * random.IntN(2)
		}
	}
	if r.Foundations.CompleteOnly {
		for f, h := range list {
			if h < int(r.MaxRank) {
				list[f] = 0
			}
		}
	}
	return list
}

// scatterRows exchanges a few places of rows, which are put in order first half of
// the time: few rows that lie at random can be won.
func scatterRows(random *rand.Rand, p *deal.Position) {
	var places []*card.Card
	for _, row := range p.Sequences {
		for j := range row {
			places = append(places, &row[j])
		}
	}
	if random.IntN(2) == 0 {
		var cards []card.Card
		for _, at := range places {
			cards = append(cards, *at)
		}
		slices.SortFunc(cards, func(a, b card.Card) int {
			if a.Suit() != b.Suit() {
				return int(a.Suit()) - int(b.Suit())
			}
			return int(a.Rank()) - int(b.Rank())
		})
		// The gaps come first.
		width := len(p.Sequences[0])
		gaps := len(p.Sequences)
		atRight := random.IntN(2)
		for i := range places {
			row, column := i/width, i%width
			*places[i] = card.None
			if column -= 1 - atRight; column >= 0 && column < width-1 {
				*places[i] = cards[gaps+row*(width-1)+column]
			}
		}
		random.Shuffle(len(p.Sequences), func(i, j int) { p.Sequences[i], p.Sequences[j] = p.Sequences[j], p.Sequences[i] })
	}
	for range random.IntN(7) {
		a, b := places[random.IntN(len(places))], places[random.IntN(len(places))]
		*a, *b = *b, *a
	}
}

// object is a rules document or a section of it.
type object = map[string]any

// drawer draws rules documents. Many of them can't be meant.
type drawer struct{ *rand.Rand }

func (d drawer) pick(words ...string) string { return words[d.IntN(len(words))] }
func (d drawer) chance(percent int) bool     { return d.IntN(100) < percent }

// some picks a few of a list, at least one.
func (d drawer) some(words ...string) []string {
	list := []string{d.pick(words...)}
	for _, word := range words {
		if d.chance(30) {
			list = append(list, word)
		}
	}
	return list
}

func (d drawer) document(family Family) object {
	switch family {
	case Klondike:
		return d.klondike()
	case FreeCell:
		return d.freecell()
	case Spider:
		return d.spider()
	case Hole:
		return d.hole()
	case Accordion:
		return d.accordion()
	case Sequences:
		return d.sequences()
	default:
		return d.columns()
	}
}

// columns draws from all that a game with a tableau can be.
func (d drawer) columns() object {
	document := object{}
	maxRank := d.ranks(2, 4)
	if d.chance(25) {
		document["two decks"] = true
		maxRank = 1 + d.IntN(2)
	}
	if d.chance(20) {
		document["suits"] = []int{1, 2, 4}[d.IntN(3)]
	}
	document["max rank"] = maxRank
	deck := 4 * maxRank
	if document["two decks"] != nil {
		deck *= 2
	}

	count := 1 + d.IntN(4)
	tableau := object{
		"build policy":     d.pick("any-suit", "red-black", "red-black", "red-black", "same-suit", "same-suit", "no-build"),
		"spaces policy":    d.pick("any", "no-build", "kings"),
		"diagonal deal":    d.chance(30),
		"move built group": d.pick("no", "yes", "yes", "yes", "whole-pile", "maximal-group", "any"),
		"face up cards":    d.pick("all", "top"),
	}
	if d.chance(35) {
		tableau["move built group policy"] = d.pick("any-suit", "red-black", "red-black", "same-suit", "no-build")
		tableau["group target"] = d.pick("build", "group")
	}
	if d.chance(10) {
		tableau["kings to the bottom"] = true
	}
	document["tableau piles"] = tableau
	foundations := object{
		"base card":     d.pick("A", "A", "2", "random"),
		"removable":     d.chance(50),
		"initial cards": d.pick("none", "none", "none", "one", "all"),
	}
	switch {
	case d.chance(12):
		document["foundations"] = object{"present": false}
		document["hole"] = object{"present": true, "base card": "random", "build loops": d.chance(50)}
		if d.chance(50) {
			tableau["build policy"] = "no-build"
		}
	case d.chance(12):
		document["foundations"] = object{"only complete pile moves": true}
	default:
		document["foundations"] = foundations
	}
	three := d.chance(15)
	if three {
		foundations["base card"], foundations["initial cards"] = "random", "three"
	}
	// The dominance of groups wants room to be of use.
	klondikish := d.chance(40)
	if klondikish {
		tableau["move built group"] = "yes"
		count = 3 + d.IntN(2)
		tableau["build policy"] = d.pick("any-suit", "red-black")
		delete(tableau, "move built group policy")
	}
	tableau["count"] = count
	if !klondikish && d.chance(45) {
		cells := 1 + d.IntN(3)
		document["cells"] = object{"count": cells, "pre-filled": d.IntN(cells + 1)}
	}
	if !three && d.chance(40) {
		document["reserve"] = object{"size": 1 + d.IntN(4), "stacked": d.chance(60)}
		if d.chance(60) {
			tableau["spaces policy"] = d.pick("auto-reserve-then-any", "auto-reserve-then-waste", "auto-reserve-then-waste")
			tableau["spaces freeze"] = tableau["spaces policy"] == "auto-reserve-then-waste" && d.chance(40)
		}
	}
	if !three && d.chance(60) {
		stock := object{"size": 1 + d.IntN(deck*2/3), "deal count": 1 + d.IntN(3)}
		switch d.IntN(3) {
		case 0:
			stock["redeal"] = true
		case 1:
			stock["redeals"] = 1 + d.IntN(2)
		}
		if d.chance(30) {
			stock = object{"size": 1 + d.IntN(deck*2/3), "deal type": "tableau piles", "deal onto spaces": d.chance(60)}
		} else if d.chance(25) {
			tableau["spaces policy"] = "auto-waste-then-stock"
		}
		if document["hole"] != nil && d.chance(40) {
			stock = object{"size": 1 + d.IntN(deck*2/3), "deal type": "hole"}
		}
		document["stock"] = stock
	}
	if d.chance(15) {
		d.shape(document, deck)
	}
	return document
}

// shape gives each column its number of cards, and of those that lie face down. It
// knows all that is dealt elsewhere but initial cards and a card in the hole, so that
// the numbers fit at times.
func (d drawer) shape(document object, deck int) {
	left := deck
	for section, field := range map[string]string{"stock": "size", "reserve": "size", "cells": "pre-filled"} {
		if s, ok := document[section].(object); ok {
			left -= s[field].(int)
		}
	}
	if left < 0 {
		return
	}
	tableau := document["tableau piles"].(object)
	count := tableau["count"].(int)
	sizes, down := make([]int, count), make([]int, count)
	for range left {
		sizes[d.IntN(count)]++
	}
	for i, n := range sizes {
		down[i] = d.IntN(max(1, n))
	}
	tableau["diagonal deal"] = false
	tableau["pile sizes"] = sizes
	if d.chance(50) {
		tableau["face up cards"] = "all"
		tableau["face down cards"] = down
	}
}

// klondike draws games of groups in which the dominances of Klondike and Canfield
// are at work: built regardless of suit or in alternating colours, without cells.
func (d drawer) klondike() object {
	ranks := d.ranks(2, 5)
	document := object{
		"max rank": ranks,
		"tableau piles": object{
			"count":            2 + d.IntN(4),
			"build policy":     d.pick("any-suit", "red-black", "red-black"),
			"spaces policy":    d.pick("any", "any", "kings", "no-build"),
			"diagonal deal":    d.chance(30),
			"move built group": d.pick("yes", "yes", "yes", "any", "no"),
			"face up cards":    d.pick("all", "top"),
		},
		"foundations": object{
			"removable": d.chance(60), "base card": d.pick("A", "A", "random"), "initial cards": d.pick("none", "none", "none", "one", "all"),
		},
	}
	if d.chance(60) {
		stock := object{"size": 1 + d.IntN(2*ranks), "deal count": 1 + d.IntN(4)}
		if d.chance(60) {
			stock["redeal"] = true
		} else {
			stock["redeals"] = d.IntN(3)
		}
		document["stock"] = stock
	}
	if d.chance(30) {
		document["reserve"] = object{"size": 1 + d.IntN(4), "stacked": d.chance(60)}
		document["tableau piles"].(object)["spaces policy"] = d.pick("auto-reserve-then-any", "auto-reserve-then-waste", "any", "no-build")
	}
	return document
}

// ranks draws the highest rank: mostly one of a tiny deck, now and then any.
func (d drawer) ranks(least, most int) int {
	if d.chance(15) {
		return most + 1 + d.IntN(int(card.MaxRank)-most)
	}
	return least + d.IntN(most-least+1)
}

// freecell draws games of columns and cells, without a stock, of one pack.
func (d drawer) freecell() object {
	cells := d.IntN(4)
	return object{
		"max rank": d.ranks(3, 5),
		"tableau piles": object{
			"count":            1 + d.IntN(5),
			"build policy":     d.pick("red-black", "red-black", "same-suit"),
			"spaces policy":    d.pick("any", "any", "kings", "no-build"),
			"move built group": d.pick("no", "no", "no", "no", "no", "yes"),
		},
		"cells":       object{"count": cells, "pre-filled": d.IntN(cells + 1)},
		"foundations": object{"initial cards": d.pick("none", "none", "one", "all"), "base card": d.pick("A", "A", "2", "random"), "removable": d.chance(10)},
	}
}

// spider draws games of groups in suit on cards of any suit, a stock that is dealt to
// the columns, and foundations for complete runs.
func (d drawer) spider() object {
	ranks, decks := 1+d.IntN(4), 1+d.IntN(2)
	if decks == 2 {
		ranks = 1 + d.IntN(2)
	}
	document := object{
		"max rank": ranks, "two decks": decks == 2, "suits": []int{1, 2, 4}[d.IntN(3)],
		"tableau piles": object{
			"count":                   2 + d.IntN(4),
			"build policy":            "any-suit",
			"move built group":        "yes",
			"move built group policy": d.pick("same-suit", "same-suit", "same-suit", "red-black", "any-suit"),
			"group target":            d.pick("build", "build", "group"),
			"spaces policy":           d.pick("any", "any", "kings", "no-build"),
			"face up cards":           d.pick("all", "top", "top"),
		},
		"foundations": object{"only complete pile moves": d.chance(85)},
	}
	if d.chance(60) {
		document["stock"] = object{"size": 1 + d.IntN(2*ranks*decks), "deal type": "tableau piles", "deal onto spaces": d.chance(50)}
	}
	return document
}

// hole draws games played to a hole.
func (d drawer) hole() object {
	ranks := d.ranks(2, 5)
	document := object{
		"max rank": ranks, "two decks": ranks < 4 && d.chance(25), "suits": []int{4, 4, 2, 1}[d.IntN(4)],
		"tableau piles": object{
			"count": 1 + d.IntN(5), "build policy": d.pick("no-build", "no-build", "no-build", "same-suit"),
			"spaces policy": d.pick("no-build", "no-build", "any", "kings"), "face up cards": d.pick("all", "all", "top"),
		},
		"foundations": object{"present": false},
		"hole":        object{"present": true, "build loops": d.chance(50), "base card": d.pick("AS", "random")},
	}
	if d.chance(50) {
		cells := 1 + d.IntN(3)
		document["cells"] = object{"count": cells, "pre-filled": d.IntN(cells + 1)}
	}
	if d.chance(50) {
		document["stock"] = object{"size": 1 + d.IntN(4), "deal type": d.pick("hole", "hole", "hole", "waste", "tableau piles")}
	}
	if d.chance(10) {
		document["reserve"] = object{"size": 1 + d.IntN(3), "stacked": d.chance(50)}
	}
	return document
}

func (d drawer) accordion() object {
	ranks, decks := 1+d.IntN(8), 1+d.IntN(2)
	var moves []string
	for distance := range 4 {
		moves = append(moves, "L"+strconv.Itoa(distance+1), "L"+strconv.Itoa(distance+1), "R"+strconv.Itoa(distance+1))
	}
	moves = d.some(moves...)
	if d.chance(30) {
		moves = moves[:1] // or all that are not too large were short
	}
	return object{
		"max rank": ranks, "two decks": decks > 1, "suits": []int{4, 4, 2, 1}[d.IntN(4)],
		"tableau piles": object{"count": 0}, "foundations": object{"present": false},
		"accordion": object{
			"size":           1 + d.IntN(min(32, 4*ranks*decks)),
			"moves":          moves,
			"build policies": d.some("same-suit", "red-black", "same-rank", "same-rank", "same-suit", "any-suit"),
		},
	}
}

func (d drawer) sequences() object {
	ranks, decks := min(1+d.IntN(7), 5), 1+d.IntN(2)
	if decks == 2 {
		ranks = 1 + d.IntN(3)
	}
	return object{
		"max rank": ranks, "two decks": decks > 1, "suits": []int{4, 4, 4, 2, 1}[d.IntN(5)],
		"tableau piles": object{"count": 0}, "foundations": object{"present": false},
		"sequences": object{
			"count":        4 * decks,
			"direction":    d.pick("L", "L", "R", "LR"),
			"build policy": d.pick("same-suit", "same-suit", "red-black", "any-suit"),
			"fixed suit":   d.chance(50),
		},
	}
}
