package campaign

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
)

// TestMigrate migrates an empty database from many processes at once: one does it, and River
// finds what it needs.
func TestMigrate(t *testing.T) {
	url := storetest.Database(t)
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug})) // a handler writes a line at a time
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			config, err := pgxpool.ParseConfig(url + "&pool_max_conns=1")
			if err != nil {
				t.Error(err)
				return
			}
			pool, err := pgxpool.NewWithConfig(t.Context(), config)
			if err != nil {
				t.Error(err)
				return
			}
			defer pool.Close()
			for range 2 {
				if err := Migrate(t.Context(), pool, log); err != nil {
					t.Error(err)
				}
			}
			var tables int
			err = pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job, river_queue").Scan(&tables)
			if err != nil || tables != 0 {
				t.Errorf("%d jobs, %v", tables, err)
			}
		})
	}
	all.Wait()
	if n := strings.Count(said.String(), "River's tables migrated"); n != 1 {
		t.Errorf("%d of them migrated:\n%s", n, &said)
	}
}
