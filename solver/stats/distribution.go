package stats

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
)

// Distribution is a histogram of non-negative numbers of any size, with a bounded number of
// buckets. Distributions can be merged in any order.
//
// Each number below 2^bits has a bucket of its own. Above that, every power of two is cut
// into 2^(bits-1) buckets of equal width. So the numbers in a bucket differ by less than a
// share of 2^(1-bits) of themselves (as in G. Tene's HdrHistogram).
//
// The zero value can't be used; see [NewDistribution]. In JSON a distribution is
// {"bits", "least", "most", "sum", "buckets": [[least number of a bucket, count], …]}.
type Distribution struct {
	bits   int
	counts map[int64]int64 // by the least number of a bucket
	n      int64
	sum    int64 // saturates at math.MaxInt64
	lo, hi int64 // least and greatest number, if n > 0
}

// NewDistribution returns an empty distribution that is exact below 2^bits. It panics unless
// 1 <= bits <= 16.
func NewDistribution(bits int) Distribution {
	if bits < 1 || bits > 16 {
		panic("stats: a distribution has 1 to 16 bits")
	}
	return Distribution{bits: bits, counts: map[int64]int64{}}
}

// bucket returns the least and the greatest number of the bucket of x.
func (d *Distribution) bucket(x int64) (least, most int64) {
	shift := max(0, bits.Len64(uint64(x))-d.bits)
	least = x >> shift << shift
	return least, least + (1<<shift - 1)
}

// Add counts a number. Negative numbers count as zero.
func (d *Distribution) Add(x int64) { d.add(max(0, x), 1) }

func (d *Distribution) add(x, times int64) {
	least, _ := d.bucket(x)
	d.counts[least] += times
	if d.n == 0 {
		d.lo, d.hi = x, x
	}
	d.lo, d.hi = min(d.lo, x), max(d.hi, x)
	d.n += times
	d.sum = addSaturating(d.sum, x)
}

// addSaturating adds two non-negative numbers; the sum is at most math.MaxInt64.
func addSaturating(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Merge adds the counts of another distribution. It fails if the numbers of bits differ.
func (d *Distribution) Merge(e Distribution) error {
	switch {
	case e.bits != d.bits:
		return fmt.Errorf("merging a distribution of %d bits into one of %d", e.bits, d.bits)
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
	d.sum = addSaturating(d.sum, e.sum)
	return nil
}

// N returns how many numbers were counted.
func (d *Distribution) N() int64 { return d.n }

// Mean returns the mean of the numbers; 0 if there are none.
func (d *Distribution) Mean() float64 {
	if d.n == 0 {
		return 0
	}
	return float64(d.sum) / float64(d.n)
}

// Max returns the greatest number; 0 if there are none.
func (d *Distribution) Max() int64 { return d.hi }

// Min returns the least number; 0 if there are none.
func (d *Distribution) Min() int64 { return d.lo }

// Quantile returns bounds of the q-quantile. The q-quantile is the least x such that at least a
// share q of the numbers are at most x. The bounds are equal where each number has a bucket of its
// own. They are 0 if there are no numbers.
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

// Bucket counts the numbers from Least to Most, both included.
type Bucket struct {
	Least, Most, Count int64
}

// Buckets returns the buckets that are not empty, in ascending order. The first begins at
// the least number and the last ends at the greatest.
func (d *Distribution) Buckets() []Bucket {
	buckets := make([]Bucket, 0, len(d.counts))
	for _, least := range slices.Sorted(maps.Keys(d.counts)) {
		_, most := d.bucket(least)
		buckets = append(buckets, Bucket{max(least, d.lo), min(most, d.hi), d.counts[least]})
	}
	return buckets
}

// Doublings returns the counts in buckets that begin at 0, 1, 2, 4, 8 and so on.
func (d *Distribution) Doublings() []Bucket {
	return d.regroup(func(x int64) (least, most int64) {
		if x == 0 {
			return 0, 0
		}
		least = 1 << (bits.Len64(uint64(x)) - 1)
		return least, least + (least - 1)
	})
}

// Steps returns the counts in at most the given number of buckets of equal width. The width is 1,
// 2 or 5 times a power of ten. The counts are exact where each number has its own bucket.
func (d *Distribution) Steps(most int64) []Bucket {
	width := int64(1)
	for i := 0; d.hi/width-d.lo/width >= most; i++ {
		width = []int64{2, 5, 10}[i%3] * int64(math.Pow10(i/3))
	}
	return d.regroup(func(x int64) (int64, int64) { return x / width * width, x/width*width + (width - 1) })
}

// regroup merges the buckets into wider ones. Empty buckets are left out.
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
		return fmt.Errorf("distribution of %d bits: must be 1 to 16", read.Bits)
	}
	e := NewDistribution(read.Bits)
	for _, b := range read.Buckets {
		least, most := e.bucket(b[0])
		if b[0] < 0 || b[1] <= 0 || least != b[0] || e.counts[least] != 0 || most < read.Least || least > read.Most {
			return fmt.Errorf("distribution: invalid bucket %d with count %d", b[0], b[1])
		}
		e.counts[least] = b[1]
		e.n += b[1]
	}
	e.lo, e.hi, e.sum = read.Least, read.Most, read.Sum
	*d = e
	return nil
}
