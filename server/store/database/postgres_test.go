package database

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func logger(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

// open opens a database for a test and closes it at its end.
func open(t *testing.T, c Config) *DB {
	t.Helper()
	db, err := Open(t.Context(), &c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestPostgresOpenedByManyAtOnce(t *testing.T) {
	t.Parallel()
	c := Config{URL: servicetest.Database(t), Log: logger(t)}
	var openers sync.WaitGroup
	for range 8 {
		openers.Go(func() {
			s, err := Open(t.Context(), &c)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	openers.Wait()

	var applied []int64
	err := open(t, c).Postgres().QueryRow(t.Context(),
		"SELECT array_agg(version_id ORDER BY id) FROM goose_db_version WHERE version_id > 0").Scan(&applied)
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.ReadDir(migrations.Postgres(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(applied) != len(files) {
		t.Errorf("of %d migrations, applied were %d", len(files), applied)
	}
}

// TestInTurn has several processes take turns, each with one connection. The lock belongs to a
// transaction, and those who wait have none open: behind PgBouncer they would occupy its connections.
func TestInTurn(t *testing.T) {
	t.Parallel()
	url := servicetest.Database(t)
	const id = 7
	var inside atomic.Int64
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			pool, err := pgxpool.New(t.Context(), url+"&pool_max_conns=1")
			if err != nil {
				t.Error(err)
				return
			}
			defer pool.Close()
			fault := errors.New("a migration failed")
			err = inTurn(t.Context(), pool, id, func() error {
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d at once", n)
				}
				defer inside.Add(-1)
				time.Sleep(50 * time.Millisecond)
				var held, waiting int
				err := pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE granted AND state = 'idle in transaction'), count(*) FILTER (WHERE NOT granted)
					FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND datname = current_database()`).Scan(&held, &waiting)
				if err != nil || held != 1 || waiting != 0 {
					t.Errorf("%d transactions hold the lock, %d wait for it: %v", held, waiting, err)
				}
				return fault
			})
			if !errors.Is(err, fault) {
				t.Error(err)
			}
		})
	}
	all.Wait()

	pool := open(t, Config{URL: url, Log: logger(t)}).Postgres()
	err := inTurn(t.Context(), pool, id, func() error {
		impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return inTurn(impatient, pool, id, func() error { return nil })
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting beyond the context: %v", err)
	}
}

func TestPostgresThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://nobody@127.0.0.1:1/none?sslmode=disable", // a closed port
		"postgres://nobody:secret@127.0.0.1:port/none",
		"not a url",
	} {
		s, err := Open(t.Context(), &Config{URL: url, Log: logger(t)})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", url)
		}
		if s != nil {
			t.Errorf("%s: a database and an error", url)
		}
	}
}
