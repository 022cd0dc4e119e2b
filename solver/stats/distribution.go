package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"time"
)

// Distribution counts numbers from 0 up, of any size, in a bounded number of buckets. What
// several have counted can be added up, in any order.
//
// Numbers below 2 to the power of Bits have a bucket each. From there on every power of two
// is cut into half as many buckets of equal width as that, so that a number differs from any
// other in its bucket by less than 2 to the power of 1 - Bits of itself (as the histograms
// of G. Tene's HdrHistogram).
//
// Its zero value is of no use; see [NewDistribution]. In JSON it is
// {"bits", "least", "most", "sum", "buckets": [[least number of a bucket, count], …]}.
type Distribution struct {
	bits   int
	counts map[int64]int64 // by the least number of a bucket
	n      int64
	sum    int64 // at most the greatest there is
	lo, hi int64 // of the numbers counted, if there are any
}

// NewDistribution makes one that tells numbers below 2^bits apart; 1 <= bits <= 16.
func NewDistribution(bits int) Distribution {
	if bits < 1 || bits > 16 {
		panic("stats: a distribution has 1 to 16 bits")
	}
	return Distribution{bits: bits, counts: map[int64]int64{}}
}

// bucket gives the least and the greatest number of the bucket of x.
func (d *Distribution) bucket(x int64) (least, most int64) {
	shift := max(0, bits.Len64(uint64(x))-d.bits)
	least = x >> shift << shift
	return least, least + (1<<shift - 1)
}

// Add counts a number; one below zero counts as zero.
func (d *Distribution) Add(x int64) { d.add(max(0, x), 1) }

func (d *Distribution) add(x, times int64) {
	least, _ := d.bucket(x)
	d.counts[least] += times
	if d.n == 0 {
		d.lo, d.hi = x, x
	}
	d.lo, d.hi = min(d.lo, x), max(d.hi, x)
	d.n += times
	d.sum = plus(d.sum, x)
}

// plus adds numbers that are not negative, as far as there are numbers.
func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Merge adds what another has counted, which has as many bits.
func (d *Distribution) Merge(e Distribution) error {
	switch {
	case e.bits != d.bits:
		return fmt.Errorf("a distribution of %d bits can't be added to one of %d", e.bits, d.bits)
	case e.n == 0:
		return nil
	case d.n == 0:
		d.lo, d.hi = e.lo, e.hi
	}
	for least, count := range e.counts {
		d.counts[least] += count
	}
	d.lo, d.hi = min(d.lo, e.lo), max(d.hi, e.hi)
	d.n += e.n
	d.sum = plus(d.sum, e.sum)
	return nil
}

// N is how many numbers were counted.
func (d *Distribution) N() int64 { return d.n }

// Mean is their mean; 0 if there are none.
func (d *Distribution) Mean() float64 {
	if d.n == 0 {
		return 0
	}
	return float64(d.sum) / float64(d.n)
}

// Max is the greatest of them, and Min the least; 0 if there are none.
func (d *Distribution) Max() int64 { return d.hi }

// Min is the least of them; 0 if there are none.
func (d *Distribution) Min() int64 { return d.lo }

// Quantile gives bounds between which the number lies that a share q of the numbers does not
// exceed: the least x such that at least q of them are at most x. The bounds are equal
// where numbers have buckets of their own. They are 0 if there are no numbers.
func (d *Distribution) Quantile(q float64) (least, most int64) {
	rank := min(d.n, max(1, int64(math.Ceil(q*float64(d.n)))))
	var seen int64
	for _, b := range d.Buckets() {
		if seen += b.Count; seen >= rank {
			return b.Least, b.Most
		}
	}
	return 0, 0
}

// Bucket is how many of the numbers lie between two bounds, these included.
type Bucket struct {
	Least, Most, Count int64
}

// Buckets gives the buckets in which there are numbers, by size. The first begins at the
// least number and the last ends at the greatest one.
func (d *Distribution) Buckets() []Bucket {
	buckets := make([]Bucket, 0, len(d.counts))
	for _, least := range slices.Sorted(maps.Keys(d.counts)) {
		_, most := d.bucket(least)
		buckets = append(buckets, Bucket{max(least, d.lo), min(most, d.hi), d.counts[least]})
	}
	return buckets
}

// Doublings gives the numbers in buckets that begin at 0, 1, 2, 4, 8 and so on.
func (d *Distribution) Doublings() []Bucket {
	return d.regroup(func(x int64) (least, most int64) {
		if x == 0 {
			return 0, 0
		}
		least = 1 << (bits.Len64(uint64(x)) - 1)
		return least, least + (least - 1)
	})
}

// Steps gives the numbers in buckets that are equally wide, at most so many of them: 1, 2 or 5
// wide, or ten times as wide as that, and so on. They are exact where numbers have buckets of
// their own.
func (d *Distribution) Steps(most int64) []Bucket {
	width := int64(1)
	for i := 0; d.hi/width-d.lo/width >= most; i++ {
		width = []int64{2, 5, 10}[i%3] * int64(math.Pow10(i/3))
	}
	return d.regroup(func(x int64) (int64, int64) { return x / width * width, x/width*width + (width - 1) })
}

// regroup puts the buckets into wider ones, those with nothing in them left out.
func (d *Distribution) regroup(bucket func(x int64) (least, most int64)) []Bucket {
	var wide []Bucket
	for _, b := range d.Buckets() {
		least, most := bucket(b.Least)
		if last := len(wide) - 1; last >= 0 && wide[last].Least == least {
			wide[last].Count += b.Count
		} else {
			wide = append(wide, Bucket{least, most, b.Count})
		}
	}
	return wide
}

type distributionJSON struct {
	Bits    int        `json:"bits"`
	Least   int64      `json:"least"`
	Most    int64      `json:"most"`
	Sum     int64      `json:"sum"`
	Buckets [][2]int64 `json:"buckets"`
}

// MarshalJSON writes the distribution.
func (d Distribution) MarshalJSON() ([]byte, error) {
	buckets := make([][2]int64, 0, len(d.counts))
	for _, least := range slices.Sorted(maps.Keys(d.counts)) {
		buckets = append(buckets, [2]int64{least, d.counts[least]})
	}
	return json.Marshal(distributionJSON{d.bits, d.lo, d.hi, d.sum, buckets})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (d *Distribution) UnmarshalJSON(text []byte) error {
	var read distributionJSON
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if read.Bits < 1 || read.Bits > 16 {
		return fmt.Errorf("a distribution has 1 to 16 bits, not %d", read.Bits)
	}
	e := NewDistribution(read.Bits)
	for _, b := range read.Buckets {
		least, most := e.bucket(b[0])
		if b[0] < 0 || b[1] <= 0 || least != b[0] || e.counts[least] != 0 || most < read.Least || least > read.Most {
			return errors.New("the buckets of a distribution don't fit it")
		}
		e.counts[least] = b[1]
		e.n += b[1]
	}
	e.lo, e.hi, e.sum = read.Least, read.Most, read.Sum
	*d = e
	return nil
}

// Spread is how what a campaign's deals took is distributed.
type Spread struct {
	// States and Elapsed (in nanoseconds) are of the deals that were searched or
	// played, not of those that are known from other games.
	States  Distribution `json:"states"`
	Elapsed Distribution `json:"elapsed_ns"`
	// Length is that of solutions, redeals not counted, or of a player's games.
	Length Distribution `json:"length"`
	// Score is how many cards a player brings to the foundations.
	Score Distribution `json:"score"`
}

// NewSpread makes an empty one: states and times to 3 %, lengths below 4096 and scores
// exactly.
func NewSpread() Spread {
	return Spread{NewDistribution(6), NewDistribution(6), NewDistribution(12), NewDistribution(12)}
}

// Deal is what a deal adds to a spread.
type Deal struct {
	Inferred bool // known from another game: neither states nor time were spent
	States   int64
	Elapsed  time.Duration
	Length   int // 0 if there is no solution
	Played   bool
	Score    int // of a player
}

// Add adds a deal.
func (s *Spread) Add(d Deal) {
	if !d.Inferred {
		s.States.Add(d.States)
		s.Elapsed.Add(int64(d.Elapsed))
	}
	if d.Length > 0 {
		s.Length.Add(int64(d.Length))
	}
	if d.Played {
		s.Score.Add(int64(d.Score))
	}
}

// Merge adds the deals of another spread.
func (s *Spread) Merge(t Spread) error {
	return errors.Join(s.States.Merge(t.States), s.Elapsed.Merge(t.Elapsed), s.Length.Merge(t.Length), s.Score.Merge(t.Score))
}

// ReadSpread reads a spread as a store keeps it; nothing is an empty one.
func ReadSpread(stored json.RawMessage) (Spread, error) {
	s := NewSpread()
	if len(stored) == 0 {
		return s, nil
	}
	// A distribution that is missing would have no buckets to add to.
	err := json.Unmarshal(stored, &s)
	return s, err
}

// Into adds the spread to one that a store keeps, and gives the sum for the store to keep.
func (s Spread) Into(stored json.RawMessage) (json.RawMessage, error) {
	sum, err := ReadSpread(stored)
	if err != nil {
		return nil, err
	}
	if err := sum.Merge(s); err != nil {
		return nil, err
	}
	return json.Marshal(sum)
}
