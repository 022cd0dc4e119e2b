package campaign

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

const (
	sweepEvery = 20 * time.Second // at most, and a quarter less: processes are not to do it all at once
	// A process that has nothing to do looks oftener, so that a campaign begins soon.
	lookEvery = 2 * time.Second
	sweepTime = 30 * time.Second // what one sweep may take
)

// Look is told of a campaign that was created, resumed or cancelled here ([Manager.Listen]),
// and has that seen to soon.
func (r *River) Look(id string, over bool) {
	if over {
		r.giveUp(id)
	}
	select {
	case r.again <- struct{}{}:
	default: // it is going to be
	}
}

// sweeps sees again and again to what nobody else does.
func (r *River) sweeps() {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	var next time.Time
	for {
		if len(r.idle) > 0 || !time.Now().Before(next) {
			ctx, cancel := context.WithTimeout(r.life, sweepTime)
			if err := r.sweep(ctx); err != nil && r.life.Err() == nil {
				r.Log.Warn("campaigns can't be seen to", "error", err)
			}
			cancel()
			next = time.Now().Add(sweepEvery - rand.N(sweepEvery/4))
		}
		select {
		case <-look.C:
		case <-r.again:
			next = time.Time{}
		case <-r.life.Done():
			return
		}
	}
}

// sweep starts campaigns that are queued, hands out ranges of those that stand still, makes
// a job for open ranges that have none (any more), and ends what is being done here for
// campaigns that have ended. All processes do it, at any time.
func (r *River) sweep(ctx context.Context) error {
	here := r.campaigns()
	all, err := r.Store.Campaigns(ctx, campaign.Filter{Unfinished: true})
	if err != nil {
		return err
	}
	for i := range all {
		delete(here, all[i].ID)
	}
	for id := range here {
		r.giveUp(id)
	}
	if len(all) == 0 {
		return nil
	}
	// Jobs before ranges: a range that is finished meanwhile is not found to lack one.
	jobs, running, err := r.jobs(ctx)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.wanted = opened(running, len(r.Workers))
	r.mu.Unlock()
	for i := range all {
		// Programs of a later epoch see to theirs. Those of an earlier one nobody will
		// finish; the store says so when it is to hand some out.
		if c := &all[i]; c.Epoch <= solver.Epoch {
			if err := r.seeTo(ctx, c, jobs); err != nil {
				return err
			}
		}
	}
	return nil
}

// opened is how many ranges of a campaign are to be open while so many ranges are being
// done, and so many workers of this process would like to: enough for all, and as many
// again that wait, so that nobody has to. Idle processes make it grow, wherever they are,
// since each of them asks for twice what it finds. It bounds the queue, and what is still
// done when a campaign has done enough.
func opened(running, workers int) int { return 2*max(running, workers) + 2 }

func (r *River) seeTo(ctx context.Context, c *campaign.Campaign, jobs map[place]bool) error {
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
		made := 0
		err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) (err error) {
			made, err = r.insert(ctx, tx, c, lacking)
			return err
		})
		if err != nil {
			return err
		}
		if made > 0 {
			r.Log.Info("open ranges of a campaign had no job", "campaign", c.ID, "ranges", made)
		}
	}
	return r.topUp(ctx, c)
}

// topUp hands out ranges of a campaign if there are to be more, unless a stop rule says
// that it has done enough.
func (r *River) topUp(ctx context.Context, c *campaign.Campaign) error {
	planner := Planner{Store: jobbing{r.Store, r, c}, Aim: r.Aim}
	stopped, err := planner.Check(ctx, c)
	if stopped {
		r.Changed(c.ID)
	}
	if err != nil {
		return err
	}
	_, err = planner.HandOut(ctx, c, r.enough())
	return err
}

func (r *River) enough() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wanted
}

// jobs gives the ranges that have an unfinished job, and how many of them are being done
// anywhere.
func (r *River) jobs(ctx context.Context) (of map[place]bool, running int, err error) {
	rows, err := r.pool.Query(ctx, `SELECT args->>'campaign', (args->>'first')::bigint, state = 'running' FROM river_job
		WHERE queue = $1 AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`, queue)
	if err != nil {
		return nil, 0, err
	}
	of = map[place]bool{}
	var key place
	var runs bool
	_, err = pgx.ForEachRow(rows, []any{&key.campaign, &key.first, &runs}, func() error {
		of[key] = true
		if runs {
			running++
		}
		return nil
	})
	return of, running, err
}

// jobbing is the store, which makes a job for each range of a campaign that it hands out.
type jobbing struct {
	Shared
	river    *River
	campaign *campaign.Campaign
}

// HandOut implements store.Campaigns.
func (j jobbing) HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time) ([]store.Range, error) {
	return j.HandOutAnd(ctx, id, seeds, open, now, func(ctx context.Context, tx pgx.Tx, ranges []store.Range) error {
		_, err := j.river.insert(ctx, tx, j.campaign, ranges)
		return err
	})
}

// insert makes jobs for ranges that have none, and tells how many.
func (r *River) insert(ctx context.Context, tx pgx.Tx, c *campaign.Campaign, ranges []store.Range) (int, error) {
	if len(ranges) == 0 {
		return 0, nil
	}
	jobs := make([]river.InsertManyParams, len(ranges))
	for i, rng := range ranges {
		jobs[i] = river.InsertManyParams{
			Args:       rangeArgs{Campaign: c.ID, First: rng.First, Last: rng.Last, Limit: r.allow(c, rng)},
			InsertOpts: &river.InsertOpts{Priority: max(1, min(c.Priority, 4))}, // River has these four
		}
	}
	inserted, err := r.client.InsertManyTx(ctx, tx, jobs)
	made := 0
	for _, job := range inserted {
		if !job.UniqueSkippedAsDuplicate {
			made++
		}
	}
	return made, err
}

// allow is how long a range may take at the first attempt: what any may, and the deadline
// of a deal, if there is one, since one deal may need all of it; or several times what the
// campaign's deals took so far.
func (r *River) allow(c *campaign.Campaign, rng store.Range) time.Duration {
	within := r.RangeTimeout + c.Deadline
	if done := c.Tally.Deals(); done > 0 {
		within = max(within, 8*c.Busy/time.Duration(done)*time.Duration(rng.Last-rng.First+1))
	}
	return min(within, longest)
}

// campaigns are those for which something is being done here.
func (r *River) campaigns() map[string]struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	ids := map[string]struct{}{}
	for id := range r.running {
		ids[id] = struct{}{}
	}
	return ids
}

// giveUp ends what is being done here for a campaign.
func (r *River) giveUp(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for cancel := range r.running[id] {
		(*cancel)(errNotAsked)
	}
}
