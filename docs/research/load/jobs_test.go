package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// counted stands in for a service that takes jobs, refuses each the first time, and
// forgets all that have ended but some.
type counted struct {
	mu         sync.Mutex
	refused    map[string]bool
	ended      int
	left       int
	goroutines int // more for each job
}

func (k *counted) routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"POST /v1/solve": func(w http.ResponseWriter, r *http.Request) {
			k.mu.Lock()
			defer k.mu.Unlock()
			if r.Header.Get("Prefer") != "respond-async" {
				http.Error(w, "must be asynchronous", http.StatusBadRequest)
				return
			}
			if !k.refused[r.RemoteAddr] {
				k.refused[r.RemoteAddr] = true
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			k.ended++
			w.WriteHeader(http.StatusAccepted)
		},
		"GET /metrics": func(w http.ResponseWriter, _ *http.Request) {
			k.mu.Lock()
			defer k.mu.Unlock()
			fmt.Fprintf(w, "%s{state=\"done\"} %d\n%s %d\ngo_goroutines %d\n", jobsKept, k.left, jobsEnded, k.ended, 20+k.ended*k.goroutines)
		},
	}
}

func TestJobs(t *testing.T) {
	for _, c := range []struct {
		name  string
		stand *counted
		want  string
	}{
		{"forgotten", &counted{}, ""},
		{"kept", &counted{left: 3}, "500 of 500 jobs have ended, 3 are kept"},
		{"goroutines", &counted{goroutines: 1}, "40 goroutines are left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.stand.refused = map[string]bool{}
			rows, said, err := summary(t, &jobsCommand{
				serviceFlags: stand(t, c.stand.routes()),
				Jobs:         40, Clients: 4, Count: 10 * time.Millisecond, Patience: 3 * time.Second,
			})
			if c.want == "" && (err != nil || len(rows) != 7 || strings.Join(rows[2][:3], " ") != "jobs ended 500 540") {
				t.Errorf("%v; rows %v; output:\n%s", err, rows, said)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v; not %q", err, c.want)
			}
		})
	}
}
