package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

const (
	databaseName = "thoughtful.db"
	lockName     = "thoughtful.lock"
)

// directory is that of an embedded database, which is this process's alone.
type directory struct {
	path  string
	locks []*flock.Flock
	files map[string]fs.FileInfo // what was there when the database had been opened, by name
}

// openDirectory locks a directory and has its files be readable by their owner only. The error wraps
// ErrInUse if another process has locked it.
//
// It locks a file, and the directory itself: that lock stays when files are deleted. Directories can't be
// locked on Windows, where an open file can't be deleted, and on NFS. The database isn't locked like that:
// to close a second descriptor of it would end SQLite's own locks, and outside Linux the two kinds of
// locks conflict.
func openDirectory(ctx context.Context, path string, log *slog.Logger) (*directory, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	d := &directory{path: path}
	for _, lock := range []*flock.Flock{
		flock.New(filepath.Join(path, lockName), flock.SetPermissions(0o600)),
		flock.New(path, flock.SetFlag(os.O_RDONLY)),
	} {
		held, err := lock.TryLock()
		switch {
		case err != nil && len(d.locks) > 0:
			log.DebugContext(ctx, "the data directory itself can't be locked; a file in it is", "error", err)
		case err != nil:
			return nil, err
		case !held:
			return nil, errors.Join(fmt.Errorf("the data directory %s is %w", path, ErrInUse), d.unlock())
		default:
			d.locks = append(d.locks, lock)
		}
	}
	if err := d.makePrivate(ctx, log); err != nil {
		return nil, errors.Join(err, d.unlock())
	}
	return d, nil
}

// makePrivate lets only the owner read the database. SQLite gives its other files the permissions of the
// first, and must not have opened that yet.
func (d *directory) makePrivate(ctx context.Context, log *slog.Logger) error {
	database := filepath.Join(d.path, databaseName)
	file, err := os.OpenFile(database, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		return file.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, name := range []string{database, database + "-wal", database + "-shm"} {
		info, err := os.Stat(name)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(name, 0o600)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.WarnContext(ctx, "other users of this machine may read the database file", "file", name, "error", err)
		}
	}
	return nil
}

// noteFiles notes which files are there.
func (d *directory) noteFiles() error {
	d.files = map[string]fs.FileInfo{}
	for _, name := range []string{databaseName, databaseName + "-wal", lockName, keyName} {
		info, err := os.Stat(filepath.Join(d.path, name))
		if err == nil {
			d.files[name] = info
		} else if !errors.Is(err, fs.ErrNotExist) { // SEAL_KEY is configured
			return err
		}
	}
	return nil
}

// Intact returns a *Gone if a file is no longer where it was.
func (d *directory) Intact() error {
	for name, was := range d.files {
		path := filepath.Join(d.path, name)
		is, err := os.Stat(path)
		// SQLite may make the log anew, and the key is only read.
		replaced := err == nil && (name == databaseName || name == lockName) && !os.SameFile(was, is)
		switch {
		case replaced || errors.Is(err, fs.ErrNotExist):
			return &Gone{path}
		case err != nil:
			return err
		}
	}
	return nil
}

// unlock lets another process have the directory.
func (d *directory) unlock() error {
	var errs []error
	for _, lock := range d.locks {
		errs = append(errs, lock.Unlock())
	}
	return errors.Join(errs...)
}

// leastRoom is how many bytes must be free on the disk of the embedded database: a transaction
// takes up to a few megabytes there twice, in the log and in the file.
const leastRoom = 64 << 20

// Room returns an error if the disk is nearly full, or if the database was deleted.
func (s *sqlite) Room(context.Context) error {
	if err := s.Intact(); err != nil {
		return fmt.Errorf("SQLite: %w", err)
	}
	if bytes, known := freeBytes(s.path); known && bytes < s.leastRoom {
		return fmt.Errorf("SQLite: only %d MiB free in %s, at least %d MiB needed", bytes>>20, s.path, s.leastRoom>>20)
	}
	return nil
}

// Gone is the error of a SQLite database that was deleted or replaced while it is open. New rows are
// lost when the process ends.
type Gone struct{ path string }

func (g *Gone) Error() string {
	return fmt.Sprintf("%s was deleted or replaced while the service runs; restore it and restart", g.path)
}

// Unavailable makes this error a 503.
func (*Gone) Unavailable() bool { return true }

// Detail returns the text for clients.
func (*Gone) Detail() string {
	return "files of the service's data directory were deleted or replaced while it runs: new jobs and campaigns would be lost when it stops. " +
		"Other answers go on. The operator must restore the files and restart the service"
}
