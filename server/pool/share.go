package pool

import "time"

const (
	// shareSample is the time of searches that makes a sample. A limit of processor time holds a
	// process up for part of each tenth of a second, and shorter searches may miss that.
	shareSample = 2 * time.Second
	// shareAge is how long samples say something about the next search.
	shareAge = 5 * time.Minute
)

// share is the part of a processor that searches have: all of one, or less where the process has a
// limit or others want the processors too.
type share struct {
	busy, took time.Duration // of the searches since the last sample
	most       float64       // of the last dozen of samples, about
	at         time.Time     // of the last one
}

// add notes a search that kept a processor busy for a part of the time that it took.
func (s *share) add(busy, took time.Duration) {
	s.busy, s.took = s.busy+busy, s.took+took
	if s.took < shareSample {
		return
	}
	sample, before := min(1, s.busy.Seconds()/s.took.Seconds()), s.now()
	// A search that was held up says little of the next one, but many do.
	s.most, s.at = max(sample, before+(sample-before)/8), time.Now()
	s.busy, s.took = 0, 0
}

// now returns the part that the next search may have, rather too much than too little.
func (s *share) now() float64 {
	if time.Since(s.at) > shareAge {
		return 1
	}
	return s.most
}
