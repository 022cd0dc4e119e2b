package portfolio

import (
	"cmp"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var update = flag.Bool("update", false, "write the engines' answers to "+signatureFile)

// signatureFile has a line for each question with its answer, and the digest of these lines. A
// change that is not meant to change answers must leave it unchanged; one that is meant to
// updates it in the same commit.
const signatureFile = "testdata/signature.txt"

// TestSignature compares the answers to fixed questions with signatureFile, exactly to the number
// of states and the moves. All budgets are of states, so the answers are the same on every
// machine.
func TestSignature(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // must never be reached
	defer cancel()
	shared := New(1 << 27)
	var lines []string
	var states int64
	given := map[string]bool{}
	few := testing.Short() && !*update // every fourth question
	for i, q := range signatureQuestions(t) {
		if few && i%4 != 0 {
			lines = append(lines, "")
			continue
		}
		engine := shared
		if q.memory > 0 || len(q.without) > 0 {
			engine = New(cmp.Or(q.memory, 1<<24), q.without...)
		}
		p := q.problem(t)
		got, err := engine.Answer(ctx, p, solver.Budget{States: q.states, Objective: q.objective})
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		if got.Reason == solver.Deadline || got.Reason == solver.Cancelled {
			t.Fatalf("%s: %s", q, got.Reason)
		}
		states += got.States
		given[got.Engine+" "+string(got.Verdict)] = true
		lines = append(lines, q.String()+": "+answered(p, &got))
	}
	// Every engine must have answered with each of its verdicts.
	for _, name := range engines {
		if !given[name] && !few {
			t.Errorf("no question is answered by %s", name)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	lines = append(lines, fmt.Sprintf("signature %x of %d deals, %d states", sum[:8], len(lines), states))
	if !few {
		t.Log(lines[len(lines)-1])
	}

	if *update {
		if err := os.WriteFile(signatureFile, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(want) != len(lines) {
		t.Fatalf("%d lines, but %s has %d", len(lines), signatureFile, len(want))
	}
	for i := range lines {
		if few && (i%4 != 0 || i == len(lines)-1) {
			continue // not answered, or the signature of all
		}
		if lines[i] != want[i] {
			t.Errorf("line %d of %s:\nwas %s\nnow %s", i+1, signatureFile, want[i], lines[i])
		}
	}
}

// signatureQuestion is a deal and how it is solved.
type signatureQuestion struct {
	game, seed string
	walk       uint64 // number of random moves made first
	states     int64
	objective  solver.Objective
	memory     int64 // in bytes; 0 for plenty
	without    []Technique
}

func (q signatureQuestion) String() string {
	text := q.game + " " + q.seed
	if q.walk > 0 {
		text += fmt.Sprintf(" after %d moves", q.walk)
	}
	text += fmt.Sprintf(", %d states", q.states)
	if q.objective != solver.AnySolution {
		text += ", " + string(q.objective)
	}
	if q.memory > 0 {
		text += fmt.Sprintf(", %d KiB", q.memory>>10)
	}
	for _, t := range q.without {
		text += ", without " + string(t)
	}
	return text
}

// problem returns the deal, or the position after the walk, which ends early if no move is left.
func (q signatureQuestion) problem(t *testing.T) *solver.Problem {
	p := enginetest.Numbered(t, q.game, q.seed)
	if q.walk == 0 {
		return p
	}
	at := p.Asked()
	s := game.New(p.Rules(), &at)
	random := rand.NewPCG(q.walk, 0)
	for range q.walk {
		moves := s.Legal()
		if len(moves) == 0 || s.Won() {
			break
		}
		s.Do(moves[random.Uint64()%uint64(len(moves))])
	}
	return solver.NewProblem(*p.Rules(), s.Position())
}

// answered returns an answer as a line, with digests of the moves and of a proof without search.
func answered(p *solver.Problem, r *solver.Result) string {
	text := string(r.Verdict)
	if r.Reason != solver.NoReason {
		text += " because " + string(r.Reason)
	}
	text += fmt.Sprintf(" by %s after %d", r.Engine, r.States)
	if r.Verdict == solver.Winnable {
		var moves []byte
		for _, m := range r.Solution {
			moves = m.AppendJSON(moves)
		}
		text += fmt.Sprintf(", length %d, moves %s", game.Length(r.Solution), digest(string(moves)))
	}
	if r.Bound > 0 {
		text += fmt.Sprintf(", bound %d", r.Bound)
	}
	for _, pass := range r.Passes {
		text += fmt.Sprintf(", pass (%s) %d", pass.Name, pass.States)
	}
	at := p.Asked()
	if c := prove.Certificate(p.Rules(), &at); c != nil {
		words := proof.Text(c)
		patterns := prove.Patterns(p.Rules(), &at)
		for i := range patterns {
			words += "\n" + patterns[i].Text + "\n" + proof.Text(&patterns[i].Proof)
		}
		text += fmt.Sprintf(", deadlock of %d claims, %d cases, %d patterns %s", len(c.Claims), len(c.Cases), len(patterns), digest(words))
	}
	return text
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:4])
}

// seeds returns a range of seeds. A scheme without ranges has single ones.
func seeds(t *testing.T, text string) []string {
	t.Helper()
	list, err := deal.ParseSeeds(text)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range list {
		all = append(all, s.String())
	}
	return all
}

// signatureQuestions returns the questions: all games of the catalogue; more deals of those that
// have an engine or differ much from others; shorter solutions; techniques switched off; tables
// that are too small.
func signatureQuestions(t *testing.T) []signatureQuestion {
	var all []signatureQuestion
	add := func(q signatureQuestion, seeds ...string) {
		for _, seed := range seeds {
			q.seed = seed
			all = append(all, q)
		}
	}
	for i, g := range rules.Games() {
		add(signatureQuestion{game: g.Name, states: 10_000, objective: solver.FirstSolution}, "solvitaire:1")
		add(signatureQuestion{game: g.Name, states: 10_000}, fmt.Sprint("solvitaire:", 100+i))
		add(signatureQuestion{game: g.Name, states: 10_000, walk: 8}, fmt.Sprint("solvitaire:", 1000+i))
	}
	for _, more := range []struct {
		games  string
		seeds  string
		states int64
	}{
		{"klondike klondike-draw-1", "solvitaire:11-25", 100_000},
		{"klondike-draw-1-no-worrying-back klondike-draw-3-no-worrying-back", "solvitaire:31-35", 100_000},
		{"klondike-draw-1", "solvitaire:56", 50_000}, // the normal form rarely matters; here it does
		{"klondike-draw-1-passes-1", "solvitaire:16", 50_000},
		{"klondike-draw-1-passes-1", "solvitaire:54", 50_000},
		{"canfield-strict", "solvitaire:7", 100_000},
		{"canfield-strict", "solvitaire:11", 100_000},
		{"klondike klondike-draw-1", "greenfelt:1-2", 50_000},
		{"klondike klondike-draw-1", "klondike-solver:1-2", 50_000},
		{"klondike klondike-draw-1", "ms-collection:123456789012345678901234567890", 50_000},
		{"klondike klondike-draw-1", "exact:123456789012345678901234567890", 50_000},
		{"free-cell", "microsoft:1-20", 50_000},
		{"free-cell", "microsoft:11982", 50_000},
		{"free-cell", "microsoft:146692", 50_000},
		{"free-cell", "microsoft:781948", 50_000},
		{"free-cell", "pysol:100001-100002", 50_000},
		{"free-cell-0-cell free-cell-2-cell bakers-game eight-off seahaven-towers penguin fore-cell", "solvitaire:11-14", 50_000},
		{"spider spider-1-suit spider-2-suit simple-simon", "solvitaire:11-14", 50_000},
		{"spiderette scorpion wasp will-o-the-wisp mrs-mop", "solvitaire:11-12", 50_000},
		{"limited forty-thieves streets gargantua chameleon", "solvitaire:11-12", 50_000},
		{"black-hole golf worm-hole", "solvitaire:11-20", 50_000},
		{"accordion late-binding-solitaire", "solvitaire:11-16", 50_000},
		{"gaps-basic-variant gaps-one-deal", "solvitaire:11-16", 50_000},
		{"canfield canfield-strict duchess yukon russian-solitaire forty-thieves king-albert fan east-haven trigon alpha-star beleaguered-castle raglan", "solvitaire:11-13", 50_000},
	} {
		for name := range strings.FieldsSeq(more.games) {
			add(signatureQuestion{game: name, states: more.states}, seeds(t, more.seeds)...)
		}
	}
	short := signatureQuestion{states: 20_000, objective: solver.ShortSolution}
	for _, name := range []string{"klondike", "klondike-draw-1", "free-cell"} {
		short.game = name
		add(short, "solvitaire:4")
	}
	short.objective = solver.ShortestSolution
	for _, name := range strings.Fields("klondike-draw-1-passes-1 klondike-draw-3-passes-3 klondike-spaces-any-build-any-suit trigon thirty") {
		short.game = name
		add(short, "solvitaire:4")
	}
	for _, deals := range []struct {
		game   string
		walk   uint64 // random moves before the position
		states int64
		seeds  string
	}{
		{"klondike", 0, 60_000, "solvitaire:4 solvitaire:6 solvitaire:11"},
		{"klondike", 40, 30_000, "solvitaire:5 solvitaire:13"},
		{"klondike-draw-1", 0, 60_000, "solvitaire:4 solvitaire:12"},
		{"klondike-draw-1", 40, 30_000, "solvitaire:6 solvitaire:14"},
		{"klondike-draw-1-no-worrying-back", 0, 60_000, "solvitaire:6 solvitaire:14"},
		{"klondike-draw-3-no-worrying-back", 0, 60_000, "solvitaire:6"},
	} {
		q := signatureQuestion{game: deals.game, walk: deals.walk, states: deals.states, objective: solver.ShortestSolution}
		add(q, strings.Fields(deals.seeds)...)
	}
	for _, name := range TechniqueNames() {
		for _, game := range difference[name] {
			without := []Technique{Technique(name)}
			add(signatureQuestion{game: game, states: 5_000, without: without}, seeds(t, "solvitaire:51-52")...)
			if name != "deadlocks" {
				without = append(without, "deadlocks")
				add(signatureQuestion{game: game, states: 5_000, without: without}, "solvitaire:53")
			}
		}
	}
	for _, name := range []string{"klondike", "free-cell", "spider", "black-hole", "accordion", "gaps-basic-variant", "king-albert", "fan", "canfield"} {
		add(signatureQuestion{game: name, states: 50_000, memory: 1 << 16}, "solvitaire:61")
		add(signatureQuestion{game: name, states: 50_000, memory: 1 << 18}, "solvitaire:62")
	}
	add(signatureQuestion{game: "king-albert", states: 50_000, memory: 1 << 17}, "solvitaire:3") // here looking ahead matters
	add(signatureQuestion{game: "fan", states: 20_000, memory: 1 << 16}, "solvitaire:40")
	return all
}
