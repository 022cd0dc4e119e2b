package search

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// window is the number of states of a path that are shortened together.
const window = 1 << 18

// shorten cuts detours out of a winning path. A depth-first search wanders: it
// rearranges cards for thousands of moves to reach what two moves would have reached.
// So the path is walked once more. At each state shorten takes the step that leads to
// the latest state of the path, in whatever order its columns lie. It repeats this
// where a long path was shortened in several windows.
//
// It does not ask the clock: the path is finite, and a long solution costs more to
// send than to shorten. The result has single steps only, none with thenUp and no
// supermoves.
func shorten(c *compiled, p *deal.Position, path []step) []step {
	path = expand(c, p, path)
	plain := compile(&c.rules, c.base, Techniques{Symmetry: true, Strata: c.techniques.Strata})
	for windows := true; windows; {
		windows = len(path) > window
		shorter := walk(plain, p, path)
		windows = windows && len(shorter) < len(path)
		path = shorter
	}
	return path
}

// expand replaces each step with thenUp by the two steps that it stands for, and each supermove by
// its single moves.
func expand(c *compiled, p *deal.Position, path []step) []step {
	s := newState(c, p)
	single := make([]step, 0, len(path))
	for _, m := range path {
		switch {
		case c.isSupermove(&m):
			single = s.singles(single, m)
		case m.flags&thenUp != 0:
			part, up := m, step{from: atColumn, i: m.i, to: atFoundation, j: m.pos, n: 1}
			part.flags, part.pos = 0, 0
			single = append(single, part, up)
		default:
			single = append(single, m)
		}
		s.do(&m)
	}
	return single
}

// walk walks a path once and cuts it short where it can.
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
			s.scan()
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
				// The path was made of these steps, so one of them leads to its next
				// state.
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
