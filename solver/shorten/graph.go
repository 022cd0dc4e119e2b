package shorten

import "slices"

// graph is the states seen near a path, and the options between them.
type graph struct {
	ids   map[uint64]int32
	nodes []node
	edges []edge
}

type node struct {
	key      uint64
	first    int32 // its last edge, 0 if it has none yet
	explored int8  // one more than the radius to which its neighbourhood is known; 0 if nothing is
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

func (g *graph) id(key uint64) int32 {
	id, known := g.ids[key]
	if !known {
		id = int32(len(g.nodes))
		g.ids[key] = id
		g.nodes = append(g.nodes, node{key: key})
	}
	return id
}

// shortest is the shortest path from a node to another, both included, and its length: Dijkstra's
// algorithm with a bucket for each distance.
func (g *graph) shortest(from, to int32) ([]uint64, int) {
	const far = 1 << 30
	for i := range g.nodes {
		g.nodes[i].distance = far
	}
	g.nodes[from].distance = 0
	buckets := [][]int32{{from}}
	for d := 0; d < len(buckets); d++ {
		for i := 0; i < len(buckets[d]); i++ {
			id := buckets[d][i]
			if int(g.nodes[id].distance) != d {
				continue
			}
			if id == to {
				buckets = nil
				break
			}
			for e := g.nodes[id].first; e != 0; e = g.edges[e].next {
				x := g.edges[e]
				if n := &g.nodes[x.to]; n.distance > int32(d)+x.cost {
					n.distance, n.before = int32(d)+x.cost, id
					for len(buckets) <= int(n.distance) {
						buckets = append(buckets, nil)
					}
					buckets[n.distance] = append(buckets[n.distance], x.to)
				}
			}
		}
		if buckets == nil {
			break
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
