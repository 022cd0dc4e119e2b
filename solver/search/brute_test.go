package search

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/brute"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	bruteDeals = flag.Int("deals", 400, "random deals of tiny decks to compare with brute force")
	bruteSeed  = flag.Uint64("deals-seed", 1, "seed of those deals and of their rules")
	bruteLimit = flag.Int("deals-limit", 30_000, "largest graph that brute force explores; a deal with a larger one is drawn again")
)

// TestBruteForce compares the engine with a breadth-first search over the
// referee's moves, which knows no symmetry, no dominance and no K+, on random
// positions of tiny decks under random rules: with all techniques, with each of
// them switched off, and with none.
func TestBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(*bruteSeed, 0))
	memory := arena.New(1 << 24)
	tally := map[string]int{}
	drawnAgain := 0
	for n := 0; n < *bruteDeals; {
		r, p := tinyProblem(t, random)
		winnable, ok := brute.Winnable(&r, &p, *bruteLimit)
		if !ok {
			drawnAgain++
			continue
		}
		n++
		problem := solver.NewProblem(r, p)
		want := solver.Unwinnable
		if winnable {
			want = solver.Winnable
		}
		for _, feature := range features(&r) {
			tally[feature]++
		}
		tally["verdict "+string(want)]++

		searched := map[string]int64{}
		for name, techniques := range combinations {
			depthFirst := New(memory, techniques)
			incomplete := depthFirst.Incomplete(problem)
			for order, engine := range map[string]solver.Engine{"depth first": depthFirst, "best first": NewBest(memory, techniques)} {
				got := engine.Solve(context.Background(), problem, solver.Budget{})
				if err := got.Verify(problem); err != nil {
					t.Fatalf("%s, %s: %v", name, order, err)
				}
				if got.Verdict != want && (!incomplete || got.Verdict != solver.Unknown) {
					t.Fatalf("%s, %s, says %s %s, brute force %s, of %s", name, order, got.Verdict, got.Because, want, problem.Text())
				}
				if incomplete && winnable && got.Verdict == solver.Unknown {
					tally["missed wins, "+name+", "+order]++
				}
				if engine == depthFirst {
					searched[name] = got.States
				}
			}
		}
		for name := range combinations {
			if searched[name] != searched["complete"] {
				tally["active, "+name]++
			}
		}
	}
	t.Logf("%d deals; %d more had graphs of over %d states and were drawn again", *bruteDeals, drawnAgain, *bruteLimit)
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%6d %s", tally[name], name)
	}
	// Every rule and technique must have had its chance to be wrong.
	for _, name := range everyFeature {
		if tally[name]*200 < *bruteDeals {
			t.Errorf("%s: only %d of %d deals", name, tally[name], *bruteDeals)
		}
	}
}

// combinations are the sets of techniques to compare.
var combinations = map[string]Techniques{
	"complete":                 Complete,
	"without symmetry":         {SafeFoundations: true, PartialGroups: true, DeadEnds: true},
	"without safe foundations": {Symmetry: true, PartialGroups: true, DeadEnds: true},
	"without partial groups":   {Symmetry: true, SafeFoundations: true, DeadEnds: true},
	"without dead ends":        {Symmetry: true, SafeFoundations: true, PartialGroups: true},
	"dead ends alone":          {DeadEnds: true},
	"nothing":                  {},
	"streamlined":              Streamlined,
	"streamlined, suits only":  {Symmetry: true, SafeFoundations: true, PartialGroups: true, SuitBlind: true},
	"streamlined, auto only":   {Symmetry: true, SafeFoundations: true, PartialGroups: true, AutoFoundations: true},
	"streamliners alone":       {AutoFoundations: true, SuitBlind: true},
}

// everyFeature are the features of which one deal in two hundred at least must
// have each.
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
	"verdict winnable", "verdict unwinnable",
	"active, without symmetry", "active, without safe foundations", "active, without partial groups", "active, without dead ends",
	"active, nothing", "active, streamlined, suits only", "active, streamlined, auto only",
}

// features names what of the language a game uses.
func features(r *rules.Rules) []string {
	var document struct {
		Tableau struct {
			Build       string `json:"build policy"`
			Spaces      string `json:"spaces policy"`
			Groups      string `json:"move built group"`
			GroupPolicy string `json:"move built group policy"`
			Target      string `json:"group target"`
		} `json:"tableau piles"`
	}
	if err := json.Unmarshal(r.Canonical(), &document); err != nil {
		panic(err)
	}
	tableau := document.Tableau
	list := []string{"build " + tableau.Build, "spaces " + tableau.Spaces, "groups " + tableau.Groups}
	add := func(has bool, name string) {
		if has {
			list = append(list, name)
		}
	}
	add(tableau.GroupPolicy != "", "group policy "+tableau.GroupPolicy)
	add(tableau.Target != "", "group target "+tableau.Target)
	add(r.Decks > 1, "two decks")
	add(r.Decks > 1 && r.Foundations.Removable, "two decks worrying back")
	add(r.Suits < 4, "fewer suits")
	add(r.Hole.Present, "hole")
	add(r.Hole.Loops, "hole in a circle")
	add(r.Foundations.CompleteOnly, "complete runs")
	add(r.Tableau.Freeze, "freeze")
	add(r.Reserve.Stacked, "reserve stacked")
	add(r.Stock.To == rules.ToTableau, "stock to the tableau")
	add(!r.Stock.Spaces, "stock to the tableau, not onto spaces")
	add(r.Stock.To == rules.ToHole, "stock to the hole")
	add(r.Foundations.Present && r.Foundations.Base == rules.RandomBase, "base random")
	add(r.Foundations.Removable, "worrying back")
	add(r.Foundations.Base > card.Ace, "base above the ace")
	add(r.Foundations.Initial == rules.InitialOne, "initial one")
	add(r.Foundations.Initial == rules.InitialAll, "initial all")
	add(r.Tableau.TopUp, "face down")
	add(r.Cells.Count > 0, "cells")
	add(r.Cells.PreFilled > 0, "cells filled")
	add(r.Reserve.Size > 0, "reserve")
	if r.Waste() {
		list = append(list, fmt.Sprintf("draw %d", r.Stock.Count))
		switch r.Stock.Redeals {
		case 0:
			list = append(list, "redeals 0")
		case rules.Unlimited:
			list = append(list, "redeals unlimited")
		default:
			list = append(list, "redeals limited")
		}
	}
	return list
}

// tinyProblem draws rules for a tiny deck, a deal, and a few random moves from it,
// so that positions in the middle of a game are compared too.
func tinyProblem(t *testing.T, random *rand.Rand) (rules.Rules, deal.Position) {
	for {
		text := tinyRules(random)
		r, err := rules.Parse(text)
		if err != nil {
			continue // sizes that don't fit the deck
		}
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(&r)
		if err != nil {
			t.Fatal(err)
		}
		table := game.New(&r, &p)
		for range random.IntN(3) * random.IntN(12) {
			if moves := table.Legal(); len(moves) > 0 {
				table.Do(moves[random.IntN(len(moves))])
			}
		}
		return r, table.Position()
	}
}

// tinyRules draws a rules document.
func tinyRules(random *rand.Rand) []byte {
	type object = map[string]any
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	chance := func(percent int) bool { return random.IntN(100) < percent }
	maxRank := 2 + random.IntN(3)
	document := object{}
	if chance(25) {
		document["two decks"] = true
		maxRank = 1 + random.IntN(2)
	}
	if chance(20) {
		document["suits"] = []int{1, 2, 4}[random.IntN(3)]
	}
	document["max rank"] = maxRank
	deck := 4 * maxRank
	if document["two decks"] != nil {
		deck *= 2
	}

	tableau := object{
		"count":            1 + random.IntN(4),
		"build policy":     pick("any-suit", "red-black", "red-black", "red-black", "same-suit", "same-suit", "no-build"),
		"spaces policy":    pick("any", "no-build", "kings"),
		"diagonal deal":    chance(30),
		"move built group": pick("no", "yes", "yes", "yes", "whole-pile", "maximal-group", "any"),
		"face up cards":    pick("all", "top"),
	}
	if chance(35) {
		tableau["move built group policy"] = pick("any-suit", "red-black", "red-black", "same-suit", "no-build")
		tableau["group target"] = pick("build", "group")
	}
	foundations := object{
		"base card":     pick("A", "A", "2", "random"),
		"removable":     chance(50),
		"initial cards": pick("none", "none", "none", "one", "all"),
	}
	document["tableau piles"] = tableau
	switch {
	case chance(12):
		document["foundations"] = object{"present": false}
		document["hole"] = object{"present": true, "base card": "random", "build loops": chance(50)}
		if chance(50) {
			tableau["build policy"] = "no-build"
		}
	case chance(12):
		document["foundations"] = object{"only complete pile moves": true}
	default:
		document["foundations"] = foundations
	}
	// The dominance of groups wants room to be of use.
	klondikish := chance(40)
	if klondikish {
		tableau["move built group"] = "yes"
		tableau["count"] = 3 + random.IntN(2)
		tableau["build policy"] = pick("any-suit", "red-black")
		delete(tableau, "move built group policy")
	}
	if !klondikish && chance(45) {
		count := 1 + random.IntN(3)
		document["cells"] = object{"count": count, "pre-filled": random.IntN(count + 1)}
	}
	if chance(40) {
		document["reserve"] = object{"size": 1 + random.IntN(4), "stacked": chance(60)}
		if chance(60) {
			tableau["spaces policy"] = pick("auto-reserve-then-any", "auto-reserve-then-waste", "auto-reserve-then-waste")
			tableau["spaces freeze"] = tableau["spaces policy"] == "auto-reserve-then-waste" && chance(40)
		}
	}
	if chance(60) {
		stock := object{"size": 1 + random.IntN(deck*2/3), "deal count": 1 + random.IntN(3)}
		switch random.IntN(3) {
		case 0:
			stock["redeal"] = true
		case 1:
			stock["redeals"] = 1 + random.IntN(2)
		}
		if chance(30) {
			stock = object{"size": 1 + random.IntN(deck*2/3), "deal type": "tableau piles", "deal onto spaces": chance(60)}
		} else if chance(25) {
			tableau["spaces policy"] = "auto-waste-then-stock"
		}
		if document["hole"] != nil && chance(40) {
			stock = object{"size": 1 + random.IntN(deck*2/3), "deal type": "hole"}
		}
		document["stock"] = stock
	}
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	return text
}
