package store

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// The keys of these tests.
const (
	firstKey  = "the first key of these tests"
	secondKey = "the second key of these tests"
)

// eachReopened runs a test with a function that closes the store and opens it with other keys.
func eachReopened(t *testing.T, test func(t *testing.T, open func(keys string) *Store)) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			config := e.config(t)
			var s *Store
			shut := func() {
				if s == nil {
					return
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			t.Cleanup(shut)
			test(t, func(keys string) *Store {
				t.Helper()
				shut()
				var err error
				config.SealKey, config.LostKey = keys, true
				if s, err = Open(t.Context(), config, 0); err != nil {
					t.Fatal(err)
				}
				return s
			})
		})
	}
}

func wantDamaged(t *testing.T, s *Store, id solver.ID) {
	t.Helper()
	if r, ok, err := s.Get(t.Context(), id); ok || !errors.Is(err, solver.ErrDamaged) {
		t.Errorf("Get gives %+v, %t, %v, want ErrDamaged", r, ok, err)
	}
}

// TestPlantedVerdict writes a verdict as the service does, but under another key.
func TestPlantedVerdict(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
		planted := unwinnable(problem(t, "klondike", 1))
		put(t, open(secondKey), planted)
		wantDamaged(t, open(firstKey), planted.ID)
		wantDamaged(t, open(""), planted.ID)
	})
}

// TestKeptKey opens a store again that made its own key.
func TestKeptKey(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
		r := unwinnable(problem(t, "klondike", 1))
		put(t, open(""), r)
		wantRecord(t, open(""), r)
	})
}

// TestReplacedKey replaces a key: both are valid, verdicts are sealed anew, the old one goes.
func TestReplacedKey(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
		r, damaged := unwinnable(problem(t, "klondike", 1)), unwinnable(problem(t, "klondike", 2))
		s := open(firstKey)
		put(t, s, r, damaged)
		if _, err := s.Write.Change(t.Context(), "UPDATE verdicts SET states = states + 1 WHERE id = $1", string(damaged.ID)); err != nil {
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
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
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

// TestPlantedBeforeReseal plants a verdict with a digest in the place of its seal, which needs no key,
// before the key is replaced.
func TestPlantedBeforeReseal(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
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

// plant gives a stored record a digest of its row in the place of its seal.
func plant(t *testing.T, s *Store, record solver.Record) {
	t.Helper()
	var r row
	if err := r.fill(&record, s.Seals()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write.Change(t.Context(), "UPDATE verdicts SET seal = $2 WHERE id = $1", r.id, r.sum()[:seal.Size]); err != nil {
		t.Fatal(err)
	}
}

// keyTest opens a store with keys, once after the other.
type keyTest struct {
	*testing.T
	config database.Config
}

// eachKeyTest runs a test on each engine.
func eachKeyTest(t *testing.T, test func(t *keyTest)) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			test(&keyTest{t, e.config(t)})
		})
	}
}

// opens opens the store, uses it and closes it.
func (t *keyTest) opens(keys string, use ...func(s *Store)) {
	t.Helper()
	t.config.SealKey = keys
	s, err := Open(t.Context(), t.config, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range use {
		f(s)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// refuses checks that the store does not open.
func (t *keyTest) refuses(keys ...string) {
	t.Helper()
	for _, key := range keys {
		t.config.SealKey = key
		if s, err := Open(t.Context(), t.config, 0); !errors.Is(err, database.ErrKey) {
			t.Errorf("opened with %q: %v", key, err)
			if err == nil {
				_ = s.Close()
			}
		}
	}
}

// with sets what Open allows for the next calls.
func (t *keyTest) with(adopt, lost bool) { t.config.Adopt, t.config.LostKey = adopt, lost }

// reseal seals everything anew.
func (t *keyTest) reseal(s *Store) {
	t.Helper()
	if _, left, err := s.Reseal(t.Context(), t.config.Adopt); left != 0 || err != nil {
		t.Error(left, err)
	}
}

// TestForeignKey opens stores with keys under which they were not sealed.
func TestForeignKey(t *testing.T) {
	eachKeyTest(t, func(t *keyTest) {
		r := unwinnable(problem(t.T, "klondike", 1))
		kept := func(s *Store) { wantRecord(t.T, s, r) }
		t.opens("", func(s *Store) { put(t.T, s, r) })
		t.refuses(firstKey)
		t.with(true, false)
		t.opens(firstKey, t.reseal)
		t.with(false, false)
		t.opens(firstKey, kept)
		t.refuses(secondKey, "")
		t.opens(secondKey+","+firstKey, t.reseal)
		t.opens(secondKey, kept)
		t.refuses(firstKey)
		t.with(true, false)
		t.refuses("", firstKey)
		t.with(false, true)
		t.opens("", func(s *Store) {
			if sealed, left, err := s.Reseal(t.Context(), false); sealed != 0 || left != 1 || err != nil {
				t.Errorf("sealed %d, left %d, %v without the key", sealed, left, err)
			}
		})
		t.with(false, false)
		t.opens("")
		t.refuses(secondKey)
	})
}

// TestRolledBackKey replaces a key while older processes run, and goes back before all is sealed
// anew: what either key has sealed stays.
func TestRolledBackKey(t *testing.T) {
	eachKeyTest(t, func(t *keyTest) {
		older, newer := unwinnable(problem(t.T, "klondike", 1)), unwinnable(problem(t.T, "klondike", 2))
		kept := func(s *Store) {
			wantRecord(t.T, s, older)
			wantRecord(t.T, s, newer)
		}
		t.opens(firstKey+","+secondKey, func(s *Store) { put(t.T, s, older) })
		t.opens(firstKey)
		t.opens(secondKey+","+firstKey, func(s *Store) { put(t.T, s, newer) })
		t.refuses(firstKey, secondKey)
		t.opens(firstKey+","+secondKey, kept)
		t.opens(secondKey+","+firstKey, t.reseal)
		t.opens(secondKey, kept)
	})
}

// TestInterruptedReseal ends a resealing before it has begun, as a kill may at any time.
func TestInterruptedReseal(t *testing.T) {
	eachKeyTest(t, func(t *keyTest) {
		r := unwinnable(problem(t.T, "klondike", 1))
		t.opens("", func(s *Store) { put(t.T, s, r) })
		t.with(true, false)
		t.opens(firstKey)
		t.with(false, false)
		t.refuses("", firstKey)
		t.with(true, false)
		t.opens(firstKey, t.reseal)
		t.with(false, false)
		t.opens(firstKey, func(s *Store) { wantRecord(t.T, s, r) })
	})
}

// TestKeyOfCampaigns opens a store that has only a campaign with another key.
func TestKeyOfCampaigns(t *testing.T) {
	eachKeyTest(t, func(t *keyTest) {
		t.opens("", func(s *Store) { solvedCampaign(t.T, s, "alone", "klondike", 10, 10) })
		t.refuses(firstKey)
	})
}

// TestKeyFile looks at the key that a SQLite database makes: it is in a file for its owner alone, and
// not in the database.
func TestKeyFile(t *testing.T) {
	t.Parallel()
	k := &keyTest{t, database.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}}
	r := unwinnable(problem(t, "klondike", 1))
	kept := func(s *Store) { wantRecord(t, s, r) }
	file := filepath.Join(k.config.Dir, keyName)
	k.opens("", func(s *Store) {
		put(t, s, r)
		var text string
		if there, err := database.One(t.Context(), s.Read, "SELECT value FROM secrets WHERE name = 'seal key'", nil, &text); there || err != nil {
			t.Errorf("the key is in the database: %t, %v", there, err)
		}
	})
	key, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 || len(key) < 20 {
		t.Errorf("%d bytes, mode %v", len(key), info.Mode())
	}
	k.opens("", kept)
	if err := os.Rename(file, file+".lost"); err != nil {
		t.Fatal(err)
	}
	k.refuses("")
	if _, err := os.Stat(file); err == nil {
		t.Error("another key was made beside what the lost one sealed")
	}
	if err := os.Rename(file+".lost", file); err != nil {
		t.Fatal(err)
	}
	k.opens("", kept)
	if err := os.WriteFile(file, []byte("a key that was made up\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	k.refuses("")
}

// TestUnnotedKeys opens databases that have verdicts and note no key, as versions before 2026-11-23 left them.
func TestUnnotedKeys(t *testing.T) {
	eachKeyTest(t, func(t *keyTest) {
		t.opens("", func(s *Store) {
			put(t.T, s, unwinnable(problem(t.T, "klondike", 1)))
			if _, err := s.Write.Change(t.Context(), "DELETE FROM secrets WHERE name LIKE 'fingerprint %'"); err != nil {
				t.Fatal(err)
			}
		})
		t.refuses("", firstKey)
		t.with(false, true)
		t.opens("")
	})
}

// TestCopiedLoss copies the row of a loss, seal and all, to another deal, to the same cards under
// other rules, and over a win.
func TestCopiedLoss(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		from := unwinnable(problem(t, "klondike", 1))
		put(t, s, from)
		for what, to := range map[string]solver.Record{
			"another deal": unwinnable(problem(t, "klondike", 3)), "other rules": unwinnable(problem(t, "klondike-draw-1", 1)),
			"a win": winnableRecord(problem(t, "klondike", 4), 20),
		} {
			put(t, s, to)
			n, err := s.Write.Change(t.Context(), `UPDATE verdicts SET epoch = f.epoch, verdict = f.verdict, because = f.because,
				engine = f.engine, states = f.states, elapsed_ns = f.elapsed_ns, shortening_ns = f.shortening_ns, length = f.length,
				rough = f.rough, bound = f.bound, sought = f.sought, seal = f.seal, solution = f.solution, passes = f.passes
				FROM verdicts f WHERE verdicts.id = $1 AND f.id = $2`, string(to.ID), string(from.ID))
			if n != 1 || err != nil {
				t.Fatal(what, n, err)
			}
			wantDamaged(t, s, to.ID)
		}
		wantRecord(t, s, from)
	})
}

// TestResealTriedAgain seals anew in transactions that are undone once.
func TestResealTriedAgain(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
		r := unwinnable(problem(t, "klondike", 1))
		put(t, open(firstKey), r)
		again := triedAgain(open(secondKey + "," + firstKey))
		if sealed, left, err := again.Reseal(t.Context(), false); sealed != 1 || left != 0 || err != nil {
			t.Errorf("sealed %d, left %d, %v", sealed, left, err)
		}
		wantRecord(t, open(secondKey), r)
	})
}

// TestResealAnswers replaces the key of the answers of jobs.
func TestResealAnswers(t *testing.T) {
	eachReopened(t, func(t *testing.T, open func(keys string) *Store) {
		s := open(firstKey)
		j := asked("a", "192.0.2.1", 0)
		addJobs(t, s, j)
		begun(t, s, 1, "a")
		must(t, true)(s.EndJob(t.Context(), j.ID, 1, job.Done, at(2), []byte("{}")))
		if sealed, left, err := open(secondKey+","+firstKey).Reseal(t.Context(), false); sealed != 1 || left != 0 || err != nil {
			t.Errorf("sealed %d, left %d, %v", sealed, left, err)
		}
		if got, found, err := open(secondKey).Job(t.Context(), j.ID, 0); !found || err != nil || string(got.Answer) != "{}" {
			t.Errorf("%+v, %t, %v", got, found, err)
		}
	})
}
