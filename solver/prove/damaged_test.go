package prove_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var damages = flag.Int("damages", 2_000, "damaged proofs that must be refused; a quarter of them with -short")

// proven has lost deals with small proofs in which every kind of line occurs.
var proven = []struct{ game, seed string }{
	{"free-cell-2-cell", "solvitaire:9"},
	{"klondike", "solvitaire:19"},
	{"klondike-draw-1", "solvitaire:243"},
	{"fan", "solvitaire:5"},
	{"east-haven", "solvitaire:1"},
	{"monte-carlo", "solvitaire:25"},
	{"black-hole", "solvitaire:40"},
	{"beleaguered-castle", "solvitaire:4"},
	{"golf", "solvitaire:5"},
	{"klondike", "solvitaire:131"},
	{"raglan", "solvitaire:19"},
	{"streets-and-alleys", "solvitaire:55"},
}

// mayHold has the damages after which a file may still be a proof: a state may be stuck although
// the file did not say so, or its outline lost, or all that can be done in it lead to listed states; another
// way may lead to the same state, and the same states (or a lost outline) may prove another deal.
var mayHold = map[string]bool{"stuck added": true, "outline added": true, "dead end left out": true, "other's states": true, "way changed": true, "card moved": true, "step left out": true, "claim changed": true}

// TestDamaged damages proofs, each in one place, and has them refused.
func TestDamaged(t *testing.T) {
	n := *damages
	if testing.Short() {
		n /= 4
	}
	random := rand.New(rand.NewPCG(5, 0))
	var files [][]string
	for _, d := range proven {
		files = append(files, strings.Split(strings.TrimSuffix(written(t, d.game, d.seed), "\n"), "\n"))
	}
	for _, seed := range []string{"solvitaire:15", "solvitaire:21", "solvitaire:22", "solvitaire:125"} {
		files = append(files, certified(t, enginetest.Numbered(t, "klondike", seed)))
	}
	count := map[string]int{}
	for i := 0; i < n; {
		own := files[random.IntN(len(files))]
		other := files[random.IntN(len(files))]
		kind, text := damage(random, own, other)
		if text == "" {
			continue
		}
		i++
		count[kind]++
		report, err := proof.Check(strings.NewReader(text), 100_000)
		var refused *proof.Refused
		switch {
		case errors.As(err, &refused):
		case err != nil || !mayHold[kind]:
			t.Fatalf("%s: %v, of\n%.1000s", kind, err, text)
		default: // then what it proves must be true
			count["still a proof"]++
			if r := portfolio.New(1<<26).Solve(nil, report.Problem, solver.Budget{States: 100_000}); r.Verdict == solver.Winnable {
				t.Fatalf("%s: proven, but won:\n%.1000s", kind, text)
			}
		}
	}
	t.Log(count)
	for _, kind := range []string{"state left out", "reason left out", "safe added", "stuck added", "outline added", "outline elsewhere", "dead end left out", "card moved", "other's states", "cut off", "way changed", "count changed", "state twice", "step left out", "claim changed"} {
		if count[kind]*400 < n {
			t.Errorf("only %d with %s", count[kind], kind)
		}
	}
}

// written returns the proof of a deal as text.
func written(t testing.TB, game, seed string) string {
	t.Helper()
	var file bytes.Buffer
	if _, err := prove.Write(nil, &file, enginetest.Numbered(t, game, seed), nil, 100_000); err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Check(bytes.NewReader(file.Bytes()), 100_000); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// certified returns the lines of the proof that is a certificate, nil if none is found.
func certified(t testing.TB, p *solver.Problem) []string {
	t.Helper()
	position := p.Position()
	if !proof.Handles(p.Rules()) {
		return nil
	}
	certificate := prove.Certificate(p.Rules(), &position)
	if certificate == nil {
		return nil
	}
	var file bytes.Buffer
	if _, err := prove.Write(nil, &file, p, certificate, 1); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(file.String(), "\n"), "\n")
}

var (
	claimText = regexp.MustCompile(`\["..","[a-z]+"\],?`)
	claimWord = regexp.MustCompile(`"(leaves|laid|rises|laid-laid|laid-up|up-laid)"`)
	cardText  = regexp.MustCompile(`"[A2-9TJQK][CHSD]"`)
)

// damageClaims leaves out a claim of a certificate, or exchanges a card or a word in it.
func damageClaims(random *rand.Rand, line string) string {
	change := func(what *regexp.Regexp, by string) string {
		all := what.FindAllStringIndex(line, -1)
		if len(all) == 0 {
			return line
		}
		at := all[random.IntN(len(all))]
		return line[:at[0]] + by + line[at[1]:]
	}
	switch random.IntN(3) {
	case 0:
		return strings.ReplaceAll(change(claimText, ""), "],]", "]]")
	case 1:
		return change(claimWord, []string{`"leaves"`, `"laid"`, `"rises"`, `"laid-laid"`, `"laid-up"`, `"up-laid"`}[random.IntN(6)])
	}
	return change(cardText, `"`+card.New(card.Rank(1+random.IntN(13)), card.Suit(random.IntN(4))).String()+`"`)
}

// damage damages a proof, and returns how; the text is empty if the damage does not apply.
func damage(random *rand.Rand, own, other []string) (kind, text string) {
	lines := append([]string(nil), own...)
	last := len(lines) - 1
	first := 2 // the line of the first state
	if lines[2] == "moved cards anywhere" {
		first = 3
	}
	states := last - first
	at := first + random.IntN(states) // the line of a state
	words := strings.Fields(lines[at])
	reason := -1
	for i, w := range words {
		if w == "safe" || w == "stuck" || w == "outline" {
			reason = i
		}
	}
	join := func() string { return strings.Join(lines, "\n") + "\n" }
	if len(words) > 1 && words[1] == "claims" && random.IntN(2) == 0 {
		lines[at] = damageClaims(random, lines[at])
		if lines[at] == own[at] {
			return "claim changed", ""
		}
		return "claim changed", join()
	}
	switch random.IntN(14) {
	case 0: // with the ways that lead back, so that all other states are what they were
		kind = "state left out"
		if at == first || at+1 > last || !leaf(lines, at) {
			return kind, ""
		}
		back, _ := strconv.Atoi(words[0])
		if next := strings.Fields(lines[at+1]); at+1 < last {
			more, _ := strconv.Atoi(next[0])
			next[0] = strconv.Itoa(back + more - 1)
			lines[at+1] = strings.Join(next, " ")
		}
		lines = append(lines[:at], lines[at+1:]...)
		lines[len(lines)-1] = "end " + strconv.Itoa(states-1)
	case 1, 12:
		kind = "reason left out"
		if reason < 0 || !leaf(lines, at) && words[reason] == "stuck" {
			return kind, ""
		}
		lines[at] = strings.Join(words[:reason], " ")
		if words[reason] != proof.SafeWord {
			kind = "dead end left out"
		}
		if words[reason] == "safe" && sameWithout(lines, at) {
			return kind, ""
		}
	case 2:
		kind = "safe added"
		if reason >= 0 || at+1 >= last {
			return kind, ""
		}
		next := strings.Fields(lines[at+1])
		if len(next) < 3 || strings.HasPrefix(next[2], "foundation/") || first == 3 {
			return kind, ""
		}
		lines[at] += " safe " + next[1] + " " + next[2]
	case 3:
		kind = "stuck added"
		if reason >= 0 {
			return kind, ""
		}
		lines[at] += " stuck"
	case 4:
		kind = "card moved"
		a, b := random.IntN(52), random.IntN(52)
		cards := []string{}
		for _, s := range "CHSD" {
			for _, r := range "A23456789TJQK" {
				cards = append(cards, `"`+string(r)+string(s)+`"`)
			}
		}
		changed := strings.NewReplacer(cards[a], cards[b], cards[b], cards[a]).Replace(lines[1])
		if changed == lines[1] {
			return kind, ""
		}
		lines[1] = changed
	case 5:
		kind = "other's states"
		if other[1] == own[1] {
			return kind, ""
		}
		lines = append(append([]string(nil), own[:2]...), other[2:]...)
	case 6:
		kind = "cut off"
		whole := join()
		return kind, whole[:1+random.IntN(len(whole)-2)]
	case 7:
		kind = "way changed"
		if at == first || len(words) < 3 || reason >= 0 {
			return kind, ""
		}
		i := 1 + random.IntN(len(words)-1)
		words[i] = []string{"tableau/1", "tableau/2", "tableau/9", "cell/1", "foundation/S", "waste", "draw", "7", "turn", "up", "lay", "reveal", "free", "play", "7S", "-1", "tableau/99", "99999999999999999999"}[random.IntN(18)]
		if lines[at] == strings.Join(words, " ") {
			return kind, ""
		}
		lines[at] = strings.Join(words, " ")
	case 8:
		kind = "count changed"
		lines[last] = "end " + strconv.Itoa(states+1-2*random.IntN(2))
	case 9:
		kind = "state twice"
		if at+1 >= last || !leaf(lines, at) || at == first {
			return kind, ""
		}
		again := append([]string{"1"}, words[1:]...)
		lines = append(lines[:at+1], append([]string{strings.Join(again, " ")}, lines[at+1:]...)...)
		lines[len(lines)-1] = "end " + strconv.Itoa(states+1)
	case 11, 13:
		kind = "outline added"
		if !haveOutlines(own[1]) {
			kind = "outline elsewhere"
		}
		if reason >= 0 && words[reason] == "safe" {
			words = words[:reason]
		} else if reason >= 0 {
			words[reason] = ""
		}
		lines[at] = strings.TrimSpace(strings.Join(words, " ")) + " outline"
		if lines[at] == own[at] {
			return kind, ""
		}
	case 10:
		kind = "step left out"
		if at == first || first == 2 {
			return kind, ""
		}
		from := 1 + 2*random.IntN(len(words)/2)
		lines[at] = strings.Join(append(words[:from:from], words[min(from+2, len(words)):]...), " ")
	}
	return kind, join()
}

// haveOutlines reports whether the conditions of outlines may hold for a problem.
func haveOutlines(text string) bool {
	p, err := solver.ParseProblem(text)
	if err != nil {
		return true
	}
	r := p.Rules()
	return r.Foundations.Present && r.Cells.Count == 0 && r.Stock.Size == 0 && r.Tableau.Groups == rules.GroupsNo && r.Tableau.Build <= rules.RedBlack
}

// leaf reports whether no state is reached from that of a line.
func leaf(lines []string, at int) bool {
	next := strings.Fields(lines[at+1])
	return next[0] == "end" || next[0] != "0"
}

// sameWithout reports whether a state needs no reason, because all its ways lead to listed states.
func sameWithout(lines []string, at int) bool {
	_, err := proof.Check(strings.NewReader(strings.Join(lines, "\n")+"\n"), 100_000)
	return err == nil
}

// FuzzCheck feeds the checker any text: it must refuse what proves nothing, without a panic, and
// within its bound of states.
func FuzzCheck(f *testing.F) {
	for _, d := range proven {
		if text := written(f, d.game, d.seed); len(text) < 4000 {
			f.Add([]byte(text))
		}
	}
	two := strings.Split(written(f, "free-cell-2-cell", "solvitaire:9"), "\n")[:3]
	f.Add([]byte(strings.Join(append(two, "0 tableau/1 tableau/2 -1\n"), "\n"))) // once made the checker panic
	f.Add([]byte(strings.Join(certified(f, enginetest.Numbered(f, "klondike", "solvitaire:22")), "\n") + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		report, err := proof.Check(bytes.NewReader(text), 100)
		if err == nil && report.Problem == nil {
			t.Error("nothing was proven")
		}
		if report.States > 100 {
			t.Errorf("%d states", report.States)
		}
	})
}
