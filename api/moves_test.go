package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// queued is an Analyst whose workers are never free.
type queued struct{}

func (queued) Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error) {
	<-ctx.Done()
	found, err := analysis.Moves(solver.NewClock(ctx), idle{}, p, b)
	found.Unsearched = true
	return found, err
}

func (queued) Game(ctx context.Context, p *solver.Problem, steps [][]game.Move, b solver.Budget) (analysis.Played, error) {
	<-ctx.Done()
	found, err := analysis.Game(solver.NewClock(ctx), idle{}, p, steps, b)
	found.Unsearched = true
	return found, err
}

// idle is an engine that searches nothing.
type idle struct{}

func (idle) Solve(clock *solver.Clock, _ *solver.Problem, _ solver.Budget) solver.Result {
	return solver.Stopped(clock)
}

// TestNoWorker checks that answers for which no worker was free in time say so, and others do not.
func TestNoWorker(t *testing.T) {
	for path, body := range map[string]string{
		"/v1/moves":   `{"game":"klondike","seed":"2","deadline_ms":500}`,
		"/v1/analyse": `{"game":"klondike","seed":"2","deadline_ms":500,"moves":[{"action":"draw","count":3}]}`,
	} {
		for analyst, want := range map[moves.Analyst]string{queued{}: `"warnings":["search: the service was busy, so unknown positions were not searched; ask again"]`, analyst{}: `"warnings":[]`} {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				o.Analyst = analyst
				r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				serving(t, o).ServeHTTP(w, r)
				if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
					t.Errorf("%s: status %d, %s\nwant %s", path, w.Code, w.Body, want)
				}
			})
		}
	}
}

// TestWhyAtTheDeadline asks what moves do when the analysis has taken all its time.
func TestWhyAtTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Analyst = queued{}
		for _, m := range explained(t, o, `{"game":"spider","seed":"3","why":true}`) {
			if m.Because == nil || *m.Because != solver.Deadline || m.Why == "" {
				t.Errorf("%s: because %v, why %q", m.Move, m.Because, m.Why)
			}
		}
	})
}

// tardy is an Analyst who finds the same verdict of every move, and none of the deal, after some time.
type tardy struct {
	analyst
	takes   time.Duration
	verdict solver.Verdict
}

func (l tardy) Moves(_ context.Context, p *solver.Problem, _ solver.Budget) (analysis.Position, error) {
	time.Sleep(l.takes)
	found := analysis.Position{Verdict: solver.Unknown, Reason: solver.Deadline}
	asked := p.Asked()
	for _, m := range game.New(p.Rules(), &asked).Legal() {
		found.Moves = append(found.Moves, analysis.Move{Move: m, Verdict: l.verdict})
	}
	return found, nil
}

// TestProofsUntilTheDeadline checks that losing moves are explained by proofs only if there is time
// for that, but in any case by what they do.
func TestProofsUntilTheDeadline(t *testing.T) {
	for takes, proven := range map[time.Duration]bool{time.Second: true, 1980 * time.Millisecond: false} {
		synctest.Test(t, func(t *testing.T) {
			o := options()
			o.Analyst = tardy{takes: takes, verdict: solver.Unwinnable}
			moves := explained(t, o, `{"game":"klondike","seed":"solvitaire:15","why":true}`)
			for _, m := range moves {
				if m.Why == "" || strings.Contains(m.Why, "; then ") != proven {
					t.Errorf("after %v: %s: %q", takes, m.Move, m.Why)
				}
			}
		})
	}
}

// TestEstimatesUntilTheDeadline checks that estimates look ahead only if there is time for that, but
// in any case at the position after the move.
func TestEstimatesUntilTheDeadline(t *testing.T) {
	for takes, ahead := range map[time.Duration]bool{time.Second: true, 2 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			o := options()
			o.Analyst = tardy{takes: takes, verdict: solver.Unknown}
			found := explained(t, o, `{"game":"klondike","seed":"solvitaire:15"}`)
			// Looking further costs a part of a point.
			if slices.ContainsFunc(found, func(m moves.JudgedMove) bool { return *m.Estimate != math.Trunc(*m.Estimate) }) != ahead {
				t.Errorf("after %v: %+v", takes, found)
			}
		})
	}
}

// explained returns the moves of an answer of POST /v1/moves, of which there must be some.
func explained(t *testing.T, o Options, body string) []moves.JudgedMove {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/moves", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	serving(t, o).ServeHTTP(w, r)
	var a moves.MovesAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || len(a.Moves) == 0 {
		t.Fatalf("%v, no moves in %s", err, w.Body)
	}
	return a.Moves
}

// TestManyMovesInTime asks about a row of two packs in which every pile may be laid on almost
// every other. The analysis ends so early that there is time to send thousands of moves.
func TestManyMovesInTime(t *testing.T) {
	var spans []string
	for n := 1; n <= 52; n++ {
		spans = append(spans, fmt.Sprintf(`"L%d","R%d"`, n, n))
	}
	row := `"seed":"solvitaire:2","rules":{"two decks":true,"tableau piles":{"count":0},"foundations":{"present":false},` +
		`"accordion":{"size":104,"build policies":["any-suit"],"moves":[` + strings.Join(spans, ",") + `]}}`
	var columns []string // from king to ace
	for range 2 {
		for _, suit := range "CDHS" {
			columns = append(columns, strings.ReplaceAll(`["Kx","Qx","Jx","Tx","9x","8x","7x","6x","5x","4x","3x","2x","Ax"]`, "x", string(suit)))
		}
	}
	ordered := `"rules":{"two decks":true,"tableau piles":{"count":12,"build policy":"any-suit","build direction":"up-or-down"},"cells":{"count":12}},` +
		`"deal":{"tableau piles":[` + strings.Join(columns, ",") + `,[],[],[],[]]}`
	for _, test := range []struct {
		fields string
		moves  int
		within time.Duration
	}{
		{row + `,"deadline_ms":500`, 8060, 400 * time.Millisecond},
		{row, 8060, 1900 * time.Millisecond},
		{row + `,"deadline_ms":100`, 8060, 75 * time.Millisecond}, // most of the time is still for the analysis
		{`"seed":"solvitaire:2","game":"klondike","deadline_ms":500`, 4, 480 * time.Millisecond},
		{ordered + `,"runs":true,"deadline_ms":500`, 24, 424 * time.Millisecond}, // thousands of single moves of runs
	} {
		synctest.Test(t, func(t *testing.T) {
			o := options()
			o.Analyst = queued{}
			body := `{` + test.fields + `}`
			r := httptest.NewRequest(http.MethodPost, "/v1/moves", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			began, w := time.Now(), httptest.NewRecorder()
			serving(t, o).ServeHTTP(w, r)
			took, moves := time.Since(began), strings.Count(w.Body.String(), `"verdict":"unknown","because":"deadline"`)-1 // and the position
			if w.Code != http.StatusOK || moves != test.moves || took > test.within || took < test.within-10*time.Millisecond {
				t.Errorf("%.60s: status %d, %d moves after %v", test.fields, w.Code, moves, took)
			}
		})
	}
}
