package store

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestSize checks that the size grows with the stored records.
func TestSize(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		size := func() int64 {
			bytes, err := s.Size(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return bytes
		}
		empty := size()
		var records []solver.Record
		var text int64
		for n := range 200 {
			r := winnableRecord(problem(t, "klondike", n), 50)
			text += int64(len(r.Problem))
			records = append(records, r)
		}
		put(t, s, records...)
		// The rules are stored once, so the text of the problems is larger than the rows.
		if grown := size() - empty; grown < text/4 || grown > 8*text {
			t.Errorf("200 records, the text of their problems %d bytes, take %d", text, grown)
		}
	})
}

// sized is a store of a given size.
type sized struct {
	*Store
	bytes    int64
	measured int
}

func (s *sized) Size(context.Context) (int64, error) {
	s.measured++
	return s.bytes, nil
}

// TestBound checks what a store accepts as it fills.
func TestBound(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		within := &sized{Store: s}
		out := 0
		var log strings.Builder
		b := Bound(within, 1000, slog.New(slog.NewTextHandler(&log, nil)), func() { out++ })
		at := func(bytes int64) { within.bytes, b.until = bytes, 0 }
		has := func(r solver.Record, want bool) {
			t.Helper()
			got, ok, err := s.Get(t.Context(), r.ID)
			if err != nil || ok != want || ok && got.Verdict != r.Verdict {
				t.Errorf("at %d bytes: %s is stored: %t, %v, want %t", within.bytes, r.Verdict, ok, err, want)
			}
		}
		tried, won := problem(t, "klondike", 1), problem(t, "klondike", 2)
		put(t, b, unknown(tried, 5, 5), unwinnable(won))

		at(500)
		late, lost := unknown(problem(t, "klondike", 3), 5, 5), unwinnable(problem(t, "klondike", 4))
		put(t, b, late, lost)
		has(late, false)
		has(lost, true)

		at(1000)
		later := winnableRecord(problem(t, "klondike", 5), 10)
		better := winnableRecord(tried, 10)
		put(t, b, later, better, late)
		has(later, false)
		has(better, true)
		has(late, false)
		if out != 3 {
			t.Errorf("%d records were left out, want 3", out)
		}
		if strings.Count(log.String(), "half of STORE_MAX") != 1 {
			t.Errorf("log %s", &log)
		}

		at(0) // records were deleted
		put(t, b, late)
		has(late, true)

		measured := within.measured
		for n := range 2 * measureEvery {
			put(t, b, unknown(problem(t, "klondike", 10+n%3), int64(n+1), 1))
		}
		if more := within.measured - measured; more < 1 || more > 3 {
			t.Errorf("%d records: measured %d times", 2*measureEvery, more)
		}
	})
}
