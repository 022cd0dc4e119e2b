package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// pulse tells the other processes on a database that this one is alive, and gives to all what a silent one
// was doing. River itself would wait until the job is older than any of its kind may get.
type pulse struct {
	pool    *pgxpool.Pool
	silence time.Duration // after which a process counts as dead
}

// The clock is the database's. A process that was only frozen goes on later; what it writes of jobs that
// were given to others is refused by those who store it.
const (
	beat     = `INSERT INTO processes (id, seen) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen = now()`
	giveBack = `
WITH forgotten AS (DELETE FROM processes WHERE seen < now() - interval '1 day')
UPDATE river_job SET state = 'available' FROM processes
WHERE state = 'running' AND attempted_by[array_upper(attempted_by, 1)] = processes.id AND seen < now() - $1::interval`
	leave = `DELETE FROM processes WHERE id = $1`
)

// start begins to tell, until stop is called; idle says that the process does nothing any more. A nil pulse
// does nothing.
func (p *pulse) start(id string, log *slog.Logger) (stop func(idle bool)) {
	if p == nil {
		return func(bool) {}
	}
	life, end := context.WithCancel(context.Background())
	var telling sync.WaitGroup
	telling.Go(func() {
		for again := time.Tick(p.silence / 8); ; {
			if err := p.tell(life, id, log); err != nil && life.Err() == nil {
				log.Warn("telling other processes that this one is alive failed", "error", err)
			}
			select {
			case <-again:
			case <-life.Done():
				return
			}
		}
	})
	return func(idle bool) {
		end()
		telling.Wait()
		if !idle { // the others find it silent
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), p.silence/8)
		defer cancel()
		_, _ = p.pool.Exec(ctx, leave, id) // else it is forgotten later
	}
}

// tell tells that a process is alive, and gives back what dead ones were doing.
func (p *pulse) tell(ctx context.Context, id string, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, p.silence/4)
	defer cancel()
	if _, err := p.pool.Exec(ctx, beat, id); err != nil {
		return err
	}
	done, err := p.pool.Exec(ctx, giveBack, p.silence)
	if n := done.RowsAffected(); n > 0 {
		log.InfoContext(ctx, "jobs of a dead process given to others", "jobs", n)
	}
	return err
}
