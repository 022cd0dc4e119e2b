package spider

import (
	"math"
	"slices"
)

// cutPool drops all of the pool but the best width positions.
func (f *beam) cutPool() {
	if f.pool.n <= f.width {
		return
	}
	f.discarded = true
	scores := f.poolScores[:f.pool.n]
	low := slices.Min(scores)
	bucketOf := func(score int32) int { return min(int(score-low), buckets-1) }
	clear(f.counts[:])
	for _, score := range scores {
		f.counts[bucketOf(score)]++
	}
	last, room := f.last(f.width)
	n := 0
	f.portions(len(scores), func(from, to int) {
		for i, score := range scores[from:to] {
			bucket := bucketOf(score)
			if bucket > last || bucket == last && room == 0 {
				continue
			}
			if bucket == last {
				room--
			}
			copy(f.pool.words[n*f.words:(n+1)*f.words], f.pool.words[(from+i)*f.words:])
			f.poolScores[n] = score
			n++
		}
	})
	f.pool.n = n
	f.tooBad.pooled = low + int32(last)
}

// last returns the bucket in which the best keep items end, and how many of them are in
// it.
func (f *beam) last(keep int) (bucket, room int) {
	for room = keep; room > int(f.counts[bucket]); bucket++ {
		room -= int(f.counts[bucket])
	}
	return bucket, room
}

// cut drops all offered children but the best, twice as many as are kept: where kinds are
// preferred, first up to two of each kind, then others.
func (f *beam) cut() {
	f.discarded = true
	order := f.order()
	f.choice++
	clear(f.chosen)
	n := 0
	f.tooBad.offered = math.MaxInt32
	f.portions(len(order), func(from, to int) {
		for _, i := range order[from:to] {
			if n == 2*f.width {
				return
			}
			of := f.ofKind(f.offered[i].kind)
			if !f.preferKinds || f.number(of) < 2 {
				if f.preferKinds {
					f.kinds[of]++
				}
				f.chosen[i>>6] |= 1 << (i & 63)
				if n++; n == 2*f.width {
					f.tooBad.offered = f.offered[i].score + 1
				}
			}
		}
	})
	f.portions(len(order), func(from, to int) {
		for _, i := range order[from:to] {
			if bit := uint64(1) << (i & 63); n < 2*f.width && f.chosen[i>>6]&bit == 0 {
				f.chosen[i>>6] |= bit
				n++
			}
		}
	})
	f.n = 0
	f.portions(len(order), func(from, to int) {
		for i := from; i < to; i++ {
			if f.chosen[i>>6]>>(i&63)&1 != 0 {
				f.offered[f.n] = f.offered[i]
				f.n++
			}
		}
	})
}

// ofKind returns where in kinds the present choice counts a kind.
func (f *beam) ofKind(kind uint32) int {
	mask := len(f.kinds) - 1
	name := uint64(kind)<<32 | uint64(f.choice)<<8&(1<<32-1)
	for at := int(kind) & mask; ; at = (at + 1) & mask {
		switch {
		case f.kinds[at]&^255 == name:
			return at
		case f.kinds[at]<<32>>40 != name<<32>>40:
			f.kinds[at] = name // of an earlier choice
			return at
		}
	}
}

// number returns how many of the kind counted at a place were chosen.
func (f *beam) number(at int) int { return int(f.kinds[at] & 255) }

// Children are sorted by counting, in a bucket for each score and, among equal scores,
// for some bits of the key, which are as good as random.
const (
	ties    = 8
	buckets = 1 << 15
)

func (f *beam) bucketOf(c child, low int32, most int) int {
	return min(int(c.score-low)*ties+int(c.key>>f.tieShift%ties), most)
}

// count counts the offered children in each bucket. It returns the lowest score and the
// last bucket.
func (f *beam) count() (low int32, most int) {
	low, high := f.offered[0].score, f.offered[0].score
	f.portions(f.n, func(from, to int) {
		for _, c := range f.offered[from:to] {
			low, high = min(low, c.score), max(high, c.score)
		}
	})
	most = min(int(high-low)*ties+ties, buckets) - 1
	clear(f.counts[:most+1])
	f.portions(f.n, func(from, to int) {
		for _, c := range f.offered[from:to] {
			f.counts[f.bucketOf(c, low, most)]++
		}
	})
	return low, most
}

// order returns the indices of the offered children, best first; none if the search
// ended.
func (f *beam) order() []uint32 {
	if f.n == 0 {
		return nil
	}
	low, most := f.count()
	at := uint32(0)
	for i, n := range f.counts[:most+1] {
		f.counts[i] = at
		at += n
	}
	f.portions(f.n, func(from, to int) {
		for i, c := range f.offered[from:to] {
			at := &f.counts[f.bucketOf(c, low, most)]
			f.ordered[*at] = uint32(from + i)
			*at++
		}
	})
	if f.ended() {
		return nil
	}
	return f.ordered[:f.n]
}
