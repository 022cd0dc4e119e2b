package database

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSQLiteInUse(t *testing.T) {
	t.Parallel()
	c := Config{Dir: t.TempDir(), Log: logger(t)}
	s, err := Open(t.Context(), &c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), &c)
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), c.Dir) {
		t.Errorf("second Open: %v, want ErrInUse with the directory's name", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, c)
}

func TestSQLiteImpossibleDirectories(t *testing.T) {
	t.Parallel()
	t.Run("impossible", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), &Config{Dir: file, Log: logger(t)}); err == nil {
			t.Error("a file was opened as a directory")
		}
	})
	t.Run("no database", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "thoughtful.db"), []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time would say ErrInUse if the first had left its lock
			if _, err := Open(t.Context(), &Config{Dir: dir, Log: logger(t)}); err == nil || errors.Is(err, ErrInUse) {
				t.Errorf("a file that is no database: %v", err)
			}
		}
	})
}

// TestPathInURL checks that the path of a database is not taken for a host.
func TestPathInURL(t *testing.T) {
	for path, want := range map[string]string{
		"/home/x y/thoughtful.db":    "/home/x y/thoughtful.db",
		"C:/Users/x y/thoughtful.db": "/C:/Users/x y/thoughtful.db",
	} {
		if got := afterHost(path); got != want {
			t.Errorf("%s became %s", path, got)
		}
	}
}

// TestLittleRoom has less free on the disk of the embedded database than there should be.
func TestLittleRoom(t *testing.T) {
	dir := t.TempDir()
	db := open(t, Config{Dir: dir, Log: logger(t)})
	if _, known := freeBytes(dir); !known {
		t.Skip("free space is not known here")
	}
	db.engine.(*sqlite).leastRoom = 1 << 60
	if err := db.Room(t.Context()); err == nil || !strings.Contains(err.Error(), "MiB free in "+dir) {
		t.Errorf("room: %v", err)
	}
	db.engine.(*sqlite).leastRoom = 0
	if err := db.Room(t.Context()); err != nil {
		t.Errorf("room: %v", err)
	}
}
