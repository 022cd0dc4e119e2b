package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// jobsCommand has the service accept jobs that nobody ever asks about, and looks at what
// is left of them when their time is over.
type jobsCommand struct {
	serviceFlags `embed:""`
	Jobs         int           `help:"How many." default:"10000"`
	Clients      int           `help:"Who post them at the same time." default:"8"`
	Retention    time.Duration `help:"How long the service that is started keeps a job that has ended." default:"15s"`
	Count        time.Duration `help:"How old its count of jobs may be." default:"20s"`
	Patience     time.Duration `help:"How long to wait until none is left." default:"15m"`
}

// What is looked at: how many jobs there are, and how many have ended.
const (
	jobsKept  = "thoughtful_jobs"
	jobsEnded = "thoughtful_jobs_ended_total"
)

func (b *jobsCommand) Run(c console) (err error) {
	s, err := b.start(c, "--job-retention", b.Retention.String(), "--table-memory", "128MiB", "--log-level", "warn")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	// All deals are known, and all parts have worked, before the first look.
	const deals = 500
	if err := b.post(c.ctx, s, deals, deals); err != nil {
		return err
	}
	if err := b.gone(c.ctx, s, deals); err != nil {
		return err
	}
	before, err := s.metrics(c.ctx)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := b.post(c.ctx, s, b.Jobs, deals); err != nil {
		return err
	}
	posted := time.Since(start)
	if err := b.gone(c.ctx, s, int(before[jobsEnded])+b.Jobs); err != nil {
		return err
	}
	after, err := s.metrics(c.ctx)
	if err != nil {
		return err
	}

	rows, t := csv.NewWriter(c.out), table{}
	_ = rows.Write([]string{"taken", "before", "after", "load"})
	t.row("taken", "before", "after", "load")
	row := func(name string, before, after float64) {
		_ = rows.Write([]string{name, fmt.Sprintf("%.0f", before), fmt.Sprintf("%.0f", after), load()})
		t.row(name, fmt.Sprintf("%.0f", before), fmt.Sprintf("%.0f", after), load())
	}
	row("jobs kept", before[jobsKept], after[jobsKept])
	row("jobs ended", before[jobsEnded], after[jobsEnded])
	for _, w := range watched {
		row(w.column, before[w.metric], after[w.metric])
	}
	rows.Flush()
	t.write(c.err)
	fmt.Fprintf(c.err, "\n%d jobs were accepted in %.1f s and gone after %.1f s, kept for %s\n",
		b.Jobs, posted.Seconds(), time.Since(start).Seconds(), b.Retention)
	if more := after["go_goroutines"] - before["go_goroutines"]; more > 10 {
		return fmt.Errorf("%.0f goroutines are left", more)
	}
	return rows.Error()
}

// post posts jobs about so many deals.
func (b *jobsCommand) post(ctx context.Context, s *service, jobs, deals int) error {
	var next atomic.Int64
	var posting sync.WaitGroup
	faults := make([]error, b.Clients)
	for i := range b.Clients {
		posting.Go(func() {
			for n := next.Add(1); n <= int64(jobs) && faults[i] == nil; n = next.Add(1) {
				body := fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","states":1000}`, int(n)%deals+1)
				_, _, _, faults[i] = s.insist(ctx, "/v1/solve", body, http.StatusAccepted, "Prefer", "respond-async")
			}
		})
	}
	posting.Wait()
	return errors.Join(faults...)
}

// gone waits until so many jobs have ended in all, and none is kept. Before they could
// have been deleted and counted again, that none is counted means nothing.
func (b *jobsCommand) gone(ctx context.Context, s *service, jobs int) error {
	ctx, cancel := context.WithTimeout(ctx, b.Patience)
	defer cancel()
	var ended time.Time
	for all := map[string]float64{}; ; {
		now, err := s.metrics(ctx)
		if err == nil {
			all = now
		}
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("%.0f of %d jobs have ended, %.0f are kept: %w", all[jobsEnded], jobs, all[jobsKept], ctx.Err())
		case err != nil:
			return err
		case int(all[jobsEnded]) < jobs:
		case ended.IsZero():
			ended = time.Now()
		case all[jobsKept] == 0 && time.Since(ended) > b.Retention+b.Count:
			return nil
		}
		_ = pause(ctx, min(time.Second, max(b.Count/10, time.Millisecond))) // that it is over is seen above
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
