package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
)

// queued is an Analyst whose workers are never free.
type queued struct{ analyst }

func (queued) Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error) {
	<-ctx.Done()
	return analysis.Moves(ctx, nil, p, b)
}

// TestManyMovesInTime asks about a row of two packs in which every pile may be laid on almost
// every other. The analysis ends so early that there is time to send thousands of moves.
func TestManyMovesInTime(t *testing.T) {
	var spans []string
	for n := 1; n <= 52; n++ {
		spans = append(spans, fmt.Sprintf(`"L%d","R%d"`, n, n))
	}
	row := `"rules":{"two decks":true,"tableau piles":{"count":0},"foundations":{"present":false},` +
		`"accordion":{"size":104,"build policies":["any-suit"],"moves":[` + strings.Join(spans, ",") + `]}}`
	for _, test := range []struct {
		fields string
		moves  int
		within time.Duration
	}{
		{row + `,"deadline_ms":500`, 8060, 400 * time.Millisecond},
		{row, 8060, 1900 * time.Millisecond},
		{row + `,"deadline_ms":100`, 8060, 75 * time.Millisecond}, // most of the time is still for the analysis
		{`"game":"klondike","deadline_ms":500`, 4, 480 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := options()
			o.Analyst = queued{}
			body := `{"seed":"solvitaire:2",` + test.fields + `}`
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
