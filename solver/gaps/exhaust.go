package gaps

import (
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/table"
)

// trail is the path of the complete search, with the steps that are still to be
// tried. It lies in borrowed memory, since it can be as long as there are states.
type trail struct {
	frames []frame
	steps  []step // of all frames, one frame's behind the other's
}

// frame is a state on the path.
type frame struct {
	entered     int64  // states before this one
	base, tried uint32 // its first step, and the next to be tried
	index       int32  // its entry in the table, −1 if it is kept beside it
	bits        uint8  // the size of the table at that time
}

// newTrail divides memory, with four steps to a frame.
func newTrail(words []uint64) trail {
	const frameWords, stepWords = int(unsafe.Sizeof(frame{}) / 8), 2
	split := len(words) / (frameWords + stepWords) * frameWords
	return trail{arena.View[frame](words[:split])[:0], arena.View[step](words[split:])[:0]}
}

// top is the state at the end of the path.
func (t *trail) top() *frame { return &t.frames[len(t.frames)-1] }

// last is the step that was last tried out of it.
func (t *trail) last() step { return t.steps[t.top().tried-1] }

// full tells whether there may be no room for one more state.
func (t *trail) full() bool {
	return len(t.frames) == cap(t.frames) || cap(t.steps)-len(t.steps) < mostSteps
}

// exhaust searches completely, depth first.
func (e *Engine) exhaust() (solver.Verdict, solver.Because) {
	memory, words := e.arena.Take()
	b, states, path := e.board, table.New(memory), newTrail(words)
	defer func() { e.arena.Done(states.Touched()) }()
	for {
		// Enter the state, and list the steps out of it, if it is new; else go back.
		if b.won() {
			for i := range path.frames {
				e.path = append(e.path, path.steps[path.frames[i].tried-1])
			}
			return solver.Winnable, solver.Nothing
		}
		index, what := states.Enter(b.key)
		switch what {
		case table.Full:
			return solver.Unknown, solver.Memory
		case table.Known:
			b.undo(path.last())
		case table.Fresh:
			if because := e.spend(); because != solver.Nothing {
				return solver.Unknown, because
			}
			if path.full() {
				return solver.Unknown, solver.Memory
			}
			base := len(path.steps)
			path.steps = b.steps(path.steps)
			b.rank(path.steps[base:])
			path.frames = append(path.frames, frame{
				entered: e.states - 1, base: uint32(base), tried: uint32(base), index: int32(index), bits: uint8(states.Bits()),
			})
		}
		// Leave the states whose steps are exhausted.
		for int(path.top().tried) == len(path.steps) {
			f := *path.top()
			path.frames, path.steps = path.frames[:len(path.frames)-1], path.steps[:f.base]
			states.Unpin(b.key, int(f.index), uint(f.bits), e.states-f.entered)
			if len(path.frames) == 0 {
				return solver.Unwinnable, solver.Nothing
			}
			b.undo(path.last())
		}
		// Try the next step.
		path.top().tried++
		b.do(path.last())
	}
}

// rank puts the steps first that leave a gap of use: one that is not right of the
// highest rank or of another gap.
func (b *board) rank(steps []step) {
	best := 0
	for i, m := range steps {
		if b.column[m.from] > 0 {
			if beside := b.at[m.from-1]; beside == none || b.card[beside].Rank() == b.ranks {
				continue
			}
		}
		steps[best], steps[i] = steps[i], steps[best]
		best++
	}
}
