package shorten

// round is one walk along a path that explores what is beside it.
type round struct {
	radius int // states within this number of moves of the path are explored
	probes probes
}

type probes struct {
	every  int // moves of the path between the starts of two probes; 0 for no probes
	aim    int // moves of the path between a start and its target
	most   int // limit of states that a probe expands
	weight int // weight of a misplaced card, in half moves
}

// rounds are the rounds of a game. First they go far and greedily, then near and thoroughly. The values
// were tuned on lines of all games.
var rounds = []round{
	{probes: probes{every: 32, aim: 64, most: 100, weight: 10}},
	{probes: probes{every: 16, aim: 32, most: 100, weight: 4}},
	{probes: probes{every: 8, aim: 16, most: 100, weight: 3}},
	{radius: 1},
	{radius: 2},
}

// improve makes rounds along a path while there is effort left.
func (s *shortener) improve(path []uint64) []uint64 {
	for _, r := range rounds {
		if r.radius == 0 && !s.rules.Foundations.Present {
			continue // removed cards are not known, and so neither are misplaced ones
		}
		for shift := 0; ; shift = r.probes.every/2 - shift {
			if s.enough() {
				return path
			}
			var gain int
			path, gain = s.runRound(path, r, shift)
			if gain*worthwhile < len(path) {
				break
			}
		}
	}
	return path
}

// A round is repeated if it makes the path shorter by at least one part in worthwhile.
const worthwhile = 50

// enough reports whether to stop exploring.
func (s *shortener) enough() bool { return s.spent >= s.most || s.done }

// chunk is the number of moves of a path that share a graph.
const chunk = 1 << 12

// runRound makes a round, its probes shifted, and returns the shortest path through the states
// visited, and by how many moves it is shorter.
func (s *shortener) runRound(path []uint64, r round, shift int) ([]uint64, int) {
	ahead, behind := s.table(s.position), s.table(s.position)
	short := path[:1:1]
	gain := 0
	for from, last := 0, len(path)-1; from < last; {
		to := min(from+chunk, last)
		e := explorer{s: s, t: ahead, g: newGraph()}
		way, length, ok := e.follow(path[from : to+1])
		if !ok || s.enough() {
			return append(short, path[from+1:]...), gain
		}
		e.t = behind
		e.exploreAlong(way, r, shift)
		part, shorter := e.g.shortest(e.g.ids[path[from]], e.g.ids[path[to]])
		short = append(short, part[1:]...)
		gain += length - shorter
		from = to
		behind = s.table(ahead.at)
	}
	return short, gain
}
