package middleware

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// TestConcurrencyLimit fills all places.
func TestConcurrencyLimit(t *testing.T) {
	s := NewConcurrencyLimit("batches", 3, 2)
	must := func(client string, want bool) func() {
		t.Helper()
		leave, err := s.Enter(client)
		if (err == nil) != want {
			t.Errorf("%s: %v", client, err)
		}
		if err != nil && problem.From(err).After != retryAfter {
			t.Errorf("%s: %v", client, err)
		}
		return leave
	}
	a := must("a", true)
	must("a", true)
	must("a", false)
	b := must("b", true)
	must("b", false)
	must("c", false)
	b()
	must("a", false)
	c := must("c", true)
	a()
	c()
	must("a", true)
	if len(s.taken) != 1 || s.all != 2 {
		t.Errorf("%d taken, of %v", s.all, s.taken)
	}
}
