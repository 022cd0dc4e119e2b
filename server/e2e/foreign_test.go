package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// quick is a question that is answered at once.
func quick(n int) string {
	return fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","states":1}`, n)
}

// stuck is a question that an engine of besieged never answers.
const stuck = `{"game":"free-cell","seed":"microsoft:1","deadline_ms":600000}`

// besieged starts a service for this machine with few places, and an owner who has a finished job, made with
// the key "mine" and the question quick(1), and one that runs.
func besieged(t *testing.T, args ...string) (l *live, done, runs string) {
	t.Helper()
	l = launch(t, func() solver.Engine {
		return engine(func(clock *solver.Clock, _ *solver.Problem, b solver.Budget) solver.Result {
			switch b.States {
			case 0:
				<-clock.Context().Done()
				return solver.Result{Verdict: solver.Unknown, Reason: clock.StopReason()}
			case 2:
				return solver.Result{Verdict: solver.Unwinnable, States: 1}
			}
			return solver.Result{Verdict: solver.Unknown, Reason: solver.States, States: 1}
		})
	}, append([]string{"--max-jobs", "40", "--event-streams", "8", "--workers", "8"}, args...)...)
	header := l.send(t, "POST", "/v1/solve", quick(1), 202, "", "Prefer", "respond-async", "Idempotency-Key", "mine")
	done = strings.TrimPrefix(header.Get("Location"), "/v1/jobs/")
	eventually(t, "the owner's job to end", func() bool { return l.job(t, done).Final })
	return l, done, l.later(t, stuck).ID
}

// owned checks that the owner of such a service has all that is the owner's, and is not limited.
func (l *live) owned(t *testing.T, done, runs string) {
	t.Helper()
	if j := l.job(t, done); j.State != "done" {
		t.Errorf("the owner's finished job: %+v", j)
	}
	header := l.send(t, "POST", "/v1/solve", quick(1), 202, "", "Prefer", "respond-async", "Idempotency-Key", "mine")
	if header.Get("Location") != "/v1/jobs/"+done || header.Get("Idempotent-Replayed") != "true" || header.Get("RateLimit") != "" {
		t.Errorf("the owner's key: %v", header)
	}
	for n := range 2 { // of eight streams
		ctx, end := context.WithCancel(t.Context())
		defer end()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+"/v1/jobs/"+runs+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		stream, err := http.DefaultClient.Do(request) // not checked against the document: it is cut off
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Body.Close()
		if stream.StatusCode != http.StatusOK {
			t.Errorf("the owner's stream %d: %d", n+1, stream.StatusCode)
		}
	}
	for n := range 3 {
		next := l.send(t, "POST", "/v1/solve", quick(9000+n), 202, "", "Prefer", "respond-async", "Idempotency-Key", fmt.Sprint("new", n)).Get("Location")
		eventually(t, "the owner's new job to end", func() bool { return l.job(t, strings.TrimPrefix(next, "/v1/jobs/")).Final })
	}
}

// TestForeignPages sends what a page of another origin can, without and with the browser's asking first. It
// gets a stranger's limits, and nothing of the owner's.
func TestForeignPages(t *testing.T) {
	l, done, runs := besieged(t)
	page := []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site", "Prefer", "respond-async"}
	// The owner's key says nothing, whatever it is sent with.
	header := l.send(t, "POST", "/v1/solve", quick(2), 202, "", append(page, "Idempotency-Key", "mine")...)
	if header.Get("Idempotent-Replayed") != "" || header.Get("Location") == "/v1/jobs/"+done || header.Get("RateLimit-Policy") != `"work";q=120;w=60` {
		t.Errorf("the owner's key, used by a page: %v", header)
	}
	eventually(t, "that job to end", func() bool { return l.job(t, strings.TrimPrefix(header.Get("Location"), "/v1/jobs/")).Final })
	follows := l.send(t, "POST", "/v1/solve", stuck, 202, "", page...).Get("Location")
	streams := map[int]int{}
	for range 4 {
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, l.url+follows+"/events", nil)
		request.Header.Set("Sec-Fetch-Site", "cross-site")
		stream, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Body.Close()
		streams[stream.StatusCode]++
	}
	if streams[200] != 2 || streams[429] != 2 {
		t.Errorf("streams: %v", streams)
	}
	// Many jobs that don't end, then many small ones.
	statuses := map[int]int{}
	for n := range 130 {
		question := strings.Replace(stuck, "microsoft:1", fmt.Sprint("microsoft:", n+2), 1)
		if n >= 10 {
			question = quick(n)
		}
		request, _ := http.NewRequest(http.MethodPost, l.url+"/v1/solve", strings.NewReader(question))
		request.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(page); i += 2 {
			request.Header.Set(page[i], page[i+1])
		}
		r, err := l.do(request)
		if err != nil {
			t.Fatal(err)
		}
		statuses[r.status]++
	}
	if statuses[202] != 3 || statuses[429] != 127 { // four of forty, with the one that is followed
		t.Errorf("jobs: %v", statuses)
	}
	l.owned(t, done, runs)

	if n := l.jobs(t); n != 2+3+5 { // of the owner before and after, and of the page
		t.Errorf("%d jobs of all", n)
	}
}

// jobs returns how many jobs there are, up to a hundred.
func (l *live) jobs(t *testing.T) int {
	t.Helper()
	var list struct{ Jobs []struct{ ID string } }
	l.read(t, "/v1/jobs?count=100", "", http.StatusOK, &list)
	return len(list.Jobs)
}
