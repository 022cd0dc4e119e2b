package beam

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Engine looks for wins with beams: level by level it keeps only the best states. It never answers
// unwinnable. docs/inside/beams.md explains the idea. Engine implements
// solver.Engine.
type Engine struct {
	arena      *memory.Arena
	techniques state.Techniques // only Islands, Supermoves and WorryingBack matter
	part       Part

	// Lifetime: one search.
	state.Walker
	state.Packer
	scored  scored
	island  uint32       // of the state unpacked last
	root    []uint64     // the first state, packed
	opening []state.Step // the forced steps that led to it
	states  int64
}

// Name is the name of the beam in answers.
const Name = "beam"

// Part is a part of the ladder. The ladder is the sequence of beams that an engine runs, mostly
// with growing widths.
type Part uint8

// The parts.
const (
	All   Part = iota
	First      // the narrow beams, which win easy deals
	Later      // the beams after those of First
)

// firstRungs is the number of rungs of First.
const firstRungs = 3

// New returns an engine that runs a part of the ladder and borrows memory from a for each search.
// Of the techniques only Islands, Supermoves and WorryingBack matter.
func New(a *memory.Arena, t state.Techniques, part Part) *Engine {
	return &Engine{arena: a, techniques: t, part: part}
}

// settling bounds the forced steps after a step.
const settling = 256

// Handles reports whether the beam engine plays a game with rules r. It plays games like Spider. It
// also plays games with columns whose cards go up one by one, in two cases. Either the game has a
// waste, and two packs or limited redeals. Or it has no stock, and is built in any suit.
func Handles(r *rules.Rules) bool {
	switch {
	case state.LikeSpider(r):
		return true
	case !r.Foundations.Present, r.Foundations.CompleteOnly, r.Hole.Present, r.Tableau.Count == 0:
		return false
	case r.Stock.Size == 0:
		return r.Tableau.Build == rules.AnySuit && r.Tableau.Groups != rules.GroupsAny && r.Tableau.Packets == 0
	default:
		return r.Waste() && (r.Stock.Redeals != rules.Unlimited || r.Copies() > 1)
	}
}

// Solve searches for a win with one beam after the other, until the budget is spent or the clock
// ends. An unknown verdict may have no reason, in two cases. Either all states that can be reached
// were seen and none is won. Or the engine runs only the beams of First, and they found no win.
func (e *Engine) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	words, stack := e.arena.Take()
	defer e.arena.Done(0) // beams leave the table clear
	e.states = 0

	base := weightsFor(p.Rules())
	result := solver.Result{Verdict: solver.Unknown, Engine: Name}
	takesBack := takesBack(p.Rules(), e.techniques)
	for n := 0; result.Reason == solver.NoReason; n++ {
		next := rungFor(p.Rules(), takesBack, n)
		if e.part == Later && next.at < firstRungs {
			continue
		}
		if e.part == First && next.at >= firstRungs {
			break
		}
		e.begin(p.Rules(), &position, next.up)
		if most := e.widest(words, stack); next.width > most {
			next.width, next.seed = most, uint64(n)
		}
		w := base
		if next.lean {
			w = leanWeights(p.Rules())
		}
		f := newBeam(clock, e, next, w, words, stack)
		f.kept, f.budget = e.states, b.States
		f.search()
		kept := f.kept - e.states
		e.states = f.kept
		if f.won {
			return e.Result(Name, &position, solver.Winnable, solver.NoReason, e.states)
		}
		result.Reason = f.because
		if result.Reason == solver.Memory && kept > 0 {
			result.Reason = solver.NoReason // the log was full: another beam
		} else if result.Reason == solver.NoReason && !f.discarded {
			if !e.State.C.Incomplete {
				break // every state was seen
			}
			takesBack = false // every state with all cards up
		}
	}
	result.States = e.states
	return result
}

// begin makes the position the present state and keeps it as the root. If up is set, every card
// goes up as soon as it can.
func (e *Engine) begin(r *rules.Rules, position *deal.Position, up bool) {
	// Where the stock is turned over without limit its turns don't matter, and all states
	// are one stratum.
	c := state.Compile(r, position.Base, state.Techniques{
		Symmetry: true, SafeFoundations: true, PartialGroups: true, AutoFoundations: up,
		Supermoves: e.techniques.Supermoves,
		Strata:     r.Stock.Redeals != rules.Unlimited,
	})
	e.State, e.Path = state.New(c, position), make([]state.Step, 0, settling)
	e.Packer = state.NewPacker(e.State)
	e.island = 0
	e.Settle()
	e.root, e.opening = make([]uint64, e.words()), e.Path
	e.store(e.root, 0, 0)
	e.Path = make([]state.Step, 0, 2*settling)
}

// words returns the words of a kept state.
func (e *Engine) words() int { return 1 + (e.Bytes+7)/8 }

// rung is one beam of the ladder.
type rung struct {
	at        int // its place in the ladder
	width     int
	seed      uint64 // of its weights; 0 for those of the game
	up        bool   // every card goes up as soon as it can
	takesBack bool   // cards are taken back together with what is laid on them
	lean      bool   // with lean weights
}

// ladder has the widths of the first beams; 0 repeats the one before with other weights.
var ladder = [...]int{50, 200, 0, 800, 0, 0, 3200, 0}

// firstSpider is the number of the first beams in games like Spider. They begin narrower, because
// most of these deals are easy.
const firstSpider = 4

// finalWidth is the width of the beams after the ladder where cards are taken back. Two with lean weights
// take turns with two with the usual ones.
const finalWidth = 12_800

// rungFor returns the n-th beam for a game. With two packs each beam runs twice: first every card
// goes up as soon as it can, and stays. That leaves a fraction of the states. Where cards may be
// taken back, the narrowest beam runs in both ways, which is enough for easy deals. Then it and the
// others run with every card up, but cards can be taken back.
func rungFor(r *rules.Rules, takesBack bool, n int) rung {
	switch {
	case state.LikeSpider(r):
		if n < firstSpider {
			return rung{width: 5 << (2 * n)}
		}
		return rungAt(firstRungs + n - firstSpider)
	case r.Copies() == 1:
		return rungAt(n)
	case takesBack:
		next := rungAt(max(0, n-2))
		next.up, next.takesBack, next.lean = n != 1, n > 1, n > 1
		if next.at >= len(ladder) {
			next.width, next.lean = finalWidth, next.at%4 < 2
		}
		return next
	default:
		next := rungAt(n / 2)
		next.up = n%2 == 0
		return next
	}
}

// rungAt returns the beam at a place of the ladder.
func rungAt(n int) rung {
	if n >= len(ladder) {
		return rung{at: n, width: 800 << (2 * (n & 1)), seed: uint64(n)}
	}
	if ladder[n] > 0 {
		return rung{at: n, width: ladder[n]}
	}
	r := rungAt(n - 1)
	r.at, r.seed = n, uint64(n)
	return r
}
