package chaos

import (
	"errors"
	"maps"
	"testing"
)

// TestCompare has campaigns that ended well, badly, and with results that are wrong or missing.
func TestCompare(t *testing.T) {
	p := &plan{game: "golf", deals: 3}
	want := results{"a:1": "winnable", "a:2": "winnable", "a:3": "unwinnable"}
	without, wrong := maps.Clone(want), maps.Clone(want)
	delete(without, "a:2")
	wrong["a:2"] = "unwinnable"
	for _, test := range []struct {
		name                 string
		state                string
		found                results
		err                  error
		winnable, unwinnable int // in the tally
		lost, wrong, doubled int
	}{
		{"well", "done", want, nil, 2, 1, 0, 0, 0},
		{"a deal missing", "done", without, nil, 1, 1, 1, 0, 0},
		{"a deal missing that the tally has", "done", without, nil, 2, 1, 1, 0, 1},
		{"a wrong deal", "done", wrong, nil, 1, 2, 0, 1, 0},
		{"failed with every deal", "failed", want, nil, 2, 1, 1, 0, 0},
		{"failed with a wrong deal", "failed", wrong, nil, 1, 2, 1, 1, 0},
		{"cancelled with a deal missing", "cancelled", without, nil, 1, 1, 2, 0, 0},
		{"unreadable", "done", without, errors.New("broken"), 2, 1, 2, 0, 0},
	} {
		r := counting(t.Context())
		r.expected[p.game] = want
		c := &campaignState{State: test.state}
		c.Tally.Winnable, c.Tally.Unwinnable = test.winnable, test.unwinnable
		r.compare(p, c, test.found, test.err)
		if lost, wrong, doubled := r.ledger.get(lostDeals), r.ledger.get(wrongDeals), r.ledger.get(doubledDeals); lost != test.lost || wrong != test.wrong || doubled != test.doubled {
			t.Errorf("%s: %d lost, %d wrong, %d doubled", test.name, lost, wrong, doubled)
		}
	}
}
