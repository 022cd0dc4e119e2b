package rules_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestCatalogue checks what readers of the catalogue rely on: every game has a
// description and names of its own, and its rules read back the same.
func TestCatalogue(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	names, titles, canonical := map[string]string{}, map[string]string{}, map[string]string{}
	for _, g := range rules.Games() {
		for field, text := range map[string]string{"title": g.Title, "summary": g.Summary, "source": g.Source} {
			if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\t") || strings.Contains(text, "  ") {
				t.Errorf("%s: its %s is %q", g.Name, field, text)
			}
		}
		for _, sentence := range []string{g.Summary, g.Source} {
			if !strings.HasSuffix(sentence, ".") && !strings.HasSuffix(sentence, ".)") {
				t.Errorf("%s: no full stop at the end of %q", g.Name, sentence)
			}
		}
		if other, taken := titles[g.Title]; taken {
			t.Errorf("%s and %s have the same title", g.Name, other)
		}
		titles[g.Title] = g.Name
		for _, n := range append([]string{g.Name}, g.Aliases...) {
			if !name.MatchString(n) {
				t.Errorf("%s: %q is no name of a game", g.Name, n)
			}
			if other, taken := names[n]; taken {
				t.Errorf("%s and %s are both called %s", g.Name, other, n)
			}
			names[n] = g.Name
			found, ok := rules.Lookup(n)
			if !ok || found.Name != g.Name || found.Rules != g.Rules {
				t.Errorf("Lookup(%q) finds %q, %t; want %s", n, found.Name, ok, g.Name)
			}
		}
		if found, ok := rules.Lookup(g.Slug); !ok || found.Name != g.Name || !name.MatchString(g.Slug) {
			t.Errorf("%s: its page is at %q, the address of %q", g.Name, g.Slug, found.Name)
		}
		text := g.Rules.Canonical()
		if other, taken := canonical[string(text)]; taken {
			t.Errorf("%s and %s are the same game and should be one with two names", g.Name, other)
		}
		canonical[string(text)] = g.Name
		back, err := rules.Parse(text)
		if err != nil || back != g.Rules {
			t.Errorf("%s: its canonical rules read back as %+v, %v", g.Name, back, err)
		}
	}
	if g, ok := rules.Lookup("no-such-game"); ok {
		t.Errorf("Lookup finds %s", g.Name)
	}
}

// TestFiles checks the layout of the files: two spaces, a final newline, known fields
// only.
func TestFiles(t *testing.T) {
	paths, err := filepath.Glob("games/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no games: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Title     string          `json:"title"`
			Summary   string          `json:"summary"`
			VariantOf string          `json:"variant of,omitempty"`
			Family    string          `json:"family,omitempty"`
			Aliases   []string        `json:"aliases,omitempty"`
			Source    string          `json:"source"`
			Rules     json.RawMessage `json:"rules"`
		}
		decoder := json.NewDecoder(strings.NewReader(string(text)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&file); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var pretty strings.Builder
		encoder := json.NewEncoder(&pretty)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(file); err != nil || pretty.String() != string(text) {
			t.Errorf("%s is not laid out as\n%s", path, pretty.String())
		}
		g, ok := rules.Lookup(strings.TrimSuffix(filepath.Base(path), ".json"))
		if !ok || g.Title != file.Title {
			t.Errorf("%s: no game of that name", path)
		}
		if main, ok := rules.Lookup(file.VariantOf); file.Family != "" == (file.VariantOf != "") || file.Family != "" && g.Family != file.Family ||
			file.VariantOf != "" && (!ok || main.Name != file.VariantOf || main.VariantOf != "") {
			t.Errorf("%s has to name a family that families.go lists, or be a variant of a game of one: family %q, variant of %q", path, file.Family, file.VariantOf)
		}
	}
}

// promised lists the names that users rely on: the presets of the Solvitaire program, and
// the variants of the paper without a preset.
func promised() []string {
	names := strings.Fields(`
		accordion accordion-knuth alina alpha-star american-canister american-toad bakers-game beleaguered-castle
		black-hole british-canister canfield canfield-arbitrary-built-moves canfield-auto-reserve-then-waste
		canfield-partial-piles-restricted canfield-strict castles-of-spain chameleon default delta-star duchess
		east-haven eight-off eight-off-any-card-spaces fan flower-garden fore-cell fore-cell-same-suit fortunes-favor
		forty-thieves free-cell free-cell-0-cell free-cell-1-cell free-cell-2-cell free-cell-3-cell free-cell-4-pile
		free-cell-5-pile free-cell-6-pile free-cell-7-pile gaps-basic-variant gaps-one-deal gargantua gargantua-redeal
		golf king-albert klondike klondike-arbitrary-built-moves klondike-deal-1 klondike-deal-1-arbitrary-built-moves
		klondike-deal-1-partial-piles-restricted klondike-partial-piles-restricted klondike-reserve klondike-two-deck-9
		late-binding-solitaire limited lucas maria mrs-mop northwest-territory northwest-territory-arbitrary-built-moves
		northwest-territory-partial-piles-restricted one-cell raglan rank-and-file scotch-patience seahaven-towers
		siegecraft simple-simon somerset spanish-patience spider spiderette streets streets-and-alleys stronghold thirty
		thirtysix trigon two-cell ultra-klondike-2-deck will-o-the-wisp worm-hole
		canfield-whole-pile carpet carpet-pre-founded-aces klondike-draw-3-passes-3 klondike-draw-1-passes-1
		klondike-whole-blocks spider-1-suit spider-2-suit
		canfield-strict-solvitaire canfield-auto-reserve-then-waste-solvitaire american-toad-solvitaire trigon-draw-3
		yukon russian-solitaire scorpion wasp bakers-dozen penguin easthaven klondike-vegas
		spider-solvitaire spiderette-solvitaire simple-simon-solvitaire mrs-mop-solvitaire will-o-the-wisp-solvitaire`)
	for draw := 1; draw <= 24; draw++ {
		names = append(names, fmt.Sprintf("klondike-draw-%d", draw), fmt.Sprintf("klondike-draw-%d-no-worrying-back", draw))
	}
	for _, spaces := range []string{"any", "kings", "no-build"} {
		for _, build := range []string{"any-suit", "red-black", "same-suit"} {
			names = append(names, fmt.Sprintf("klondike-spaces-%s-build-%s", spaces, build))
		}
	}
	return names
}

func TestPromisedNames(t *testing.T) {
	for _, name := range promised() {
		if _, ok := rules.Lookup(name); !ok {
			t.Errorf("unknown game %s", name)
		}
	}
}

// TestSameGame has names of the same game.
func TestSameGame(t *testing.T) {
	for _, names := range [][]string{
		{"klondike", "klondike-draw-3", "klondike-arbitrary-built-moves", "klondike-partial-piles-restricted", "klondike-spaces-kings-build-red-black"},
		{"klondike-draw-1", "klondike-deal-1", "klondike-deal-1-arbitrary-built-moves", "klondike-deal-1-partial-piles-restricted"},
		{"canfield", "canfield-arbitrary-built-moves", "canfield-partial-piles-restricted"},
		{"northwest-territory", "northwest-territory-arbitrary-built-moves", "northwest-territory-partial-piles-restricted"},
		{"late-binding-solitaire", "accordion-knuth"},
		{"streets-and-alleys", "default"},
		{"klondike-draw-3-passes-3", "klondike-vegas", "klondike-vegas-draw-3"},
		{"klondike-draw-1-passes-1", "klondike-vegas-draw-1"},
		{"east-haven", "easthaven"},
		{"forty-thieves", "napoleon-at-st-helena", "big-forty", "roosevelt-at-san-juan"},
	} {
		first, _ := rules.Lookup(names[0])
		for _, name := range names[1:] {
			if g, _ := rules.Lookup(name); g.Name != first.Name {
				t.Errorf("%s is %s; want %s", name, g.Name, first.Name)
			}
		}
	}
	if streets, _ := rules.Lookup("default"); streets.Rules != must(t, `{}`) {
		t.Error("the empty document is not Streets and Alleys")
	}
}

// TestKlondikes checks the family derived from klondike.json, its sentences too.
func TestKlondikes(t *testing.T) {
	klondike, _ := rules.Lookup("klondike")
	for _, phrase := range []string{"three cards", "their top cards may come back"} {
		if n := strings.Count(klondike.Summary, phrase); n != 1 {
			t.Fatalf("the family is derived by replacing %q, which klondike's summary has %d times", phrase, n)
		}
	}
	for _, test := range []struct{ name, title, turns, end string }{
		{"klondike", "Klondike", "turns three cards at a time", "and their top cards may come back."},
		{"klondike-draw-1", "Klondike, draw 1", "turns one card at a time", "and their top cards may come back."},
		{"klondike-draw-2", "Klondike, draw 2", "turns 2 cards at a time", "and their top cards may come back."},
		{"klondike-draw-3-no-worrying-back", "Klondike, draw 3, no worrying back", "turns 3 cards at a time", "and keep what they have."},
		{"klondike-draw-24-no-worrying-back", "Klondike, draw 24, no worrying back", "turns 24 cards at a time", "and keep what they have."},
	} {
		g, _ := rules.Lookup(test.name)
		if g.Title != test.title || !strings.Contains(g.Summary, test.turns) || !strings.HasSuffix(g.Summary, test.end) {
			t.Errorf("%s: %q, %q", test.name, g.Title, g.Summary)
		}
	}
	for draw := 1; draw <= 24; draw++ {
		want := klondike.Rules
		want.Stock.Count = draw
		g, _ := rules.Lookup(fmt.Sprintf("klondike-draw-%d", draw))
		if g.Rules != want {
			t.Errorf("%s is not Klondike but for its draw", g.Name)
		}
		want.Foundations.Removable = false
		g, _ = rules.Lookup(fmt.Sprintf("klondike-draw-%d-no-worrying-back", draw))
		if g.Rules != want {
			t.Errorf("%s is not Klondike but for its draw and worrying back", g.Name)
		}
	}
}

// TestSummaries compares summaries with rules where a program can tell.
func TestSummaries(t *testing.T) {
	for _, g := range rules.Games() {
		says := func(phrase string) bool { return strings.Contains(g.Summary, phrase) }
		r := g.Rules
		if says("all face up") && r.FaceDown() {
			t.Errorf("%s: its cards are not all face up, but its summary is: %s", g.Name, g.Summary)
		}
		for _, claim := range []struct {
			phrase string
			true   bool
		}{
			{"wo packs", r.Decks == 2},
			{"only the top ones face up", r.Tableau.OnlyTopFaceUp},
			{"alternating colours", r.Tableau.Build == rules.RedBlack},
			{"build down in suit", r.Tableau.Build == rules.SameSuit && !r.Tableau.UpOrDown},
			{"build up or down in suit", r.Tableau.Build == rules.SameSuit && r.Tableau.UpOrDown},
			{"build up or down", r.Tableau.UpOrDown},
			{"build down in the same colour", r.Tableau.Build == rules.SameColour},
			{"build down on any suit but the card's own", r.Tableau.Build == rules.OtherSuit},
			{"regardless of suit", r.Tableau.Count > 0 && r.Tableau.Build == rules.AnySuit && r.Suits > 1},
			{"one card at a time; ", r.Tableau.Count > 0 && r.Tableau.Groups == rules.GroupsNo && r.Tableau.Build != rules.NoBuild},
			{"move in whole or in part", r.Tableau.Groups == rules.GroupsYes},
			{"only whole columns move", r.Tableau.Groups == rules.GroupsWholePile},
			{"only kings", r.Tableau.Spaces == rules.SpacesKings && r.Foundations.Base == card.Ace},
			{"only cards of the rank below the base", r.Tableau.Spaces == rules.SpacesKings && r.Foundations.Base != card.Ace},
			{"moves with all the cards on it", r.Tableau.Groups == rules.GroupsAny},
			{"the kings put under the other cards", r.Tableau.KingsToBottom},
			{"three likes start them", r.Foundations.Initial == rules.InitialThree},
			{"While a space waits for the waste, nothing else moves", r.Tableau.Freeze},
			{"spaces stay empty", r.Tableau.Spaces == rules.SpacesNone && r.Tableau.Build != rules.NoBuild},
			{"a space is filled at once", r.Tableau.Spaces >= rules.SpacesReserveThenAny},
			{"fills a space", r.Tableau.Count > 0 && r.Tableau.Spaces == rules.SpacesAny},
			{"may come back", r.Foundations.Removable},
			{"keep what they have", r.Foundations.Present && !r.Foundations.Removable && !r.Foundations.CompleteOnly},
			{"A complete run", r.Foundations.CompleteOnly},
			{"aces start the foundations", r.Foundations.Initial == rules.InitialAll && r.Foundations.Base == card.Ace},
			{"twos start the foundations", r.Foundations.Initial == rules.InitialAll && r.Foundations.Base == 2},
			{"base of all", r.Foundations.Present && r.Foundations.Base == rules.RandomBase},
			{"The stock turns ", r.Waste()},
			{"no redeal", r.Waste() && r.Stock.Redeals == 0 && g.Name != "klondike-draw-1-passes-1" || r.Sequences.Count > 0},
			{"unlimited redeals", r.Stock.Redeals == rules.Unlimited},
			{"The stock deals a card onto each column", r.Stock.Size > 0 && r.Stock.To == rules.ToTableau},
			{"only while no column is empty", !r.Stock.OntoSpaces},
			{"tacked reserve", r.Reserve.Stacked},
			{"each of them available", r.Reserve.Size > 0 && !r.Reserve.Stacked || strings.HasPrefix(g.Name, "carpet")},
			{"Won when all cards are in the hole", r.Hole.Present},
			{"row closes up", r.Accordion.Size > 0},
			{"Four rows", r.Sequences.Count == 4},
			{" cell", r.Cells.Count > 0 || g.Name == "free-cell-0-cell"},
		} {
			if says(claim.phrase) != claim.true {
				t.Errorf("%s: %q is %t of its rules, but its summary is: %s", g.Name, claim.phrase, claim.true, g.Summary)
			}
		}
	}
}

func must(t *testing.T, text string) rules.Rules {
	t.Helper()
	r, err := rules.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// TestCount compares the numbers of games that documents give with the catalogue.
func TestCount(t *testing.T) {
	for file, phrase := range map[string]string{
		"README.md":    "It plays %d games:",
		"CHANGELOG.md": "a catalogue of %d named games",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf(phrase, len(rules.Games())); !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q", file, want)
		}
	}
}
