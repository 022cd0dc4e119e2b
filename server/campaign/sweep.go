package campaign

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

const (
	sweepEvery = 20 * time.Second // at most; a random part of a quarter is subtracted, so that processes don't sweep at once
	// A process with an idle worker sweeps more often, so that a campaign begins soon.
	lookEvery = 2 * time.Second
	sweepTime = 30 * time.Second // what one sweep may take
)

// heard is called for changes by any process.
func (r *Runner) heard(c watch.Change) {
	if c.ID == "" || c.Kind == watch.Begun || c.Kind == watch.Ended && r.running.has(c.ID) {
		r.again.Ring()
	}
}

// sweepLoop runs sweep periodically, more often while a worker is idle.
func (r *Runner) sweepLoop() {
	look := time.Tick(lookEvery)
	var next time.Time
	for {
		if len(r.idle) > 0 || !time.Now().Before(next) {
			ctx, cancel := context.WithTimeout(r.life, sweepTime)
			if err := r.sweep(ctx); err != nil && r.life.Err() == nil {
				r.Log.Warn("looking for campaigns to continue failed, trying again later", "error", err)
			}
			cancel()
			next = time.Now().Add(sweepEvery - rand.N(sweepEvery/4))
		}
		select {
		case <-look:
		case <-r.again:
			next = time.Time{}
		case <-r.life.Done():
			return
		}
	}
}

// sweep starts queued campaigns, hands out ranges of those that stand still, makes jobs for open
// ranges that have none (any more), and ends the work here on campaigns that have ended. All
// processes do it, at any time.
func (r *Runner) sweep(ctx context.Context) error {
	here := r.running.places() // read before the campaigns, so that no new one seems to have ended
	all, err := r.Store.Campaigns(ctx, campaign.Filter{Unfinished: true})
	if err != nil {
		return err
	}
	for at := range here {
		if slices.ContainsFunc(all, func(c campaign.Campaign) bool { return c.ID == at.campaign }) {
			continue
		}
		// A damaged one is not in the list either.
		if _, _, err := r.Store.Campaign(ctx, at.campaign); errors.Is(err, solver.ErrDamaged) {
			if err := r.fail(ctx, at.campaign, err); err != nil {
				return err
			}
		}
		r.running.end(at.campaign)
	}
	if r.Only != "" {
		all = slices.DeleteFunc(all, func(c campaign.Campaign) bool { return c.ID != r.Only })
	}
	if len(all) == 0 {
		return nil
	}
	// Jobs are read before ranges: so a range that is finished meanwhile never lacks one.
	queued, err := r.Store.QueuedRanges(ctx, r.queue)
	if err != nil {
		return err
	}
	jobs, running := map[place]bool{}, 0
	for _, q := range queued {
		jobs[place{q.Campaign, q.First}] = true
		if q.Running {
			running++
		}
	}
	r.wanted.Store(int64(opened(running, r.Workers)))
	for i := range all {
		// Programs of a later epoch tend their own campaigns. The store ends campaigns of an
		// earlier epoch when ranges are handed out.
		if c := &all[i]; c.Epoch <= solver.Epoch {
			if err := r.tend(ctx, c, jobs); err != nil {
				return err
			}
		}
	}
	return nil
}

// opened returns how many ranges of a campaign are to be open: enough for all workers, and
// the same number that wait. running is the number of ranges in work anywhere, workers the
// number of workers of this process. Idle processes make the number grow, since each wants
// twice what it finds. It bounds the queue, and the work that remains when a campaign stops.
func opened(running, workers int) int { return 2*max(running, workers) + 2 }

// tend makes jobs for open ranges of a campaign that have none, and hands out others.
func (r *Runner) tend(ctx context.Context, c *campaign.Campaign, jobs map[place]bool) error {
	open, err := r.Store.OpenRanges(ctx, c.ID)
	if err != nil {
		return err
	}
	var lacking []store.Range
	for _, rng := range open {
		if !jobs[place{c.ID, rng.First}] {
			lacking = append(lacking, rng)
		}
	}
	if len(lacking) > 0 {
		jobs := make([]queue.Job, len(lacking))
		for i, rng := range lacking {
			jobs[i] = r.job(c, rng)
		}
		made, err := r.Store.QueueRanges(ctx, jobs)
		if err != nil {
			return err
		}
		if made > 0 {
			r.Log.Info("jobs of open ranges were missing in the queue, added again", "campaign", c.ID, "ranges", made)
		}
	}
	return r.topUp(ctx, c)
}

// topUp hands out ranges of a campaign if there are to be more, and makes their jobs, unless
// a stop rule applies.
func (r *Runner) topUp(ctx context.Context, c *campaign.Campaign) error {
	now := time.Now()
	if reason := c.Enough(now); reason != "" && !c.Stopping && !c.Final() {
		stopped, err := r.Store.StopCampaign(ctx, c.ID, reason, now)
		if stopped {
			r.Others.Tell(c.ID, watch.Moved)
		}
		if err != nil {
			return err
		}
	}
	open := int(r.wanted.Load())
	if c.Share > 0 {
		open = min(open, c.Share)
	}
	ranges, err := r.Store.HandOut(ctx, c.ID, c.RangeSize(r.Aim), open, now, func(rng store.Range) queue.Job { return r.job(c, rng) })
	if len(ranges) > 0 && c.State == campaign.Queued {
		r.Others.Tell(c.ID, watch.Moved) // it has started
	}
	return err
}

// job returns the job of a range. A range has at most one that will be done.
func (r *Runner) job(c *campaign.Campaign, rng store.Range) queue.Job {
	return queue.Job{
		Args: rangeArgs{Campaign: c.ID, First: rng.First, Last: rng.Last, Limit: r.allow(c, rng)},
		InsertOpts: &river.InsertOpts{
			Queue: r.queue, MaxAttempts: mostAttempts, Priority: max(1, min(c.Priority, 4)), // River has these four
			UniqueOpts: river.UniqueOpts{ByArgs: true, ByQueue: true, ByState: queue.Unfinished},
		},
	}
}

// allow returns how long a range may take at the first attempt: the usual time and the deadline of
// one deal, or several times what the campaign's deals took so far.
func (r *Runner) allow(c *campaign.Campaign, rng store.Range) time.Duration {
	within := r.RangeTimeout + c.Deadline
	if done := c.Tally.Deals(); done > 0 {
		within = max(within, 8*c.Busy/time.Duration(done)*time.Duration(rng.Last-rng.First+1))
	}
	return min(within, longest)
}
