package verdicts

import (
	"net/http"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// The default deadline is not above the server's maximum, and is cut without a warning.
func TestDefaultDeadline(t *testing.T) {
	for _, c := range []struct{ most, want time.Duration }{
		{time.Minute, 10 * time.Second},
		{3 * time.Second, 3 * time.Second},
	} {
		limits := request.Limits{Deadline: c.most, DefaultDeadline: 10 * time.Second}
		q, err := readSolve([]byte(`{"game":"klondike","seed":"solvitaire:2"}`), limits, true)
		if err != nil || q.Deadline != c.want || q.States != 0 || len(q.Warnings) > 0 {
			t.Errorf("at most %v: deadline %v, %d states, warnings %q, error %v", c.most, q.Deadline, q.States, q.Warnings, err)
		}
	}
}

// Without a maximum of states any budget is accepted.
func TestStatesWithoutMaximum(t *testing.T) {
	body := `{"game":"klondike","seed":"solvitaire:2","states":9000000000000000000}`
	q, err := readSolve([]byte(body), request.Limits{Deadline: time.Minute}, true)
	if err != nil || q.States != 9_000_000_000_000_000_000 || len(q.Warnings) > 0 {
		t.Errorf("%d states, warnings %q, error %v", q.States, q.Warnings, err)
	}
}

// limits are the limits of requests in tests.
var limits = request.Limits{Deadline: time.Minute, DefaultDeadline: 10 * time.Second, States: 1_000_000}

// Every request is answered or rejected with a problem, and an accepted one is a valid problem,
// which can be read from its text again.
func FuzzSolveRequest(f *testing.F) {
	for _, seed := range []string{
		`{"game":"klondike","seed":"solvitaire:2","deadline_ms":5000,"solution":true,"states":7,"fresh":false,"objective":"any"}`,
		`{"game":"free-cell","seed":"microsoft:11982"}`,
		`{"rules":{"max rank":2,"tableau piles":{"count":4}},"deal":{"tableau piles":[["2S","AS"],["2C","AC"],["AH","2H"],["2D","AD"]]}}`,
		`{"rules":{"max rank":2,"tableau piles":{"count":2},"stock":{"size":4,"deal count":2,"redeals":2}},"deal":{"tableau piles":[["2H"],["2S","AC"]],"foundations":["AH","AS"],"stock":["2C"],"waste":["AD","2D"],"redeals left":1}}`,
		`{"rules":{"max rank":3,"tableau piles":{"count":3,"face up cards":"top"},"cells":{"count":3,"pre-filled":2},"reserve":{"size":4}},"seed":"solvitaire:7"}`,
		`{"game":"golf","deal":{"faces":"dealt","base":"K"},"format":"pysol"}`,
		`{"game":"klondike","deal":"Game: 7","format":"klondike-solver","solution_format":"minimal-klondike"}`,
		`{"game":"golf","deal":"AS 2S\n3S","format":"fc-solve","solution":false,"solution_format":"text"}`,
		`[]`, `{"game":`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		q, err := readSolve(body, limits, true)
		if err != nil {
			if e := problem.Explain(err); e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity || e.Detail == "" {
				t.Fatalf("%v is explained as %+v", err, e)
			}
			return
		}
		p := q.Problem
		again, err := solver.ParseProblem(p.Text())
		if err != nil || again.ID() != p.ID() {
			t.Fatalf("problem %s can't be read again: %v", p.Text(), err)
		}
		if q.Deadline <= 0 || q.Deadline > time.Minute || q.States <= 0 || q.States > 1_000_000 {
			t.Fatalf("%s: deadline %v, %d states", body, q.Deadline, q.States)
		}
	})
}

// BenchmarkDecodeSolve measures reading a request as clients send most.
func BenchmarkDecodeSolve(b *testing.B) {
	body := []byte(`{"game":"klondike","seed":"solvitaire:2","deadline_ms":5000,"objective":"short","certificate":true}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readSolve(body, limits, true); err != nil {
			b.Fatal(err)
		}
	}
}
