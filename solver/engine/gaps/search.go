package gaps

import (
	"math/rand/v2"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// trail is the path of a search, with the steps that are still to be tried. It lies
// in borrowed memory, since it can be as long as there are states.
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
	return trail{memory.View[frame](words[:split])[:0], memory.View[step](words[split:])[:0]}
}

// top is the state at the end of the path.
func (t *trail) top() *frame { return &t.frames[len(t.frames)-1] }

// last is the step that was last tried out of it.
func (t *trail) last() step { return t.steps[t.top().tried-1] }

// full reports whether there may be no room for one more state.
func (t *trail) full() bool {
	return len(t.frames) == cap(t.frames) || cap(t.steps)-len(t.steps) < mostSteps
}

// deepen searches depth first from the start, for so many states or, with 0, without
// a bound. If it has seen everything before, its verdict is a proof. Whatever gives
// it random numbers makes it choose another way each time.
func (e *Engine) deepen(states int64, random *rand.Rand) (solver.Verdict, solver.Reason) {
	memory, words := e.arena.Take()
	b := e.start.clone()
	seen, path := transposition.New(memory), newTrail(words)
	defer func() { e.arena.Done(seen.Touched()) }()
	for first := e.states; ; {
		// Enter the state, and list the steps out of it, if it is new; else go back.
		if b.won() {
			for i := range path.frames {
				e.path = append(e.path, path.steps[path.frames[i].tried-1])
			}
			return solver.Winnable, solver.NoReason
		}
		index, what := seen.Enter(b.key)
		switch what {
		case transposition.Full:
			return solver.Unknown, solver.Memory
		case transposition.Known:
			b.undo(path.last())
		case transposition.Fresh:
			if states > 0 && e.states-first == states {
				return solver.Unknown, solver.NoReason
			}
			if reason := e.spend(); reason != solver.NoReason {
				return solver.Unknown, reason
			}
			if path.full() {
				return solver.Unknown, solver.Memory
			}
			base := len(path.steps)
			if !e.techniques.DeadEnds || !b.deadEnd() {
				path.steps = b.steps(path.steps)
				e.order(b, path.steps[base:], random)
			}
			path.frames = append(path.frames, frame{
				entered: e.states - 1, base: uint32(base), tried: uint32(base), index: int32(index), bits: uint8(seen.Bits()),
			})
		}
		// Leave the states whose steps are exhausted.
		for int(path.top().tried) == len(path.steps) {
			f := *path.top()
			path.frames, path.steps = path.frames[:len(path.frames)-1], path.steps[:f.base]
			seen.Unpin(b.key, int(f.index), uint(f.bits), e.states-f.entered)
			if len(path.frames) == 0 {
				return solver.Unwinnable, solver.NoReason
			}
			b.undo(path.last())
		}
		// Try the next step.
		path.top().tried++
		b.do(path.last())
	}
}

// order puts the best steps first, by a rule of thumb: it is good to bring a card
// home, and bad to leave a gap that nothing can fill, right of the highest rank or
// of another gap. Random numbers, if there are any, may overrule it.
func (e *Engine) order(b *board, steps []step, random *rand.Rand) {
	e.worth = e.worth[:0]
	for i, m := range steps {
		worth := 0
		if b.bringsHome(m) {
			worth++
		}
		if b.leavesDead(m) {
			worth--
		}
		worth *= rule
		if random != nil {
			worth += random.IntN(2 * rule)
		}
		at := i
		e.worth = append(e.worth, worth)
		for ; at > 0 && e.worth[at-1] < worth; at-- {
			steps[at], e.worth[at] = steps[at-1], e.worth[at-1]
		}
		steps[at], e.worth[at] = m, worth
	}
}

// rule is what the rule of thumb is worth, where random numbers are worth less than
// twice as much.
const rule = 32

// bringsHome reports whether a step continues a row that is in order from its start.
func (b *board) bringsHome(m step) bool {
	if int(b.card[m.card].Rank()) != int(b.column[m.to])+2 {
		return false
	}
	for at := m.to; b.column[at] > 0; {
		at--
		if c := b.at[at]; c == none || int(b.card[c].Rank()) != int(b.column[at])+2 {
			return false
		}
	}
	return true
}

// leavesDead reports whether nothing can be laid from the left into the gap that a step
// leaves.
func (b *board) leavesDead(m step) bool {
	if b.column[m.from] == 0 {
		return false
	}
	beside := b.at[m.from-1]
	if m.from-1 == m.to {
		beside = m.card
	}
	return beside == none || int(b.card[beside].Rank()) == b.width
}
