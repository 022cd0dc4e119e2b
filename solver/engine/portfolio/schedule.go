package portfolio

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/accordion"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/beam"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/covered"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadend"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/discard"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/freecell"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/gaps"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/golf"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// try is one engine with its share of a budget.
type try func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result

// Solve implements solver.Engine.
func (t try) Solve(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return t(clock, p, b)
}

// tries returns the tries for a problem, in order. All but the last may give up before the budget
// is spent: the engine of a family of games because its memory is full, the others because they
// have only a share of the budget.
func (f *Portfolio) tries(p *solver.Problem) []try {
	switch {
	case golf.Handles(p):
		return []try{f.hole.Solve}
	case f.klondike != nil && klondike.Handles(p):
		if !f.deadlocks {
			return []try{f.klondikeAlone}
		}
		return []try{without(prove.DirectCertificate), f.klondikeOrProof}
	case accordion.Handles(p):
		return []try{f.accordion.Solve}
	case gaps.Handles(p):
		return []try{f.gaps.Solve}
	case covered.Handles(p):
		return []try{f.covered.Solve}
	case discard.Handles(p):
		return []try{f.discard.Solve}
	case f.beam != nil && f.complete == nil && state.LikeSpider(p.Rules()):
		return []try{f.beam.Solve}
	case f.beam != nil && state.LikeSpider(p.Rules()):
		return []try{half.first(f.firstBeams), proven.of(f.complete), wide.of(f.laterBeams), f.complete.Solve}
	case f.freecell != nil && freecell.Handles(p) && !likeForeCell(p.Rules()):
		return []try{f.freecell.Solve, f.general}
	case f.deadlocks && proof.Handles(p.Rules()):
		return append([]try{without(prove.Certificate)}, f.generalTries(p)...)
	}
	return f.generalTries(p)
}

// general is the fallback when the engine of a family of games lacks memory. Choosing the tries of the
// general engines would take longer than that engine takes for many deals.
func (f *Portfolio) general(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return inTurn(clock, p, b, f.generalTries(p))
}

// generalTries returns the tries of the engines that play any game.
func (f *Portfolio) generalTries(p *solver.Problem) []try {
	if f.complete == nil {
		return []try{f.streamlined.Solve}
	}
	r, t := p.Rules(), &p.Rules().Tableau
	beams, stock := f.beam != nil && beam.Handles(r), r.Stock.Size > 0
	onePack, twoPacks := beams && r.Copies() == 1, beams && r.Copies() > 1
	best, looseGroups := f.best != nil, t.Groups == rules.GroupsAny
	fewMoves := t.Build == rules.SameSuit && t.Groups == rules.GroupsWholePile
	streamliners := f.streamlined.Incomplete(p) // whether they make a difference
	tallies := streamliners && deadend.TalliesApply(p)

	var tries []try
	for _, entry := range []struct {
		when bool
		try  try
	}{
		{true, atMost(brief, f.complete)},
		{twoPacks, half.of(f.firstBeams)},
		{best && looseGroups, loose.of(f.best)},
		{best && looseGroups, exact.of(f.exactBest)},
		{best && !looseGroups, atMost(guided, f.best)},
		// Streamliners miss the wins of some easy deals.
		{streamliners && !tallies, atMost(longer, f.complete)},
		{tallies, atMost(proving, f.complete)},
		// A small graph is searched to the end before the wide beams, which take most of the budget.
		// Where there are few moves, larger graphs are seen to the end after them, too.
		{twoPacks, soon.of(f.complete)},
		{twoPacks && !fewMoves, most.timeOf(f.laterBeams)},
		{twoPacks && fewMoves, half.of(f.laterBeams)},
		// Later, and for less, because more deals of one pack are lost.
		{onePack && stock, quarter.of(f.beam)},
		// Where tallies apply, the rest of the budget is better spent on the complete search.
		{streamliners && !tallies, streamlined.of(f.streamlined)},
		{onePack && !stock, quarter.of(f.beam)},
		// The best-first search wins deals in which the depth-first search goes astray.
		{streamliners && best && !stock && t.Build == rules.AnySuit, again.of(f.best)},
		{true, f.complete.Solve},
	} {
		if entry.when {
			tries = append(tries, entry.try)
		}
	}
	return tries
}

// likeForeCell reports whether only kings fill spaces and building is in alternating colours.
// Package freecell plays such games, but the streamlined search finds their wins in a fraction of
// the time (docs/inside/portfolio.md).
func likeForeCell(r *rules.Rules) bool {
	return r.Tableau.Spaces == rules.SpacesKings && r.Tableau.Build == rules.RedBlack
}

// The limits of the short tries, in states.
const (
	brief   = 500
	guided  = 5000
	longer  = 20_000
	proving = 60_000 // enough for many proofs by tallies
)

// atMost runs an engine for at most the given number of states.
func atMost(states int64, e solver.Engine) try {
	return func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
		if b.States == 0 || b.States > states {
			b.States = states
		}
		return e.Solve(clock, p, b)
	}
}

// proofAfter is the number of states after which a search of Klondike is interrupted to look for a
// proof without search.
const proofAfter = 1500

// klondikeOrProof runs the engine of Klondike. If it has not decided soon, it looks for a proof
// without search before it goes on.
func (f *Portfolio) klondikeOrProof(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	var found *solver.Certificate
	result := f.klondike.SolveWith(clock, p, b, klondike.Options{After: proofAfter, Decided: func() bool {
		position := p.Position()
		found = prove.Certificate(p.Rules(), &position)
		return found != nil
	}, Offer: f.team()})
	if found == nil {
		return result
	}
	return solver.Result{
		Verdict: solver.Unwinnable, Engine: prove.Deadlock, Certificate: found,
		States: result.States, Passes: []solver.Pass{{Name: prove.Deadlock}},
	}
}

// klondikeAlone runs the engine of Klondike without proofs without search.
func (f *Portfolio) klondikeAlone(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
	return f.klondike.SolveWith(clock, p, b, klondike.Options{Offer: f.team()})
}

// without returns a try that looks for a proof with find, without search.
func without(find func(*rules.Rules, *deal.Position) *solver.Certificate) try {
	return func(clock *solver.Clock, p *solver.Problem, _ solver.Budget) solver.Result {
		if reason := clock.StopReason(); reason != solver.NoReason {
			return solver.Result{Verdict: solver.Unknown, Reason: reason, Engine: prove.Deadlock}
		}
		position := p.Position()
		if c := find(p.Rules(), &position); c != nil {
			return solver.Result{Verdict: solver.Unwinnable, Engine: prove.Deadlock, Certificate: c}
		}
		return solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: prove.Deadlock}
	}
}

// share is the part of the rest of a budget that a try may spend, in twentieths.
type share int64

const (
	loose       share = 5 // best first where a card moves with whatever lies on it
	exact       share = 2 // the same without streamliners
	streamlined share = 2
	again       share = 8
	half        share = 10
	soon        share = 1
	most        share = 19 // of a time
	mostStates  share = 11 // of a number of states
	quarter     share = 5
	narrow      share = 2
	proven      share = 4
	wide        share = 14
)

// boundless is the number of states of a try under a budget without limits.
const boundless = 1 << 20

// of runs an engine for its share. A budget of states is divided in states alone, so that the
// result does not depend on the machine's speed.
func (s share) of(e solver.Engine) try {
	return func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
		left, ends := clock.Left()
		switch {
		case b.States > 0:
			b.States = s.states(b.States)
		case ends:
			clock = clock.Within(left / 20 * time.Duration(s))
		default:
			b.States = boundless
		}
		return e.Solve(clock, p, b)
	}
}

// states returns the share of a number of states.
func (s share) states(n int64) int64 { return max(1, int64(s)*(n/20)+int64(s)*(n%20)/20) }

// small is a small budget of states for games like Spider, see first.
const small = 400_000

// first runs the narrow beams before anything else. They get the share narrow of the budget, but at
// least the share s of its first small states, because most wins are found within few states.
func (s share) first(beams solver.Engine) try {
	return func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
		if b.States == 0 {
			return narrow.of(beams)(clock, p, b)
		}
		return atMost(max(narrow.states(b.States), s.states(min(b.States, small))), beams)(clock, p, b)
	}
}

// timeOf gives beams the share s of a budget of time. Of a budget of states they get mostStates,
// since one of their states takes as long as three of the complete search.
func (s share) timeOf(beams solver.Engine) try {
	return func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
		if b.States > 0 {
			return mostStates.of(beams)(clock, p, b)
		}
		return s.of(beams)(clock, p, b)
	}
}
