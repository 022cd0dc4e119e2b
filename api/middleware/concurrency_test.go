package middleware

import (
	"fmt"
	"strings"
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

// TestConcurrencyLimitOfNetworks fills the places of the clients of one /48 network, which leave
// places to others.
func TestConcurrencyLimitOfNetworks(t *testing.T) {
	for _, test := range []struct{ most, each, site int64 }{
		{256, 64, 128}, // streams of events
		{16, 8, 12},    // batches
		{2, 1, 1},
		{0, 8, 16}, // requests with a body, which are not bounded in all
	} {
		s := NewConcurrencyLimit("batches", test.most, test.each)
		var leaves []func()
		enter := func(client string) error {
			leave, err := s.Enter(client)
			if err == nil {
				leaves = append(leaves, leave)
			}
			return err
		}
		for n := range test.site {
			if err := enter(fmt.Sprintf("2001:db8:1:%x::/64", n)); err != nil {
				t.Errorf("%v: place %d of the network: %v", test, n+1, err)
			}
		}
		err := enter("2001:db8:1:ffff::/64")
		if p := problem.From(err); p.Kind != problem.TooMany || p.After != retryAfter || !strings.Contains(p.Detail, "of the network 2001:db8:1::/48") {
			t.Errorf("%v: beyond the places of the network: %v", test, err)
		}
		for _, other := range []string{"2001:db8:2:1::/64", "203.0.113.9", "key:a"} {
			if leave, err := s.Enter(other); err != nil {
				t.Errorf("%v: %s: %v", test, other, err)
			} else {
				leave()
			}
		}
		for _, leave := range leaves {
			leave()
		}
		if len(s.taken) != 0 || s.all != 0 {
			t.Errorf("%v: %d taken, of %v", test, s.all, s.taken)
		}
	}
}
