package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// The files in the directory of an embedded database.
const (
	databaseName = "thoughtful.db"
	lockName     = "thoughtful.lock"
	keyName      = "seal.key"
)

// TestPrivateFiles looks at the permissions of a new database and of one that others could read.
func TestPrivateFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // which has no such permissions
	}
	c := database.Config{Dir: t.TempDir(), Log: logger(t)}
	for range 2 {
		s, err := Open(t.Context(), c, 0)
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, winnableRecord(problem(t, "klondike", 1), 3))
		for _, name := range []string{databaseName, databaseName + "-wal", databaseName + "-shm", lockName, keyName} {
			if info, err := os.Stat(filepath.Join(c.Dir, name)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", name, info.Mode(), err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		// As an older version left it, killed.
		for _, name := range []string{databaseName, databaseName + "-wal", databaseName + "-shm"} {
			file, err := os.OpenFile(filepath.Join(c.Dir, name), os.O_CREATE|os.O_RDWR, 0o644)
			if err == nil {
				err = errors.Join(file.Chmod(0o644), file.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestDeletedFiles deletes files of an open database. It says so, takes nothing that would be lost, and
// nobody else opens it.
func TestDeletedFiles(t *testing.T) {
	for _, name := range []string{".", databaseName, databaseName + "-wal", lockName, keyName} {
		t.Run(name, func(t *testing.T) {
			c := database.Config{Dir: filepath.Join(t.TempDir(), "data"), Log: logger(t)}
			s := open(t, c)
			r := winnableRecord(problem(t, "klondike", 1), 3)
			put(t, s, r)
			if err := s.Intact(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(c.Dir, name)
			if err := os.Rename(path, path+".away"); err != nil {
				t.Fatal(err)
			}
			calls := map[string]func() error{
				"Room":   func() error { return s.Room(t.Context()) },
				"AddJob": func() error { return s.AddJob(t.Context(), asked("a", "x", 0), roomy) },
				"AddCampaign": func() error {
					_, err := s.AddCampaign(t.Context(), campaign.Campaign{}, job.Webhook{})
					return err
				},
				"ResumeCampaign": func() error { _, err := s.ResumeCampaign(t.Context(), "c"); return err },
			}
			for call, f := range calls {
				if gone, is := errors.AsType[*database.Gone](f()); !is {
					t.Errorf("%s: %v", call, gone)
				}
			}
			wantRecord(t, s, r)
			if name != "." {
				if _, err := Open(t.Context(), c, 0); !errors.Is(err, database.ErrInUse) {
					t.Errorf("second Open: %v", err)
				}
			}
			if name == lockName { // made anew by the second
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Rename(path+".away", path); err != nil {
				t.Fatal(err)
			}
			if err := s.Intact(); err != nil {
				t.Errorf("with the file back: %v", err)
			}
			addJobs(t, s, asked("a", "x", 0))
		})
	}
}

// TestReplacedDatabase deletes the directory of an open database, and opens another one there. When the
// first is closed, the second still has all its files.
func TestReplacedDatabase(t *testing.T) {
	c := database.Config{Dir: filepath.Join(t.TempDir(), "data"), Log: logger(t)}
	first, err := Open(t.Context(), c, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(c.Dir); err != nil {
		t.Fatal(err)
	}
	second := open(t, c)
	r := winnableRecord(problem(t, "klondike", 1), 3)
	put(t, second, r)
	if gone, is := errors.AsType[*database.Gone](first.Intact()); !is {
		t.Errorf("the first one: %v", gone)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := second.Intact(); err != nil {
		t.Errorf("after the first one has closed: %v", err)
	}
	wantRecord(t, second, r)
}
