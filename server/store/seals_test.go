package store

import (
	"errors"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// The keys of these tests.
const (
	firstKey  = "the first key of these tests"
	secondKey = "the second key of these tests"
)

// eachReopened runs a test with a function that closes the store and opens it with other keys.
func eachReopened(t *testing.T, test func(t *testing.T, open func(keys string) Store)) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			config := e.config(t)
			var s Store
			shut := func() {
				if s == nil {
					return
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			t.Cleanup(shut)
			test(t, func(keys string) Store {
				t.Helper()
				shut()
				var err error
				config.SealKey = keys
				if s, err = Open(t.Context(), config); err != nil {
					t.Fatal(err)
				}
				return s
			})
		})
	}
}

func wantDamaged(t *testing.T, s Store, id solver.ID) {
	t.Helper()
	if r, ok, err := s.Get(t.Context(), id); ok || !errors.Is(err, solver.ErrDamaged) {
		t.Errorf("Get gives %+v, %t, %v, want ErrDamaged", r, ok, err)
	}
}

// TestPlantedVerdict writes a verdict as the service does, but under another key.
func TestPlantedVerdict(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		planted := unwinnable(problem(t, "klondike", 1))
		put(t, open(secondKey), planted)
		wantDamaged(t, open(firstKey), planted.ID)
		wantDamaged(t, open(""), planted.ID)
	})
}

// TestKeptKey opens a store again that made its own key.
func TestKeptKey(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		r := unwinnable(problem(t, "klondike", 1))
		put(t, open(""), r)
		wantRecord(t, open(""), r)
	})
}

// TestReplacedKey replaces a key: both are valid, verdicts are sealed anew, the old one goes.
func TestReplacedKey(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		r, damaged := unwinnable(problem(t, "klondike", 1)), unwinnable(problem(t, "klondike", 2))
		s := open(firstKey)
		put(t, s, r, damaged)
		if _, err := tablesOf(s).write.change(t.Context(), "UPDATE verdicts SET states = states + 1 WHERE id = $1", string(damaged.ID)); err != nil {
			t.Fatal(err)
		}
		s = open(secondKey + "," + firstKey)
		wantRecord(t, s, r)
		if sealed, left, err := s.Reseal(t.Context(), false); sealed != 1 || left != 1 || err != nil {
			t.Errorf("sealed %d, left %d, %v", sealed, left, err)
		}
		s = open(secondKey)
		wantRecord(t, s, r)
		wantDamaged(t, s, damaged.ID)
	})
}

// TestConfiguredKey configures a key for a store that had its own.
func TestConfiguredKey(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		r := unwinnable(problem(t, "klondike", 1))
		put(t, open(""), r)
		s := open(firstKey)
		wantDamaged(t, s, r.ID)
		if sealed, left, err := s.Reseal(t.Context(), false); sealed != 0 || left != 1 || err != nil {
			t.Errorf("sealed %d, left %d, %v without being told to", sealed, left, err)
		}
		wantDamaged(t, s, r.ID)
		if sealed, left, err := s.Reseal(t.Context(), true); sealed != 1 || left != 0 || err != nil {
			t.Errorf("sealed %d, left %d, %v", sealed, left, err)
		}
		wantRecord(t, s, r)
	})
}

// TestPlantedBeforeReseal plants a verdict as versions without keys sealed them, which needs no
// key, before the key is replaced.
func TestPlantedBeforeReseal(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		planted := unwinnable(problem(t, "klondike", 1))
		s := open(firstKey)
		put(t, s, planted)
		plant(t, s, planted)
		s = open(secondKey + "," + firstKey)
		if sealed, left, err := s.Reseal(t.Context(), false); sealed != 0 || left != 1 || err != nil {
			t.Errorf("sealed %d, left %d, %v", sealed, left, err)
		}
		wantDamaged(t, s, planted.ID)
	})
}

// plant gives a stored record the seal that versions without keys gave.
func plant(t *testing.T, s Store, record solver.Record) {
	t.Helper()
	var r row
	if err := r.fill(&record, s.Seals()); err != nil {
		t.Fatal(err)
	}
	if _, err := tablesOf(s).write.change(t.Context(), "UPDATE verdicts SET seal = $2 WHERE id = $1", r.id, r.sum()[:seal.Size]); err != nil {
		t.Fatal(err)
	}
}

// TestSealedWithoutKey opens a store of a version that sealed without a key.
func TestSealedWithoutKey(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		s := open("")
		var records []solver.Record
		for n := range 3 {
			records = append(records, unwinnable(problem(t, "klondike", 1+n)))
		}
		put(t, s, records...)
		for _, r := range records {
			plant(t, s, r)
		}
		wantDamaged(t, s, records[0].ID)
		if _, err := tablesOf(s).write.change(t.Context(), "DELETE FROM secrets"); err != nil {
			t.Fatal(err)
		}
		s = open("")
		for _, r := range records {
			wantRecord(t, s, r)
		}
	})
}
