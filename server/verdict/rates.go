package verdict

import (
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// rates are the usual rates of the engines, in states per second of processor time. They tell a
// search that ran out of time because the problem is hard from one that ran out because the
// machine was slow: swapping, throttled, or a virtual one whose processors others had.
type rates struct {
	mu    sync.Mutex
	usual map[string]float64 // by engine
}

const (
	// measurable is the least time of a search whose rate says something.
	measurable = 20 * time.Millisecond
	// farBelow is the part of the usual rate below which a search was too slow to count. Games
	// of one engine differ by factors of three.
	farBelow = 1.0 / 8
)

// slow reports whether a search ran out of time at a rate far below what is usual for its engine.
// It learns from each search.
func (r *rates) slow(record *solver.Record) bool {
	if record.Elapsed < measurable || record.States == 0 {
		return false
	}
	rate := float64(record.States) / record.Elapsed.Seconds()
	r.mu.Lock()
	defer r.mu.Unlock()
	usual, known := r.usual[record.Engine]
	if known && rate < usual*farBelow {
		// A rate that stays low becomes the usual one after some dozens of searches.
		r.usual[record.Engine] = usual * 0.95
		return record.Verdict == solver.Unknown && record.Reason == solver.Deadline
	}
	if r.usual == nil {
		r.usual = map[string]float64{}
	}
	if !known {
		usual = rate
	}
	r.usual[record.Engine] = usual + (rate-usual)/16
	return false
}
