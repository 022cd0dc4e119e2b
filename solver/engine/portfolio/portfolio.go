package portfolio

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/accordion"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/beam"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/covered"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/discard"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/freecell"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/gaps"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/golf"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/search"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shorten"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/shortest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// Portfolio runs the engines. It implements solver.Engine.
type Portfolio struct {
	best        *search.Best // nil if it is switched off
	exactBest   *search.Best // the same without streamliners, for games of loose groups
	beam        *beam.Engine // nil if it is switched off
	firstBeams  *beam.Engine // likewise
	laterBeams  *beam.Engine // likewise
	streamlined *search.Engine
	complete    *search.Engine // nil if it is switched off
	hole        *golf.Engine
	freecell    *freecell.Engine // nil if it is switched off
	klondike    *klondike.Engine // nil if it is switched off
	accordion   *accordion.Engine
	gaps        *gaps.Engine
	covered     *covered.Engine
	discard     *discard.Engine
	shortest    *shortest.Engine
	memory      *memory.Arena
	deadlocks   bool // tries proofs without search
	asFound     bool // does not shorten solutions

	offer func(help func(*solver.Clock, solver.Engine)) // asks for help with the search; nil if there is none
}

// New returns a portfolio whose engines share at most the given number of bytes for tables and
// stacks. It switches off the techniques in without, for comparisons.
func New(bytes int64, without ...Technique) *Portfolio {
	first := techniques{
		search: state.Streamlined, freecell: freecell.All, klondike: klondike.All, accordion: accordion.All,
		gaps: gaps.All, covered: covered.All, discard: discard.All, hole: golf.All,
	}
	complete := techniques{search: state.Complete}
	for _, t := range without {
		switches[t](&first)
		switches[t](&complete)
	}
	memory := memory.New(bytes)
	f := &Portfolio{
		streamlined: search.New(memory, first.search),
		hole:        golf.New(memory, first.hole),
		accordion:   accordion.New(memory, first.accordion),
		gaps:        gaps.New(memory, first.gaps),
		covered:     covered.New(memory, first.covered),
		discard:     discard.New(memory, first.discard),
		shortest:    shortest.New(memory),
		memory:      memory,
		deadlocks:   !first.noDeadlocks,
		asFound:     first.asFound,
	}
	if !first.noComplete {
		f.complete = search.New(memory, complete.search)
	}
	if !first.noBest {
		f.best = search.NewBest(memory, first.search)
		f.exactBest = search.NewBest(memory, complete.search)
	}
	if !first.noBeams {
		f.beam = beam.New(memory, first.search, beam.All)
		f.firstBeams = beam.New(memory, first.search, beam.First)
		f.laterBeams = beam.New(memory, first.search, beam.Later)
	}
	if !first.noFreecell {
		f.freecell = freecell.New(memory, first.freecell)
	}
	if !first.noKlondike {
		f.klondike = klondike.New(memory, first.klondike)
	}
	return f
}

// Release gives the memory of the last search back to the system. The next search takes it again.
func (f *Portfolio) Release() { f.memory.Release() }

// Solve runs [Portfolio.Search] and then [Portfolio.Shorten].
func (f *Portfolio) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	result := f.Search(clock, p, b)
	f.Shorten(clock, p, b, &result)
	return result
}

// Shorten shortens the solution of a result as far as the budget's objective says: not at all, a
// little, or as much as the rest of the budget allows.
func (f *Portfolio) Shorten(clock *solver.Clock, p *solver.Problem, b solver.Budget, r *solver.Result) {
	if r.Verdict == solver.Winnable && !f.asFound && b.Objective != solver.FirstSolution {
		r.Solution = shorten.Line(clock, p, r.Solution)
	}
	f.improve(clock, p, b, r)
}

// Search runs one engine after the other until one has decided p. It does not shorten the solution.
func (f *Portfolio) Search(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return inTurn(clock, p, b, f.tries(p))
}

// inTurn makes one try after the other until one has decided.
func inTurn(clock *solver.Clock, p *solver.Problem, b solver.Budget, tries []try) solver.Result {
	var result solver.Result
	states := int64(0)
	for _, try := range tries {
		left := b
		if b.States > 0 {
			left.States -= states
		}
		result = try(clock, p, left)
		found := result.States
		states += found
		result.States = states
		if result.Verdict != solver.Unknown {
			if result.Verdict == solver.Unwinnable && result.Passes == nil {
				result.Passes = []solver.Pass{{Name: result.Engine, States: found}}
			}
			return result
		}
		if b.States > 0 && states >= b.States {
			result.Reason = solver.States
			return result
		}
		if reason := clock.StopReason(); reason != solver.NoReason {
			result.Reason = reason
			return result
		}
	}
	return result
}
