package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// overloadCommand asks for more searches than the service can take, at an even pace whether
// or not answers come. Each search takes its whole deadline; in each deadline it asks for
// four times as many as there are workers and places in the queue. Beside them it asks for
// answers that need no search.
type overloadCommand struct {
	serviceFlags `embed:""`
	Workers      int           `help:"Workers of the service (default: the number of processors)." placeholder:"N"`
	Queue        int           `help:"Places in its queue (default: 16 for each worker)." placeholder:"N"`
	Deadline     time.Duration `help:"Deadline of each search." default:"500ms"`
	Times        float64       `help:"How many times more than it can take." default:"4"`
	For          time.Duration `help:"How long to ask." default:"20s"`
}

// outcomes are those of the requests of one kind.
type outcomes struct {
	mu       sync.Mutex
	kind     string
	accepted times // answered with 200
	refused  times // with 503 and a Retry-After
	failures []error
}

func (b *overloadCommand) Run(c console) error {
	b.Workers = cmp.Or(b.Workers, runtime.NumCPU())
	b.Queue = cmp.Or(b.Queue, 16*b.Workers)
	return b.with(c, func(s *service) error { return b.measure(c, s) },
		"--workers", strconv.Itoa(b.Workers), "--queue", strconv.Itoa(b.Queue))
}

func (b *overloadCommand) measure(c console, s *service) error {
	known := klondike(2, "")
	if _, err := s.fetch(c.ctx, "/v1/solve", known, http.StatusOK, nil); err != nil {
		return err
	}
	var asking sync.WaitGroup
	ctx, cancel := context.WithTimeout(c.ctx, b.For)
	defer cancel()
	each := func(pace time.Duration, ask func(n int)) {
		asking.Go(func() {
			every(ctx, pace, func(n int) { asking.Go(func() { ask(n) }) })
		})
	}
	searches, health, cached := &outcomes{kind: "search"}, &outcomes{kind: "/healthz"}, &outcomes{kind: "stored verdict"}
	pace := time.Duration(float64(b.Deadline) / (b.Times * float64(b.Workers+b.Queue)))
	each(pace, func(n int) {
		// Different budgets keep the requests from sharing a search.
		body := fmt.Sprintf(`{"game":"forty-thieves","seed":"solvitaire:1","fresh":true,"deadline_ms":%d,"states":%d}`,
			b.Deadline.Milliseconds(), 1_000_000_000+n)
		searches.ask(c.ctx, s, "/v1/solve", body, verdict("unknown", "deadline"))
	})
	each(50*time.Millisecond, func(int) {
		health.ask(c.ctx, s, "/healthz", "", func(reply) bool { return true })
		cached.ask(c.ctx, s, "/v1/solve", known, verdict("winnable", ""))
	})
	asking.Wait()
	return errors.Join(b.report(c, searches, health, cached), c.ctx.Err())
}

// verdict returns a check that reports whether a reply has this verdict.
func verdict(want, because string) func(reply) bool {
	return func(r reply) bool {
		var answer struct{ Verdict, Because string }
		return json.Unmarshal(r.body, &answer) == nil && answer.Verdict == want && answer.Because == because
	}
}

// ask asks once and records the outcome.
func (o *outcomes) ask(ctx context.Context, s *service, path, body string, right func(reply) bool) {
	start := time.Now()
	r, err := s.call(ctx, path, body)
	took := time.Since(start)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err != nil:
		o.failures = append(o.failures, err)
	case r.status == http.StatusServiceUnavailable && r.header.Get("Retry-After") != "":
		o.refused = append(o.refused, took)
	case r.status == http.StatusOK && right(r):
		o.accepted = append(o.accepted, took)
	default:
		o.failures = append(o.failures, fmt.Errorf("%s: status %d: %s", path, r.status, r.body))
	}
}

func (b *overloadCommand) report(c console, all ...*outcomes) error {
	t := newTable("asked | requests | 200 | 503 | 200 after: p50, p99, max ms | 503 after: p50, p99, max ms | within the deadline and 100 ms | load")
	var failures []error
	for _, o := range all {
		accepted, refused := o.accepted.quantiles(.5, .99, 1), o.refused.quantiles(.5, .99, 1)
		n := len(o.accepted) + len(o.refused) + len(o.failures)
		both := slices.Concat(o.accepted, o.refused)
		slices.Sort(both)
		share := func(part times) string { return fmt.Sprintf("%.1f %%", 100*float64(len(part))/float64(n)) }
		late := float64(both.over(b.Deadline+100*time.Millisecond)) / float64(max(1, len(both)))
		t.row(o.kind, n, share(o.accepted), share(o.refused), strings.Join(accepted, ", "), strings.Join(refused, ", "),
			fmt.Sprintf("%.2f %%", 100*(1-late)), load())
		if len(o.failures) > 0 {
			failures = append(failures, fmt.Errorf("%s: %d of %d failed, the first: %w", o.kind, len(o.failures), n, o.failures[0]))
		}
	}
	return errors.Join(append(failures, t.write(c.out))...)
}
