package gaps

import (
	"math/rand/v2"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// stack is the path of a search, with the steps that are still to be tried. It is in borrowed
// memory, since it can be as long as there are states.
type stack struct {
	frames []frame
	steps  []step // of all frames, concatenated
}

type frame struct {
	entered     int64  // number of states before this one
	base, tried uint32 // indexes of its first step and of the next to be tried
	index       int32  // its entry in the table; −1 if the table keeps it outside the slots
	bits        uint8  // size of the table when it was entered
}

// newStack divides memory, for four steps a frame.
func newStack(words []uint64) stack {
	const frameWords, stepWords = int(unsafe.Sizeof(frame{}) / 8), 2
	split := len(words) / (frameWords + stepWords) * frameWords
	return stack{memory.View[frame](words[:split])[:0], memory.View[step](words[split:])[:0]}
}

// top returns the frame of the current state.
func (t *stack) top() *frame { return &t.frames[len(t.frames)-1] }

// last returns the step that was last tried from the current state.
func (t *stack) last() step { return t.steps[t.top().tried-1] }

// full reports whether there may be no room for one more state.
func (t *stack) full() bool {
	return len(t.frames) == cap(t.frames) || cap(t.steps)-len(t.steps) < mostSteps
}

// deepen searches depth first from the start, with the given number of states or, with 0, without
// a limit. If it ends before the limit, its verdict is proven. Random numbers, if random is not
// nil, vary the order of steps.
func (e *Engine) deepen(states int64, random *rand.Rand) (solver.Verdict, solver.Reason) {
	memory, words := e.arena.Take()
	b := e.start.clone()
	seen, path := transposition.New(memory), newStack(words)
	defer func() { e.arena.Done(seen.Touched()) }()
	for first := e.meter.States; ; {
		// Enter the state. If it is new, list the steps out of it; if not, go back.
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
			if states > 0 && e.meter.States-first == states {
				return solver.Unknown, solver.NoReason
			}
			if reason := e.meter.Spend(); reason != solver.NoReason {
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
				entered: e.meter.States - 1, base: uint32(base), tried: uint32(base), index: int32(index), bits: uint8(seen.Bits()),
			})
		}
		// Leave the states whose steps are exhausted.
		for int(path.top().tried) == len(path.steps) {
			f := *path.top()
			path.frames, path.steps = path.frames[:len(path.frames)-1], path.steps[:f.base]
			seen.Unpin(b.key, int(f.index), uint(f.bits), e.meter.States-f.entered)
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

// order sorts steps, best first, by a heuristic: it is good to bring a card home, and bad to
// leave a gap that no card can fill, on the right of the highest rank or of another gap. Random
// numbers, if random is not nil, may overrule it.
func (e *Engine) order(b *board, steps []step, random *rand.Rand) {
	e.scores = e.scores[:0]
	for i, m := range steps {
		score := 0
		if b.bringsHome(m) {
			score++
		}
		if b.leavesDead(m) {
			score--
		}
		score *= homeBonus
		if random != nil {
			score += random.IntN(2 * homeBonus)
		}
		at := i
		e.scores = append(e.scores, score)
		for ; at > 0 && e.scores[at-1] < score; at-- {
			steps[at], e.scores[at] = steps[at-1], e.scores[at-1]
		}
		steps[at], e.scores[at] = m, score
	}
}

// homeBonus is the weight of the heuristic; random numbers are less than twice as much.
const homeBonus = 32

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

// leavesDead reports whether no card can be laid from the left into the gap that a step leaves.
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
