package search

import (
	"math"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// stack holds the states on the path, with the steps out of them that are still to be
// tried. A search can be millions of states deep, so the stack lives in borrowed memory
// of a fixed size. The steps grow from one end and the frames from the other:
//
//	| steps of frame 0 | steps of frame 1 | … ──>      <── … | frame 1 | frame 0 |
type stack struct {
	words []uint64
	steps []step  // a view of all words
	frame []frame // another view of them
	used  int     // steps
	depth int     // frames
}

// frame is a state on the path.
type frame struct {
	pin         transposition.Pin
	base, tried uint32 // its first step, and the next one to try
	path        uint32 // length of the path before the step that led here
}

// newStack divides memory into a stack and a path. The path has room for a step per
// frame and more.
func newStack(words []uint64) (stack, []step) {
	path := min(len(words)/6, math.MaxInt32)
	s := stack{words: words[path:]}
	s.frame = memory.View[frame](s.words)
	s.steps = memory.View[step](s.words)
	return s, memory.View[step](words[:path])[:0:path]
}

const frameWords = int(unsafe.Sizeof(frame{}) / 8)

// push adds a state. It returns false if there is no room.
func (s *stack) push(f frame, steps []step) bool {
	if s.used+len(steps) > len(s.words)-(s.depth+1)*frameWords-frameWords || s.used+len(steps) > math.MaxInt32 {
		return false
	}
	f.base, f.tried = uint32(s.used), uint32(s.used)
	s.used += copy(s.steps[s.used:], steps)
	s.depth++
	*s.top() = f
	return true
}

func (s *stack) top() *frame { return &s.frame[len(s.frame)-s.depth] }

// exhausted reports whether all steps out of the top state were tried.
func (s *stack) exhausted() bool { return int(s.top().tried) == s.used }

// next returns the next step out of the top state.
func (s *stack) next() step {
	f := s.top()
	f.tried++
	return s.steps[f.tried-1]
}

// pop removes the top state, whose steps are exhausted.
func (s *stack) pop() frame {
	f := *s.top()
	s.used = int(f.base)
	s.depth--
	return f
}
