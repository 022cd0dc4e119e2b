package store

import (
	"context"
	"fmt"
)

// leastRoom is how many bytes must be free on the disk of the embedded database: a transaction
// takes up to a few megabytes there twice, in the log and in the file.
const leastRoom = 64 << 20

// Room returns an error if the disk is full or nearly so, or the database was deleted.
func (s *SQLite) Room(context.Context) error {
	if err := s.intact(); err != nil {
		return fmt.Errorf("%s: %w", s.database, err)
	}
	if bytes, known := freeBytes(s.path); known && bytes < s.room {
		return fmt.Errorf("%s: %d MiB free in %s, less than %d", s.database, bytes>>20, s.path, s.room>>20)
	}
	return nil
}

// Room returns nil: the disk is on another machine.
func (*Postgres) Room(context.Context) error { return nil }
