package shorten

import (
	"math"
	"slices"
)

// graph has the states near a path, and the options between them.
type graph struct {
	ids   map[uint64]int32
	nodes []node
	edges []edge
}

type node struct {
	key      uint64
	first    int32 // index of its last edge, 0 if it has none
	explored int8  // radius to which its neighbourhood is explored, plus one; 0 if not at all
	probe    int32 // number of the last probe that reached it
	distance int32
	before   int32
}

type edge struct {
	to, next int32
	cost     int32
}

func newGraph() *graph {
	return &graph{ids: map[uint64]int32{}, edges: make([]edge, 1)}
}

// id returns the node of a state; it adds one if there is none.
func (g *graph) id(key uint64) int32 {
	id, known := g.ids[key]
	if !known {
		id = int32(len(g.nodes))
		g.ids[key] = id
		g.nodes = append(g.nodes, node{key: key})
	}
	return id
}

// expand adds the options of a state, once.
func (g *graph) expand(id int32, options []option) {
	if g.nodes[id].explored > 0 {
		return
	}
	g.nodes[id].explored = 1
	for _, o := range options {
		to := g.id(o.key)
		g.edges = append(g.edges, edge{to, g.nodes[id].first, int32(o.cost)})
		g.nodes[id].first = int32(len(g.edges) - 1)
	}
}

// shortest returns a shortest path between two nodes, with both of them, and its length. There
// must be a path. It is Dijkstra's algorithm with a bucket for each distance.
func (g *graph) shortest(from, to int32) ([]uint64, int) {
	for i := range g.nodes {
		g.nodes[i].distance = math.MaxInt32
	}
	g.nodes[from].distance = 0
	buckets := [][]int32{{from}}
	for d := int32(0); g.nodes[to].distance > d; d++ {
		for i := 0; i < len(buckets[d]); i++ { // the bucket may grow meanwhile, since redeals cost nothing
			id := buckets[d][i]
			if g.nodes[id].distance < d {
				continue
			}
			for e := g.nodes[id].first; e != 0; e = g.edges[e].next {
				x := g.edges[e]
				there, distance := &g.nodes[x.to], d+x.cost
				if there.distance <= distance {
					continue
				}
				there.distance, there.before = distance, id
				for len(buckets) <= int(distance) {
					buckets = append(buckets, nil)
				}
				buckets[distance] = append(buckets[distance], x.to)
			}
		}
	}
	path := []uint64{g.nodes[to].key}
	for id := to; id != from; {
		id = g.nodes[id].before
		path = append(path, g.nodes[id].key)
	}
	slices.Reverse(path)
	return path, int(g.nodes[to].distance)
}
