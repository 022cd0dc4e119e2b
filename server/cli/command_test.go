package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// small limits the memory of a command's tables, without an effect on its results.
const small = "--memory=32MiB"

func TestGames(t *testing.T) {
	list := command(t, "", "games")
	if list.status != exitDone || !regexp.MustCompile(`(?m)^klondike +Klondike`).MatchString(list.out) ||
		!regexp.MustCompile(`(?m)^accordion +Accordion$`).MatchString(list.out) {
		t.Errorf("games: %+v", list)
	}
	for _, want := range []string{"Klondike:\nklondike ", "\n\nSpider:\nspider ", "\n\nOther games:\n"} {
		if !strings.Contains("\n"+list.out, "\n"+strings.TrimLeft(want, "\n")) {
			t.Errorf("no %q in the list: %s", want, list.out)
		}
	}
	if all := command(t, "", "games", "--all"); strings.Contains(list.out, "klondike-draw-2 ") || !strings.Contains(all.out, "\nklondike-draw-2 ") {
		t.Errorf("games --all: %s", all.out)
	}
	one := command(t, "", "games", "klondike-draw-3") // an alias
	if one.status != exitDone || !strings.HasPrefix(one.out, "Klondike (klondike)\n") || !strings.Contains(one.out, `"deal count":3`) ||
		!strings.Contains(one.out, ", klondike-draw-1, klondike-draw-1-no-worrying-back, ") {
		t.Errorf("games klondike-draw-3: %+v", one)
	}
}

func TestDeal(t *testing.T) {
	got := command(t, "", "deal", "--game", "free-cell", "--seed", "microsoft:11982")
	rules := write(t, `{"tableau piles":{"count":8,"build policy":"red-black"},"cells":{"count":4}}`)
	if same := command(t, "", "deal", "--rules", rules, "--seed", "microsoft:11982"); same.out != got.out || same.status != exitDone {
		t.Errorf("%+v", same)
	}
	if same := command(t, "", "deal", "--rules", rules, "--seed", "microsoft:11982", "--json"); !strings.Contains(same.out, `"game":null,"seed":"microsoft:11982"`) {
		t.Errorf("%+v", same)
	}
	if none := command(t, "", "deal", "--seed", "microsoft:11982"); none.status != exitUsage || none.err != "thoughtful: give --game or --rules\n" {
		t.Errorf("%+v", none)
	}
	if wrong := command(t, "", "deal", "--rules", rules, "--seed", "exact:1"); wrong.status != exitUsage || !strings.HasPrefix(wrong.err, "thoughtful: seed: scheme exact does not number deals of a game of these rules: its schemes are solvitaire, microsoft, pysol") {
		t.Errorf("%+v", wrong)
	}
	// The deal as Microsoft's FreeCell shows it.
	want := `{"tableau piles":[["AH","3D","KD","JC","6C","JD","KC"],["AS","3H","6H","5D","2C","7D","8D"],` +
		`["4H","QS","5S","5C","TH","8H","2S"],["AC","QC","4D","8C","QH","9C","3S"],["2D","8S","9H","9D","6D","2H"],` +
		`["6S","7H","JH","TD","TC","QD"],["TS","AD","9S","KH","4S","4C"],["JS","KS","3C","7C","7S","5H"]],` +
		`"foundations":[],"cells":["","","",""]}` + "\n"
	if got.status != exitDone || got.out != want || got.err != "" {
		t.Errorf("%+v", got)
	}
	// It is read again, in each form.
	replayed := command(t, got.out, "replay", "--game", "free-cell", "--deal", "-", "--moves", write(t, "[]"), "--json")
	for _, form := range [][]string{nil, {"--schema", "explicit"}} {
		whole := command(t, "", append([]string{"deal", "--game", "free-cell", "--seed", "microsoft:11982", "--json"}, form...)...)
		if again := command(t, whole.out, "replay", "--game", "free-cell", "--deal", "-", "--moves", write(t, "[]"), "--json"); again != replayed || again.status != exitDone {
			t.Errorf("%s: %+v, want %+v", form, again, replayed)
		}
	}
}

// TestSchema writes positions with cards as objects, and reads them again.
func TestSchema(t *testing.T) {
	dealt := command(t, "", "deal", "--game", "klondike", "--seed", "2", "--schema", "explicit")
	const first = `{"piles":{"tableau":[[{"card":"5H","face_up":true}],`
	if dealt.status != exitDone || !strings.HasPrefix(dealt.out, first) {
		t.Fatalf("deal: %+v", dealt)
	}
	if whole := command(t, "", "deal", "--game", "klondike", "--seed", "2", "--schema", "explicit", "--json"); !strings.Contains(whole.out, `"deal":`+strings.TrimSpace(dealt.out)) {
		t.Errorf("deal --json: %+v", whole)
	}
	moves := write(t, "[]")
	for _, args := range [][]string{{"solve", small}, {"replay"}} {
		args = append(args, "--game", "klondike", "--deal", "-", "--moves", moves, "--json")
		if got := command(t, dealt.out, append(args, "--schema", "explicit")...); !strings.Contains(got.out, `"position":`+first) {
			t.Errorf("%s: %+v", args, got)
		}
		if got := command(t, dealt.out, args...); !strings.Contains(got.out, `"position":{"tableau piles":[["5H"],`) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	line := strings.TrimSpace(command(t, "", "deal", "--game", "klondike", "--seed", "2", "--schema", "line").out)
	for _, from := range []string{line, write(t, line)} {
		if got := command(t, "", "replay", "--game", "klondike", "--deal", from, "--moves", moves, "--json", "--schema", "line"); !strings.Contains(got.out, `"position":"`+line+`"`) {
			t.Errorf("%s: %+v", from, got)
		}
	}
	if both := command(t, "", "deal", "--game", "klondike", "--seed", "2", "--schema", "explicit", "--format", "pysol"); both.status != exitUsage {
		t.Errorf("with a format: %+v", both)
	}
}

// TestSeeds lists numbers of winnable deals.
func TestSeeds(t *testing.T) {
	got := command(t, "", "seeds", "--game", "FreeCell", "--scheme", "microsoft", "--from", "11981", "--count", "2")
	if got.status != exitDone || got.out != "" { // beyond the pack's end
		t.Errorf("%+v", got)
	}
	got = command(t, "", "seeds", "--game", "FreeCell", "--scheme", "microsoft", "--from", "617", "--count", "2")
	if got.status != exitDone || got.out != "617\n618\n" {
		t.Errorf("%+v", got)
	}
	got = command(t, "", "seeds", "--game", "klondike", "--difficulty", "expert", "--count", "1", "--json")
	if got.status != exitDone || got.out != `{"seed":"solvitaire:2","difficulty":"expert"}`+"\n" {
		t.Errorf("%+v", got)
	}
	for _, wrong := range [][]string{{"--game", "chess"}, {"--game", "accordion"}, {"--game", "golf", "--scheme", "microsoft"}, {"--game", "golf", "--count", "0"}, {"--game", "golf", "--difficulty", "hopeless"}} {
		if got := command(t, "", append([]string{"seeds"}, wrong...)...); got.status != exitUsage || got.out != "" {
			t.Errorf("%v: %+v", wrong, got)
		}
	}
}

// board is deal 24 of Microsoft's FreeCell as fc-solve's programs write it.
const board = "4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\nQC 9S 6H 9H 3S KS 3D\n5D 2S JC 5C JH 6D AS\n" +
	"2D KD TH TC TD 8D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n"

// TestFormats writes deals in formats of other programs, and solves and replays deals in them.
func TestFormats(t *testing.T) {
	got := command(t, "", "deal", "--game", "free-cell", "--seed", "microsoft:24", "--format", "fc-solve")
	if got.status != exitDone || got.out != board || got.err != "" {
		t.Errorf("%+v", got)
	}
	seed := command(t, "", "solve", small, "--game", "free-cell", "--seed", "microsoft:24", "--json")
	var same, a struct{ ID string }
	if err := json.Unmarshal([]byte(seed.out), &same); err != nil {
		t.Fatal(err)
	}
	read := command(t, "\uFEFF"+board, "solve", small, "--game", "free-cell", "--deal", "-", "--format", "fc-solve", "--json")
	if err := json.Unmarshal([]byte(read.out), &a); err != nil || a.ID != same.ID || read.status != exitDone {
		t.Errorf("%+v: %v\nwant the answer to %s", read, err, same.ID)
	}
	replayed := command(t, seed.out, "replay", "--game", "free-cell", "--deal", write(t, board), "--format", "pysol", "--moves", "-")
	if replayed.status != exitDone || !strings.HasPrefix(replayed.out, "won in ") {
		t.Errorf("%+v", replayed)
	}
	klondike := command(t, "", "deal", "--game", "klondike", "--seed", "greenfelt:1", "--format", "klondike-solver")
	for _, test := range []struct {
		name, in string
		args     []string
		status   int
		out      string // a pattern
		err      string
	}{
		{"fc-solve's notation", "", []string{"solve", small, "--game", "free-cell", "--seed", "microsoft:24", "--solution-format", "fc-solve"}, exitDone, `^winnable: .*\n\d+ moves:\n([1-8a-dh]{2} ){9}[1-8a-dh]{2}\n`, ""},
		{"Klondike-Solver's", klondike.out, []string{"solve", small, "--game", "klondike-draw-1", "--deal", "-", "--format", "klondike-solver", "--solution-format", "klondike-solver"}, exitDone, `^winnable: .*\n\d+ moves(?: and \d+ redeals?)?:\n((DR\d+|NEW|F\d|[W1-7CDHS][1-7CDHS](-\d+)?)[ \n])+$`, ""},
		{"a game without words", "", []string{"deal", "--game", "spider", "--seed", "solvitaire:1", "--format", "fc-solve"}, exitUsage, `^$`, "thoughtful: format: fc-solve can't express a deck other than one pack of 52 cards in four suits; pysol can\n"},
		{"a solution without words", "", []string{"solve", small, "--game", "spider", "--seed", "solvitaire:1", "--solution-format", "fc-solve"}, exitUsage, `^$`, "thoughtful: solution_format: fc-solve can't express a deck other than one pack of 52 cards in four suits\n"},
		{"an unknown format", "", []string{"deal", "--game", "free-cell", "--seed", "microsoft:24", "--format", "morse"}, exitUsage, `^$`, `--format must be one of "json","fc-solve","pysol","klondike-solver","rows" but got "morse"`},
		{"a format and --json", "", []string{"deal", "--game", "free-cell", "--seed", "microsoft:24", "--format", "pysol", "--json"}, exitUsage, `^$`, "can't be combined with --format"},
		{"a format of the wrong program", board, []string{"solve", small, "--game", "free-cell", "--deal", "-", "--format", "klondike-solver"}, exitUsage, `^$`, "thoughtful: format: klondike-solver can't express cells; fc-solve and pysol can\n"},
		{"no format", board, []string{"solve", small, "--game", "free-cell", "--deal", "-"}, exitUsage, `^$`, "name the format of another program with --format"},
		{"converted", "", []string{"convert", "--game", "free-cell", "--seed", "microsoft:24", "--to", "fc-solve"}, exitDone, `^` + board + `$`, ""},
		{"converted, with moves", "KI @", []string{"convert", "--game", "klondike", "--seed", "solvitaire:2", "--moves", "-", "--moves-format", "minimal-klondike", "--moves-to", "klondike-solver"}, exitDone, `^{"tableau piles":.*\n\n2 moves:\n64 F6 DR1\n$`, ""},
		{"converted to JSON", "KI @", []string{"convert", "--game", "klondike", "--seed", "solvitaire:2", "--moves", "-", "--moves-format", "minimal-klondike", "--json"}, exitDone, `^{"id":"1-ffbc332a3612e283adc096c8fae45e58",.*"length":2,"redeals":0,"won":false`, ""},
		{"converted to no format", "", []string{"convert", "--game", "free-cell", "--seed", "microsoft:24", "--to", "morse"}, exitUsage, `^$`, "thoughtful: to: \"morse\" is not one of: json, fc-solve, pysol, klondike-solver, rows\n"},
		{"moves in another format", "IC", []string{"replay", "--game", "klondike", "--seed", "solvitaire:2", "--moves", "-", "--moves-format", "klondike-solver"}, exitUsage, `^$`, "thoughtful: moves step 1: \"IC\": a step is DR2"},
		{"moves that can't be played", "DR1 W1", []string{"replay", "--game", "klondike", "--seed", "solvitaire:2", "--moves", "-", "--moves-format", "klondike-solver"}, exitDone, `^move 2 is illegal: step 2, "W1": `, ""},
		{"a mistake", strings.Replace(board, "6C", "6X", 1), []string{"solve", small, "--game", "free-cell", "--deal", "-", "--format", "fc-solve"}, exitUsage, `^$`, "thoughtful: deal line 8 card 2: \"6X\" is not a card: suit \"X\" must be C, D, H or S\n"},
	} {
		got := command(t, test.in, test.args...)
		if got.status != test.status || !regexp.MustCompile(test.out).MatchString(got.out) || !strings.Contains(got.err, test.err) || test.err == "" && got.err != "" {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

func TestVersion(t *testing.T) {
	if got := command(t, "", "version", "--json"); got.status != exitDone || !strings.Contains(got.out, `"go":"go1.`) {
		t.Errorf("%+v", got)
	}
	got := command(t, "", "version")
	if got.status != exitDone || !regexp.MustCompile(`^thoughtful \S+ go1\.\S+ \w+/\w+\n$`).MatchString(got.out) {
		t.Errorf("%+v", got)
	}
}

func TestMigrate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "directory")
	for range 2 { // the second migration has nothing to do
		if got := command(t, "", "migrate", "--data-dir", dir); got.status != exitDone || got.out != "the SQLite database "+filepath.Join(dir, "thoughtful.db")+" is up to date\n" {
			t.Errorf("%+v", got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "thoughtful.db")); err != nil {
		t.Error(err)
	}
	if got := command(t, "", "migrate", "--reseal", "--seal-key", "a key of this test only", "--data-dir", dir); got.status != exitDone || !strings.HasSuffix(got.out, "\n0 sealed anew, 0 left without a valid seal\n") {
		t.Errorf("%+v", got)
	}
	for at, want := range map[string]string{
		servicetest.URL(t, servicetest.Redis): " sealed anew, 0 left without a valid seal\n0 deleted from Redis\n",
		"http://localhost":                    " sealed anew, 0 left without a valid seal\n",
	} {
		at = strings.TrimSuffix(at, "/0") + "/14" // where no other test is
		got := command(t, "", "migrate", "--reseal", "--seal-key", "a key of this test only", "--data-dir", dir, "--redis-url", at)
		if !strings.HasSuffix(got.out, want) || (got.status == exitDone) != strings.HasPrefix(at, "redis:") {
			t.Errorf("%s: %+v", at, got)
		}
	}
	if got := command(t, "", "migrate", "--lost-key", "--data-dir", dir); got.status != exitUsage || !strings.Contains(got.err, "need --reseal") {
		t.Errorf("%+v", got)
	}
	if got := command(t, "", "migrate", "--seal-key", "short", "--data-dir", dir); got.status != exitUsage || !strings.Contains(got.err, "SEAL_KEY: key 1 has fewer than 20 characters") {
		t.Errorf("%+v", got)
	}
	if got := command(t, "", "forget", "--data-dir", dir); got.status != exitUsage || !strings.Contains(got.err, "SEAL_KEY or the file seal.key is missing") {
		t.Errorf("without the key: %+v", got)
	}
	for before, want := range map[string]string{"0": "deleted 0 verdicts of epochs before 0\n", "-1": ""} {
		if got := command(t, "", "forget", "--seal-key", "a key of this test only", "--data-dir", dir, "--before="+before); got.out != want {
			t.Errorf("forget before %s: %+v", before, got)
		}
	}
	if got := command(t, "", "forget", "--seal-key", "a key of this test only", "--data-dir", dir); got.status != exitDone || got.out != "deleted 0 verdicts of epochs before 1\n" {
		t.Errorf("%+v", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "thoughtful.db"), []byte("this is not what SQLite writes"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := command(t, "", "migrate", "--data-dir", dir); got.status != exitInternal || !strings.Contains(got.err, "DATA_DIR: "+dir) {
		t.Errorf("file that is not a database: %+v", got)
	}
}

// TestSolve checks the output and the exit status for each verdict.
func TestSolve(t *testing.T) {
	const tiny = `{"max rank":2,"tableau piles":{"count":4}}`
	deal := write(t, `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH"],["2D","AD"]]}`)
	for _, test := range []struct {
		name   string
		in     string
		args   []string
		status int
		out    string // a pattern
	}{
		{"winnable", "", []string{"--game", "klondike", "--seed", "solvitaire:2"}, exitDone, `^winnable: \d+ states in \d+\.\d ms\n\d+ moves and \d+ redeals:\n  1\. \S`},
		{"shortest", "", []string{"--game", "klondike", "--seed", "solvitaire:4", "--objective", "shortest", "--states", "200000", "--deadline", "2m"}, exitDone, `^winnable: \d+ states in \d+\.\d ms\n119 moves(?: and \d+ redeals?)?, and there is no shorter solution:\n  1\. \S`},
		{"not proven", "", []string{"--game", "klondike", "--seed", "solvitaire:4", "--objective", "shortest", "--states", "5000", "--deadline", "2m"}, exitDone, `\n\d+ moves(?: and \d+ redeals?)?, and no solution has fewer than \d+:\n  1\. \S`},
		{"short, elsewhere", "", []string{"--game", "free-cell", "--seed", "microsoft:1", "--objective", "short"}, exitDone, `\nwarning: objective: no search for a short solution`},
		{"unwinnable", "", []string{"--game", "klondike", "--seed", "solvitaire:19"}, exitUnwinnable, `^unwinnable: \d+ states in \d+\.\d ms\nAll lines of play were searched, .*: klondike, \d+ states\.\nThe command prove .*\n$`},
		{"unwinnable at once", "", []string{"--game", "klondike", "--seed", "solvitaire:15"}, exitUnwinnable, `^unwinnable: 0 states in \d+\.\d ms\nThe J♠ stays in column 6: .*\.\n$`},
		{"unknown: states", "", []string{"--game", "american-toad", "--seed", "solvitaire:1", "--states", "100"}, exitUnknown, `^unknown \(states\): \d+ states`},
		{"unknown: deadline", "", []string{"--game", "american-toad", "--seed", "solvitaire:1", "--deadline", "50ms"}, exitUnknown, `^unknown \(deadline\): \d+ states`},
		{"a part of a millisecond", "", []string{"--game", "american-toad", "--seed", "solvitaire:1", "--deadline", "1us"}, exitUnknown, `^unknown \(deadline\)`},
		{"rules and deal", "", []string{"--rules", write(t, tiny), "--deal", deal}, exitDone, `(?s)^winnable.*8 moves:.*AS from tableau/1 to foundation/S`},
		{"rules from standard input", tiny, []string{"--rules", "-", "--deal", deal}, exitDone, `^winnable`},
		{"deal from standard input", `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH"],["2D","AD"]]}`, []string{"--rules", write(t, tiny), "--deal", "-"}, exitDone, `^winnable`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := command(t, test.in, append([]string{"solve", small}, test.args...)...)
			if got.status != test.status || !regexp.MustCompile(test.out).MatchString(got.out) || got.err != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestReplay(t *testing.T) {
	solved := command(t, "", "solve", small, "--game", "klondike", "--seed", "solvitaire:2", "--json")
	var a verdicts.SolveAnswer
	if err := json.Unmarshal([]byte(solved.out), &a); err != nil || a.Verdict != solver.Winnable {
		t.Fatalf("%+v: %v", solved, err)
	}
	moves, err := json.Marshal(a.Solution.Moves)
	if err != nil {
		t.Fatal(err)
	}
	lost := command(t, "", "solve", small, "--game", "klondike", "--seed", "solvitaire:19", "--json")
	for _, test := range []struct {
		name, moves string
		status      int
		want        string
	}{
		{"an answer", solved.out, exitDone, "won in "},
		{"a list of moves", string(moves), exitDone, "won in "},
		{"no moves", "[]", exitDone, "0 legal moves, and the game is not won"},
		{"an illegal move", `[{"action":"draw","count":3},{"action":"redeal"}]`, exitDone, "move 2 is illegal: "},
		{"an answer without moves", lost.out, exitUsage, `the answer has no solution, its verdict is "unwinnable"`},
		{"no solution that is one", `{"verdict":"winnable","solution":[]}`, exitUsage, "moves: expected a list, found an object"},
		{"no list", `{"moves":[]}`, exitUsage, "moves: expected a list, found an object"},
		{"no move", `[{"action":"jump"}]`, exitUsage, "moves[0].action: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := command(t, test.moves, "replay", "--game", "klondike", "--seed", "solvitaire:2", "--moves", "-")
			if got.status != test.status || !strings.Contains(got.out+got.err, test.want) {
				t.Errorf("%+v", got)
			}
		})
	}
}
