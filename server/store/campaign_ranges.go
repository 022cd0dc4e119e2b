package store

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

const (
	// A lock follows, so that nothing else changes the campaign.
	lockCampaign = selectCampaigns + ` WHERE id = $1 AND ended IS NULL `
	countOpen    = `SELECT count(*) FROM campaign_ranges WHERE campaign = $1 AND done IS NULL`
	insertRange  = `INSERT INTO campaign_ranges (campaign, first, last) VALUES ($1, $2, $3)`

	handOut = `
UPDATE campaigns SET next = $2, state = 'running', started = coalesce(started, $3), version = version + 1
WHERE number = $1`

	openRanges = `
SELECT number, campaign_ranges.first, campaign_ranges.last FROM campaigns JOIN campaign_ranges ON campaign = number
WHERE id = $1 AND done IS NULL ORDER BY campaign_ranges.first`
	selectFinishing = lockCampaign + `AND epoch = $2 `

	markDone = `
UPDATE campaign_ranges SET done = $4, engine = $5 WHERE campaign = $1 AND first = $2 AND last = $3 AND done IS NULL`

	addTally = `
UPDATE campaigns SET winnable = winnable + $2, unwinnable = unwinnable + $3, unknown = unknown + $4, won = won + $5,
    lost = lost + $6, inferred = inferred + $7, busy_ns = busy_ns + $8, spread = $9, seal = $10, version = version + 1
WHERE number = $1`

	// The campaign must have been locked by an earlier statement, so that this one sees all
	// ranges that are done.
	endIfDone = `
UPDATE campaigns SET state = 'done', ended = $2, version = version + 1
WHERE number = $1 AND (stopping = 1 OR next > last)
    AND NOT EXISTS (SELECT * FROM campaign_ranges WHERE campaign = $1 AND done IS NULL)`
)

// lock reads an unfinished campaign and locks it; false if there is none.
func (s *Store) lock(ctx context.Context, tx database.Querier, id string) (campaignRow, bool, error) {
	var c campaignRow
	found, err := database.One(ctx, tx, lockCampaign+s.NoChange, []any{id}, c.selected()...)
	return c, found, err
}

// HandOut opens new ranges of a campaign and returns them. It opens ranges until the campaign has
// as many as the parameter open says, or no seeds are left. Each range has the given number of
// seeds; the last range may have fewer. HandOut starts a queued campaign. It opens no range if the
// campaign is stopping or has ended. It ends a campaign of an earlier epoch as failed. Unless the
// function job is nil, HandOut adds the job of each new range to the queue in the same transaction.
func (s *Store) HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time, job func(Range) queue.Job) (ranges []Range, err error) {
	defer s.Explain(&err, "handing out ranges of campaign %s", id)
	err = s.Atomically(ctx, func(tx database.Tx) (err error) {
		if ranges, err = s.handOut(ctx, tx, id, seeds, open, now); err != nil || job == nil {
			return err
		}
		var jobs []queue.Job
		for _, r := range ranges {
			jobs = append(jobs, job(r))
		}
		_, err = tx.Enqueue(ctx, jobs...)
		return err
	})
	return ranges, err
}

func (s *Store) handOut(ctx context.Context, tx database.Tx, id string, seeds int64, open int, now time.Time) ([]Range, error) {
	if seeds < 1 {
		return nil, fmt.Errorf("a range of a campaign can't have %d seeds", seeds)
	}
	c, found, err := s.lock(ctx, tx, id)
	if err != nil || !found || c.Epoch > solver.Epoch {
		return nil, err
	}
	if c.Epoch < solver.Epoch {
		_, err := s.endCampaign(ctx, tx, id, campaign.Failed, "it is of an earlier epoch", now)
		return nil, err
	}
	if c.stopping == 1 {
		return nil, nil
	}
	already := 0
	if _, err := database.One(ctx, tx, countOpen, []any{c.Number}, &already); err != nil {
		return nil, err
	}
	var ranges []Range
	for range open - already {
		if c.Next > c.Last {
			break
		}
		last := c.Last
		if c.Last-c.Next >= seeds {
			last = c.Next + seeds - 1
		}
		ranges = append(ranges, Range{Campaign: id, Number: c.Number, First: c.Next, Last: last})
		if _, err := tx.Change(ctx, insertRange, c.Number, c.Next, last); err != nil {
			return nil, err
		}
		c.Next = last + 1
	}
	if len(ranges) > 0 || c.State == campaign.Queued {
		if _, err := tx.Change(ctx, handOut, c.Number, c.Next, now.UnixMilli()); err != nil {
			return nil, err
		}
	}
	return ranges, nil
}

// OpenRanges lists the open ranges of a campaign.
func (s *Store) OpenRanges(ctx context.Context, id string) (_ []Range, err error) {
	defer s.Explain(&err, "reading open ranges of campaign %s", id)
	r := Range{Campaign: id}
	return database.List(ctx, s.Read, openRanges, []any{id}, []any{&r.Number, &r.First, &r.Last}, func() (Range, error) { return r, nil })
}

// QueuedRange is a range whose job is in the queue.
type QueuedRange struct {
	Campaign string // id
	First    int64  // seed
	Running  bool   // a worker is doing the job
}

// queuedRanges reads the arguments of the jobs of package campaign.
const queuedRanges = `
SELECT args->>'campaign', CAST(args->>'first' AS bigint), CASE state WHEN 'running' THEN 1 ELSE 0 END FROM river_job
WHERE queue = $1 AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`

// QueuedRanges returns the ranges that have an unfinished job in the named queue.
func (s *Store) QueuedRanges(ctx context.Context, queue string) (_ []QueuedRange, err error) {
	defer s.Explain(&err, "reading the queue of ranges")
	var r QueuedRange
	var running int
	return database.List(ctx, s.Read, queuedRanges, []any{queue}, []any{&r.Campaign, &r.First, &running}, func() (QueuedRange, error) {
		r.Running = running == 1
		return r, nil
	})
}

// QueueRanges adds the jobs of ranges to the queue, except jobs that it already has. It returns the
// number of added jobs.
func (s *Store) QueueRanges(ctx context.Context, jobs []queue.Job) (added int, err error) {
	defer s.Explain(&err, "adding jobs of ranges")
	err = s.Atomically(ctx, func(tx database.Tx) error {
		ids, err := tx.Enqueue(ctx, jobs...)
		added = len(ids)
		return err
	})
	return added, err
}

// FinishRange writes the results of a range, one for each seed in order, and completes its job. If
// this was the last range, FinishRange ends the campaign. It returns false and writes nothing if
// the range was finished before, or if the campaign has ended, was deleted, or is of another epoch.
// The error wraps ErrResults if the results do not fit the range. It wraps solver.ErrDamaged if the
// campaign's row is damaged. In both cases it is useless to try again.
func (s *Store) FinishRange(ctx context.Context, r FinishedRange) (finished bool, err error) {
	defer s.Explain(&err, "finishing seeds %d to %d of campaign %s", r.First, r.Last, r.Campaign)
	return s.Whether(ctx, func(tx database.Tx) (bool, error) {
		if err := s.finish(ctx, tx, r); err != nil || r.Job == nil {
			return err == nil, err
		}
		return true, tx.Complete(ctx, r.Job)
	})
}

// finish writes the results of a range. The error is database.ErrUndo if they don't count.
//
// It updates the range's row first, so that only one of several workers writes its results,
// and the campaign's last, so that workers of other ranges wait for little.
func (s *Store) finish(ctx context.Context, tx database.Tx, r FinishedRange) error {
	var of campaignRow
	found, err := database.One(ctx, tx, selectFinishing+s.NoDelete, []any{r.Campaign, solver.Epoch}, of.selected()...)
	if err != nil || !found {
		return cmp.Or(err, database.ErrUndo)
	}
	results, err := resultRowsOf(r.Results, of.PlayedBy)
	if err != nil {
		return err
	}
	if n := len(r.Results); n == 0 || r.Results[0].Seed != r.First || r.Results[n-1].Seed != r.Last || int64(n) != r.Last-r.First+1 {
		return fmt.Errorf("%w: %d results do not match the seeds of the range", ErrResults, n)
	}
	n, err := tx.Change(ctx, markDone, of.Number, r.First, r.Last, r.At.UnixMilli(), r.Engine)
	if err != nil || n == 0 {
		return cmp.Or(err, database.ErrUndo)
	}
	if err := s.insertResults(ctx, tx, &of, results.rows); err != nil {
		return err
	}
	c, found, err := s.lock(ctx, tx, r.Campaign)
	if err != nil || !found {
		return cmp.Or(err, database.ErrUndo)
	}
	if err := s.check(&c); err != nil {
		return err
	}
	spread, err := results.spread.MergeInto(document(c.spread))
	if err != nil {
		return fmt.Errorf("distributions: %w: %w", solver.ErrDamaged, err)
	}
	sum := results.tally
	c.Tally.Add(sum)
	c.Inferred, c.busy, c.spread = c.Inferred+results.inferred, c.busy+int64(r.Busy), string(spread)
	if _, err := tx.Change(ctx, addTally, c.Number, sum.Winnable, sum.Unwinnable, sum.Unknown, sum.Won, sum.Lost, results.inferred, int64(r.Busy), c.spread, s.sum(&c)); err != nil {
		return err
	}
	return s.endIfDone(ctx, tx, &c, r.At)
}

// endIfDone ends a campaign if nothing is left to do.
func (s *Store) endIfDone(ctx context.Context, tx database.Tx, c *campaignRow, now time.Time) error {
	n, err := tx.Change(ctx, endIfDone, c.Number, now.UnixMilli())
	if err != nil || n == 0 {
		return err
	}
	return s.queueWebhook(ctx, tx, ofCampaign, c.ID)
}
