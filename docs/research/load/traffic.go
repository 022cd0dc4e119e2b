package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// traffic is the kinds of requests that are made at the same time.
type traffic []*kind

// asker makes the nth request of a kind.
type asker func(ctx context.Context, s *service, n int) (reply, error)

// kind is one kind of request, repeated at its own pace.
type kind struct {
	name     string
	pace     time.Duration
	expected []int // statuses
	ask      asker

	mu         sync.Mutex
	asked      int
	unexpected int
	first      error // of the unexpected
}

// newTraffic prepares the traffic: it asks for the verdicts that the traffic expects to be
// stored, and leaves out what the service does not have.
func newTraffic(ctx context.Context, s *service) (t traffic, err error) {
	const known = 200
	var solution struct {
		ID       string
		Solution struct{ Moves []json.RawMessage }
	}
	for n := range known {
		for _, q := range []string{klondike(n+1, ""), freeCell(n + 1)} {
			if _, err := s.fetch(ctx, "/v1/solve", q, http.StatusOK, nil); err != nil {
				return nil, err
			}
		}
	}
	if _, err := s.fetch(ctx, "/v1/solve", klondike(2, ""), http.StatusOK, &solution); err != nil { // winnable
		return nil, err
	}
	played, _ := json.Marshal(solution.Solution.Moves[:len(solution.Solution.Moves)/2])

	wrong := []struct{ path, body, media string }{
		{"/v1/solve", `{"game":"klondike","seed":`, "application/json"},
		{"/v1/solve", `{"game":"klondyke","seed":"solvitaire:1"}`, "application/json"},
		{"/v1/solve", `{"game":"klondike","seed":"solvitaire:1","sed":1}`, "application/json"},
		{"/v1/solve", `{"game":"klondike","deal":{"stock":["AS","AS","XX"]}}`, "application/json"},
		{"/v1/solve", klondike(1, ""), "text/plain"},
		{"/v1/solve", strings.Repeat(" ", 2<<20), "application/json"},
		{"/v1/moves", `[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]`, "application/json"},
		{"/v1/solve", "", ""},
		{"/v1/nothing", "", ""},
	}
	pages := []string{
		"/v1/games", "/v1/games/klondike", "/v1/games/klondike/deals/solvitaire:2", "/v1/deals/" + solution.ID,
		"/v1/deals/" + solution.ID + "/solution?format=text", "/healthz", "/readyz", "/docs", "/openapi.json",
	}
	games := []string{"klondike", "free-cell", "spider-1-suit", "golf", "canfield", "yukon", "seahaven-towers", "black-hole"}
	post := func(path string, body func(n int) string, header ...string) asker {
		return func(ctx context.Context, s *service, n int) (reply, error) {
			return s.call(ctx, path, body(n), header...)
		}
	}
	// A busy service may refuse what takes work.
	work := func(name string, pace time.Duration, ask asker, expected ...int) {
		t.add(name, pace, ask, append(expected, http.StatusServiceUnavailable, http.StatusTooManyRequests)...)
	}
	for range 2 {
		t.add("stored", 20*time.Millisecond, post("/v1/solve", func(n int) string { return klondike(n%known+1, "") }), 200)
		t.add("stored", 20*time.Millisecond, post("/v1/solve", func(n int) string { return freeCell(n%known + 1) }), 200)
	}
	work("new", 100*time.Millisecond, post("/v1/solve", func(n int) string {
		return fmt.Sprintf(`{"game":%q,"seed":"solvitaire:%d","states":5000,"deadline_ms":2000}`, games[n%len(games)], 5_000_000+n)
	}), 200)
	work("hard", time.Second, post("/v1/solve", func(n int) string {
		return fmt.Sprintf(`{"game":"forty-thieves","seed":"solvitaire:%d","deadline_ms":300}`, 5_000_000+n)
	}), 200)
	for range 2 { // so that both tables are full at the same time
		work("own rules", 15*time.Second, post("/v1/solve", func(n int) string {
			return fmt.Sprintf(`{"rules":%s,"seed":"solvitaire:%d","deadline_ms":4000}`, greedyRules[n%len(greedyRules)], 5_000_000+n)
		}), 200)
	}
	work("moves", 300*time.Millisecond, post("/v1/moves", func(n int) string { return klondike(5_000_000+n, `,"deadline_ms":500`) }), 200)
	work("analysis", time.Second, post("/v1/analyse", func(int) string {
		return klondike(2, `,"deadline_ms":1000,"moves":`+string(played))
	}), 200)
	work("batch", 3*time.Second, post("/v1/batches", func(n int) string {
		lines := []string{`{"game":"klondike"`, ""}
		for i := range 50 {
			lines = append(lines, klondike((n*17+i)%known+1, ""))
		}
		return strings.Join(lines, "\n")
	}, "Content-Type", "application/x-ndjson"), 200)
	work("job", 500*time.Millisecond, post("/v1/solve", func(n int) string {
		return fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","states":5000}`, 6_000_000+n)
	}, "Prefer", "respond-async"), 200, 202)
	t.add("wrong", 50*time.Millisecond, func(ctx context.Context, s *service, n int) (reply, error) {
		w := wrong[n%len(wrong)]
		return s.call(ctx, w.path, w.body, "Content-Type", w.media)
	}, 400, 404, 405, 413, 415)
	work("unknown id", time.Second, func(ctx context.Context, s *service, n int) (reply, error) {
		return s.call(ctx, fmt.Sprintf("/v1/deals/1-%032x", n), "")
	}, 404)
	t.add("page", 100*time.Millisecond, func(ctx context.Context, s *service, n int) (reply, error) {
		return s.call(ctx, pages[n%len(pages)], "")
	}, 200)
	work("winnable", time.Second, func(ctx context.Context, s *service, _ int) (reply, error) {
		return s.call(ctx, "/v1/games/klondike/winnable-deals", "")
	}, 200)
	t.abuse()
	return t, nil
}

func klondike(n int, more string) string {
	return fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d"%s}`, n, more)
}

func freeCell(n int) string { return fmt.Sprintf(`{"game":"free-cell","seed":"microsoft:%d"}`, n) }

// add adds a kind.
func (t *traffic) add(name string, pace time.Duration, ask asker, expected ...int) {
	*t = append(*t, &kind{name: name, pace: pace, ask: ask, expected: expected})
}

// run asks until the context ends.
func (k *kind) run(ctx context.Context, s *service) {
	every(ctx, k.pace, func(n int) {
		r, err := k.ask(ctx, s, n)
		if ctx.Err() != nil {
			return
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.asked++
		if err != nil || !slices.Contains(k.expected, r.status) {
			k.unexpected++
			if k.first == nil {
				k.first = errors.Join(fmt.Errorf("%s %d: status %d: %.300s", k.name, n, r.status, r.body), err)
			}
		}
	})
}

// count returns the number of requests, and of those with an unexpected answer.
func (t traffic) count() (asked, unexpected int) {
	for _, k := range t {
		k.mu.Lock()
		asked += k.asked
		unexpected += k.unexpected
		k.mu.Unlock()
	}
	return asked, unexpected
}

// report writes the number of requests of each kind. The error has the unexpected answers.
func (t traffic) report(c console) error {
	var failures []error
	var said []string
	for _, k := range t {
		k.mu.Lock()
		said = append(said, fmt.Sprintf("%d %s", k.asked, k.name))
		if k.unexpected > 0 {
			failures = append(failures, fmt.Errorf("%d of %d answers are unexpected, the first: %w", k.unexpected, k.asked, k.first))
		}
		k.mu.Unlock()
	}
	fmt.Fprintf(c.err, "asked: %s\n\n", strings.Join(said, ", "))
	return errors.Join(failures...)
}
