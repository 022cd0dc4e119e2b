package state

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// window is the number of states of a path that are shortened together.
const window = 1 << 18

// Shorten cuts detours out of a winning path. A depth-first search wanders: it rearranges cards for
// thousands of moves to reach what two moves would have reached. So the path is walked once more.
// At each state Shorten takes the step that leads to the latest state of the path, also if its
// columns are in another order. It repeats this for a long path that was shortened in several
// windows.
//
// It does not ask the clock: the path is finite, and a long solution costs more to send than to
// shorten. The result has single steps only: no steps with the flag ThenUp and no supermoves.
func Shorten(c *Compiled, p *deal.Position, path []Step) []Step {
	path = Expand(c, p, path)
	plain := Compile(&c.Rules, c.base, Techniques{Symmetry: true, Strata: c.Techniques.Strata})
	for windows := true; windows; {
		windows = len(path) > window
		shorter := walk(plain, p, path)
		windows = windows && len(shorter) < len(path)
		path = shorter
	}
	return path
}

// Expand replaces each step with the flag ThenUp by its two moves, and each supermove by its single
// moves.
func Expand(c *Compiled, p *deal.Position, path []Step) []Step {
	s := New(c, p)
	single := make([]Step, 0, len(path))
	for _, m := range path {
		switch {
		case c.isSupermove(&m):
			single = s.singles(single, m)
		case m.Flags&ThenUp != 0:
			part, up := m, Step{From: AtColumn, I: m.I, To: AtFoundation, J: m.Pos, N: 1}
			part.Flags, part.Pos = 0, 0
			single = append(single, part, up)
		default:
			single = append(single, m)
		}
		s.Do(&m)
	}
	return single
}

// walk walks a path once and cuts it short where it can.
func walk(c *Compiled, p *deal.Position, path []Step) []Step {
	ahead := New(c, p) // walks the path as it is
	s := New(c, p)     // takes the short cuts
	var shorter, steps []Step
	for start := 0; start < len(path); {
		end := min(start+window, len(path))
		latest := map[memory.Key]int{}
		for i := start; i < end; i++ {
			m := path[i]
			ahead.Do(&m)
			latest[ahead.Key] = i + 1
		}
		for start < end {
			s.Scan()
			steps = s.EveryStep(steps[:0])
			best, at := start, -1
			for i := range steps {
				m := steps[i]
				s.Do(&m)
				if j := latest[s.Key]; j > best {
					best, at = j, i
				}
				s.Undo(&m)
			}
			if at < 0 {
				// The path was made of these steps, so one of them leads to its next
				// state.
				panic("state: shortening a path: no step leads to the path's next state")
			}
			m := steps[at]
			s.Do(&m)
			shorter = append(shorter, m)
			start = best
		}
	}
	return slices.Clip(shorter)
}
