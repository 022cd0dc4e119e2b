package game_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// catalogueFile has a line of JSON for each game of the catalogue: exact counts of move
// sequences, and a game that is won. The counts are the oracle's (-update). The solutions
// were found with `thoughtful solve --json`; of several numbered deals the one with the
// shortest was taken. A game that is seldom won, or hard to solve, has a position near
// its end instead of a numbered deal.
const catalogueFile = "testdata/catalogue.jsonl.gz"

var update = flag.Bool("update", false, "have the oracle count the sequences of moves in "+catalogueFile+" anew")

type catalogued struct {
	Game string `json:"game"`

	// Perft has the numbers of sequences of 1, 2, 3 … moves from solvitaire:1.
	Perft []int `json:"perft"`

	// The moves win the deal of that number, or the position.
	Seed  string          `json:"seed,omitempty"`
	Deal  json.RawMessage `json:"deal,omitempty"`
	Moves []game.Move     `json:"moves"`
}

// TestCatalogue checks that every game has a title, a summary, a source of its rules,
// counts on which referee and oracle agree, and a solution that the referee replays.
func TestCatalogue(t *testing.T) {
	lines := readCatalogue(t)
	if *update {
		writeCatalogue(t, lines)
	}
	byName := map[string]catalogued{}
	for _, line := range lines {
		byName[line.Game] = line
	}
	for _, g := range rules.Games() {
		t.Run(g.Name, func(t *testing.T) {
			if g.Title == "" || g.Summary == "" || g.Source == "" {
				t.Errorf("title %q, summary %q, source %q", g.Title, g.Summary, g.Source)
			}
			line, ok := byName[g.Name]
			if !ok || len(line.Perft) == 0 || len(line.Moves) == 0 {
				t.Fatalf("%s has no counts or no solution", catalogueFile)
			}
			delete(byName, g.Name)
			first := numbered(t, &g.Rules, "solvitaire:1")
			s, o := game.New(&g.Rules, &first), consult(t, &g.Rules, &first)
			for i, want := range line.Perft {
				if got := perft(s, i+1); got != want {
					t.Errorf("%d sequences of %d moves; want %d", got, i+1, want)
				}
				if want > 300 {
					continue // the oracle is slow
				}
				if got := o.count(i + 1); got != want {
					t.Errorf("the oracle counts %d sequences of %d moves; want %d", got, i+1, want)
				}
			}
			var start deal.Position
			if line.Seed != "" {
				start = numbered(t, &g.Rules, line.Seed)
			} else {
				var err error
				if start, err = deal.Parse(line.Deal, &g.Rules); err != nil {
					t.Fatal(err)
				}
			}
			if end := game.Replay(&g.Rules, &start, line.Moves); !end.Won {
				t.Errorf("after %d moves the game is not won: %s", end.Moves, end.Reason)
			}
			short := line.Moves[:len(line.Moves)-1]
			if end := game.Replay(&g.Rules, &start, short); end.Won || !end.Legal {
				t.Errorf("before the last move the game is won, or lost: %s", end.Reason)
			}
		})
	}
	for name := range byName {
		t.Errorf("unknown game %s", name)
	}
}

// numbered returns the deal of a number.
func numbered(t testing.TB, r *rules.Rules, number string) deal.Position {
	t.Helper()
	seed, err := deal.ParseSeed(number)
	if err != nil {
		t.Fatal(err)
	}
	p, err := seed.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readCatalogue(t *testing.T) []catalogued {
	t.Helper()
	file, err := os.Open(catalogueFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []catalogued
	text := bufio.NewScanner(unzipped)
	text.Buffer(nil, 1<<20)
	for text.Scan() {
		var line catalogued
		if err := json.Unmarshal(text.Bytes(), &line); err != nil {
			t.Fatalf("line %d: %v", len(lines)+1, err)
		}
		lines = append(lines, line)
	}
	if err := text.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// writeCatalogue counts anew: to the depth at which there are some hundred sequences, or
// to eight moves.
func writeCatalogue(t *testing.T, lines []catalogued) {
	t.Helper()
	var text bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&text, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for i := range lines {
		g, ok := rules.Lookup(lines[i].Game)
		if !ok {
			t.Fatalf("unknown game %s", lines[i].Game)
		}
		first := numbered(t, &g.Rules, "solvitaire:1")
		o := consult(t, &g.Rules, &first)
		lines[i].Perft = nil
		for n := 1; n > 0 && n < 150 && len(lines[i].Perft) < 8; {
			n = o.count(len(lines[i].Perft) + 1)
			lines[i].Perft = append(lines[i].Perft, n)
		}
		if err := json.NewEncoder(zipped).Encode(&lines[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(catalogueFile, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
