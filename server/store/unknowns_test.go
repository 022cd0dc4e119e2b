package store

import (
	"testing"
	"time"
)

// TestUnknownsAgeOut stores a long unknown search and a proven verdict, and waits.
func TestUnknownsAgeOut(t *testing.T) {
	t.Parallel()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, e.config(t))
			s.keepUnknown = 500 * time.Millisecond
			proven, long := unwinnable(problem(t, "klondike", 1)), unknown(problem(t, "klondike", 2), 1000, time.Hour)
			put(t, s, proven, long)
			for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
				if _, found, err := s.Get(t.Context(), long.ID); err != nil {
					t.Fatal(err)
				} else if !found {
					break
				}
				if time.Since(start) > time.Minute {
					t.Fatal("an unknown verdict stays")
				}
			}
			wantRecord(t, s, proven)

			// A shorter search replaces one that no longer counts.
			short := unknown(problem(t, "klondike", 2), 10, time.Second)
			put(t, s, short)
			if r, found, err := s.Get(t.Context(), short.ID); found && r.States != 10 || err != nil {
				t.Errorf("Get gives %+v, %v", r, err)
			}
			var forgotten int64
			for start := time.Now(); forgotten == 0 && time.Since(start) < time.Minute; time.Sleep(20 * time.Millisecond) {
				n, err := s.ForgetUnknowns(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				forgotten += n
			}
			if forgotten != 1 {
				t.Errorf("%d unknown verdicts deleted, want 1", forgotten)
			}
			wantRecord(t, s, proven)
		})
	}
}
