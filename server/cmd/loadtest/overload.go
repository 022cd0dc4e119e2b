package main

import (
	"context"
	"encoding/csv"
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

// overloadCommand asks for more searches than the service can take on, each of which
// takes all of its deadline, at an even pace whether or not answers come: in each
// deadline four times as many as there are workers and places in the queue. Beside them
// it asks now and then for what takes no search.
type overloadCommand struct {
	serviceFlags `embed:""`
	Workers      int           `help:"Workers of the service that is started (default: the processors)." placeholder:"N"`
	Queue        int           `help:"Places in its queue (default: 16 for each worker)." placeholder:"N"`
	Deadline     time.Duration `help:"The deadline of each search." default:"500ms"`
	Times        float64       `help:"How many times as many as it can take on." default:"4"`
	For          time.Duration `help:"How long." default:"20s"`
}

// crowd is what became of the requests of one kind.
type crowd struct {
	mu       sync.Mutex
	kind     string
	taken    times // answered with 200
	refused  times // with 503 and a Retry-After
	failures []error
}

func (b *overloadCommand) Run(c console) (err error) {
	if b.Workers == 0 {
		b.Workers = runtime.NumCPU()
	}
	if b.Queue == 0 {
		b.Queue = 16 * b.Workers
	}
	s, err := b.start(c, "--workers", strconv.Itoa(b.Workers), "--queue", strconv.Itoa(b.Queue))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	known := `{"game":"klondike","seed":"solvitaire:2"}`
	if r, err := s.call(c.ctx, "/v1/solve", known); err != nil || r.status != http.StatusOK {
		return errors.Join(fmt.Errorf("%s: status %d: %s", known, r.status, r.body), err)
	}

	var asking sync.WaitGroup
	each := func(every time.Duration, do func(n int)) {
		asking.Go(func() {
			beat := time.NewTicker(every)
			defer beat.Stop()
			end := time.After(b.For)
			for n := 0; ; n++ {
				asking.Go(func() { do(n) })
				select {
				case <-beat.C:
				case <-end:
					return
				case <-c.ctx.Done():
					return
				}
			}
		})
	}
	searches, health, cached := &crowd{kind: "search"}, &crowd{kind: "/healthz"}, &crowd{kind: "remembered"}
	pace := time.Duration(float64(b.Deadline) / (b.Times * float64(b.Workers+b.Queue)))
	each(pace, func(n int) {
		// Budgets that differ keep the questions from sharing a search.
		body := fmt.Sprintf(`{"game":"forty-thieves","seed":"solvitaire:1","fresh":true,"deadline_ms":%d,"states":%d}`,
			b.Deadline.Milliseconds(), 1_000_000_000+n)
		searches.ask(c.ctx, s, "/v1/solve", body, func(r reply) bool { return given(r, "unknown", "deadline") })
	})
	each(50*time.Millisecond, func(int) {
		health.ask(c.ctx, s, "/healthz", "", func(reply) bool { return true })
		cached.ask(c.ctx, s, "/v1/solve", known, func(r reply) bool { return given(r, "winnable", "") })
	})
	asking.Wait()
	return errors.Join(b.report(c, searches, health, cached), c.ctx.Err())
}

// given reports whether a reply has a verdict.
func given(r reply, verdict, because string) bool {
	var answer struct{ Verdict, Because string }
	return json.Unmarshal(r.body, &answer) == nil && answer.Verdict == verdict && answer.Because == because
}

// ask makes a call and keeps its outcome.
func (w *crowd) ask(ctx context.Context, s *service, path, body string, right func(reply) bool) {
	start := time.Now()
	r, err := s.call(ctx, path, body)
	took := time.Since(start)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err != nil:
		w.failures = append(w.failures, err)
	case r.status == http.StatusServiceUnavailable && r.header.Get("Retry-After") != "":
		w.refused = append(w.refused, took)
	case r.status == http.StatusOK && right(r):
		w.taken = append(w.taken, took)
	default:
		w.failures = append(w.failures, fmt.Errorf("%s: status %d: %s", path, r.status, r.body))
	}
}

func (b *overloadCommand) report(c console, all ...*crowd) error {
	rows := csv.NewWriter(c.out)
	_ = rows.Write([]string{"kind", "outcome", "requests", "p50_ms", "p99_ms", "max_ms", "load"})
	t := table{}
	t.row("asked", "requests", "200", "503", "200 after: p50, p99, most ms", "503 after: p50, p99, most ms", "within the deadline and 100 ms", "load")
	var failures []error
	for _, w := range all {
		taken, refused := w.taken.quantiles(.5, .99, 1), w.refused.quantiles(.5, .99, 1)
		_ = rows.Write(append(append([]string{w.kind, "200", strconv.Itoa(len(w.taken))}, taken...), load()))
		_ = rows.Write(append(append([]string{w.kind, "503", strconv.Itoa(len(w.refused))}, refused...), load()))
		n := len(w.taken) + len(w.refused) + len(w.failures)
		both := slices.Concat(w.taken, w.refused)
		slices.Sort(both)
		share := func(part times) string { return fmt.Sprintf("%.1f %%", 100*float64(len(part))/float64(n)) }
		t.row(w.kind, n, share(w.taken), share(w.refused), strings.Join(taken, ", "), strings.Join(refused, ", "),
			fmt.Sprintf("%.2f %%", 100*both.within(b.Deadline+100*time.Millisecond)), load())
		if len(w.failures) > 0 {
			failures = append(failures, fmt.Errorf("%s: %d of %d failed, the first: %w", w.kind, len(w.failures), n, w.failures[0]))
		}
	}
	rows.Flush()
	t.write(c.err)
	return errors.Join(append(failures, rows.Error())...)
}
