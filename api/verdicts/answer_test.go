package verdicts

import (
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestSolveAnswerJSON compares the JSON of an answer with that of encoding/json: with all fields, with
// none, and with more places for moves than the solution.
func TestSolveAnswerJSON(t *testing.T) {
	name, because, bound := "klondike", solver.Deadline, 0
	full := SolveAnswer{
		Seed: "microsoft:11982",
		ID:   "1-0123456789abcdef0123456789abcdef", Game: &name, Verdict: solver.Winnable, Because: &because,
		Solution: &reply.Solution{
			Length: 2, Redeals: 1, Text: "1. draw\n2. \"<ü>\"", ProvenShortest: true, LowerBound: &bound,
			Moves: []game.Move{
				{Action: game.Draw, Count: 3},
				{Action: game.Redeal},
				{
					Action: game.Shift, From: game.At(game.Tableau, 12), To: game.Place{Pile: game.Foundation, N: 4, M: 2},
					Cards: []card.Card{card.New(10, card.Hearts), card.New(9, card.Spades)}, TurnsUp: card.New(1, card.Clubs),
				},
			},
		},
		Certificate: &Certificate{Kind: "search", Text: "a < b & c", Passes: []solver.Pass{{Name: "klondike", States: 12}}},
		Search:      reply.Search{Engine: `a "search"`, States: 1 << 40, ElapsedMS: 12.346, ShorteningMS: 0.001},
		Source:      solver.FromRelative, Origin: &solver.Origin{Game: "klondike-draw-6", ID: "1-00000000000000000000000000000000"},
		Warnings: []string{"deadline_ms: <1>", "", "\\ and \x7f and \u2028 and \xff"},
		Position: []byte(`{"stock":["AS"]}`),
		Expanded: []request.ExpandedMove{{At: 2, Moves: []game.Move{{Action: game.Redeal}, {Action: game.Draw, Count: 3}}}},
	}
	for _, part := range []any{full, *full.Solution} {
		for i := range reflect.TypeOf(part).NumField() {
			if f := reflect.TypeOf(part).Field(i); f.IsExported() && reflect.ValueOf(part).Field(i).IsZero() {
				t.Errorf("%T: %s has no value, so it is not tested", part, reflect.TypeOf(part).Field(i).Name)
			}
		}
	}
	empty := SolveAnswer{Warnings: []string{}}
	hollow := SolveAnswer{Warnings: []string{}, Solution: &reply.Solution{Moves: []game.Move{}}}
	// The other places where the text that AppendJSON looks for can stand.
	null, nulls := `"moves":null`, []byte(`{"moves":null}`)
	alike := SolveAnswer{
		ID: solver.ID(null), Game: &null, Seed: null, Verdict: solver.Verdict(null), Solution: full.Solution,
		Certificate: &Certificate{Kind: null}, Warnings: []string{null}, Position: nulls, Expanded: make([]request.ExpandedMove, 1),
	}
	type plain SolveAnswer // has no AppendJSON
	for _, answer := range []SolveAnswer{full, empty, hollow, alike} {
		if got, want := string(answer.AppendJSON(nil)), string(compact(plain(answer))); got != want {
			t.Errorf("%s\nencoding/json writes\n%s", got, want)
		}
	}
}

// TestCertificate finds the certificate of an answer without one, as stored answers are, and
// only once.
func TestCertificate(t *testing.T) {
	q, err := readSolve([]byte(`{"game":"klondike","seed":"solvitaire:15"}`), request.Limits{}, true)
	if err != nil {
		t.Fatal(err)
	}
	stored := solver.Answer{Result: solver.Result{Verdict: solver.Unwinnable, Engine: "search"}}
	first := certify(q.Problem, &stored)
	if first.Kind != "deadlock" || certify(q.Problem, &stored) != first {
		t.Errorf("%+v", first)
	}
}
