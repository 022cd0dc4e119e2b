package discard

import (
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// stack is the path of a search, with the steps that are still to be tried. It is in
// borrowed memory, since the path can be long.
type stack struct {
	frames []frame
	steps  []step // of all frames, concatenated; the last of a frame is tried next
}

// frame is a state on the path.
type frame struct {
	key     transposition.Key
	entered int64 // number of states before this one
	state   state
	base    uint32 // index of its first step
	index   int32  // its entry in the table; −1 if the table keeps it outside the slots
	tried   step   // the step that was last tried
	bits    uint8  // size of the table when it was entered
}

// newStack divides memory, for sixteen steps a frame.
func newStack(words []uint64) stack {
	const frameWords, stepWords = (int(unsafe.Sizeof(frame{})) + 7) / 8, 8
	split := len(words) / (frameWords + stepWords) * frameWords
	return stack{memory.View[frame](words[:split])[:0], memory.View[step](words[split:])[:0]}
}

// full reports whether there may be no room for one more state with steps of a board.
func (t *stack) full(b *board) bool {
	// Pairs of columns, and ways from one to another.
	return len(t.frames) == cap(t.frames) || cap(t.steps)-len(t.steps) < 2+2*b.columns*b.columns
}

// search searches depth first from a state, until a win is found or every state that can
// be reached was entered.
func (e *Engine) search(s state) (solver.Verdict, solver.Reason) {
	b := e.board
	table, words := e.arena.Take()
	seen, path := transposition.New(table), newStack(words)
	defer func() { e.arena.Done(seen.Touched()) }()
	before := relaxation{board: b}
	for {
		// Enter the state. If it is new, list the steps out of it.
		if b.won(&s) {
			for i := range path.frames {
				e.path = append(e.path, path.frames[i].tried)
			}
			return solver.Winnable, solver.NoReason
		}
		key := b.key(&s)
		switch index, what := seen.Enter(key); what {
		case transposition.Full:
			return solver.Unknown, solver.Memory
		case transposition.Fresh:
			if reason := e.meter.Spend(); reason != solver.NoReason {
				return solver.Unknown, reason
			}
			if path.full(b) {
				return solver.Unknown, solver.Memory
			}
			base := len(path.steps)
			if !e.techniques.Relaxed || !before.lost(&s) {
				path.steps = e.list(&s, path.steps)
			}
			path.frames = append(path.frames, frame{
				key: key, state: s, entered: e.meter.States - 1, base: uint32(base), index: int32(index), bits: uint8(seen.Bits()),
			})
		}
		// Find the next state: leave those whose steps are exhausted.
		for {
			if len(path.frames) == 0 {
				return solver.Unwinnable, solver.NoReason
			}
			f := &path.frames[len(path.frames)-1]
			if int(f.base) < len(path.steps) {
				f.tried = path.steps[len(path.steps)-1]
				path.steps = path.steps[:len(path.steps)-1]
				s = b.after(f.state, f.tried)
				break
			}
			seen.Unpin(f.key, int(f.index), uint(f.bits), e.meter.States-f.entered)
			path.frames = path.frames[:len(path.frames)-1]
		}
	}
}

// list appends the steps out of a state: one if it can be made before all others.
func (e *Engine) list(s *state, to []step) []step {
	if e.techniques.AtOnce {
		if m, ok := e.board.atOnce(s); ok {
			return append(to, m)
		}
	}
	return e.board.steps(s, to)
}
