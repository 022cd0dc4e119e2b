package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// lockDir makes this process the only one that uses a directory's database, until the
// returned file is closed or the process ends. The file stays: after its removal two
// processes could hold locks of the same name.
func lockDir(dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, "thoughtful.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return file, nil
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = fmt.Errorf("the data directory %s is %w", dir, ErrInUse)
	}
	return nil, errors.Join(err, file.Close())
}

// unlock ends what lockDir began. Closing the file would not be enough: a child that was forked
// and has not yet begun its own program holds the file too.
func unlock(file *os.File) error {
	return errors.Join(unix.Flock(int(file.Fd()), unix.LOCK_UN), file.Close())
}
