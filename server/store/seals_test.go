package store

import (
	"errors"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
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
				config.SealKey, config.Rekeyed = keys, true
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

// TestForeignKey opens stores with keys under which they were not sealed.
func TestForeignKey(t *testing.T) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			config := e.config(t)
			reopen := func(keys string, rekeyed, opens bool, use func(s Store)) {
				t.Helper()
				config.SealKey, config.Rekeyed = keys, rekeyed
				s, err := Open(t.Context(), config)
				if !opens {
					if !errors.Is(err, ErrKey) {
						t.Errorf("opened with %q: %v", keys, err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				use(s)
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			nothing := func(Store) {}
			reseal := func(s Store) {
				if _, left, err := s.Reseal(t.Context(), true); left != 0 || err != nil {
					t.Error(left, err)
				}
			}
			r := unwinnable(problem(t, "klondike", 1))
			reopen("", false, true, func(s Store) { put(t, s, r) })
			reopen(firstKey, false, false, nil)
			reopen(firstKey, true, true, reseal)
			reopen(firstKey, false, true, nothing)
			reopen(secondKey, false, false, nil)
			reopen("", false, false, nil)
			reopen(secondKey+","+firstKey, false, true, reseal)
			reopen(secondKey, false, true, func(s Store) { wantRecord(t, s, r) })
			reopen(firstKey, false, false, nil)
			reopen("", true, true, func(s Store) {
				if _, _, err := s.Reseal(t.Context(), true); err != nil {
					t.Error(err)
				}
			})
			reopen("", false, true, nothing)
		})
	}
}

// TestResealDeals replaces the key of deals in pools and of days, and of the answers of jobs.
func TestResealDeals(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) Store) {
		s := open(firstKey)
		pool(t, s, "free-cell")
		var deals []winnable.Deal
		for n := range 3 {
			d := pooled(t, s, "free-cell", "easy", n)
			add(t, s, true, d)
			d.Number = int64(n + 1)
			deals = append(deals, d)
		}
		day, daily := winnable.Day{Game: "free-cell", Date: "2026-11-22", Version: 1}, deals[0]
		daily.Number = 0
		if err := s.PutDaily(t.Context(), day, daily); err != nil {
			t.Fatal(err)
		}
		j := asked("a", "192.0.2.1", 0)
		addJobs(t, s, j)
		take(t, s, "me", 1, "a")
		must(t, true)(s.EndJob(t.Context(), "me", j.ID, JobDone, at(2), []byte("{}")))

		const rows = 3 + 3 + 1 + 1 // verdicts, deals, a day and an answer
		if sealed, left, err := open(secondKey+","+firstKey).Reseal(t.Context(), false); sealed != rows || left != 0 || err != nil {
			t.Errorf("sealed %d, left %d, %v", sealed, left, err)
		}
		s = open(secondKey)
		wantDeals(t, s, "", 1, 99, 9, deals...)
		if got, ok, err := s.Daily(t.Context(), day); got != daily || !ok || err != nil {
			t.Errorf("%+v, %t, %v", got, ok, err)
		}
		if got, found, err := s.Job(t.Context(), j.ID, 0); !found || err != nil || string(got.Answer) != "{}" {
			t.Errorf("%+v, %t, %v", got, found, err)
		}
	})
}
