package shorten

// mostNodes bounds the memory of a graph.
const mostNodes = 1 << 16

// improve looks for short cuts in ever larger neighbourhoods.
func (s *shortener) improve(path []uint64) []uint64 {
	for radius := 0; radius < 4; {
		shorter, gain := s.round(path, radius)
		path = shorter
		if s.enough() {
			return path
		}
		if gain == 0 {
			radius++
		}
	}
	return path
}

// round goes along a path once and takes the shortest way through what is seen
// within a radius of it. It tells by how many moves that is shorter.
func (s *shortener) round(path []uint64, radius int) ([]uint64, int) {
	t := s.table()
	e := explorer{s: s, t: t, g: newGraph()}
	result := path[:1:1]
	gain := 0
	from := 0 // where on the path the graph begins
	cost := 0 // of the path from there
	last := len(path) - 1
	for i := 0; i < last && !s.enough(); {
		t.settle()
		e.explore(e.g.id(t.key), radius)
		o := towards(t.options(e.listed[:0]), path[i+1])
		if o == nil {
			break
		}
		t.take(*o)
		i++
		cost += o.cost
		if len(e.g.nodes) < mostNodes && !s.enough() && i < last {
			continue
		}
		way, length := e.g.shortest(e.g.ids[path[from]], e.g.id(t.key))
		result = append(result, way[1:]...)
		gain += cost - length
		from, cost = i, 0
		e.g = newGraph()
	}
	return append(result, path[from+1:]...), gain
}

// enough tells whether to stop looking for short cuts.
func (s *shortener) enough() bool { return s.spent > s.most || s.done }

type explorer struct {
	s      *shortener
	t      *table
	g      *graph
	listed []option
	states int
}

// explore lists the options of a state and of those within a radius.
func (e *explorer) explore(id int32, radius int) {
	known := int(e.g.nodes[id].explored)
	if known > radius || e.s.enough() && known > 0 {
		return
	}
	if e.states++; e.states%stopEvery == 0 {
		e.s.stop()
	}
	e.g.nodes[id].explored = int8(radius + 1)
	first := len(e.listed)
	e.listed = e.t.options(e.listed)
	last := len(e.listed)
	for _, o := range e.listed[first:last] {
		child := e.g.id(o.key)
		if known == 0 {
			e.g.edges = append(e.g.edges, edge{to: child, next: e.g.nodes[id].first, cost: int32(o.cost)})
			e.g.nodes[id].first = int32(len(e.g.edges) - 1)
		}
	}
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
