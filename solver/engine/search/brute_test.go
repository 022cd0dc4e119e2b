package search

import (
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadend"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

var brute = enginetest.Flags(440, 5000, 20)

// bestFirst is appended to the names of variants that search best first.
const bestFirst = ", best first"

// TestBruteForce compares the engine with brute force, which uses neither symmetry, dominance
// nor K+, on random positions of tiny decks under random rules. Wins may be missed only where
// the techniques make the search incomplete.
func TestBruteForce(t *testing.T) {
	memory := memory.New(1 << 24)
	brute.Engines = map[string]solver.Engine{}
	for name, techniques := range combinations {
		brute.Engines[name] = New(memory, techniques)
		brute.Engines[name+bestFirst] = NewBest(memory, techniques)
	}
	brute.Handles, brute.Families = enginetest.All, families
	brute.Features = func(p *solver.Problem, _ solver.Verdict, _ map[string]int64) []string {
		position := p.Position()
		return enginetest.Features(p.Rules(), &position)
	}
	brute.Excused = func(name string, p *solver.Problem, _ solver.Result) bool {
		return New(memory, combinations[strings.TrimSuffix(name, bestFirst)]).Incomplete(p)
	}
	brute.Run(t).Require(t, 200, everyFeature...)
}

// TestLoose compares the engine with brute force on games of loose groups, for which it has dead
// ends and safe cards of their own.
func TestLoose(t *testing.T) {
	memory := memory.New(1 << 24)
	brute.Engines = map[string]solver.Engine{"all" + bestFirst: NewBest(memory, state.Complete)}
	for _, name := range []string{"all", "without loose groups", "without safe foundations", "dead ends alone"} {
		brute.Engines[name] = New(memory, combinations[name])
	}
	brute.Handles, brute.Families, brute.Excused = enginetest.All, []enginetest.Family{enginetest.Loose}, nil
	brute.Features = func(p *solver.Problem, _ solver.Verdict, _ map[string]int64) []string {
		position := p.Position()
		return enginetest.Features(p.Rules(), &position)
	}
	brute.Run(t).Require(t, 20, "winnable", "unwinnable", "active, without loose groups", "active, without safe foundations",
		"build any-suit", "build red-black", "build same-suit", "spaces any", "spaces no-build", "spaces kings", "complete runs",
		"worrying back", "face down", "stock to the tableau", "stock to the tableau, not onto spaces", "pile sizes")
}

// TestBuilt compares the engine with brute force on games built by own colour, on other suits, or
// up as well as down.
func TestBuilt(t *testing.T) {
	memory := memory.New(1 << 24)
	brute.Engines = map[string]solver.Engine{"all" + bestFirst: NewBest(memory, state.Complete)}
	for _, name := range []string{
		"all", "without dead ends", "without safe foundations", "without partial groups", "streamlined, auto only",
	} {
		brute.Engines[name] = New(memory, combinations[name])
	}
	brute.Handles, brute.Families = enginetest.All, []enginetest.Family{enginetest.Built}
	brute.Excused = func(name string, p *solver.Problem, _ solver.Result) bool {
		return New(memory, combinations[strings.TrimSuffix(name, bestFirst)]).Incomplete(p)
	}
	brute.Features = func(p *solver.Problem, _ solver.Verdict, _ map[string]int64) []string {
		position := p.Position()
		return enginetest.Features(p.Rules(), &position)
	}
	brute.Run(t).Require(t, 200, "winnable", "unwinnable", "build same-colour", "build other-suit", "up or down",
		"up or down in suit, one by one", "group policy same-colour", "group policy other-suit",
		"groups no", "groups yes", "groups any", "groups maximal-group", "groups whole-pile", "worrying back", "two decks", "cells", "face down",
		"active, without dead ends", "active, without safe foundations")
}

// compareRelaxation compares engines with brute force on games of a family, of few positions, whose
// rules a relaxation handles. seen names how it shows in a problem.
func compareRelaxation(t *testing.T, family enginetest.Family, positions int, handles func(*state.Compiled) bool,
	engines map[string]solver.Engine, seen func(p *solver.Problem, want solver.Verdict) []string,
) enginetest.Tally {
	t.Helper()
	b := brute
	limit := min(*b.Limit, positions) // brute force takes most of the time
	b.Limit, b.Engines, b.Families, b.Excused = &limit, engines, []enginetest.Family{family}, nil
	b.Handles = func(p *solver.Problem) bool {
		position := p.Position()
		return handles(state.Compile(p.Rules(), position.Base, state.Complete))
	}
	b.Features = func(p *solver.Problem, want solver.Verdict, _ map[string]int64) []string {
		position := p.Position()
		return append(enginetest.Features(p.Rules(), &position), seen(p, want)...)
	}
	return b.Run(t)
}

// TestHigh compares the engine with brute force on games like Alina, and looks at which positions
// are lost without their low cards.
func TestHigh(t *testing.T) {
	memory := memory.New(1 << 24)
	engines := map[string]solver.Engine{
		"all":                      New(memory, state.Complete),
		"alone":                    New(memory, state.Techniques{HighCards: true}),
		"without safe foundations": New(memory, state.Techniques{HighCards: true, Symmetry: true}),
		"without high cards":       New(memory, combinations["without tallies and high cards"]),
	}
	seen := func(p *solver.Problem, want solver.Verdict) (features []string) {
		e := New(memory, state.Complete)
		e.Solve(nil, p, solver.Budget{})
		if want == solver.Unwinnable && e.states == 0 {
			features = append(features, "lost by high cards")
			if e.highCards.Rank+1 < uint8(p.Rules().MaxRank) {
				features = append(features, "lost by three ranks or more")
			}
		}
		return features
	}
	compareRelaxation(t, enginetest.Dozen, 1500, deadend.HandlesHighCards, engines, seen).Require(t, 100,
		"winnable", "unwinnable", "lost by high cards", "lost by three ranks or more", "build any-suit", "build red-black",
		"build same-colour", "cells", "worrying back", "face down", "base random",
		"active, without high cards", "active, without safe foundations")
}

// TestTallies compares the engine with brute force on games like Chameleon, and looks at every state
// for whether its tally proves it lost.
func TestTallies(t *testing.T) {
	memory := memory.New(1 << 24)
	// Searches of few tallies, so that most states need one of their own.
	short := func(techniques state.Techniques) *Engine {
		e := New(memory, techniques)
		e.tallies.Limit, e.tallies.Ratio = 6, 1000
		return e
	}
	engines := map[string]solver.Engine{
		"all":                      New(memory, state.Complete),
		"short":                    short(state.Complete),
		"alone":                    short(state.Techniques{Tallies: true}),
		"without safe foundations": short(state.Techniques{Tallies: true, Symmetry: true}),
		"without tallies":          New(memory, combinations["without tallies and high cards"]),
	}
	seen := func(p *solver.Problem, want solver.Verdict) (features []string) {
		e := New(memory, state.Techniques{Tallies: true}) // other dead ends see most of these
		e.Solve(nil, p, solver.Budget{})
		switch {
		case !e.tallies.On || want == solver.Winnable:
		case e.states == 1 && e.tallies.States > 2:
			features = append(features, "lost by tallies")
		case e.states == 1 && e.tallies.States == 1:
			features = append(features, "buried")
		}
		return features
	}
	compareRelaxation(t, enginetest.Chameleon, 1500, deadend.HandlesTallies, engines, seen).Require(t, 100,
		"winnable", "unwinnable", "lost by tallies", "buried", "reserve stacked", "base random", "waste",
		"active, without tallies")
}

// families are drawn from in turn. Every second one is Columns, which has every feature.
var families = []enginetest.Family{
	enginetest.Columns, enginetest.Klondike, enginetest.Columns, enginetest.Canfield, enginetest.Columns, enginetest.FreeCell,
	enginetest.Columns, enginetest.Carpet, enginetest.Columns, enginetest.Spider, enginetest.Columns, enginetest.Hole,
	enginetest.Columns, enginetest.Redealt,
}

// combinations are the sets of techniques that are compared.
var combinations = map[string]state.Techniques{
	"all":                      state.Complete,
	"without symmetry":         without(func(t *state.Techniques) { t.Symmetry = false }),
	"without safe foundations": without(func(t *state.Techniques) { t.SafeFoundations = false }),
	"without partial groups":   without(func(t *state.Techniques) { t.PartialGroups = false }),
	"without dead ends": without(func(t *state.Techniques) {
		t.WasteOrder, t.LooseGroups, t.Room, t.Tallies, t.HighCards = false, false, false, false, false
	}),
	"without waste order":            without(func(t *state.Techniques) { t.WasteOrder = false }),
	"without loose groups":           without(func(t *state.Techniques) { t.LooseGroups = false }),
	"without looking ahead":          without(func(t *state.Techniques) { t.Ahead = false }),
	"without tallies and high cards": without(func(t *state.Techniques) { t.Tallies, t.HighCards = false, false }),
	"without room":                   without(func(t *state.Techniques) { t.Room = false }),
	"dead ends alone":                {WasteOrder: true, LooseGroups: true, Room: true, Tallies: true, HighCards: true},
	"room alone":                     {Room: true},
	"nothing":                        {},
	"streamlined":                    state.Streamlined,
	"streamlined, suits only":        {Symmetry: true, SafeFoundations: true, PartialGroups: true, SuitBlind: true},
	"streamlined, auto only":         {Symmetry: true, SafeFoundations: true, PartialGroups: true, AutoFoundations: true},
	"streamliners alone":             {AutoFoundations: true, SuitBlind: true},
}

// without returns the techniques of a complete search but for those that off switches off.
func without(off func(*state.Techniques)) state.Techniques {
	t := state.Complete
	off(&t)
	return t
}

// everyFeature has the features that one problem in two hundred must have.
var everyFeature = []string{
	"build any-suit", "build red-black", "build same-suit", "build no-build",
	"spaces any", "spaces no-build", "spaces kings",
	"spaces auto-reserve-then-any", "spaces auto-reserve-then-waste", "spaces auto-waste-then-stock", "freeze",
	"groups no", "groups yes", "groups whole-pile", "groups maximal-group", "groups any",
	"group policy any-suit", "group policy red-black", "group policy same-suit", "group target group",
	"two decks", "fewer suits", "two decks worrying back", "hole", "hole in a circle", "complete runs",
	"worrying back", "base above the ace", "base random", "initial one", "initial all",
	"face down", "cells", "cells filled", "reserve", "reserve stacked",
	"stock to the tableau", "stock to the tableau, not onto spaces", "stock to the hole",
	"draw 1", "draw 2", "draw 3", "redeals 0", "redeals limited", "redeals unlimited",
	"winnable", "unwinnable",
	"columns redealt, limited", "columns redealt, unlimited", "nothing on kings",
	"pile sizes", "face down, by column", "kings to the bottom", "initial three", "part-way up", "space", "space and a reserve",
	"waste", "reserve with gaps",
	"active, without symmetry", "active, without safe foundations", "active, without partial groups", "active, without dead ends",
	"active, nothing", "active, streamlined, suits only", "active, streamlined, auto only",
}
