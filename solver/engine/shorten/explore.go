package shorten

// explorer adds the states that it visits to a graph.
type explorer struct {
	s      *shortener
	t      *table
	g      *graph
	listed []option // options of the states on the way to the current one
	states int

	// State of probes, see probe.go.
	probes   int32
	branches []branch
	open     [][]int32
	way      []int32
}

// mostNodes limits the memory of a graph to some megabytes.
const mostNodes = 1 << 16

// follow walks a path and adds it to the graph, with the options beside it. It returns the
// options that the path takes, and its length; false if the path can't be walked.
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

// exploreAlong walks a way of the graph and explores what a round covers from it.
func (e *explorer) exploreAlong(way []option, r round, shift int) {
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

// list lists the options of the current state, and adds them to the graph.
func (e *explorer) list(id int32) []option {
	if e.states++; e.states%stopEvery == 0 {
		e.s.stop()
	}
	first := len(e.listed)
	e.listed = e.t.options(e.listed)
	e.g.expand(id, e.listed[first:])
	return e.listed[first:]
}

// explore lists the options of the current state, which is node id, and of those within a radius.
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
