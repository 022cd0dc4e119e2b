package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// AddJob adds a queued job, unless there are too many.
func (s *SQLite) AddJob(ctx context.Context, j job.Job, most Crowd) error {
	n, err := s.change(ctx, insertJob, j.ID, j.Client, string(j.Request), j.Accepted.UnixMilli(), j.Deadline.UnixMilli(), most.All, most.Client)
	if err != nil || n > 0 {
		return err
	}
	all := 0
	if err := s.readers.QueryRowContext(ctx, countUnfinished).Scan(&all); err != nil {
		return fmt.Errorf("SQLite: counting jobs: %w", err)
	}
	return &Crowded{What: "jobs", Client: all < most.All}
}

// Job gives a job.
func (s *SQLite) Job(ctx context.Context, id string, known int64) (job.Job, bool, error) {
	j, found, err := readJob(s.readers.QueryRowContext(ctx, selectJob, id, known))
	if err != nil {
		return job.Job{}, false, fmt.Errorf("SQLite: job: %w", err)
	}
	return j, found, nil
}

func readJob(found *sql.Row) (job.Job, bool, error) {
	var r jobRow
	err := found.Scan(r.columns()...)
	if errors.Is(err, sql.ErrNoRows) {
		return job.Job{}, false, nil
	}
	if err != nil {
		return job.Job{}, false, err
	}
	j, err := r.job()
	return j, true, err
}

// TakeJob gives the job whose turn it is to a holder. There is only one process, and it
// looks often, so that it writes only if there is one.
func (s *SQLite) TakeJob(ctx context.Context, holder string, now, lease time.Time, overdue bool) (job.Job, bool, error) {
	which := nextJob
	if overdue {
		which = nextOverdue
	}
	var id string
	err := s.readers.QueryRowContext(ctx, which, now.UnixMilli()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return job.Job{}, false, nil
	}
	var j job.Job
	found := false
	if err == nil {
		j, found, err = readJob(s.writer.QueryRowContext(ctx, fmt.Sprintf(takeJob, which), now.UnixMilli(), holder, lease.UnixMilli()))
	}
	if err != nil && !errors.Is(err, solver.ErrDamaged) {
		return job.Job{}, false, fmt.Errorf("SQLite: taking a job: %w", err)
	}
	return j, found, nil
}

// KeepJobs renews a holder's leases.
func (s *SQLite) KeepJobs(ctx context.Context, holder string, ids []string, lease time.Time) ([]string, error) {
	kept, err := s.keepJobs(ctx, holder, ids, lease)
	if err != nil {
		return nil, fmt.Errorf("SQLite: keeping jobs: %w", err)
	}
	return kept, nil
}

var keepJobsSQLite = fmt.Sprintf(keepJobs, "IN (SELECT value FROM json_each($3))")

func (s *SQLite) keepJobs(ctx context.Context, holder string, ids []string, lease time.Time) ([]string, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	found, err := s.writer.QueryContext(ctx, keepJobsSQLite, holder, lease.UnixMilli(), string(list))
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var kept []string
	for found.Next() {
		var id string
		if err := found.Scan(&id); err != nil {
			return nil, err
		}
		kept = append(kept, id)
	}
	return kept, found.Err()
}

// change runs a statement that changes jobs and tells how many.
func (s *SQLite) change(ctx context.Context, statement string, values ...any) (int64, error) {
	done, err := s.writer.ExecContext(ctx, statement, values...)
	if err != nil {
		return 0, fmt.Errorf("SQLite: changing jobs: %w", err)
	}
	return done.RowsAffected()
}

// CountJobs counts the jobs by state.
func (s *SQLite) CountJobs(ctx context.Context) (map[string]int, error) {
	counts, err := s.countJobs(ctx)
	if err != nil {
		return nil, fmt.Errorf("SQLite: counting jobs: %w", err)
	}
	return counts, nil
}

func (s *SQLite) countJobs(ctx context.Context) (map[string]int, error) {
	found, err := s.readers.QueryContext(ctx, countJobs)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	counts := map[string]int{}
	for found.Next() {
		var state string
		var n int
		if err := found.Scan(&state, &n); err != nil {
			return nil, err
		}
		counts[state] = n
	}
	return counts, found.Err()
}
