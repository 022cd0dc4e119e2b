package shorten

import "github.com/thoughtful-solitaire/thoughtful/solver/game"

// branch is a state that a probe has reached.
type branch struct {
	option option // the option that led there
	id     int32  // its node
	parent int32
	length int32 // length of the way to it
}

// probeShare is the part of the remaining effort that a probe may spend, as its inverse.
const probeShare = 10

// probe looks for a way from the current state to another one, by weighted A* (Pohl 1970) with the
// number of misplaced cards. All states that it visits stay in the graph, also if it fails, since
// it may have reached another part of the path.
//
// The states are not stored, only the options that led to them: the table is moved from one to
// the next.
func (e *explorer) probe(target *table, p probes) {
	e.t.misplaced = newMisplaced(e.t.rules, e.t.at, target.at)
	defer func() { e.t.misplaced = nil }()
	e.probes++
	root := e.g.id(e.t.key)
	e.g.nodes[root].probe = e.probes
	e.branches = append(e.branches[:0], branch{id: root, parent: -1})
	for i := range e.open {
		e.open[i] = e.open[i][:0]
	}
	e.push(0, 0)
	here := int32(0)
	spend := e.s.spent + (e.s.most-e.s.spent)/probeShare
	for f, expanded := 0, 0; f < len(e.open) && expanded < p.most && e.s.spent < spend && !e.s.done; {
		n := len(e.open[f])
		if n == 0 {
			f++
			continue
		}
		// Last in, first out: the newest is closest to the table's state.
		next := e.open[f][n-1]
		e.open[f] = e.open[f][:n-1]
		e.travel(here, next)
		here = next
		expanded++
		least, arrived := e.branchOut(here, target.key, p.weight)
		if arrived {
			break
		}
		f = min(f, least)
	}
	e.travel(here, 0)
}

// branchOut adds branches for the options of a branch's state. It returns the least index of open
// that it used, and whether the target is among the options.
func (e *explorer) branchOut(here int32, target uint64, weight int) (int, bool) {
	from := e.branches[here]
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
		e.branches = append(e.branches, branch{o, id, here, length})
		wrong := e.t.misplaced.count
		if o.action == game.Shift {
			wrong = e.t.misplaced.after(o.head, e.t.ground(o.from, int(o.count)), e.t.ground(o.to, 0))
		}
		f := 2*int(length) + weight*wrong
		e.push(f, len(e.branches)-1)
		least = min(least, f)
	}
	return least, false
}

// push adds a branch to the open ones.
func (e *explorer) push(f, branch int) {
	for len(e.open) <= f {
		e.open = append(e.open, nil)
	}
	e.open[f] = append(e.open[f], int32(branch))
}

// travel moves the table from the state of one branch to that of another.
func (e *explorer) travel(from, to int32) {
	e.way = e.way[:0]
	// Both go towards the root until they meet; a branch has a greater index than its parent.
	for from != to {
		if from > to {
			e.t.back(e.branches[from].option)
			from = e.branches[from].parent
		} else {
			e.way = append(e.way, to)
			to = e.branches[to].parent
		}
	}
	for i := len(e.way) - 1; i >= 0; i-- {
		e.t.take(e.branches[e.way[i]].option)
	}
}
