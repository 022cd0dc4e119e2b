package covered

import (
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// stack is the path of a search, with the steps that are still to be tried. It is in
// borrowed memory, since with unlimited redeals it can be long.
type stack struct {
	frames []frame
	steps  []step // of all frames, concatenated; the last of a frame is tried next
}

// frame is a state on the path.
type frame struct {
	state   state
	entered int64  // number of states before this one
	base    uint32 // index of its first step
	index   int32  // its entry in the table; −1 if the table keeps it outside the slots
	tried   step   // the step that was last tried
	bits    uint8  // size of the table when it was entered
}

// newStack divides memory, for eight steps a frame.
func newStack(words []uint64) stack {
	const frameWords, stepWords = int(unsafe.Sizeof(frame{}) / 8), 4
	split := len(words) / (frameWords + stepWords) * frameWords
	return stack{memory.View[frame](words[:split])[:0], memory.View[step](words[split:])[:0]}
}

// mostSteps is an upper bound of the steps out of a state: a draw or a redeal, and pairs
// of two of at most eight cards a rank, for at most six and a half pairs of ranks.
const mostSteps = 1 + 7*8*8

// full reports whether there may be no room for one more state.
func (t *stack) full() bool {
	return len(t.frames) == cap(t.frames) || cap(t.steps)-len(t.steps) < mostSteps
}

// search searches depth first from a state, until a win is found or every state that can
// be reached was entered.
func (e *Engine) search(s state) (solver.Verdict, solver.Reason) {
	b := e.board
	e.path = nil
	table, words := e.arena.Take()
	seen, path := transposition.New(table), newStack(words)
	defer func() { e.arena.Done(seen.Touched()) }()
	relaxed := e.techniques.Relaxed && b.rules.PairSum > 0 && b.places < b.cards
	if relaxed {
		switch lost, reason := e.relaxed(&s); {
		case reason != solver.NoReason:
			return solver.Unknown, reason
		case lost:
			return solver.Unwinnable, solver.NoReason
		}
	}
	for {
		// Enter the state. If it is new, list the steps out of it.
		if b.won(&s) {
			for i := range path.frames {
				e.path = append(e.path, path.frames[i].tried)
			}
			return solver.Winnable, solver.NoReason
		}
		key := s.key()
		if !e.moreRedeals(s, func(more *state) bool { return seen.Has(more.key()) }) {
			index, what := seen.Enter(key)
			switch what {
			case transposition.Full:
				return solver.Unknown, solver.Memory
			case transposition.Fresh:
				if reason := e.meter.Spend(); reason != solver.NoReason {
					return solver.Unknown, reason
				}
				if path.full() {
					return solver.Unknown, solver.Memory
				}
				base := len(path.steps)
				path.steps = b.steps(&s, path.steps)
				path.frames = append(path.frames, frame{
					state: s, entered: e.meter.States - 1, base: uint32(base), index: int32(index), bits: uint8(seen.Bits()),
				})
			}
		}
		// Find the next state: leave those whose steps are exhausted, and skip those that
		// are certainly lost.
		for {
			if len(path.frames) == 0 {
				return solver.Unwinnable, solver.NoReason
			}
			f := &path.frames[len(path.frames)-1]
			if int(f.base) == len(path.steps) {
				seen.Unpin(f.state.key(), int(f.index), uint(f.bits), e.meter.States-f.entered)
				path.frames = path.frames[:len(path.frames)-1]
				continue
			}
			f.tried = path.steps[len(path.steps)-1]
			path.steps = path.steps[:len(path.steps)-1]
			s = b.after(f.state, f.tried)
			if f.tried.kind != removal {
				break
			}
			if relaxed {
				lost, reason := e.relaxed(&s)
				if reason != solver.NoReason {
					return solver.Unknown, reason
				}
				if lost {
					continue
				}
			}
			break
		}
	}
}

// moreRedeals reports whether the same state with more redeals left was entered.
func (e *Engine) moreRedeals(s state, entered func(*state) bool) bool {
	if !e.board.limit || e.board.rules.ToWaste {
		return false
	}
	for more := s; int(more.left) < int(e.redeals); {
		more.left++
		if entered(&more) {
			return true
		}
	}
	return false
}
