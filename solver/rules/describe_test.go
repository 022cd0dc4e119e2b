package rules_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var update = flag.Bool("update", false, "write what the tests find as what they expect")

// TestDescribeCatalogue compares the description of every named game with
// testdata/words.txt, which people checked against docs/build/playing.md.
func TestDescribeCatalogue(t *testing.T) {
	var got bytes.Buffer
	names := map[string]string{}
	for _, g := range rules.Games() {
		if names[text(&g.Rules)] != "" {
			t.Errorf("%s and %s are described alike", g.Name, names[text(&g.Rules)])
		}
		names[text(&g.Rules)] = g.Name
		fmt.Fprintf(&got, "# %s\n", g.Name)
		for _, s := range g.Rules.Describe(phrase.Fill) {
			fmt.Fprintf(&got, "%s: %s\n", s.Title, s.Text)
		}
		got.WriteByte('\n')
	}
	const file = "testdata/words.txt"
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

// values are the values to which a field of a document is changed. What is won can't be
// changed by one field.
var values = map[string][]any{
	"tableau piles.count":                   {1, 2, 3, 6, 7, 8, 9, 10, 12},
	"tableau piles.build policy":            {"any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit"},
	"tableau piles.build direction":         {"down", "up-or-down"},
	"tableau piles.spaces policy":           {"any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste", "auto-waste-then-stock"},
	"tableau piles.diagonal deal":           {true, false},
	"tableau piles.move built group":        {"no", "yes", "whole-pile", "maximal-group", "any"},
	"tableau piles.move built group policy": {"any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit"},
	"tableau piles.face up cards":           {"all", "top"},
	"tableau piles.group target":            {"build", "group"},
	"tableau piles.face down cards":         {[]int{0, 0, 0, 0, 1, 1, 1}, []int{1, 1, 1, 1, 0, 0, 0}, []int{0, 1, 0, 1, 0, 1, 0, 1}},
	"tableau piles.pile sizes":              {[]int{1, 2, 3, 4, 5, 6, 7}, []int{7, 6, 5, 4, 3, 2, 1}, []int{4, 4, 4, 4, 4, 4, 4}, []int{6, 6, 6, 6, 7, 7, 7, 7}},
	"tableau piles.kings to the bottom":     {true, false},
	"tableau piles.spaces freeze":           {true, false},
	"foundations.initial cards":             {"none", "one", "all", "three"},
	"foundations.base card":                 {"A", "2", "5", "K", "random"},
	"foundations.removable":                 {true, false},
	"foundations.only complete pile moves":  {true, false},
	"hole.base card":                        {"AS", "5H", "KD", "random"},
	"tableau piles.redeal packets":          {0, 4, 7, 8, 16, 26, 52},
	"tableau piles.redeals":                 {0, 1, 2, 3},
	"hole.build loops":                      {true, false},
	"hole.nothing on kings":                 {true, false},
	"cells.count":                           {0, 1, 2, 4, 8},
	"cells.pre-filled":                      {0, 1, 2, 4},
	"stock.size":                            {0, 1, 2, 3, 10, 24, 30},
	"stock.deal type":                       {"waste", "tableau piles", "hole", "spaces", "redeal"},
	"stock.deal count":                      {1, 2, 3, 24},
	"stock.redeal":                          {true, false},
	"stock.redeals":                         {0, 1, 2, 3, 104},
	"stock.deal onto spaces":                {true, false},
	"reserve.size":                          {0, 1, 2, 10, 13},
	"reserve.stacked":                       {true, false},
	"accordion.size":                        {1, 2, 18, 51, 52},
	"accordion.moves":                       {[]string{"L1"}, []string{"L3"}, []string{"R1"}, []string{"L1", "L3"}, []string{"L1", "R1"}, []string{"L12", "R22", "R23"}},
	"accordion.build policies":              {[]string{"same-suit"}, []string{"red-black"}, []string{"any-suit"}, []string{"same-rank"}, []string{"any-suit", "same-rank"}, []string{"red-black", "same-rank"}},
	"sequences.direction":                   {"L", "R", "LR"},
	"sequences.build policy":                {"any-suit", "red-black", "same-suit"},
	"sequences.fixed suit":                  {true, false},
	"discard.policy":                        {"pair-sum", "pair-rank", "lower-in-suit"},
	"discard.sum":                           {2, 4, 5, 10, 13, 14},
	"discard.row":                           {0, 1, 2, 4, 5, 10},
	"max rank":                              {1, 2, 3, 9, 13},
	"two decks":                             {true, false},
	"suits":                                 {1, 2, 4},
}

// change returns the document of rules with one field changed.
func change(t *testing.T, r *rules.Rules, path string, value any) []byte {
	t.Helper()
	document := map[string]any{}
	if err := json.Unmarshal(r.Canonical(), &document); err != nil {
		t.Fatal(err)
	}
	at := document
	name := path
	if section, field, inside := strings.Cut(path, "."); inside {
		if at[section] == nil {
			at[section] = map[string]any{}
		}
		at, name = at[section].(map[string]any), field
	}
	at[name] = value
	if name == "redeals" {
		delete(at, "redeal")
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// text joins a description.
func text(r *rules.Rules) string { return fmt.Sprint(r.Describe(phrase.Fill)) }

// TestDescribeTellsApart changes each field of the named games, and of games drawn from
// the whole language. Either the description changes, or the referee treats both games
// alike.
func TestDescribeTellsApart(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	games := []rules.Rules{}
	for _, g := range rules.Games() {
		if !strings.HasPrefix(g.Name, "klondike-draw-") {
			games = append(games, g.Rules)
		}
	}
	drawn, least := 200, 3
	if testing.Short() { // every third game
		kept := games[:0]
		for i := 0; i < len(games); i += 3 {
			kept = append(kept, games[i])
		}
		games, drawn, least = kept, 100, 1
	}
	for i := range drawn {
		r, _ := enginetest.Draw(t, random, enginetest.Families[i%len(enginetest.Families)])
		games = append(games, r)
	}
	told, alike := map[string]int{}, map[string]int{}
	for i := range games {
		r := &games[i]
		for path, list := range values {
			for _, value := range list {
				other, err := rules.Parse(change(t, r, path, value))
				switch {
				case err != nil || other == *r:
				case text(r) != text(&other):
					told[path]++
				default:
					alike[path]++
					if difference := playedApart(t, random, r, &other); difference != "" {
						t.Fatalf("%s\nand\n%s\nare both described as\n%s\nbut %s", r.Canonical(), other.Canonical(), text(r), difference)
					}
				}
			}
		}
	}
	for path := range values {
		if told[path] < least {
			t.Errorf("%s made a difference %d times", path, told[path])
		}
	}
	t.Logf("told apart: %v; played alike: %v", told, alike)
}

// playedApart plays deals of one game under the rules of both and returns where the
// referee treats them differently, or an empty string.
func playedApart(t *testing.T, random *rand.Rand, a, b *rules.Rules) string {
	t.Helper()
	for range 4 {
		p, ok := enginetest.DrawPosition(t, random, a)
		if !ok {
			continue
		}
		if _, err := deal.Parse(p.Document(a), b); err != nil {
			return fmt.Sprintf("a position of one can't be of the other: %v", err)
		}
		one, other := game.New(a, &p), game.New(b, &p)
		for range 20 {
			moves := one.Legal()
			if diff := cmp.Diff(moves, other.Legal()); diff != "" || one.Won() != other.Won() {
				return "moves differ: " + diff
			}
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			one.Do(m)
			other.Do(m)
		}
	}
	return ""
}

// Descriptions are sentences; each but the last is followed by a space.
func TestDescribeIsProse(t *testing.T) {
	prose := regexp.MustCompile(`^[A-Z0-9][^.]*\.( [A-Z0-9][^.]*\.)*$`)
	wrong := regexp.MustCompile(`  |%!| ,|\b(a|an|the|one|or|and) \.|\b(a|the) (a|the)\b|\bone cards|\ba (ace|eight)\b`)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		r, _ := enginetest.Draw(t, random, enginetest.Families[i%len(enginetest.Families)])
		for _, s := range r.Describe(phrase.Fill) {
			if !prose.MatchString(s.Text) || wrong.MatchString(s.Text) {
				t.Fatalf("%s\n%s: %q", r.Canonical(), s.Title, s.Text)
			}
		}
	}
}
