package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// jobsCommand posts jobs that nobody fetches, and measures what is left when they have
// expired.
type jobsCommand struct {
	serviceFlags `embed:""`
	Jobs         int           `help:"Number of jobs." default:"10000"`
	Clients      int           `help:"Concurrent clients." default:"8"`
	Retention    time.Duration `help:"How long the service keeps a job that has ended." default:"15s"`
	Count        time.Duration `help:"How old its count of jobs may be." default:"20s"`
	Patience     time.Duration `help:"How long to wait until no job is left." default:"15m"`
}

// The metrics of jobs in the database, and of all that have ended.
const (
	jobsKept  = "thoughtful_jobs"
	jobsEnded = "thoughtful_jobs_ended_total"
)

func (b *jobsCommand) Run(c console) error {
	return b.with(c, func(s *service) error { return b.measure(c, s) },
		"--job-retention", b.Retention.String(), "--table-memory", "128MiB", "--log-level", "warn")
}

func (b *jobsCommand) measure(c console, s *service) error {
	const deals = 500
	// All deals are known, and all parts have worked, before the first measurement.
	_, before, err := b.post(c.ctx, s, deals, deals, 0)
	if err != nil {
		return err
	}
	start := time.Now()
	posted, after, err := b.post(c.ctx, s, b.Jobs, deals, int(before[jobsEnded]))
	if err != nil {
		return err
	}
	t := newTable("taken | before | after | load")
	for _, m := range append([]measured{{jobsKept, "jobs kept", ""}, {jobsEnded, "jobs ended", ""}}, resources...) {
		t.row(m.column, fmt.Sprintf("%.0f", before[m.metric]), fmt.Sprintf("%.0f", after[m.metric]), load())
	}
	err = t.write(c.out)
	fmt.Fprintf(c.out, "\n%d jobs were accepted in %.1f s and gone after %.1f s, kept for %s\n",
		b.Jobs, posted.Seconds(), time.Since(start).Seconds(), b.Retention)
	if more := after["go_goroutines"] - before["go_goroutines"]; more > 10 {
		return fmt.Errorf("%.0f goroutines are left", more)
	}
	return err
}

// post posts jobs about so many deals, and waits until they are gone. It returns how long
// posting took, and the metrics at the end.
func (b *jobsCommand) post(ctx context.Context, s *service, jobs, deals, endedBefore int) (time.Duration, map[string]float64, error) {
	var next atomic.Int64
	var posting sync.WaitGroup
	faults := make([]error, b.Clients)
	start := time.Now()
	for i := range b.Clients {
		posting.Go(func() {
			for n := next.Add(1); n <= int64(jobs) && faults[i] == nil; n = next.Add(1) {
				body := klondike(int(n)%deals+1, `,"states":1000`)
				r, _, _, err := s.callUntilFree(ctx, "/v1/solve", body, "Prefer", "respond-async")
				if err == nil && r.status != http.StatusAccepted {
					err = fmt.Errorf("%s: status %d: %s", body, r.status, r.body)
				}
				faults[i] = err
			}
		})
	}
	posting.Wait()
	posted := time.Since(start)
	if err := errors.Join(faults...); err != nil {
		return 0, nil, err
	}
	left, err := b.gone(ctx, s, endedBefore+jobs)
	return posted, left, err
}

// gone waits until so many jobs have ended in all, and none is kept. A count of none means
// nothing before they could have been deleted and counted again.
func (b *jobsCommand) gone(ctx context.Context, s *service, jobs int) (map[string]float64, error) {
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
			return nil, fmt.Errorf("%.0f of %d jobs have ended, %.0f are kept: %w", all[jobsEnded], jobs, all[jobsKept], ctx.Err())
		case err != nil:
			return nil, err
		case int(all[jobsEnded]) < jobs:
		case ended.IsZero():
			ended = time.Now()
		case all[jobsKept] == 0 && time.Since(ended) > b.Retention+b.Count:
			return all, nil
		}
		_ = pause(ctx, min(time.Second, max(b.Count/10, time.Millisecond)))
	}
}
