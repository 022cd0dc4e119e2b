package servicetest

import (
	"context"
	"os"
	"testing"
	"time"
)

// URL returns the URL of the server that all tests share. Each test creates a database of its own,
// or names its keys so that no other test uses them.
func URL(t testing.TB, kind *Kind) string {
	t.Helper()
	url := os.Getenv(kind.Variable)
	if url == "" {
		t.Fatalf("%s is not set: `make test` starts %s and runs the tests", kind.Variable, kind.Name)
	}
	return url
}

// Private starts a server for this test, and stops it at the test's end.
func Private(t testing.TB, kind *Kind) *Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := Start(ctx, kind)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}
