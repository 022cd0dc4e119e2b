package store

import (
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"
)

// lockDir makes this process the only one that uses a directory's database, until the lock is
// opened or the process ends. The file stays: after its removal two processes could hold locks of
// the same name.
func lockDir(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, "thoughtful.lock"), flock.SetPermissions(0o600))
	held, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, err
	case !held:
		return nil, fmt.Errorf("the data directory %s is %w", dir, ErrInUse)
	}
	return lock, nil
}
