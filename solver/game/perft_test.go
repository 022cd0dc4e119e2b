package game_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// perft counts the sequences of n moves, as chess programs do to check their move
// generators.
func perft(s *game.State, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, m := range s.Legal() {
		s.Do(m)
		n += perft(s, depth-1)
		s.Undo()
	}
	return n
}

// laidOut returns a numbered deal of a catalogue game.
func laidOut(t testing.TB, name, seed string) *game.State {
	t.Helper()
	g, ok := rules.Lookup(name)
	if !ok {
		t.Fatalf("unknown game %s", name)
	}
	s, err := deal.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return game.New(&g.Rules, &p)
}

// TestPerft compares exact counts of sequences of 1, 2, 3 … moves with those of a program
// in another language, written for the purpose from the meaning of the rules and without
// knowledge of this package.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		game, seed string
		counts     []int
	}{
		{"klondike", "solvitaire:1", []int{3, 7, 16, 40, 76}},
		{"klondike", "solvitaire:2", []int{4, 15, 56, 204, 656}},
		{"klondike-whole-blocks", "solvitaire:1", []int{3, 7, 16, 40, 76}},
		{"klondike-whole-blocks", "solvitaire:2", []int{4, 15, 54, 174, 429}},
		{"klondike-reserve", "solvitaire:1", []int{11, 116, 1192}},
		{"klondike-reserve", "solvitaire:2", []int{8, 63, 491}},
		{"free-cell", "solvitaire:1", []int{34, 917, 18578}},
		{"free-cell", "solvitaire:2", []int{35, 994, 22090}},
		{"bakers-game", "solvitaire:1", []int{33, 836, 15008}},
		{"bakers-game", "solvitaire:2", []int{36, 1034, 22728}},
		{"seahaven-towers", "solvitaire:1", []int{22, 303, 2392, 23567}},
		{"seahaven-towers", "solvitaire:2", []int{26, 460, 5196}},
		{"eight-off", "solvitaire:1", []int{34, 915, 18729}},
		{"eight-off", "solvitaire:2", []int{37, 1118}},
		{"fan", "solvitaire:1", []int{4, 15, 58, 239, 1018}},
		{"fan", "solvitaire:2", []int{8, 58, 386, 2414, 14643}},
		{"king-albert", "solvitaire:1", []int{10, 89, 712, 5179}},
		{"king-albert", "solvitaire:2", []int{6, 31, 136, 532}},
		{"raglan", "solvitaire:1", []int{9, 87, 903, 9071}},
		{"raglan", "solvitaire:2", []int{12, 135, 1372, 12907}},
		{"alpha-star", "solvitaire:1", []int{2, 4, 9, 16, 26}},
		{"alpha-star", "solvitaire:2", []int{6, 32, 153, 659, 2546}},
		{"american-canister", "solvitaire:1", []int{2, 5, 8, 6, 0}},
		{"american-canister", "solvitaire:2", []int{3, 11, 45, 203, 964}},
		{"british-canister", "solvitaire:1", []int{2, 5, 6, 3, 0}},
		{"british-canister", "solvitaire:2", []int{3, 10, 34, 109, 337}},
		{"streets-and-alleys", "solvitaire:1", []int{3, 11, 35, 121}},
		{"streets-and-alleys", "solvitaire:2", []int{8, 57, 383, 2470}},
		{"stronghold", "solvitaire:1", []int{11, 66, 378, 2050}},
		{"stronghold", "solvitaire:2", []int{16, 189, 1933, 18516}},
		{"thirty", "solvitaire:1", []int{1, 2, 3, 4}},
		{"thirty", "solvitaire:2", []int{6, 32, 161, 816}},
		{"thirtysix", "solvitaire:1", []int{3, 8, 22, 60}},
		{"thirtysix", "solvitaire:2", []int{5, 28, 170, 1080}},
		{"trigon", "solvitaire:1", []int{3, 7, 13, 21, 32}},
		{"trigon", "solvitaire:2", []int{2, 3, 4, 5, 6}},
		{"one-cell", "solvitaire:1", []int{26, 384, 4623}},
		{"one-cell", "solvitaire:2", []int{27, 447, 6335}},
		{"flower-garden", "solvitaire:1", []int{11, 112, 1060}},
		{"flower-garden", "solvitaire:2", []int{12, 142, 1605}},
		{"somerset", "solvitaire:1", []int{2, 3, 4, 5, 6}},
		{"somerset", "solvitaire:2", []int{2, 4, 16, 56, 189}},
		{"carpet", "solvitaire:1", []int{3, 8, 24, 82, 283, 936}},
		{"carpet", "solvitaire:2", []int{2, 3, 6, 10, 15, 21}},
		{"fore-cell", "solvitaire:1", []int{4, 35, 263, 1897, 13731}},
		{"fore-cell", "solvitaire:2", []int{4, 25, 159, 1019, 6831}},
		{"klondike-draw-3-passes-3", "solvitaire:1", []int{3, 7, 16, 40, 76, 114, 146, 183, 241}},
		{"klondike-draw-3-passes-3", "solvitaire:2", []int{4, 15, 56, 204, 656, 1967, 5816, 17136}},
		{"klondike-draw-1-passes-1", "solvitaire:1", []int{3, 9, 31, 115, 414, 1430}},
		{"klondike-draw-1-passes-1", "solvitaire:2", []int{4, 13, 38, 108, 281, 775}},
		{"klondike-spaces-any-build-any-suit", "solvitaire:1", []int{3, 7, 16, 40}},
		{"klondike-spaces-any-build-any-suit", "solvitaire:2", []int{5, 29, 199, 1537}},
		{"klondike-spaces-no-build-build-same-suit", "solvitaire:1", []int{3, 7, 13, 21, 31, 43}},
		{"klondike-spaces-no-build-build-same-suit", "solvitaire:2", []int{2, 3, 4, 5, 6, 8}},
		{"alina", "solvitaire:1", []int{24, 408, 5842}},
		{"alina", "solvitaire:2", []int{29, 679, 14411}},
		{"scotch-patience", "solvitaire:1", []int{11, 119, 1273, 13448}},
		{"scotch-patience", "solvitaire:2", []int{15, 215, 2966}},
		{"northwest-territory", "solvitaire:1", []int{10, 97, 913}},
		{"northwest-territory", "solvitaire:2", []int{7, 51, 381}},
		{"duchess", "solvitaire:1", []int{50, 1939}},
		{"duchess", "solvitaire:2", []int{50, 1952}},
		{"accordion", "solvitaire:1", []int{30, 851, 22855}},
		{"accordion", "solvitaire:2", []int{24, 560, 12719}},
		{"late-binding-solitaire", "solvitaire:1", []int{12, 123, 1074, 7891}},
		{"late-binding-solitaire", "solvitaire:2", []int{8, 61, 441, 2991}},
		{"gaps-one-deal", "solvitaire:1", []int{4, 15, 56, 212, 806}},
		{"gaps-one-deal", "solvitaire:2", []int{6, 24, 83, 267, 821}},
		{"gaps-basic-variant", "solvitaire:1", []int{4, 15, 53, 180, 616, 2106}},
		{"gaps-basic-variant", "solvitaire:2", []int{3, 9, 27, 78, 219, 613}},
		{"siegecraft", "solvitaire:1", []int{12, 85, 507, 2987}},
		{"siegecraft", "solvitaire:2", []int{17, 216, 2324, 23119}},
		{"aces-up", "solvitaire:1", []int{3, 12, 48, 191, 769, 3090, 12433}},
		{"aces-up", "solvitaire:2", []int{2, 6, 18, 58, 168, 511, 1536, 4636}},
		{"baroness", "solvitaire:1", []int{2, 8, 32, 133, 535, 2162, 8879}},
		{"baroness", "solvitaire:2", []int{1, 1, 3, 6, 10, 13, 23, 53}},
		{"thirteens", "solvitaire:1", []int{5, 9, 13, 38, 58, 120, 320, 440}},
		{"thirteens", "solvitaire:2", []int{2, 4, 4, 10, 16, 26, 76, 100}},
		{"fourteen-out", "solvitaire:1", []int{4, 17, 64, 216, 634, 1571, 3888, 9366}},
		{"fourteen-out", "solvitaire:2", []int{2, 5, 15, 59, 368, 2114, 10180}},
		{"nestor", "solvitaire:1", []int{2, 3, 8, 17, 31, 42, 34, 72}},
		{"nestor", "solvitaire:2", []int{4, 16, 64, 252, 922, 2676, 6305}},
		{"monte-carlo", "solvitaire:1", []int{5, 17, 47, 129, 342, 903, 2507, 7291}},
		{"monte-carlo", "solvitaire:2", []int{5, 21, 75, 247, 776, 2201, 5672}},
		{"monte-carlo-thirteens", "solvitaire:1", []int{10, 77, 460, 2213, 9278}},
		{"monte-carlo-thirteens", "solvitaire:2", []int{10, 87, 657, 4260}},
	} {
		s := laidOut(t, test.game, test.seed)
		for i, want := range test.counts {
			if got := perft(s, i+1); got != want {
				t.Errorf("%s %s: %d sequences of %d moves; want %d", test.game, test.seed, got, i+1, want)
			}
		}
	}
}

// TestPerftOfSmallGames does the same from positions in the middle of 400 small games
// under random rules, in which every policy for building, spaces and groups, every number
// of redeals, cells, reserves, bases other than the ace and face-down cards meet each
// other, and from 80 deals of accordions and sequences.
func TestPerftOfSmallGames(t *testing.T) {
	file, err := os.Open("testdata/perft.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for lines := bufio.NewScanner(unzipped); lines.Scan(); games++ {
		var line struct {
			Rules, Deal json.RawMessage
			Perft       []int
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		s := table(t, string(line.Rules), string(line.Deal))
		for i, want := range line.Perft {
			if got := perft(s, i+1); got != want {
				t.Errorf("%d sequences of %d moves; want %d: %s", got, i+1, want, lines.Text())
				break
			}
		}
	}
	if games != 480 {
		t.Errorf("%d games counted; want 480", games)
	}
}

// table lays out a position; both rules and position are documents.
func table(t testing.TB, rulesText, dealText string) *game.State {
	t.Helper()
	r, err := rules.Parse([]byte(rulesText))
	if err != nil {
		t.Fatalf("%s: %v", rulesText, err)
	}
	p, err := deal.Parse([]byte(dealText), &r)
	if err != nil {
		t.Fatalf("%s: %v", dealText, err)
	}
	return game.New(&r, &p)
}
