package prove_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// forger writes files that claim of a position which can be won that it can't. Whatever would lead
// to a win is left out or given a false reason, and all else is as a proof has it.
type forger struct {
	random   *rand.Rand
	problem  *solver.Problem
	table    *proof.Table
	winnable map[string]bool // by fingerprint
	reason   string          // of winnable states below the depth: stuck, outline, safe, or none
	depth    int
	lines    []string
	listed   map[string]bool
	back     int
}

// forge returns such a file, empty if it would be too long.
func (f *forger) forge() string {
	f.lines = []string{proof.FirstLine, f.problem.Text()}
	f.listed = map[string]bool{}
	if !f.list("", 0) {
		return ""
	}
	f.lines = append(f.lines, fmt.Sprintf("%s %d", proof.LastWord, len(f.listed)))
	return strings.Join(f.lines, "\n") + "\n"
}

// list lists the state to which a way has led, and what comes of it.
func (f *forger) list(by string, depth int) bool {
	f.listed[string(f.table.Key())] = true
	if len(f.listed) > 500 {
		return false
	}
	words := strings.TrimSpace(fmt.Sprint(f.back, " ", by))
	f.back = 0
	ways := f.table.Ways()
	won := f.winnable[enginetest.Fingerprint(f.table.Table())]
	switch {
	case won && depth >= f.depth && f.reason == proof.SafeWord && len(ways) > 0:
		only := ways[f.random.IntN(len(ways))]
		for _, w := range ways {
			if !f.leadsToWin(w) {
				only = w
			}
		}
		words += " " + proof.SafeWord + " " + prove.WayWords(only)
		ways = []proof.Way{only}
	case won && depth >= f.depth && f.reason == proof.StuckWord, !won && f.table.Stuck():
		words += " " + proof.StuckWord
		ways = nil
	case won && depth >= f.depth && f.reason == proof.OutlineWord, !won && f.lostOutline():
		words += " " + proof.OutlineWord
		ways = nil
	}
	f.lines = append(f.lines, words)
	for _, w := range ways {
		if won && f.reason == "" && depth >= f.depth && f.leadsToWin(w) {
			continue // left out
		}
		if f.table.Go(w) != nil {
			return false
		}
		if !f.table.Won() && !f.listed[string(f.table.Key())] && !f.list(prove.WayWords(w), depth+1) {
			return false
		}
		f.table.Back(w)
	}
	f.back++
	return true
}

func (f *forger) lostOutline() bool {
	lost, _ := f.table.LostOutline(1000)
	return lost
}

func (f *forger) leadsToWin(w proof.Way) bool {
	if f.table.Go(w) != nil {
		return false
	}
	defer f.table.Back(w)
	return f.winnable[enginetest.Fingerprint(f.table.Table())]
}

// tightened returns a problem that is like another one but for a rule that allows less, nil if that
// rule can't be changed.
func tightened(random *rand.Rand, p *solver.Problem) *solver.Problem {
	var document map[string]any
	if err := json.Unmarshal(p.Rules().Canonical(), &document); err != nil {
		panic(err)
	}
	tighter := []struct {
		section, field string
		value          any
	}{
		{"foundations", "removable", false},
		{"stock", "redeal", false},
		{"stock", "redeals", 0},
		{"stock", "deal onto spaces", false},
		{"tableau piles", "spaces policy", "no-build"},
		{"tableau piles", "spaces policy", "kings"},
		{"tableau piles", "build policy", "same-suit"},
		{"tableau piles", "build policy", "no-build"},
		{"tableau piles", "build policy", "red-black"},
		{"tableau piles", "build direction", "down"},
		{"tableau piles", "redeals", 0},
		{"tableau piles", "move built group", "no"},
		{"tableau piles", "move built group", "whole-pile"},
		{"tableau piles", "move built group policy", "same-suit"},
		{"hole", "build loops", false},
		{"rows", "build loops", false},
		{"rows", "stock in play", false},
		{"rows", "goal", "all"},
		{"rows", "pair sum", 3},
		{"discard", "row", 1},
		{"discard", "sum", 4},
		{"discard", "policy", "pair-rank"},
	}
	change := tighter[random.IntN(len(tighter))]
	section, ok := document[change.section].(map[string]any)
	if !ok || section[change.field] == change.value {
		return nil
	}
	section[change.field] = change.value
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		return nil
	}
	position := p.Position()
	position.RedealsLeft = min(position.RedealsLeft, r.Redeals())
	if r.Redeals() == 0 {
		position.RedealsLeft = 0
	}
	if _, err := deal.Parse(position.Document(&r), &r); err != nil {
		return nil
	}
	return solver.NewProblem(r, position)
}

// neighbour returns a problem in which two cards are exchanged, nil if that is no problem.
func neighbour(random *rand.Rand, p *solver.Problem) *solver.Problem {
	position := p.Position()
	text := string(position.Document(p.Rules()))
	name := func() string {
		return `"` + card.New(card.Rank(1+random.IntN(int(p.Rules().MaxRank))), card.Suit(random.IntN(4))).String() + `"`
	}
	a, b := name(), name()
	changed, err := deal.Parse([]byte(strings.NewReplacer(a, b, b, a).Replace(text)), p.Rules())
	if err != nil || a == b {
		return nil
	}
	return solver.NewProblem(*p.Rules(), changed)
}

// relabelled returns the proof of a problem as if it were one of another, empty if there is none.
func relabelled(t *testing.T, other, p *solver.Problem) string {
	if other == nil || other.ID() == p.ID() {
		return ""
	}
	position := other.Position()
	if winnable, ok := enginetest.Winnable(other.Rules(), &position, 2000); winnable || !ok {
		return ""
	}
	var file bytes.Buffer
	if _, err := prove.Write(nil, &file, other, nil, 2000); err != nil {
		return ""
	}
	lines := strings.SplitN(file.String(), "\n", 3)
	return lines[0] + "\n" + p.Text() + "\n" + lines[2]
}

// forgeries returns files that claim that a winnable problem is lost, each by its kind.
func forgeries(t *testing.T, random *rand.Rand, p *solver.Problem) map[string]string {
	position := p.Position()
	positions, winnable, ok := enginetest.Explore(p.Rules(), &position, 2000)
	if !ok || !winnable[0] {
		return nil
	}
	won := map[string]bool{}
	for i := range positions {
		won[enginetest.Fingerprint(&positions[i])] = winnable[i]
	}
	files := map[string]string{}
	for _, reason := range []string{"", proof.StuckWord, proof.OutlineWord, proof.SafeWord} {
		for kind, depth := range map[string]int{"at once": 0, "later": 1 + random.IntN(6)} {
			f := forger{random: random, problem: p, table: proof.NewTable(p.Rules(), &position), winnable: won, reason: reason, depth: depth}
			files[strings.TrimSpace(reason+" "+kind)] = f.forge()
		}
	}
	for range 10 {
		if files["tighter rules"] == "" {
			files["tighter rules"] = relabelled(t, tightened(random, p), p)
		}
		if files["other deal"] == "" {
			files["other deal"] = relabelled(t, neighbour(random, p), p)
		}
	}
	cards := card.Deck(p.Rules().MaxRank, 1, card.Suits)
	files["claims"] = fmt.Sprintf("%s\n%s\n0 claims {\"claims\":[[%q,\"leaves\"]]}\nend 1\n", proof.FirstLine, p.Text(), cards[random.IntN(len(cards))])
	files["anywhere"] = fmt.Sprintf("%s\n%s\n%s\n0\nend 1\n", proof.FirstLine, p.Text(), proof.AnywhereLine)
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
	return files
}

// onceProven has positions that can be won, and that a lemma once called lost.
var onceProven = []struct{ why, problem string }{
	{"the 2C fills a space, and goes onto the 3H that follows it from the reserve", `{"rules":{"max rank":4,
		"tableau piles":{"count":2,"build policy":"red-black","spaces policy":"auto-reserve-then-any","move built group":"yes"},
		"foundations":{"initial cards":"all","base card":"random"},"stock":{"size":7,"deal count":3},"reserve":{"size":3,"stacked":true}},
		"position":{"tableau piles":[["AD"],["2D"]],"foundations":["4C","4H","4S","4D"],"base":"4","reserve":["3H","2C","AS"],
		"stock":["2H","3C","AH","2S","3S","3D","AC"]}}`},
	{"the 3C goes up, comes down onto the 4H, and carries the 2D", `{"rules":{"max rank":5,
		"tableau piles":{"count":2,"build policy":"red-black","spaces policy":"no-build"},
		"foundations":{"removable":true},"reserve":{"size":2,"stacked":true}},
		"position":{"tableau piles":[["5H","5D","3D","5C","4C","4S","4D","3S","AD","2D"],["5S"]],
		"foundations":["AC","2C","AH","2H","3H","AS","2S"],"reserve":["4H","3C"]}}`},
	{"where ranks go in a circle, the only one is next to itself", `{"rules":{"max rank":1,
		"tableau piles":{"count":3,"build policy":"no-build"},"foundations":{"present":false},"hole":{"present":true}},
		"position":{"tableau piles":[["AC"],["AH"],["AD"]],"hole":"AS"}}`},
}

// parsed reads a problem that need not be in canonical form.
func parsed(t *testing.T, text string) *solver.Problem {
	t.Helper()
	var document struct{ Rules, Position json.RawMessage }
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(document.Rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse(document.Position, &r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(r, p)
}

// TestOnceProven has both checkers refuse proofs of positions that they once took for lost. The first are
// deals of Canfield, of which the same lemma called 124 of 20,000 stuck, and at least 65 of these can be won.
func TestOnceProven(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	both := newFiles(t)
	for _, seed := range []string{"solvitaire:3253", "solvitaire:3899"} {
		p := enginetest.Numbered(t, "canfield", seed)
		if r := portfolio.New(1<<26).Solve(nil, p, solver.Budget{States: 100_000}); r.Verdict != solver.Winnable {
			t.Errorf("%s: %s", seed, r.Verdict)
		}
		both.add(proof.FirstLine + "\n" + p.Text() + "\n0 stuck\nend 1\n")
	}
	for _, at := range onceProven {
		p := parsed(t, at.problem)
		position := p.Position()
		if winnable, ok := enginetest.Winnable(p.Rules(), &position, 1_000_000); !winnable || !ok {
			t.Errorf("%s: not won", at.why)
		}
		for _, text := range forgeries(t, random, p) {
			both.add(text)
		}
		for _, reason := range []string{"", " stuck", " outline"} {
			both.add(proof.FirstLine + "\n" + p.Text() + "\n0" + reason + "\nend 1\n")
		}
	}
	if refused := both.compare(); refused != both.count() {
		t.Errorf("%d of %d refused", refused, both.count())
	}
}

// TestForged forges proofs of positions that can be won, and has both checkers refuse them.
func TestForged(t *testing.T) {
	n, python := *deals/2, 1500
	if testing.Short() {
		n, python = n/10, 30
	}
	families := append(slices.Clone(enginetest.Families), enginetest.Klondike, enginetest.Canfield, enginetest.Canfield, enginetest.Carpet, enginetest.Loose, enginetest.Singles, enginetest.Discards, enginetest.Rows)
	random := rand.New(rand.NewPCG(*dealsSeed, 2))
	tally := map[string]int{}
	both := newFiles(t)
	for p, want := range enginetest.Problems(t, random, n, 1000, enginetest.All, families...) {
		if want != solver.Winnable {
			continue
		}
		files := forgeries(t, random, p)
		for _, kind := range slices.Sorted(maps.Keys(files)) {
			if tally[kind]++; both.count() < python && random.IntN(4) == 0 {
				both.add(files[kind])
			}
			if _, err := proof.Check(strings.NewReader(files[kind]), 100_000); err == nil {
				t.Fatalf("%s: accepted, but the position can be won:\n%.2000s", kind, files[kind])
			}
		}
	}
	both.compare()
	t.Log(tally)
	for _, kind := range []string{"at once", "later", "stuck at once", "stuck later", "outline at once", "outline later", "safe at once", "safe later", "tighter rules", "other deal"} {
		if tally[kind]*100 < n {
			t.Errorf("only %d of kind %q", tally[kind], kind)
		}
	}
}
