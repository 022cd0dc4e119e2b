package chaos

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestAwaitReturn has a part that works again after a second, and one that never does.
func TestAwaitReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := counting(t.Context())
		hits, back := make(chan hit, 2), make(chan time.Duration, 1)
		r.background.Go(func() { r.awaitReturn(hit{number: 1}, back, hits) })
		r.background.Go(func() { r.awaitReturn(hit{number: 2}, nil, hits) })
		time.Sleep(time.Second)
		back <- time.Second
		r.background.Wait()
		if waited := time.Since(r.start); waited != mostRecovery {
			t.Errorf("waited %s", waited)
		}
		if h := <-hits; h.number != 1 || h.down != time.Second {
			t.Errorf("%+v", h)
		}
		if len(hits) > 0 || r.ledger.get(neverBack) != 1 {
			t.Errorf("%d more hits, %d never back", len(hits), r.ledger.get(neverBack))
		}
	})
}
