package enginetest

import (
	"math/rand/v2"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// object is a rules document or a section of it.
type object = map[string]any

// drawer draws rules documents. Many of them are invalid.
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

// drawers returns how the documents of each family are drawn.
func drawers() map[Family]func(drawer) object {
	return map[Family]func(drawer) object{
		Columns: drawer.columns, Klondike: drawer.klondike, Canfield: drawer.canfield, Carpet: drawer.carpet, FreeCell: drawer.freecell,
		Spider: drawer.spider, Loose: drawer.loose, Redealt: drawer.redealt, Built: drawer.built, Singles: drawer.singles, Dozen: drawer.dozen,
		Chameleon: drawer.chameleon, Hole: drawer.hole, Accordion: drawer.accordion, Sequences: drawer.sequences, Rows: drawer.rows, Discards: drawer.discards,
	}
}

func (d drawer) document(family Family) object { return drawers()[family](d) }

// columns draws any game with a tableau.
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
	// The dominance of groups needs several columns to be useful.
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

// redealt draws games whose columns are gathered and dealt again.
func (d drawer) redealt() object {
	document := d.columns()
	tableau := document["tableau piles"].(object)
	deck := 4 * document["max rank"].(int)
	if document["two decks"] != nil {
		deck *= 2
	}
	delete(document, "stock")
	delete(tableau, "spaces freeze")
	delete(tableau, "face down cards")
	delete(tableau, "pile sizes")
	tableau["face up cards"], tableau["spaces policy"] = "all", d.pick("any", "no-build", "kings")
	count := tableau["count"].(int)
	tableau["redeal packets"] = (deck+count-1)/count + d.IntN(2)
	if d.chance(60) {
		tableau["redeals"] = d.IntN(3)
	}
	return document
}

// singles draws games of one pack without a stock or cells, in which cards move one by one.
func (d drawer) singles() object {
	tableau := object{
		"count":         2 + d.IntN(4),
		"build policy":  d.pick("any-suit", "any-suit", "red-black", "red-black", "same-colour"),
		"spaces policy": d.pick("any", "any", "no-build", "kings"),
		"diagonal deal": d.chance(20),
		"face up cards": d.pick("all", "all", "top"),
	}
	document := object{
		"max rank":      d.ranks(2, 4),
		"tableau piles": tableau,
		"foundations": object{
			"base card":     d.pick("A", "A", "random"),
			"removable":     d.chance(60),
			"initial cards": d.pick("none", "none", "none", "one", "all"),
		},
	}
	if d.chance(50) {
		document["reserve"] = object{"size": 1 + d.IntN(5)}
	}
	return document
}

// dozen draws games whose cards move one by one and whose spaces stay empty.
func (d drawer) dozen() object {
	document := object{
		"max rank": d.ranks(3, 5),
		"tableau piles": object{
			"count":               3 + d.IntN(4),
			"build policy":        d.pick("any-suit", "any-suit", "red-black", "same-colour"),
			"spaces policy":       "no-build",
			"face up cards":       d.pick("all", "all", "top"),
			"kings to the bottom": d.chance(15),
		},
		"foundations": object{
			"base card":     d.pick("A", "A", "random"),
			"removable":     d.chance(50),
			"initial cards": d.pick("none", "none", "one"),
		},
	}
	if d.chance(60) {
		cells := 1 + d.IntN(2)
		document["cells"] = object{"count": cells, "pre-filled": d.IntN(cells + 1)}
	}
	return document
}

// chameleon draws games of runs built in any suit, of one card at first, with a stock that is turned
// once and mostly a stacked reserve.
func (d drawer) chameleon() object {
	ranks, count, reserve := d.ranks(2, 5), 1+d.IntN(4), d.IntN(7)
	document := object{
		"max rank":      ranks,
		"tableau piles": object{"count": count, "build policy": "any-suit", "move built group": "yes"},
		"foundations":   object{"base card": d.pick("A", "A", "random")},
	}
	if reserve > 0 {
		document["reserve"] = object{"size": reserve, "stacked": true}
	}
	document["stock"] = object{"size": 4*ranks - count - reserve}
	return document
}

// built draws games of other families, built by own colour, on other suits, or up as well as down.
func (d drawer) built() object {
	others := []Family{Columns, Columns, Klondike, Loose, Canfield, FreeCell, Redealt}
	document := d.document(others[d.IntN(len(others))])
	for document["max rank"].(int) > 5 {
		document = d.document(others[d.IntN(len(others))]) // there would be too many positions
	}
	tableau := document["tableau piles"].(object)
	if tableau["build policy"] == "no-build" {
		tableau["build policy"] = "any-suit"
	}
	tableau["build direction"] = d.pick("down", "up-or-down")
	switch {
	case tableau["build direction"] == "down" || d.chance(60):
		tableau["build policy"] = d.pick("same-colour", "other-suit")
	case d.chance(50):
		tableau["build policy"], tableau["move built group"] = "same-suit", "no" // which has safe cards
	}
	if d.chance(50) {
		tableau["move built group policy"] = d.pick("any-suit", "red-black", "same-suit", "same-colour", "other-suit")
		tableau["group target"] = d.pick("build", "group")
	}
	return document
}

// shape draws the size of each column and its number of cards face down. It ignores initial cards
// and the card in the hole, so the sizes fit only some documents.
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

// klondike draws games of groups to which the dominances of Klondike and Canfield apply: built
// regardless of suit or in alternating colours, without cells.
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

// canfield draws games whose spaces are filled by force from a stacked reserve.
func (d drawer) canfield() object {
	ranks := d.ranks(2, 5)
	spaces := d.pick("auto-reserve-then-any", "auto-reserve-then-waste", "auto-reserve-then-waste")
	document := object{
		"max rank": ranks,
		"tableau piles": object{
			"count":            1 + d.IntN(4),
			"build policy":     d.pick("any-suit", "red-black", "red-black", "same-suit"),
			"spaces policy":    spaces,
			"spaces freeze":    spaces == "auto-reserve-then-waste" && d.chance(50),
			"move built group": d.pick("yes", "no", "whole-pile", "whole-pile", "maximal-group"),
		},
		"foundations": object{"removable": d.chance(20), "base card": d.pick("A", "random"), "initial cards": d.pick("none", "one", "all")},
		"reserve":     object{"size": 1 + d.IntN(5), "stacked": true},
	}
	if d.chance(85) {
		document["stock"] = object{"size": 1 + d.IntN(3*ranks), "deal count": 1 + d.IntN(3), "redeal": d.chance(80)}
	}
	return document
}

// carpet draws games without a tableau, played from cells and a stock.
func (d drawer) carpet() object {
	ranks := d.ranks(2, 5)
	suits := []int{1, 2, 4, 4}[d.IntN(4)]
	deck := 4 * ranks
	foundations := object{"removable": d.chance(10), "base card": d.pick("A", "A", "random")}
	switch d.IntN(4) {
	case 0:
		foundations["initial cards"] = "all"
		deck -= 4
	case 1:
		foundations["initial cards"] = "one"
		deck--
	}
	cells := 1 + d.IntN(3)
	filled := d.IntN(min(cells, deck) + 1)
	stock := object{"size": deck - filled, "deal count": 1 + d.IntN(4)/3}
	if d.chance(20) {
		stock["redeals"] = 1 + d.IntN(2)
	}
	return object{
		"max rank": ranks, "suits": suits,
		"tableau piles": object{"count": 0},
		"foundations":   foundations,
		"cells":         object{"count": cells, "pre-filled": filled},
		"stock":         stock,
	}
}

// ranks draws the highest rank: usually one of a tiny deck, sometimes any.
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

// loose draws games like Yukon and Scorpion, in which a card moves with whatever lies on it.
func (d drawer) loose() object {
	ranks := d.ranks(2, 5)
	document := object{
		"max rank": ranks,
		"tableau piles": object{
			"count":            2 + d.IntN(5),
			"build policy":     d.pick("any-suit", "red-black", "red-black", "same-suit", "same-suit"),
			"spaces policy":    d.pick("any", "kings", "kings", "no-build"),
			"move built group": "any",
			"face up cards":    d.pick("all", "all", "top"),
		},
	}
	if d.chance(50) {
		document["foundations"] = object{"only complete pile moves": true}
	} else {
		document["foundations"] = object{"removable": d.chance(60)}
	}
	if d.chance(30) {
		document["stock"] = object{"size": 1 + d.IntN(ranks), "deal type": "tableau piles", "deal onto spaces": d.chance(60)}
	}
	if d.chance(50) {
		d.shape(document, 4*ranks)
	}
	return document
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
	loops := d.chance(50)
	document := object{
		"max rank": ranks, "two decks": ranks < 4 && d.chance(25), "suits": []int{4, 4, 2, 1}[d.IntN(4)],
		"tableau piles": object{
			"count": 1 + d.IntN(5), "build policy": d.pick("no-build", "no-build", "no-build", "same-suit"),
			"spaces policy": d.pick("no-build", "no-build", "any", "kings"), "face up cards": d.pick("all", "all", "top"),
		},
		"foundations": object{"present": false},
		"hole":        object{"present": true, "build loops": loops, "nothing on kings": !loops && d.chance(50), "base card": d.pick("AS", "random")},
	}
	if d.chance(20) { // suits and faces matter to groups alone
		tableau := document["tableau piles"].(object)
		tableau["build policy"], tableau["move built group"] = "any-suit", d.pick("yes", "yes", "maximal-group", "whole-pile", "any")
		tableau["move built group policy"] = d.pick("same-as-build", "same-as-build", "same-suit", "red-black")
	}
	if d.chance(50) {
		cells := 1 + d.IntN(3)
		document["cells"] = object{"count": cells, "pre-filled": d.IntN(cells + 1)}
	}
	if d.chance(50) {
		document["stock"] = object{"size": 1 + d.IntN(4), "deal type": d.pick("hole", "hole", "hole", "waste", "tableau piles")}
	}
	if document["hole"].(object)["nothing on kings"] == true && d.chance(80) {
		document["stock"] = object{"size": 1 + d.IntN(6), "deal type": "hole"} // hardly any other game is won
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
		moves = moves[:1] // otherwise only short rows would be small enough for brute force
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

// rows draws games of rows whose cards cover each other: pyramids, a graph drawn at
// random, and, of decks that are not so tiny, the three peaks.
func (d drawer) rows() object {
	ranks, decks := 2+d.IntN(5), 1
	rows := object{"shape": "pyramid", "count": 2 + d.IntN(4)}
	places := rows["count"].(int) * (rows["count"].(int) + 1) / 2
	switch {
	case d.chance(10):
		rows, places, ranks = object{"shape": "tripeaks"}, 28, 8
	case d.chance(50):
		rows, places = d.covers()
	}
	if ranks < 4 && d.chance(30) {
		decks = 2
	}
	stock := object{"size": 4*ranks*decks - places, "deal count": 1}
	if d.chance(30) {
		stock["deal count"] = 2 + d.IntN(2)
	}
	if d.chance(60) {
		rows["pair sum"] = 2 + d.IntN(2*ranks)
		if d.chance(60) {
			rows["pair sum"] = ranks + d.IntN(2)
		}
		rows["stock in play"], rows["goal"] = d.chance(50), d.pick("rows", "rows", "all")
		switch d.IntN(3) {
		case 0:
			stock["redeal"] = true
		case 1:
			stock["redeals"] = 1 + d.IntN(3)
		}
	} else {
		rows["build on waste"], rows["build loops"] = true, d.chance(50)
	}
	return object{
		"max rank": ranks, "two decks": decks > 1, "suits": []int{4, 4, 2, 1}[d.IntN(4)],
		"tableau piles": object{"count": 0}, "foundations": object{"present": false},
		"rows": rows, "stock": stock,
	}
}

// covers draws up to four rows of places. Each place may be covered by any of later
// rows.
func (d drawer) covers() (rows object, places int) {
	var sizes []int
	for range 1 + d.IntN(4) {
		sizes = append(sizes, 1+d.IntN(4))
	}
	var lists [][][]string
	for i, n := range sizes {
		places += n
		var row [][]string
		for range n {
			by := []string{}
			for later := i + 1; later < len(sizes); later++ {
				for k := range sizes[later] {
					if d.chance(35) {
						by = append(by, strconv.Itoa(later+1)+"/"+strconv.Itoa(k+1))
					}
				}
			}
			row = append(row, by)
		}
		lists = append(lists, row)
	}
	return object{"shape": "lists", "covered by": lists}, places
}

// discards draws games in which cards are removed from the tops of columns.
func (d drawer) discards() object {
	ranks, decks := 2+d.IntN(4), 1
	if ranks < 4 && d.chance(25) {
		decks = 2
	}
	deck := 4 * ranks * decks
	columns := 2 + d.IntN(6)
	tableau := object{"count": columns, "build policy": "no-build", "spaces policy": d.pick("any", "no-build", "no-build", "kings")}
	discard := object{"policy": d.pick("pair-sum", "pair-sum", "pair-rank", "lower-in-suit", "lower-in-suit"), "sum": ranks + d.IntN(2)}
	if d.chance(10) {
		discard["sum"] = 2 + d.IntN(2*ranks)
	}
	if d.chance(25) {
		discard["row"] = 1 + d.IntN(columns)
	}
	document := object{
		"max rank": ranks, "two decks": decks > 1, "suits": []int{4, 4, 2, 1}[d.IntN(4)],
		"tableau piles": tableau, "foundations": object{"present": false}, "discard": discard,
	}
	size := d.IntN(deck)
	redealt := d.chance(20)
	if to := d.pick("tableau piles", "tableau piles", "spaces"); size > 0 && !redealt {
		document["stock"] = object{"size": size, "deal type": to, "deal onto spaces": d.chance(75)}
		return document
	}
	if redealt {
		if d.chance(70) {
			document["stock"] = object{"size": size, "deal type": "redeal"}
		} else {
			size = 0
		}
		tableau["redeal packets"] = max(1, (deck-size+columns-1)/columns)
		if d.chance(60) {
			tableau["redeals"] = 1 + d.IntN(4)
		}
	}
	return document
}
