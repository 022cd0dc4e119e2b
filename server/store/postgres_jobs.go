package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// AddJob adds a queued job, unless there are too many.
func (p *Postgres) AddJob(ctx context.Context, j job.Job, most Crowd) error {
	done, err := p.pool.Exec(ctx, insertJob, j.ID, j.Client, string(j.Request), j.Accepted.UnixMilli(), j.Deadline.UnixMilli(), most.All, most.Client)
	if err == nil && done.RowsAffected() > 0 {
		return nil
	}
	all := 0
	if err == nil {
		err = p.pool.QueryRow(ctx, countUnfinished).Scan(&all)
	}
	if err != nil {
		return fmt.Errorf("PostgreSQL: adding a job: %w", err)
	}
	return &Crowded{What: "jobs", Client: all < most.All}
}

// Job gives a job.
func (p *Postgres) Job(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	j, found, err := p.job(ctx, selectJob, id, known)
	if err != nil {
		return job.Job{}, false, fmt.Errorf("PostgreSQL: job: %w", err)
	}
	return j, found, nil
}

func (p *Postgres) job(ctx context.Context, statement string, values ...any) (job.Job, bool, error) {
	var r jobRow
	err := p.pool.QueryRow(ctx, statement, values...).Scan(r.columns()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return job.Job{}, false, nil
	}
	if err != nil {
		return job.Job{}, false, err
	}
	j, err := r.job()
	return j, true, err
}

// What takes jobs passes over rows that others are just taking.
var (
	takeNextPostgres    = fmt.Sprintf(takeJob, nextJob+" FOR UPDATE SKIP LOCKED")
	takeOverduePostgres = fmt.Sprintf(takeJob, nextOverdue+" FOR UPDATE SKIP LOCKED")
)

// TakeJob gives the job whose turn it is to a holder.
func (p *Postgres) TakeJob(ctx context.Context, holder string, now, lease time.Time, overdue bool) (job.Job, bool, error) {
	statement := takeNextPostgres
	if overdue {
		statement = takeOverduePostgres
	}
	j, found, err := p.job(ctx, statement, now.UnixMilli(), holder, lease.UnixMilli())
	if err != nil && !errors.Is(err, solver.ErrDamaged) {
		return job.Job{}, false, fmt.Errorf("PostgreSQL: taking a job: %w", err)
	}
	return j, found, nil
}

var keepJobsPostgres = fmt.Sprintf(keepJobs, "= ANY ($3)")

// KeepJobs renews a holder's leases.
func (p *Postgres) KeepJobs(ctx context.Context, holder string, ids []string, lease time.Time) ([]string, error) {
	found, err := p.pool.Query(ctx, keepJobsPostgres, holder, lease.UnixMilli(), ids)
	var kept []string
	if err == nil {
		kept, err = pgx.CollectRows(found, pgx.RowTo[string])
	}
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL: keeping jobs: %w", err)
	}
	return kept, nil
}

// change runs a statement that changes jobs and tells how many.
func (p *Postgres) change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := p.pool.Exec(ctx, statement, values...)
	if err != nil {
		return 0, fmt.Errorf("PostgreSQL: changing jobs: %w", err)
	}
	return done.RowsAffected(), nil
}

// CountJobs counts the jobs by state.
func (p *Postgres) CountJobs(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	var state string
	var n int
	found, err := p.pool.Query(ctx, countJobs)
	if err == nil {
		_, err = pgx.ForEachRow(found, []any{&state, &n}, func() error {
			counts[state] = n
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL: counting jobs: %w", err)
	}
	return counts, nil
}
