package queue

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// doze runs River only while there are jobs, if no other process uses the queue. Without jobs, River's
// timers would take more processor time than the rest of the service.
type doze struct {
	db     *sql.DB
	settle time.Duration // how long there has to be nothing to do before River stops
	added  watch.Bell    // rings when jobs are being added; who looks for them waits until they are
}

func newDoze(db *sql.DB) *doze { return &doze{db, 5 * time.Second, watch.NewBell()} }

// nextDue is in how many milliseconds the first unfinished job is due, NULL if there is none.
const nextDue = `
SELECT CAST(min(CASE state WHEN 'running' THEN 0 ELSE (julianday(scheduled_at) - julianday('now')) * 86400000 END) AS INTEGER)
FROM river_job
WHERE state IN ('available', 'pending', 'retryable', 'running', 'scheduled') AND queue IN (SELECT value FROM json_each($1))`

// due returns in how long there is something to do for some queues, at most in so long.
func (z *doze) due(ctx context.Context, queues []byte, most time.Duration) time.Duration {
	var next sql.NullInt64
	if err := z.db.QueryRowContext(ctx, nextDue, string(queues)).Scan(&next); err != nil {
		return 0 // River reports what is wrong
	}
	if !next.Valid {
		return most
	}
	return min(most, time.Duration(next.Int64)*time.Millisecond)
}

// beginning begins to work, with the cleaning or without.
type beginning func(ctx context.Context, clean bool) (stop func(context.Context) error, err error)

// start begins to work and to doze, until stop is called.
func (z *doze) start(ctx context.Context, d *Duties, begin beginning) (stop func(context.Context) error, err error) {
	queues, err := json.Marshal(slices.Collect(maps.Keys(d.queues)))
	if err != nil {
		return nil, err
	}
	doing, err := begin(ctx, true)
	if err != nil {
		return nil, err
	}
	var last context.Context // of the final stop; set before life ends
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() {
		for cleaned := time.Now(); ; {
			z.awake(life, queues)
			if life.Err() == nil && doing(life) == nil {
				z.asleep(life, queues, time.Until(cleaned.Add(cleanEvery)))
				clean := time.Since(cleaned) >= cleanEvery
				if clean {
					cleaned = time.Now()
				}
				doing = z.again(life, clean, begin, d)
			}
			if life.Err() != nil {
				ended <- doing(last)
				return
			}
		}
	}()
	return func(ctx context.Context) error {
		last = ctx
		end()
		select {
		case err := <-ended:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}, nil
}

// again begins to work, however often it takes.
func (z *doze) again(ctx context.Context, clean bool, begin beginning, d *Duties) (stop func(context.Context) error) {
	for ctx.Err() == nil {
		stop, err := begin(ctx, clean)
		if err == nil {
			return stop
		}
		if ctx.Err() == nil {
			d.Log.Warn("starting the queue of background jobs failed, retrying", "error", err)
		}
		_ = watch.Pause(ctx, z.settle)
	}
	return func(context.Context) error { return nil }
}

// awake returns when there has been nothing to do for a while, and won't be soon.
func (z *doze) awake(ctx context.Context, queues []byte) {
	look := time.NewTicker(z.settle / 5)
	defer look.Stop()
	for busy := time.Now(); time.Since(busy) < z.settle; {
		select {
		case <-z.added:
			busy = time.Now()
			continue
		case <-look.C:
		case <-ctx.Done():
			return
		}
		if z.due(ctx, queues, cleanEvery) < 2*z.settle {
			busy = time.Now()
		}
	}
}

// asleep returns when there is something to do, at most after so long.
func (z *doze) asleep(ctx context.Context, queues []byte, most time.Duration) {
	select {
	case <-z.added:
	case <-time.After(z.due(ctx, queues, most)):
	case <-ctx.Done():
	}
}
