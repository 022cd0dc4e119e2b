package relation_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// object is a rules document or a section of it.
type object = map[string]any

// section returns a section of a document, and adds it if it is missing.
func section(document object, name string) object {
	if document[name] == nil {
		document[name] = object{}
	}
	return document[name].(object)
}

// axes are the fields in which rules are compared. Each draws a value for one field.
var axes = []struct {
	section, field string
	draw           func(*rand.Rand) any
}{
	{"tableau piles", "build policy", words("any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit")},
	{"tableau piles", "build direction", words("down", "down", "up-or-down")},
	{"tableau piles", "spaces policy", words("any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste", "auto-waste-then-stock")},
	{"tableau piles", "move built group", words("no", "yes", "whole-pile", "maximal-group", "any")},
	{"tableau piles", "move built group policy", words("same-as-build", "any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit")},
	{"tableau piles", "group target", words("build", "group")},
	{"tableau piles", "spaces freeze", truth},
	{"foundations", "removable", truth},
	{"foundations", "only complete pile moves", truth},
	{"hole", "build loops", truth},
	{"hole", "nothing on kings", truth},
	{"cells", "count", number(0, 3)},
	{"stock", "deal count", number(1, 7)},
	{"stock", "redeals", number(0, 3)},
	{"stock", "redeal", truth},
	{"stock", "deal onto spaces", truth},
	{"accordion", "moves", lists("L1", "L2", "L3", "R1")},
	{"accordion", "build policies", lists("same-suit", "red-black", "any-suit", "same-rank")},
	{"sequences", "direction", words("L", "R", "LR")},
	{"sequences", "build policy", words("any-suit", "red-black", "same-suit")},
	{"sequences", "fixed suit", truth},
	{"rows", "stock in play", truth},
	{"rows", "build loops", truth},
}

func words(list ...string) func(*rand.Rand) any {
	return func(random *rand.Rand) any { return list[random.IntN(len(list))] }
}

func lists(list ...string) func(*rand.Rand) any {
	return func(random *rand.Rand) any {
		some := []string{}
		for _, word := range list {
			if random.IntN(2) == 0 {
				some = append(some, word)
			}
		}
		return some
	}
}

func number(from, to int) func(*rand.Rand) any {
	return func(random *rand.Rand) any { return from + random.IntN(to-from+1) }
}

func truth(random *rand.Rand) any { return random.IntN(2) == 0 }

// tinyDocument draws a game of a tiny deck: its parts and how they are dealt. The axes draw how
// it is played.
func tinyDocument(random *rand.Rand) object {
	chance := func(percent int) bool { return random.IntN(100) < percent }
	document := object{"max rank": 2 + random.IntN(3)}
	switch random.IntN(13) {
	case 12:
		ranks := document["max rank"].(int)
		columns := 2 + random.IntN(3)
		document["foundations"] = object{"present": false}
		document["tableau piles"] = object{"count": columns, "build policy": "no-build"}
		document["discard"] = object{"policy": []string{"pair-sum", "pair-rank", "lower-in-suit"}[random.IntN(3)], "sum": ranks + random.IntN(2)}
		document["stock"] = object{"size": random.IntN(4 * ranks), "deal type": []string{"tableau piles", "spaces"}[random.IntN(2)]}
		return document
	case 10, 11:
		ranks := document["max rank"].(int)
		rows := object{"shape": "pyramid", "count": 2}
		if chance(50) {
			rows["pair sum"], rows["goal"] = ranks+random.IntN(2), []string{"rows", "rows", "all"}[random.IntN(3)]
		} else {
			rows["build on waste"] = true
		}
		document["foundations"], document["tableau piles"] = object{"present": false}, object{"count": 0}
		document["rows"], document["stock"] = rows, object{"size": 4*ranks - 3}
		return document
	case 0:
		document["foundations"], document["tableau piles"] = object{"present": false}, object{"count": 0}
		document["accordion"] = object{"size": 3 + random.IntN(6)}
		return document
	case 1:
		document["foundations"], document["tableau piles"] = object{"present": false}, object{"count": 0}
		document["sequences"] = object{"count": 4}
		return document
	case 2:
		document["foundations"] = object{"present": false}
		document["hole"] = object{"present": true, "base card": "random"}
	default:
		document["foundations"] = object{
			"base card":     []string{"A", "A", "2", "random"}[random.IntN(4)],
			"initial cards": []string{"none", "none", "one", "all"}[random.IntN(4)],
		}
	}
	if chance(25) {
		document["two decks"], document["max rank"] = true, 1+random.IntN(2)
	}
	if chance(25) {
		document["suits"] = []int{1, 2}[random.IntN(2)]
	}
	document["tableau piles"] = object{
		"count":         1 + random.IntN(4),
		"diagonal deal": chance(30),
		"face up cards": []string{"all", "top"}[random.IntN(2)],
	}
	if chance(30) {
		document["cells"] = object{"pre-filled": random.IntN(3)}
	}
	if chance(35) {
		document["reserve"] = object{"size": 1 + random.IntN(4), "stacked": chance(60)}
	}
	if chance(75) {
		document["stock"] = object{
			"size":      1 + random.IntN(9),
			"deal type": []string{"waste", "waste", "waste", "tableau piles", "hole"}[random.IntN(5)],
		}
	}
	return document
}

// draw draws the value of one axis of a document, if it has that section.
func draw(random *rand.Rand, document object, axis int) {
	a := axes[axis]
	if document[a.section] == nil && a.section != "cells" {
		return
	}
	s := section(document, a.section)
	s[a.field] = a.draw(random)
	switch a.field {
	case "redeal":
		delete(s, "redeals")
	case "redeals":
		delete(s, "redeal")
	}
}

// change draws a new value for some axis, so that the document stays valid.
func change(random *rand.Rand, document object) rules.Rules {
	for {
		axis := random.IntN(len(axes))
		if name := axes[axis].section; document[name] == nil && name != "cells" {
			continue
		}
		before := maps.Clone(section(document, axes[axis].section))
		draw(random, document, axis)
		if r, ok := read(document); ok {
			return r
		}
		document[axes[axis].section] = before
	}
}

func read(document object) (rules.Rules, bool) {
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	r, err := rules.Parse(text)
	return r, err == nil
}

// tinyPair draws two games that are dealt alike and differ in some axes.
func tinyPair(random *rand.Rand) (a, b rules.Rules) {
	for {
		document := tinyDocument(random)
		for axis := range axes {
			draw(random, document, axis)
		}
		a, ok := read(document)
		if !ok {
			continue
		}
		for range 1 + random.IntN(3) {
			b = change(random, document)
		}
		return a, b
	}
}

func tinyDeal(t *testing.T, random *rand.Rand, r *rules.Rules) deal.Position {
	t.Helper()
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wander makes a few random moves from a deal. In one case of four it only turns the stock, so
// that the waste is turned over too.
func wander(random *rand.Rand, r *rules.Rules, p *deal.Position) deal.Position {
	table := game.New(r, p)
	turning := random.IntN(4) == 0
	for range random.IntN(3) * random.IntN(12) {
		moves := table.Legal()
		if turning {
			moves = slices.DeleteFunc(moves, func(m game.Move) bool { return m.Action != game.Draw && m.Action != game.Redeal })
		}
		if len(moves) > 0 {
			table.Do(moves[random.IntN(len(moves))])
		}
	}
	return table.Position()
}

// win searches breadth first over the referee's moves. It returns the shortest line that wins, if
// there is one; known is false if the search was cut off after most positions.
func win(r *rules.Rules, p *deal.Position, most int) (line []game.Move, winnable, known bool) {
	type node struct {
		at     deal.Position
		before int
		by     game.Move
	}
	nodes := []node{{at: *p, before: -1}}
	seen := map[string]bool{enginetest.Fingerprint(p): true}
	for i := 0; i < len(nodes); i++ {
		table := game.New(r, &nodes[i].at)
		if table.Won() {
			for j := i; nodes[j].before >= 0; j = nodes[j].before {
				line = append(line, nodes[j].by)
			}
			slices.Reverse(line)
			return line, true, true
		}
		for _, m := range table.Legal() {
			table.Do(m)
			q := table.Position()
			table.Undo()
			if f := enginetest.Fingerprint(&q); !seen[f] {
				seen[f] = true
				nodes = append(nodes, node{q, i, m})
			}
		}
		if len(seen) > most {
			return nil, false, false
		}
	}
	return nil, false, true
}

// table returns a key of a position without its empty cells and the redeals left: what related
// games have in common.
func table(p *deal.Position) string {
	b := make([]byte, 0, 64)
	pile := func(cards []card.Card) {
		for _, c := range cards {
			b = append(b, byte(c))
		}
		b = append(b, 255)
	}
	for _, c := range p.Tableau {
		b = append(b, byte(c.Down))
		pile(c.Cards)
	}
	cells := p.Cells
	for len(cells) > 0 && cells[len(cells)-1] == card.None {
		cells = cells[:len(cells)-1]
	}
	pile(cells)
	pile(p.Reserve)
	pile(p.Stock)
	pile(p.Waste)
	pile(p.Accordion)
	for _, row := range slices.Concat(p.Sequences, p.Rows) {
		pile(row)
	}
	for _, h := range p.Foundations {
		b = append(b, byte(h))
	}
	return string(append(b, byte(p.Hole), byte(p.Base)))
}

// differences returns the names of the axes in which two games differ.
func differences(a, b *rules.Rules) []string {
	flat := func(r *rules.Rules) map[string]string {
		var document map[string]any
		if err := json.Unmarshal(r.Canonical(), &document); err != nil {
			panic(err)
		}
		fields := map[string]string{}
		for _, axis := range axes {
			if of, ok := document[axis.section].(map[string]any); ok {
				fields[axis.section+"."+axis.field] = fmt.Sprint(of[axis.field])
			}
		}
		return fields
	}
	fa, fb := flat(a), flat(b)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(fb)) {
		if fa[name] != fb[name] {
			names = append(names, name)
		}
	}
	return names
}
