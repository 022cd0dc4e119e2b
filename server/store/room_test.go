package store

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestFullDisk fills the disk of a store, and makes room again.
func TestFullDisk(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		put(t, s, winnableRecord(problem(t, "klondike", 1), 50))
		makeRoom := fill(t, e, s)
		var more []solver.Record // more than the free pages have room for
		for n := range 100 {
			more = append(more, winnableRecord(problem(t, "klondike", 2+n), 50))
		}
		if err := s.Put(t.Context(), more...); err == nil {
			t.Fatal("put on a full disk")
		}
		wantRecord(t, s, winnableRecord(problem(t, "klondike", 1), 50)) // it can be read
		makeRoom()
		put(t, s, more...)
	})
}

// TestFullDiskForRanges fills the disk of PostgreSQL while a worker finishes a range.
func TestFullDiskForRanges(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		if s.Postgres() == nil {
			return
		}
		c := addCampaigns(t, s, planned(t, "ranges", "klondike", 1, 10))[0]
		open := hand(t, s, c.ID, 10, 1, 1, 10)
		done := FinishedRange{Range: open[0], Engine: "v1", Results: searched(1, 10), At: start}
		makeRoom := fillTable(t, e, s, "results")
		if finished, err := s.FinishRange(t.Context(), done); finished || err == nil {
			t.Fatalf("finished %t on a full disk: %v", finished, err)
		}
		makeRoom()
		must(t, true)(s.FinishRange(t.Context(), done))
	})
}

// fill has a store fail as it does on a full disk, until its result is called.
func fill(t *testing.T, e engine, s *Store) (makeRoom func()) {
	t.Helper()
	if db := s.SQLite(); db != nil {
		limit := func(pages int) {
			var now int
			if err := db.QueryRowContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&now); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.ExecContext(t.Context(), "VACUUM"); err != nil { // the pages that migrations left free
			t.Fatal(err)
		}
		limit(1) // it is the pages that there are if these are more
		return func() { limit(1 << 20) }
	}
	return fillTable(t, e, s, "verdicts")
}

// fillTable has a table of PostgreSQL fail in the same way.
func fillTable(t *testing.T, e engine, s *Store, table string) (makeRoom func()) {
	t.Helper()
	e.damage(t, s, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''disk_full''; END'`)
	e.damage(t, s, `CREATE TRIGGER full_disk BEFORE INSERT ON `+table+` EXECUTE FUNCTION full_disk()`)
	return func() { e.damage(t, s, `DROP TRIGGER full_disk ON `+table) }
}
