package database

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSQLiteForkedChild closes a store whose lock a child has inherited that was forked meanwhile,
// and has not yet begun its own program.
func TestSQLiteForkedChild(t *testing.T) {
	t.Parallel()
	c := Config{Dir: t.TempDir(), Log: logger(t)}
	s, err := Open(t.Context(), &c)
	if err != nil {
		t.Fatal(err)
	}
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	inherited := 0
	for _, file := range open {
		if path, _ := os.Readlink("/proc/self/fd/" + file.Name()); path == filepath.Join(c.Dir, "thoughtful.lock") {
			n, err := strconv.Atoi(file.Name())
			if err != nil {
				t.Fatal(err)
			}
			if inherited, err = unix.Dup(n); err != nil {
				t.Fatal(err)
			}
			defer unix.Close(inherited)
		}
	}
	if inherited == 0 {
		t.Fatal("the lock is not open")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), &c); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
