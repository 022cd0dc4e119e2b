package shorten

import "github.com/thoughtful-solitaire/thoughtful/solver/game"

// twig is a state that a probe has come to.
type twig struct {
	option option // that led there
	id     int32  // of its node
	parent int32
	length int32 // of the way to it
}

// probe looks for a way from the state at the table to another one: A* search with
// the number of misplaced cards, which it takes more seriously than it is a bound
// (Pohl's weight, 1970). What it sees becomes a part of the graph, whether it
// arrives or not: it may have met the path elsewhere.
//
// The states are not kept, only the options that led to them: the table travels
// from one to the next.
func (e *explorer) probe(target *table, p probes) {
	e.t.misplaced = newMisplaced(e.t.rules, e.t.at, target.at)
	defer func() { e.t.misplaced = nil }()
	e.probes++
	root := e.g.id(e.t.key)
	e.g.nodes[root].probe = e.probes
	e.twigs = append(e.twigs[:0], twig{id: root, parent: -1})
	for i := range e.open {
		e.open[i] = e.open[i][:0]
	}
	e.push(0, 0)
	here := int32(0)
	spend := e.s.spent + (e.s.most-e.s.spent)/int64(p.share)
	for f, expanded := 0, 0; f < len(e.open) && expanded < p.most && e.s.spent < spend && !e.s.done; {
		n := len(e.open[f])
		if n == 0 {
			f++
			continue
		}
		// The youngest first, which is the nearest to where the table is.
		next := e.open[f][n-1]
		e.open[f] = e.open[f][:n-1]
		e.travel(here, next)
		here = next
		expanded++
		least, arrived := e.sprout(here, target.key, p.weight)
		if arrived {
			break
		}
		f = min(f, least)
	}
	e.travel(here, 0)
}

// sprout makes twigs of the options of a twig's state; it tells the least index in
// open that it used, and whether the target is among them.
func (e *explorer) sprout(here int32, target uint64, weight int) (int, bool) {
	from := e.twigs[here]
	first := len(e.listed)
	defer func() { e.listed = e.listed[:first] }()
	least := len(e.open)
	for _, o := range e.list(from.id) {
		if o.key == target {
			return 0, true
		}
		id := e.g.ids[o.key]
		if e.g.nodes[id].probe == e.probes {
			continue
		}
		e.g.nodes[id].probe = e.probes
		length := from.length + int32(o.cost)
		e.twigs = append(e.twigs, twig{o, id, here, length})
		wrong := e.t.misplaced.count
		if o.action == game.Shift {
			wrong = e.t.misplaced.after(o.head, e.t.ground(o.from, int(o.count)), e.t.ground(o.to, 0))
		}
		f := 2*int(length) + weight*wrong
		e.push(f, len(e.twigs)-1)
		least = min(least, f)
	}
	return least, false
}

// push opens a twig.
func (e *explorer) push(f, twig int) {
	for len(e.open) <= f {
		e.open = append(e.open, nil)
	}
	e.open[f] = append(e.open[f], int32(twig))
}

// travel brings the table from the state of one twig to that of another.
func (e *explorer) travel(from, to int32) {
	e.way = e.way[:0]
	// Both go towards the root until they meet; a twig is younger than its parent.
	for from != to {
		if from > to {
			e.t.back(e.twigs[from].option)
			from = e.twigs[from].parent
		} else {
			e.way = append(e.way, to)
			to = e.twigs[to].parent
		}
	}
	for i := len(e.way) - 1; i >= 0; i-- {
		e.t.take(e.twigs[e.way[i]].option)
	}
}
