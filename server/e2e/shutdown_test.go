package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// slow makes engines whose searches wait until they are released or their context ends.
type slow struct {
	begun   chan struct{} // receives a value for each search
	release chan struct{} // closed when searches may go on
}

func newSlow() *slow { return &slow{make(chan struct{}, 100), make(chan struct{})} }

func (s *slow) engine() solver.Engine {
	inner := portfolio.New(1 << 24)
	return engine(func(clock *solver.Clock, p *solver.Problem, b solver.Budget) solver.Result {
		s.begun <- struct{}{}
		select {
		case <-s.release:
		case <-clock.Context().Done():
		}
		return inner.Solve(clock, p, b)
	})
}

// TestShutdown stops a service while it searches for one request and another one waits for the
// only worker.
func TestShutdown(t *testing.T) {
	for name, test := range map[string]struct {
		grace string
		want  string // in both answers
	}{
		"searches end in time": {"1h", `"verdict":"winnable","because":null`},
		"searches are cut":     {"1ms", `"verdict":"unknown","because":"cancelled"`},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSlow()
			dir := t.TempDir()
			l := launch(t, s.engine, "--data-dir", dir, "--workers", "1", "--shutdown-grace", test.grace)
			replies := make(chan reply, 2)
			for _, question := range []string{
				`{"game":"klondike","seed":"solvitaire:2","deadline_ms":600000}`,
				`{"game":"free-cell","seed":"microsoft:1","deadline_ms":600000}`,
			} {
				go func() {
					r, err := l.call("/v1/solve", question)
					if err != nil {
						t.Error(err)
					}
					replies <- r
				}()
			}
			<-s.begun
			l.wait(t, "thoughtful_queue_length", 1)
			stopped := l.beginStop(t)
			if test.grace == "1h" {
				close(s.release)
			}
			for range 2 {
				if r := <-replies; r.status != http.StatusOK || !strings.Contains(string(r.body), test.want) {
					t.Errorf("status %d: %s", r.status, r.body)
				}
			}
			<-stopped

			// A result that was found during the shutdown is stored.
			want := solver.FromStore
			if test.grace != "1h" {
				want = solver.FromSearch
			}
			l = launch(t, nil, "--data-dir", dir)
			if a := l.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`); a.Verdict != solver.Winnable || a.Source != want {
				t.Errorf("after a restart: %+v", a)
			}
			l.stop(t)
		})
	}
}
