package shorten

// round is a way to go along a path once and see what is beside it.
type round struct {
	radius int // all states within so many moves of the path are explored
	probes probes
}

// probes are searches from states of the path to later ones.
type probes struct {
	every  int // how many moves of the path lie between the starts of two; 0 for none
	aim    int // how many lie between a start and its target
	most   int // how many states one may expand
	weight int // of a misplaced card, in halves of a move
	share  int // one may spend one part in so many of what effort is left
}

// rounds are the ways in which a path of so many moves is gone along, one after
// another, as measured on the lines of all games: first far and greedily, then near
// and thoroughly.
func (s *shortener) rounds(length int) []round {
	var list []round
	if s.rules.Foundations.Present { // elsewhere it is not known which cards are gone
		if length > long {
			list = append(list, round{probes: probes{every: length, aim: length, most: min(4*length, 5000), weight: 10, share: 6}})
		}
		list = append(
			list,
			round{probes: probes{every: 32, aim: 64, most: 100, weight: 10, share: 10}},
			round{probes: probes{every: 16, aim: 32, most: 100, weight: 4, share: 10}},
			round{probes: probes{every: 8, aim: 16, most: 100, weight: 3, share: 10}},
		)
	}
	return append(list, round{radius: 1}, round{radius: 2})
}

// long is the length of a path from which it is worth trying to win anew.
const long = 200

// improve goes along a path again and again, as long as there is effort to spend.
func (s *shortener) improve(path []uint64) []uint64 {
	for _, r := range s.rounds(len(path) - 1) {
		for shift := 0; ; shift = r.probes.every/2 - shift {
			if s.enough() {
				return path
			}
			var gain int
			path, gain = s.goAlong(path, r, shift)
			if gain*worthwhile < len(path) {
				break
			}
		}
	}
	return path
}

// worthwhile is the gain, one move in so many, for which a round is repeated.
const worthwhile = 50

// enough reports whether to stop looking for short cuts.
func (s *shortener) enough() bool { return s.spent >= s.most || s.done }

// chunk is how many moves of a path share a graph.
const chunk = 1 << 12

// goAlong makes a round, its probes shifted, and takes the shortest way through what
// was seen. It tells by how many moves that is shorter.
func (s *shortener) goAlong(path []uint64, r round, shift int) ([]uint64, int) {
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
		e.along(way, r, shift)
		part, shorter := e.g.shortest(e.g.ids[path[from]], e.g.ids[path[to]])
		short = append(short, part[1:]...)
		gain += length - shorter
		from = to
		behind = s.table(ahead.at)
	}
	return short, gain
}
