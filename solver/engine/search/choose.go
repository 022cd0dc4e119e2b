package search

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// The best are found by counting, in a bucket for each score and, among equal scores,
// for two bits of the key, which are as good as random.
const (
	ties    = 4
	buckets = 1 << 15
)

// offer collects a step for the next level.
func (f *beam) offer(c offer) {
	if c.score >= f.tooBad.offered {
		f.discarded = true
		return
	}
	if f.offers == len(f.offered) {
		f.cut()
		if c.score >= f.tooBad.offered {
			return
		}
	}
	f.offered[f.offers] = c
	f.offers++
}

// limit is where the best end: all with a lower score, and room of those with this one.
type limit struct {
	low    int32
	bucket int
	room   int
}

// bucketOf returns the bucket of an offer.
func (l *limit) bucketOf(c *offer) int {
	return min(int(c.score-l.low)*ties+int(c.key>>62), buckets-1)
}

// admits reports whether an offer is among the best, each time for one offer.
func (l *limit) admits(bucket int) bool {
	if bucket == l.bucket && l.room > 0 {
		l.room--
		return true
	}
	return bucket < l.bucket
}

// limitOf finds where the best keep offers end.
func (f *beam) limitOf(keep int) limit {
	l := limit{low: f.offered[0].score, bucket: buckets}
	for i := range f.offered[:f.offers] {
		l.low = min(l.low, f.offered[i].score)
	}
	if f.offers <= keep {
		return l
	}
	clear(f.counts[:])
	for i := range f.offered[:f.offers] {
		f.counts[l.bucketOf(&f.offered[i])]++
	}
	l.bucket, l.room = f.last(keep)
	return l
}

// last returns the bucket in which the best keep items end, and how many of them are in it.
func (f *beam) last(keep int) (bucket, room int) {
	for room = keep; room > int(f.counts[bucket]); bucket++ {
		room -= int(f.counts[bucket])
	}
	return bucket, room
}

// cut drops all offers but the best, twice as many as are kept.
func (f *beam) cut() {
	f.discarded = true
	l := f.limitOf(2 * f.width)
	n := 0
	for i := range f.offered[:f.offers] {
		if c := f.offered[i]; l.admits(l.bucketOf(&c)) {
			f.offered[n] = c
			n++
		}
	}
	f.offers = n
	f.tooBad.offered = l.low + int32(l.bucket/ties) + 1
}

// choose makes the states of the best offers the next level, and turns the next cards of
// the stock for each.
func (f *beam) choose() {
	f.next.n = 0
	if f.offers == 0 {
		return
	}
	l := f.limitOf(f.width)
	loaded := -1
	for i := range f.offered[:f.offers] {
		c := &f.offered[i]
		if !l.admits(l.bucketOf(c)) {
			f.discarded = true
			continue
		}
		if f.budget > 0 && f.kept == f.budget {
			f.because = solver.States
			return
		}
		f.kept++
		if loaded != int(c.parent) {
			loaded = int(c.parent)
			f.load(&f.level, loaded)
		}
		place := f.note(f.place(loaded), c.m)
		if f.stop() {
			return
		}
		f.make(c.m)
		f.settle()
		f.store(f.next.words, f.next.n, place)
		f.next.n++
		f.best = min(f.best, c.score)
		if f.state.c.turners != nil {
			f.scorer.begin(f.state)
			f.turnOn(place)
		}
		f.back(0)
		f.state.scan()
	}
}

// offerToPool adds the present state, which step m led to, to the pool.
func (f *beam) offerToPool(m step, parent uint32, score int32) {
	if score >= f.tooBad.pooled {
		f.discarded = true
		return
	}
	if f.pool.n == 2*f.width {
		f.cutPool()
		if score >= f.tooBad.pooled {
			return
		}
	}
	f.store(f.pool.words, f.pool.n, parent)
	f.poolScores[f.pool.n], f.poolSteps[f.pool.n] = score, m
	f.pool.n++
}

// cutPool drops all of the pool but the best width states.
func (f *beam) cutPool() {
	if f.pool.n <= f.width {
		return
	}
	f.discarded = true
	scores := f.poolScores[:f.pool.n]
	l := limit{low: slices.Min(scores)}
	bucketOf := func(score int32) int { return min(int(score-l.low), buckets-1) }
	clear(f.counts[:])
	for _, score := range scores {
		f.counts[bucketOf(score)]++
	}
	l.bucket, l.room = f.last(f.width)
	n := 0
	for i, score := range scores {
		if !l.admits(bucketOf(score)) {
			continue
		}
		copy(f.pool.words[n*f.size:(n+1)*f.size], f.pool.words[i*f.size:])
		f.poolScores[n], f.poolSteps[n] = score, f.poolSteps[i]
		n++
	}
	f.pool.n = n
	f.tooBad.pooled = l.low + int32(l.bucket)
}
