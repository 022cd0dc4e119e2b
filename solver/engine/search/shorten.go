package search

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// window is how many states of a path are looked at together when it is
// shortened.
const window = 1 << 18

// shorten cuts detours out of a winning path. A depth-first search wanders: it
// rearranges cards for thousands of moves, to arrive at what two would have done.
// So the path is walked once more, and at each state the step is taken that leads
// to the latest state of the path, in whatever order its columns lie; and again,
// where a long path was looked at in several windows.
//
// It does not look at the clock: the path has an end, and a long way in answers
// costs more than cutting it short. The path that comes back has single steps
// only, no step with thenUp.
func shorten(c *compiled, p *deal.Position, path []step) []step {
	path = expand(path)
	plain := compile(&c.rules, c.base, Techniques{Symmetry: true})
	for windows := true; windows; {
		windows = len(path) > window
		shorter := walk(plain, p, path)
		windows = windows && len(shorter) < len(path)
		path = shorter
	}
	return path
}

// expand replaces each step with thenUp by the two steps it stands for.
func expand(path []step) []step {
	single := make([]step, 0, len(path))
	for _, m := range path {
		if m.flags&thenUp == 0 {
			single = append(single, m)
			continue
		}
		up := step{from: atColumn, i: m.i, to: atFoundation, j: m.pos, n: 1}
		m.flags, m.pos = 0, 0
		single = append(single, m, up)
	}
	return single
}

// walk walks a path once, cutting it short where it can.
func walk(c *compiled, p *deal.Position, path []step) []step {
	ahead := newState(c, p) // walks the path as it is
	s := newState(c, p)     // takes the short cuts
	var shorter, steps []step
	for start := 0; start < len(path); {
		end := min(start+window, len(path))
		latest := map[key]int{}
		for i := start; i < end; i++ {
			m := path[i]
			ahead.do(&m)
			latest[ahead.key] = i + 1
		}
		for start < end {
			s.lookAround()
			steps = s.everyStep(steps[:0])
			best, at := start, -1
			for i := range steps {
				m := steps[i]
				s.do(&m)
				if j := latest[s.key]; j > best {
					best, at = j, i
				}
				s.undo(&m)
			}
			if at < 0 {
				// One of the steps leads to the path's next state: the path
				// was made of them.
				panic("search: a path that can't be walked again")
			}
			m := steps[at]
			s.do(&m)
			shorter = append(shorter, m)
			start = best
		}
	}
	return slices.Clip(shorter)
}
