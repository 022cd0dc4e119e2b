package game_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestOracle plays every game of the catalogue at random. At each step referee and oracle
// must agree on the legal moves, on the table after the move made, and on whether the
// game is won.
func TestOracle(t *testing.T) {
	steps := 80
	if testing.Short() {
		steps = 50
	}
	random := rand.New(rand.NewPCG(3, 14))
	for _, g := range rules.Games() {
		t.Run(g.Name, func(t *testing.T) {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: random.Uint64N(1 << 31)}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, random, &g.Rules, &p, steps)
		})
	}
}

// TestOracleOnRandomRules does the same with small games under random rules, in which
// everything in the language meets everything else.
func TestOracleOnRandomRules(t *testing.T) {
	games := 600
	if testing.Short() {
		games = 400
	}
	random := rand.New(rand.NewPCG(1, 59))
	tried := 0
	for tried < games {
		text := randomRules(random)
		r, err := rules.Parse([]byte(text))
		if err != nil {
			continue // sizes that don't add up, for example
		}
		tried++
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: random.Uint64N(1 << 31)}.Deal(&r)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, random, &r, &p, 40)
		if t.Failed() {
			t.Fatal(text)
		}
	}
}

// FuzzOracle does the same with any rules that can be parsed.
func FuzzOracle(f *testing.F) {
	random := rand.New(rand.NewPCG(2, 65))
	for range 50 {
		f.Add([]byte(randomRules(random)), random.Uint32()>>1)
	}
	for i, g := range rules.Games() {
		if !testing.Short() || i%8 == 0 { // TestOracle has them all
			f.Add(g.Rules.Canonical(), uint32(i))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, number uint32) {
		r, err := rules.Parse(text)
		if err != nil {
			return
		}
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(number >> 1)}.Deal(&r)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, rand.New(rand.NewPCG(uint64(number), 0)), &r, &p, 20)
	})
}

// compare walks from a position and prefers moves to the foundations.
func compare(t *testing.T, random *rand.Rand, r *rules.Rules, p *deal.Position, steps int) {
	t.Helper()
	s := game.New(r, p)
	o := consult(t, r, p)
	for range steps {
		at := s.Position()
		words := map[string]game.Move{}
		for _, m := range s.Legal() {
			words[told(m)] = m
		}
		tables := map[string]*oracle{}
		for _, m := range o.moves() {
			tables[m.move] = m.table
		}
		var wrong []string
		for w := range words {
			if tables[w] == nil {
				wrong = append(wrong, w+" (says the referee alone)")
			}
		}
		for w := range tables {
			if _, ok := words[w]; !ok {
				wrong = append(wrong, w+" (says the oracle alone)")
			}
		}
		if len(wrong) > 0 {
			slices.Sort(wrong)
			t.Fatalf("%s\nat %s\nlegal is %s", r.Canonical(), at.Document(r), strings.Join(wrong, "; "))
		}
		if s.Won() != o.won() {
			t.Fatalf("%s\nat %s\nwon is %t", r.Canonical(), at.Document(r), s.Won())
		}
		if len(words) == 0 {
			return
		}
		choices := make([]string, 0, len(words))
		for w := range words {
			choices = append(choices, w)
		}
		slices.Sort(choices)
		choice := choices[random.IntN(len(choices))]
		for _, w := range choices {
			if words[w].To.Pile == game.Foundation && random.IntN(2) == 0 {
				choice = w
			}
		}
		s.Do(words[choice])
		o = tables[choice]
		after := s.Position()
		if back, err := deal.Parse(after.Document(r), r); err != nil || !slices.Equal(back.Document(r), after.Document(r)) {
			t.Fatalf("%s\n%s reads back as %s, %v", r.Canonical(), after.Document(r), back.Document(r), err)
		}
		if want := consult(t, r, &after); want.String() != o.String() {
			t.Fatalf("%s\nat %s\nafter %s the oracle has %s\nwant %s", r.Canonical(), at.Document(r), choice, o, want)
		}
	}
}

// told writes a move as the oracle does.
func told(m game.Move) string {
	text := m.String()
	if turned := m.TurnsUp.String(); turned != "" {
		text += " turning up " + turned
	}
	return text
}

// String writes the oracle's table.
func (s *oracle) String() string {
	table := fmt.Sprint(s.cols, s.cells, s.res, s.stock, s.waste, s.left, s.base, s.hole, s.rows, s.row, s.laid)
	for _, place := range s.foundations() {
		table += fmt.Sprint(place, s.found[place])
	}
	return table
}

// randomRules writes a rules document for a small game of any kind.
func randomRules(random *rand.Rand) string {
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	coin := func() bool { return random.IntN(2) == 0 }
	ranks := 2 + random.IntN(4)
	d := map[string]any{"max rank": ranks}
	deck := 4 * ranks
	if random.IntN(4) == 0 {
		d["two decks"] = true
		deck *= 2
	}
	if random.IntN(4) == 0 {
		d["suits"] = 1 + random.IntN(2)
	}
	builds := []string{"any-suit", "red-black", "same-suit"}
	if random.IntN(6) == 0 {
		d["tableau piles"] = map[string]any{"count": 0}
		d["foundations"] = map[string]any{"present": false}
		if coin() {
			rows := map[string]any{"shape": "pyramid", "count": 1 + random.IntN(4)}
			places := rows["count"].(int) * (rows["count"].(int) + 1) / 2
			switch random.IntN(4) {
			case 0:
				rows, places = map[string]any{"shape": "tripeaks"}, 28
				d["max rank"] = 7 + random.IntN(3)
				deck = 4 * d["max rank"].(int) * deck / 4 / ranks
			case 1:
				rows, places = map[string]any{"shape": "lists", "covered by": [][][]string{{{"2/1"}, {"2/1", "3/1"}, {"3/1"}}, {{"3/1"}}, {{}}}}, 5
			}
			if coin() {
				rows["pair sum"], rows["stock in play"], rows["goal"] = 2+random.IntN(2*ranks-1), coin(), pick("rows", "all")
			} else {
				rows["build on waste"], rows["build loops"] = true, coin()
			}
			d["rows"] = rows
			d["stock"] = map[string]any{"size": deck - places, "deal count": 1 + random.IntN(3), "redeals": random.IntN(3)}
			if rows["build on waste"] == true || coin() {
				d["stock"] = map[string]any{"size": deck - places}
			}
		} else if coin() {
			d["sequences"] = map[string]any{
				"count": deck / ranks, "direction": pick("L", "R", "LR"), "build policy": pick(builds...), "fixed suit": coin(),
			}
		} else {
			d["accordion"] = map[string]any{
				"size": 1 + random.IntN(deck), "moves": []string{pick("L1", "L2", "R1"), pick("L3", "R2", "R3")},
				"build policies": []string{pick("same-suit", "red-black", "any-suit", "same-rank"), pick("same-suit", "same-rank")},
			}
		}
		text, _ := json.Marshal(d)
		return string(text)
	}

	if random.IntN(5) == 0 {
		discardRules(random, d, deck)
		text, _ := json.Marshal(d)
		return string(text)
	}

	columns := 1 + random.IntN(5)
	tableau := map[string]any{
		"count": columns, "build policy": pick("any-suit", "red-black", "same-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit"),
		"build direction": pick("down", "down", "up-or-down"),
		"spaces policy":   pick("any", "no-build", "kings", "any", "kings", "auto-reserve-then-any", "auto-reserve-then-waste", "auto-waste-then-stock"),
		"diagonal deal":   coin(), "face up cards": pick("all", "top"), "kings to the bottom": random.IntN(6) == 0,
		"move built group": pick("no", "yes", "whole-pile", "maximal-group", "any", "partial-if-card-above-buildable"),
	}
	if coin() {
		tableau["move built group policy"] = pick("same-as-build", "any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit")
		tableau["group target"] = pick("build", "group")
	}
	if tableau["spaces policy"] == "auto-reserve-then-waste" {
		tableau["spaces freeze"] = coin()
	}
	d["tableau piles"] = tableau
	placed := 0
	if random.IntN(5) == 0 {
		d["foundations"] = map[string]any{"present": false}
		d["hole"] = map[string]any{"present": true, "base card": pick("AS", "random", "2H", "2S"), "build loops": coin()}
		placed++
	} else {
		foundations := map[string]any{"removable": coin()}
		switch random.IntN(5) {
		case 0:
			foundations["removable"], foundations["only complete pile moves"] = false, true
		case 1:
			foundations["base card"] = pick("random", "2", "A")
			foundations["initial cards"] = "one"
			placed++
		case 2:
			foundations["base card"] = pick("random", "2", "A")
			foundations["initial cards"] = "all"
			placed += deck / ranks
		case 3:
			foundations["base card"], foundations["initial cards"] = "random", "three"
			tableau["diagonal deal"] = false
			placed += 3
		}
		d["foundations"] = foundations
	}
	if coin() {
		count := 1 + random.IntN(3)
		filled := random.IntN(count + 1)
		d["cells"] = map[string]any{"count": count, "pre-filled": filled}
		placed += filled
	}
	if coin() {
		size := 1 + random.IntN(4)
		d["reserve"] = map[string]any{"size": size, "stacked": coin()}
		placed += size
	}
	if random.IntN(6) == 0 {
		tableau["face up cards"], tableau["spaces policy"] = "all", pick("any", "no-build", "kings")
		tableau["redeal packets"] = (deck+columns-1)/columns + random.IntN(2)
		delete(tableau, "spaces freeze")
		if coin() {
			tableau["redeals"] = random.IntN(3)
		}
	} else if size := random.IntN(deck / 2); size > 0 && coin() {
		stock := map[string]any{
			"size": size, "deal type": pick("waste", "waste", "tableau piles", "hole"),
			"deal count": 1 + random.IntN(3), "deal onto spaces": coin(),
		}
		if stock["deal type"] == "waste" {
			switch random.IntN(3) {
			case 0:
				stock["redeal"] = true
			case 1:
				stock["redeals"] = random.IntN(3)
			}
		}
		d["stock"] = stock
		placed += size
	}
	if left := deck - placed; left > 0 && random.IntN(4) == 0 {
		sizes, down := make([]int, columns), make([]int, columns)
		for range left {
			sizes[random.IntN(columns)]++
		}
		for i, n := range sizes {
			if n > 1 {
				down[i] = random.IntN(n)
			}
		}
		tableau["diagonal deal"], tableau["face up cards"] = false, "all"
		tableau["pile sizes"], tableau["face down cards"] = sizes, down
	}
	text, _ := json.Marshal(d)
	return string(text)
}

// discardRules writes the rules of a game in which cards are removed from the columns.
func discardRules(random *rand.Rand, d map[string]any, deck int) {
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	columns := 1 + random.IntN(6)
	tableau := map[string]any{"count": columns, "build policy": "no-build", "spaces policy": pick("any", "any", "kings", "no-build")}
	discard := map[string]any{
		"policy": pick("pair-sum", "pair-rank", "lower-in-suit"), "sum": d["max rank"].(int) + random.IntN(2), "row": random.IntN(columns + 1),
	}
	d["foundations"], d["tableau piles"], d["discard"] = map[string]any{"present": false}, tableau, discard
	size := random.IntN(deck + 1)
	if to := pick("tableau piles", "spaces", "redeal"); size > 0 {
		stock := map[string]any{"size": size, "deal type": to, "deal onto spaces": random.IntN(2) == 0}
		d["stock"] = stock
		if to != "redeal" {
			return
		}
	}
	tableau["redeal packets"] = max(1, (deck-size+columns-1)/columns+random.IntN(2))
	if random.IntN(2) == 0 {
		tableau["redeals"] = random.IntN(4)
	}
}
