package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"go.uber.org/goleak"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// note is a job that tells that it is done.
type note struct {
	N int `json:"n"`
}

func (note) Kind() string { return "note" }

// sqlite opens a database with one connection, as package store does.
func sqlite(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// onSQLite returns the queue of a new database.
func onSQLite(t *testing.T) (*Of[*sql.Tx], *sql.DB) {
	t.Helper()
	db := sqlite(t, filepath.Join(t.TempDir(), "db"))
	q, err := OnSQLite(t.Context(), db, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return q, db
}

// onPostgres returns the queue of a new database.
func onPostgres(t *testing.T) (*Of[pgx.Tx], *pgxpool.Pool) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), servicetest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := pool.Exec(t.Context(), "CREATE TABLE processes (id text PRIMARY KEY, seen timestamptz NOT NULL)"); err != nil {
		t.Fatal(err)
	}
	q, err := OnPostgres(t.Context(), pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return q, pool
}

// duties has a process do notes, and look for them only when it is told of them.
func duties(t *testing.T, do func(context.Context, *river.Job[note]) error) *Duties {
	d := &Duties{Log: slog.New(slog.NewTextHandler(t.Output(), nil)), RescueAfter: time.Minute}
	if do != nil {
		Take(d, river.WorkFunc(do), map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4, FetchPollInterval: time.Hour}})
	}
	return d
}

// work starts to work, until the end of the test.
func work(t *testing.T, q Queue, d *Duties) {
	t.Helper()
	stop, err := q.Start(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// TestAdded adds jobs in transactions, half of which are undone. The others are done, each once, without
// being looked for.
func TestAdded(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		q, db := onSQLite(t)
		added(t, q, func(f func(*sql.Tx) error) error {
			tx, err := db.BeginTx(t.Context(), nil)
			if err != nil {
				return err
			}
			if err := f(tx); err != nil {
				return errors.Join(err, tx.Rollback())
			}
			return tx.Commit()
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		q, pool := onPostgres(t)
		added(t, q, func(f func(pgx.Tx) error) error { return pgx.BeginFunc(t.Context(), pool, f) })
	})
}

func added[Tx any](t *testing.T, q *Of[Tx], atomically func(func(Tx) error) error) {
	const jobs = 40
	done := make(chan int, 2*jobs)
	work(t, q, duties(t, func(_ context.Context, job *river.Job[note]) error {
		done <- job.Args.N
		return nil
	}))
	undo := errors.New("undo")
	var adding sync.WaitGroup
	for n := range jobs {
		adding.Go(func() {
			err := atomically(func(tx Tx) error {
				if ids, err := q.Add(t.Context(), tx, Job{Args: note{n}}); len(ids) != 1 || err != nil {
					return fmt.Errorf("%v added: %w", ids, err)
				}
				if n%2 == 1 {
					return undo
				}
				return nil
			})
			if err != nil && !errors.Is(err, undo) {
				t.Error(err)
			}
		})
	}
	adding.Wait()
	late := time.After(20 * time.Second)
	seen := map[int]bool{}
	for len(seen) < jobs/2 {
		select {
		case n := <-done:
			if n%2 == 1 || seen[n] {
				t.Errorf("%d was done, or again", n)
			}
			seen[n] = true
		case <-late:
			t.Fatalf("%d of %d jobs are done", len(seen), jobs/2)
		}
	}
}

// TestDoze has River stop when there is nothing to do, and work again for a job that is added, and for one
// whose time comes.
func TestDoze(t *testing.T) {
	t.Parallel()
	q, db := onSQLite(t)
	q.doze.settle = 20 * time.Millisecond
	done := make(chan int, 10)
	d := duties(t, func(_ context.Context, job *river.Job[note]) error {
		done <- job.Args.N
		return nil
	})
	rested := make(chan struct{}, 100)
	stop, err := q.doze.start(t.Context(), d, func(ctx context.Context, clean bool) (func(context.Context) error, error) {
		stop, err := q.begin(ctx, d, clean)
		return func(ctx context.Context) error {
			err := stop(ctx)
			rested <- struct{}{}
			return err
		}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	add := func(n int, at time.Time) {
		t.Helper()
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Add(t.Context(), tx, Job{Args: note{n}, InsertOpts: &river.InsertOpts{ScheduledAt: at}}); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 2 {
		<-rested
		add(n, time.Time{})
		if got := <-done; got != n {
			t.Errorf("%d was done", got)
		}
	}
	<-rested
	at := time.Now().Add(500 * time.Millisecond)
	add(7, at)
	if got := <-done; got != 7 || time.Now().Before(at) {
		t.Errorf("%d was done at %s, want 7 after %s", got, time.Now(), at)
	}
}

// TestReleased opens a database whose process was killed in the middle of a job, while it led: the job is
// done again, and this process leads, so that it cleans and checks.
func TestReleased(t *testing.T) {
	t.Parallel()
	q, db := onSQLite(t)
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Add(t.Context(), tx, Job{Args: note{7}}); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = ?`, time.Now().UTC()); err != nil {
		t.Fatal(err)
	}
	leader := `INSERT INTO river_leader (leader_id, elected_at, expires_at) VALUES ('killed', datetime('now', 'subsec'), datetime('now', 'subsec', '+15 seconds'))`
	if _, err := db.ExecContext(t.Context(), leader); err != nil {
		t.Fatal(err)
	}
	if q, err = OnSQLite(t.Context(), db, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	done, cleaned, checked := make(chan *river.Job[note], 1), make(chan struct{}, 1), make(chan struct{}, 1)
	d := duties(t, func(_ context.Context, job *river.Job[note]) error {
		done <- job
		return nil
	})
	Clean(d, func(context.Context) error {
		cleaned <- struct{}{}
		return nil
	})
	Check(d, func(context.Context) error {
		checked <- struct{}{}
		return nil
	})
	work(t, q, d)
	if job := <-done; job.Args.N != 7 || job.Attempt != 2 {
		t.Errorf("%+v, attempt %d", job.Args, job.Attempt)
	}
	late := time.After(12 * time.Second)
	for what, begun := range map[string]chan struct{}{"clean": cleaned, "check": checked} {
		select {
		case <-begun:
		case <-late:
			t.Errorf("it does not %s", what)
		}
	}
}

// TestLeader has a process come to lead. It cleans, and gives a job to others that it does not take itself,
// whose process was killed; but not one that may take however long. It has others check.
func TestLeader(t *testing.T) {
	t.Parallel()
	q, db := onSQLite(t)
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Add(t.Context(), tx, WebhookTo("example.org:443", "x"), Job{Args: Answer{}}); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	ago := time.Now().UTC().Add(-time.Hour)
	if _, err := db.ExecContext(t.Context(), `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = ?`, ago); err != nil {
		t.Fatal(err)
	}
	cleaned := make(chan struct{}, 1)
	d := duties(t, nil)
	Clean(d, func(context.Context) error {
		cleaned <- struct{}{}
		return nil
	})
	work(t, q, d)
	<-cleaned
	for late := time.After(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var state string
		if err := db.QueryRowContext(t.Context(), `SELECT state FROM river_job WHERE kind = 'webhook'`).Scan(&state); err != nil {
			t.Fatal(err)
		}
		if state == "retryable" || state == "available" {
			break
		}
		select {
		case <-late:
			t.Fatalf("the job is %s", state)
		default:
		}
	}
	for kind, want := range map[string]string{"answer": "running", "checking": "available"} {
		var state string
		if err := db.QueryRowContext(t.Context(), `SELECT state FROM river_job WHERE kind = ?`, kind).Scan(&state); err != nil || state != want {
			t.Errorf("%s is %s, %v", kind, state, err)
		}
	}
}

// TestDead has a process die in the middle of a job, and be silent. Another one does the job, soon after
// the silence; what a process does that lives stays its own.
func TestDead(t *testing.T) {
	t.Parallel()
	q, pool := onPostgres(t)
	const silence = 4 * time.Second
	q.silence = silence
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		alone := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: Unfinished}}
		_, err := q.Add(t.Context(), tx, Job{Args: note{1}, InsertOpts: alone}, Job{Args: note{2}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// A process of which nothing is heard from now on, and one that lives.
	for n, id := range []string{"dead", "alive"} {
		take := `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now(), attempted_by = ARRAY['before', $2] WHERE args->>'n' = $1`
		if _, err := pool.Exec(t.Context(), take, fmt.Sprint(n+1), id); err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Exec(t.Context(), beat, id, silence); err != nil {
			t.Fatal(err)
		}
	}
	died := time.Now()
	t.Cleanup(heartbeatOf(t, pool, silence, "alive"))
	done := make(chan *river.Job[note], 10)
	d := duties(t, func(_ context.Context, job *river.Job[note]) error {
		done <- job
		return nil
	})
	d.queues[river.QueueDefault] = river.QueueConfig{MaxWorkers: 4, FetchPollInterval: 100 * time.Millisecond}
	work(t, q, d)
	job := <-done
	if took := time.Since(died); job.Args.N != 1 || job.Attempt != 2 || took < silence {
		t.Errorf("job %d, attempt %d, after %s", job.Args.N, job.Attempt, took)
	}
	// What the dead one writes of it, if it was only frozen, is of a job that nobody does.
	var before int64
	var state string
	const old = "SELECT id, state FROM river_job WHERE args->>'n' = '1' ORDER BY id LIMIT 1"
	if err := pool.QueryRow(t.Context(), old).Scan(&before, &state); err != nil || before == job.ID || state != "cancelled" {
		t.Errorf("job %d is %s, %v; now it is job %d", before, state, err, job.ID)
	}
	select {
	case job := <-done:
		t.Errorf("job %d of a process that lives", job.Args.N)
	case <-time.After(silence):
	}
}

// TestAway has the database away for all processes, or all frozen. The first one that goes on does not take
// the others for dead before they can tell that they live.
func TestAway(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	_, pool := onPostgres(t)
	const dead = `
INSERT INTO processes VALUES ('other', now() - interval '1 hour');
INSERT INTO river_job (kind, state, attempt, attempted_by, args, max_attempts) VALUES ('note', 'running', 1, ARRAY['other'], '{}', 3)`
	if _, err := pool.Exec(t.Context(), dead); err != nil {
		t.Fatal(err)
	}
	p := &heartbeat{pool: pool, silence: 20 * time.Second}
	for _, late := range []bool{false, false, false, true, false, false} {
		if late {
			if _, err := pool.Exec(t.Context(), "UPDATE processes SET seen = seen - interval '11 seconds'"); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.tell(t.Context(), "this", log); err != nil {
			t.Error(err)
		}
	}
	running := func() (n int) {
		if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE state = 'running'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if running() != 1 {
		t.Error("a process counts as dead after three beats")
	}
	if err := p.tell(t.Context(), "this", log); err != nil || running() != 0 {
		t.Errorf("after four beats a job of a dead process is its own, %v", err)
	}
}

// heartbeatOf has another process live.
func heartbeatOf(t *testing.T, pool *pgxpool.Pool, silence time.Duration, id string) (stop func()) {
	other := &heartbeat{pool: pool, silence: silence}
	silent, err := other.start(t.Context(), id, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	return func() { silent(true) }
}

// TestHost has names of queues that River allows, each host its own unless their names are long.
func TestHost(t *testing.T) {
	allowed := regexp.MustCompile(`^[a-z0-9]+([_-][a-z0-9]+)*$`)
	seen := map[string]string{}
	for _, host := range []string{
		"example.org:443", "example.org:8443", "xn--bcher-kva.example:443", "127.0.0.1:9000", "[::1]:80", "a_b.example:1",
		strings.Repeat("long.", 40) + "example:443", strings.Repeat("a", 54) + ".example:443", strings.Repeat("a", 55) + ".example:443",
	} {
		name := Host(host)
		if !allowed.MatchString(name) || len(name) > 64 {
			t.Errorf("%s: %q", host, name)
		}
		if other := seen[name]; other != "" {
			t.Errorf("%s and %s share %s", host, other, name)
		}
		seen[name] = host
	}
}
