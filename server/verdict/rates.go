package verdict

import (
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// rates are the usual rates of searches, in states per second of processor time. They tell a
// search that ran out of time because the problem is hard from one that ran out because the
// machine was slow: swapping, throttled, or a virtual one whose processors others had.
type rates struct {
	mu    sync.Mutex
	usual *otter.Cache[ratedGame, float64]
}

// ratedGame is what has a rate of its own: an engine is much faster with one set of rules than
// with another.
type ratedGame struct{ engine, rules string }

// mostRates is how many games have a rate that is known.
const mostRates = 1000

func newRates() rates {
	return rates{usual: otter.Must(&otter.Options[ratedGame, float64]{MaximumSize: mostRates})}
}

const (
	// measurable is the least time of a search whose rate says something.
	measurable = 20 * time.Millisecond
	// farBelow is the part of the usual rate below which a search was too slow to count. Of the
	// 26,321 searches of docs/research/data/winnability that took 20 ms or more, on machines with other
	// work, 587 were below it, with the median of their game as the usual rate.
	farBelow = 1.0 / 8
)

// slow reports whether a search ran out of time at a rate far below what is usual for its game.
// It learns from each search.
func (r *rates) slow(p *solver.Problem, record *solver.Record) bool {
	if record.Elapsed < measurable || record.States == 0 {
		return false
	}
	rate := float64(record.States) / record.Elapsed.Seconds()
	of := ratedGame{record.Engine, string(p.Rules().Canonical())}
	r.mu.Lock()
	defer r.mu.Unlock()
	usual, known := r.usual.GetIfPresent(of)
	switch {
	case !known:
		r.usual.Set(of, rate)
	case rate < usual*farBelow:
		// A rate that stays low becomes the usual one after some dozens of searches.
		r.usual.Set(of, usual*0.95)
		return record.Verdict == solver.Unknown && record.Reason == solver.Deadline
	default:
		r.usual.Set(of, usual+(rate-usual)/16)
	}
	return false
}
