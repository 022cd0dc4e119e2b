package shorten

// explorer enters into a graph what it sees.
type explorer struct {
	s      *shortener
	t      *table
	g      *graph
	listed []option // the options of the states on the way to the one at the table
	states int

	// What a probe needs, see probe.go.
	probes int32
	twigs  []twig
	open   [][]int32
	way    []int32
}

// mostNodes bounds the memory of a graph: some megabytes.
const mostNodes = 1 << 16

// follow walks a path, and enters it into the graph with the options beside it. It
// tells which options the path takes, and its length; it fails if the path can't be
// walked.
func (e *explorer) follow(path []uint64) ([]option, int, bool) {
	way := make([]option, 0, len(path)-1)
	length := 0
	for _, key := range path[1:] {
		e.t.settle()
		e.listed = e.listed[:0]
		o, ok := towards(e.list(e.g.id(e.t.key)), key)
		if !ok || e.s.done {
			return nil, 0, false
		}
		e.t.take(o)
		length += int(o.cost)
		way = append(way, o)
	}
	e.listed = e.listed[:0]
	return way, length, true
}

// along goes a way that is in the graph, and explores what a round sees from it.
func (e *explorer) along(way []option, r round, shift int) {
	for i, o := range way {
		if e.s.enough() || len(e.g.nodes) >= mostNodes {
			return
		}
		e.explore(e.g.id(e.t.key), r.radius)
		if r.probes.every > 0 && (i+shift)%r.probes.every == 0 {
			target := e.s.table(e.t.at)
			for _, o := range way[i:min(i+r.probes.aim, len(way))] {
				target.take(o)
			}
			e.probe(target, r.probes)
		}
		e.t.settle()
		e.t.take(o)
	}
}

// list lists the options of the state at the table, and enters them into the graph.
func (e *explorer) list(id int32) []option {
	if e.states++; e.states%stopEvery == 0 {
		e.s.stop()
	}
	first := len(e.listed)
	e.listed = e.t.options(e.listed)
	e.g.expand(id, e.listed[first:])
	return e.listed[first:]
}

// explore lists the options of the state at the table, which is the node id, and of
// those within a radius.
func (e *explorer) explore(id int32, radius int) {
	if int(e.g.nodes[id].explored) > radius {
		return
	}
	first := len(e.listed)
	last := first + len(e.list(id))
	e.g.nodes[id].explored = int8(radius + 1)
	for i := first; i < last && radius > 0 && !e.s.enough() && len(e.g.nodes) < mostNodes; i++ {
		o := e.listed[i]
		child := e.g.ids[o.key]
		if int(e.g.nodes[child].explored) >= radius {
			continue
		}
		e.t.take(o)
		e.explore(child, radius-1)
		e.t.back(o)
	}
	e.listed = e.listed[:first]
}
