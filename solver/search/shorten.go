package search

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// window is how many states of a path are looked at together when it is
// shortened.
const window = 1 << 18

// shorten cuts detours out of a winning path. A depth-first search wanders: it
// rearranges cards for thousands of moves, to arrive at what two would have done.
// So the path is walked once more, and at each state the step is taken that leads
// to the latest state of the path, in whatever order its columns lie. If the
// budget is spent before the end, the path stays as it is.
//
// The path that comes back has single steps only, no step with thenUp.
func shorten(ctx context.Context, c *compiled, p *deal.Position, path []step) []step {
	path = expand(path)
	plain := compile(&c.rules, c.base, Techniques{Symmetry: true})
	if shorter, done := walk(ctx, plain, p, path); done {
		return shorter
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

// walk walks a path once, cutting it short where it can. It gives up, and says so,
// when the budget is spent.
func walk(ctx context.Context, c *compiled, p *deal.Position, path []step) (shorter []step, done bool) {
	ahead := newState(c, p) // walks the path as it is
	s := newState(c, p)     // takes the short cuts
	var steps []step
	for start := 0; start < len(path); {
		end := min(start+window, len(path))
		latest := map[key]int{}
		for i := start; i < end; i++ {
			m := path[i]
			ahead.do(&m)
			latest[ahead.key] = i + 1
		}
		for start < end {
			if len(shorter)%stopEvery == 0 && solver.Stop(ctx) != solver.Nothing {
				return nil, false
			}
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
				return nil, false
			}
			m := steps[at]
			s.do(&m)
			shorter = append(shorter, m)
			start = best
		}
	}
	return slices.Clip(shorter), true
}
