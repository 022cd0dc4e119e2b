package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// heartbeat tells the other processes on a database that this one is alive, and makes the jobs of silent
// processes available again. River itself would wait until such a job exceeds its time limit.
type heartbeat struct {
	pool    *pgxpool.Pool
	silence time.Duration // after which a process counts as dead
	heard   int           // beats in time
}

const (
	// beats is how many there are in a silence.
	beats = 8
	// enough beats in time come before others count as dead. If the database was away for all, or all were
	// frozen, the first one that goes on gives the others time to do so too.
	enough = 4
)

// The clock is the database's. A process that was only frozen goes on later, so its jobs are given to others
// under new ids: what it writes of the old ones changes nothing. What it writes of the result is refused by
// those who store it.
const (
	beat = `
WITH before AS (SELECT seen FROM processes WHERE id = $1)
INSERT INTO processes (id, seen) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen = now()
RETURNING coalesce((SELECT seen < now() - $2::interval / 2 FROM before), false)`
	giveBack = `
WITH forgotten AS (
    DELETE FROM processes WHERE seen < now() - interval '1 day'
), lost AS (
    UPDATE river_job SET state = 'cancelled', finalized_at = now() FROM processes
    WHERE state = 'running' AND attempted_by[array_upper(attempted_by, 1)] = processes.id AND seen < now() - $1::interval
    RETURNING river_job.*
)
INSERT INTO river_job (state, args, attempt, errors, kind, max_attempts, metadata, priority, queue, scheduled_at, tags, unique_key, unique_states)
SELECT 'available', args, attempt, errors, kind, max_attempts, metadata, priority, queue, scheduled_at, tags, unique_key, unique_states
FROM lost`
	leave = `DELETE FROM processes WHERE id = $1`
)

// start begins to tell, until stop is called; idle says that the process does nothing any more. A nil heartbeat
// does nothing.
func (p *heartbeat) start(ctx context.Context, id string, log *slog.Logger) (stop func(idle bool), err error) {
	if p == nil {
		return func(bool) {}, nil
	}
	if err := p.tell(ctx, id, log); err != nil {
		return nil, err
	}
	life, end := context.WithCancel(context.Background())
	var telling sync.WaitGroup
	telling.Go(func() {
		for again := time.Tick(p.silence / beats); ; {
			select {
			case <-again:
			case <-life.Done():
				return
			}
			if err := p.tell(life, id, log); err != nil && life.Err() == nil {
				log.Warn("writing this process's heartbeat to the database failed", "error", err)
			}
		}
	})
	return func(idle bool) {
		end()
		telling.Wait()
		if !idle { // the others find it silent
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), p.silence/beats)
		defer cancel()
		_, _ = p.pool.Exec(ctx, leave, id) // else it is forgotten later
	}, nil
}

// tell tells that a process is alive, and gives back what dead ones were doing.
func (p *heartbeat) tell(ctx context.Context, id string, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, p.silence/4)
	defer cancel()
	var late bool
	if err := p.pool.QueryRow(ctx, beat, id, p.silence).Scan(&late); err != nil {
		return err
	}
	if late {
		p.heard = 0
	}
	if p.heard++; p.heard < enough {
		return nil
	}
	done, err := p.pool.Exec(ctx, giveBack, p.silence)
	if n := done.RowsAffected(); n > 0 {
		log.InfoContext(ctx, "jobs of a dead process made available to other processes", "jobs", n)
	}
	return err
}
