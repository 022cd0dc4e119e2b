package servicetest

import (
	"context"
	"os"
	"testing"
	"time"
)

// URL is where the server of a kind is that all tests share. A test has to share
// it: it makes a database, or names its keys, for itself alone.
func URL(t testing.TB, kind *Kind) string {
	t.Helper()
	url := os.Getenv(kind.Variable)
	if url == "" {
		t.Fatalf("%s is not set, and this test needs a %s: `make test` starts one and runs the tests", kind.Variable, kind.Name)
	}
	return url
}

// Private starts a server for this test alone, and stops it at the test's end.
func Private(t testing.TB, kind *Kind) *Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := Start(ctx, kind)
	if err != nil {
		t.Fatalf("this test kills and restarts a %s of its own: %s; `make test` sees to that", kind.Name, err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}
