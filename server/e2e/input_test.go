package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// board is deal 24 of Microsoft's FreeCell as fc-solve's programs write it.
const board = "4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\nQC 9S 6H 9H 3S KS 3D\n5D 2S JC 5C JH 6D AS\n" +
	"2D KD TH TC TD 8D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n"

// TestBadInput sends each kind of invalid input to the service and to the command line. Both
// report the same errors, and no engine is called.
func TestBadInput(t *testing.T) {
	l := launch(t, func() solver.Engine {
		return engine(func(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
			t.Error("an engine was called")
			return solver.Result{Verdict: solver.Unknown, Reason: solver.States}
		})
	}, "--data-dir", t.TempDir())

	const (
		tiny   = `{"max rank":2,"tableau piles":{"count":4}}`
		hidden = `{"max rank":2,"tableau piles":{"count":4,"face up cards":"top"}}`
		cards  = `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH"],["2D","AD"]]}`
	)
	type question struct {
		game, rules, seed, deal, format, deadline, states, objective string
	}
	for _, test := range []struct {
		name   string
		ask    question
		status int
		want   []string // parts of the errors, in order
	}{
		{"nothing", question{}, 400, []string{"game: missing", "seed: missing"}},
		{"no cards", question{game: "klondike"}, 400, []string{"seed: missing"}},
		{"unknown game", question{game: "klondkie", seed: "solvitaire:1"}, 400, []string{`game: unknown game "klondkie"; did you mean klondike?`}},
		{"a game and rules", question{game: "klondike", rules: tiny, deal: cards}, 400, []string{"rules: give either game or rules"}},
		{"a seed and a deal", question{rules: tiny, seed: "solvitaire:1", deal: cards}, 400, []string{"deal: give either seed or deal"}},

		{"unknown field of rules", question{rules: `{"max rank":2,"piles":{"count":4}}`, deal: cards}, 400, []string{"rules.piles: unknown field"}},
		{"wrong value in rules", question{rules: `{"tableau piles":{"count":"four"}}`, deal: cards}, 400, []string{"rules.tableau piles.count: expected a whole number, found the string \"four\""}},
		{"wrong word in rules", question{rules: `{"tableau piles":{"count":4,"build policy":"red"}}`, deal: cards}, 400, []string{`rules.tableau piles.build policy: "red" is not one of`}},
		{"a field of rules twice", question{rules: `{"max rank":2,"max rank":3}`, deal: cards}, 400, []string{"rules.max rank: given twice"}},
		{"contradictory goals", question{rules: `{"hole":{"present":true}}`, deal: cards}, 400, []string{"rules: contradictory goals"}},
		{"more than a deck", question{rules: `{"tableau piles":{"count":4},"cells":{"count":60}}`, deal: cards}, 400, []string{"rules.cells.count: "}},

		{"unknown card", question{rules: tiny, deal: `{"tableau piles":[["2S","AX"],["2C","AC"],["2H","AH"],["2D","AD"]]}`}, 400, []string{`deal.tableau piles[0][1]: "AX" is not a card`}},
		{"card of no such rank", question{rules: tiny, deal: `{"tableau piles":[["2S","AS"],["2C","AC"],["KH","AH"],["2D","AD"]]}`}, 400, []string{"deal.tableau piles[2][0]: KH is not in this game's deck, whose highest rank is 2"}},
		{"card missing", question{rules: tiny, deal: `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH"],["2D"]]}`}, 400, []string{"deal: AD is missing"}},
		{"card twice", question{rules: tiny, deal: `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH"],["2D","AS"]]}`}, 400, []string{"deal: AS occurs twice: at deal.tableau piles[0][1], deal.tableau piles[3][1]", "deal: AD is missing"}},
		{"a pile too few", question{rules: tiny, deal: `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH","2D","AD"]]}`}, 400, []string{"deal.tableau piles: 3 piles found, 4 expected"}},
		{"a face-up card under a face-down one", question{rules: hidden, deal: `{"tableau piles":[["2S","as"],["2C","AC"],["2H","AH"],["2D","AD"]]}`}, 400, []string{"deal.tableau piles[0][1]: AS lies face down on the face-up 2S"}},
		{"unknown field of a deal", question{rules: tiny, deal: `{"tableau":[]}`}, 400, []string{"deal.tableau: unknown field", "deal.tableau piles: missing"}},
		{"a deal that is a list", question{rules: tiny, deal: `[]`}, 400, []string{"deal: expected an object, found a list"}},

		{"an unknown format", question{game: "free-cell", deal: board, format: "morse"}, 400, []string{`format: "morse" is not one of: fc-solve, pysol, klondike-solver, rows`}},
		{"a format of a seed", question{game: "free-cell", seed: "microsoft:1", format: "fc-solve"}, 400, []string{"format: applies only to a text deal"}},
		{"a format of other games", question{game: "klondike", deal: board, format: "fc-solve"}, 400, []string{"format: fc-solve can't express a stock"}},
		{"a line too many", question{game: "free-cell", deal: board + "AS\n", format: "fc-solve"}, 400, []string{"deal: 9 columns found, 8 expected (one per line)"}},
		{"unknown cards in a text", question{game: "free-cell", deal: strings.NewReplacer("6C", "6X", "QS", "Q").Replace(board), format: "pysol"}, 400, []string{`deal line 1 card 5: "Q" is not a card`, `deal line 8 card 2: "6X" is not a card`}},
		{"a card twice in digits", question{game: "klondike", deal: strings.Repeat("011", 52), format: "klondike-solver"}, 400, []string{"deal: AC occurs twice: at deal card 1, deal card 2, ", "deal: AH, AS, AD, 2C, "}},

		{"unknown scheme", question{game: "klondike", seed: "random:1"}, 400, []string{`seed: unknown scheme "random"`}},
		{"no scheme", question{game: "klondike", seed: "seventeen"}, 400, []string{"seed: a seed is scheme:number"}},
		{"seed out of range", question{game: "klondike", seed: "solvitaire:2147483648"}, 400, []string{`seed: "2147483648" is not a number of scheme solvitaire: must be 0–2147483647`}},
		{"deal 0 of Microsoft", question{game: "free-cell", seed: "microsoft:0"}, 400, []string{`seed: "0" is not a number of scheme microsoft`}},
		{"scheme of other games", question{game: "penguin", seed: "microsoft:1"}, 400, []string{"seed: scheme microsoft does not number deals of penguin: its schemes are solvitaire"}},

		{"no time", question{game: "klondike", seed: "solvitaire:1", deadline: "0"}, 400, []string{"deadline_ms: 0 is out of range: must be at least 1"}},
		{"less than no time", question{game: "klondike", seed: "solvitaire:1", deadline: "-5"}, 400, []string{"deadline_ms: -5 is out of range: must be at least 1"}},
		{"no states", question{game: "klondike", seed: "solvitaire:1", states: "0"}, 400, []string{"states: 0 is out of range: must be at least 1"}},
		{"unknown objective", question{game: "klondike", seed: "solvitaire:1", objective: "quick"}, 400, []string{`objective: "quick" is not one of: any, short, shortest`}},
		{"everything at once", question{game: "klondkie", seed: "random:1", deadline: "0", states: "-1"}, 400, []string{"deadline_ms: ", "states: -1 is out of range: must be at least 1", "game: ", "seed: "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var fields, args []string
			say := func(field, value string, text bool, flag, argument string) {
				if value == "" {
					return
				}
				if text {
					value = fmt.Sprintf("%q", value)
				}
				fields = append(fields, fmt.Sprintf("%q:%s", field, value))
				args = append(args, flag+"="+argument)
			}
			q := test.ask
			say("game", q.game, true, "--game", q.game)
			say("rules", q.rules, false, "--rules", write(t, q.rules))
			say("seed", q.seed, true, "--seed", q.seed)
			say("deal", q.deal, q.format != "", "--deal", write(t, q.deal))
			say("format", q.format, true, "--format", q.format)
			say("deadline_ms", q.deadline, false, "--deadline", q.deadline+"ms")
			say("states", q.states, false, "--states", q.states)
			say("objective", q.objective, true, "--objective", q.objective)

			var problem struct {
				Type   string
				Detail string
				Errors []strict.FieldError
			}
			r := l.read(t, "/v1/solve", "{"+strings.Join(fields, ",")+"}", test.status, &problem)
			if kind := r.header.Get("Content-Type"); kind != "application/problem+json" || strings.Contains(string(r.body), "verdict") {
				t.Errorf("Content-Type %s: %s", kind, r.body)
			}
			if len(problem.Errors) != len(test.want) {
				t.Fatalf("errors: %+v", problem.Errors)
			}
			said := ""
			for i, e := range problem.Errors {
				line := strict.Error{e}.Error()
				if !strings.Contains(line, test.want[i]) {
					t.Errorf("error %d is %q, want %q", i+1, line, test.want[i])
				}
				said += "thoughtful: " + line + "\n"
			}

			got := command(t, "", append([]string{"solve", small}, args...)...)
			if got.status != exitUsage || got.out != "" || got.err != said {
				t.Errorf("the command ends with status %d and\n%sthe service answers\n%s", got.status, got.err, said)
			}
			if q.deadline == "" && q.states == "" && q.objective == "" {
				args = append(args, "--moves", write(t, "[]"))
				if got := command(t, "", append([]string{"replay"}, args...)...); got.status != exitUsage || got.err != said {
					t.Errorf("replay ends with status %d and\n%s", got.status, got.err)
				}
			}
		})
	}
}

// TestBadText sends text that is not a request. The service reads a body and the command reads
// files, so their errors differ.
func TestBadText(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir(), "--max-body", "1KiB")
	huge := filepath.Join(t.TempDir(), "huge")
	if err := os.WriteFile(huge, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	for _, test := range []struct {
		name, body string
		status     int
		detail     string
		file, says string
	}{
		{"no JSON", `{"game":"klondike",`, http.StatusBadRequest, "unexpected end of JSON", write(t, `{"max rank":`), "rules.max rank: unexpected end of JSON"},
		{"more after the end", `{"game":"klondike","seed":"solvitaire:1"}}`, http.StatusBadRequest, "line 1, column 42: invalid character '}' after top-level value", write(t, `{}{}`), "rules: invalid JSON at line 1, column 3"},
		{"nested too deeply", `{"rules":` + deep + `}`, http.StatusBadRequest, "nested more than 16 levels deep", write(t, deep), "nested more than 16 levels deep"},
		{"too large", `{"game":"` + strings.Repeat("k", 2000) + `"}`, http.StatusRequestEntityTooLarge, "larger than 1024 bytes", huge, "is larger than 67108864 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var problem struct{ Detail string }
			l.read(t, "/v1/solve", test.body, test.status, &problem)
			if !strings.Contains(problem.Detail, test.detail) {
				t.Errorf("detail %q", problem.Detail)
			}
			got := command(t, "", "solve", small, "--rules", test.file, "--seed", "solvitaire:1")
			if got.status != exitUsage || !strings.Contains(got.err, test.says) {
				t.Errorf("%+v", got)
			}
		})
	}
	for kind, status := range map[string]int{"application/json": 200, "application/json; charset=utf-8": 200, "text/plain": 415, "": 415} {
		request, err := http.NewRequest(http.MethodPost, l.url+"/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header["Content-Type"] = []string{kind}
		response, err := l.http.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		var answer map[string]any
		if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != status {
			t.Errorf("Content-Type %q: status %d, %v, %v", kind, response.StatusCode, answer, err)
		}
		response.Body.Close()
	}
}
