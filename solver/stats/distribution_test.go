package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

// drawn returns random numbers of all sizes.
func drawn(r *rand.Rand, n int) []int64 {
	numbers := make([]int64, n)
	for i := range numbers {
		numbers[i] = r.Int64() >> r.IntN(63)
	}
	return numbers
}

func TestDistributionQuantiles(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		bits := 1 + r.IntN(16)
		d := NewDistribution(bits)
		numbers := drawn(r, 1+r.IntN(300))
		for _, x := range numbers {
			d.Add(x)
		}
		slices.Sort(numbers)
		for _, q := range []float64{0, 0.01, 0.5, 0.9, 0.99, 1} {
			want := numbers[max(1, int(math.Ceil(q*float64(len(numbers)))))-1]
			low, high := d.Quantile(q)
			if want < low || want > high {
				t.Fatalf("%d bits: quantile %g is %d, want it between %d and %d", bits, q, want, low, high)
			}
			if low < 1<<bits && low != high && high < 1<<bits {
				t.Fatalf("%d bits: %d and %d share a bucket", bits, low, high)
			}
			if float64(high-low) > float64(low)*math.Pow(2, float64(1-bits)) {
				t.Fatalf("%d bits: %d and %d share a bucket", bits, low, high)
			}
		}
		if d.Min() != numbers[0] || d.Max() != numbers[len(numbers)-1] || d.N() != int64(len(numbers)) {
			t.Fatalf("counted %d numbers from %d to %d", d.N(), d.Min(), d.Max())
		}
		var count int64
		for _, b := range d.Buckets() {
			count += b.Count
		}
		if count != d.N() {
			t.Fatalf("%d numbers in buckets, want %d", count, d.N())
		}
	}
}

// TestDistributionMerges divides numbers at random, writes the parts as JSON, and merges what
// is read back.
func TestDistributionMerges(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 200 {
		whole := NewDistribution(5)
		parts := []Distribution{NewDistribution(5), NewDistribution(5), NewDistribution(5)}
		for _, x := range drawn(r, r.IntN(200)) {
			whole.Add(x)
			parts[r.IntN(3)].Add(x)
		}
		sum := NewDistribution(5)
		for _, i := range r.Perm(3) {
			text, err := json.Marshal(parts[i])
			if err != nil {
				t.Fatal(err)
			}
			var back Distribution
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if err := sum.Merge(back); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(sum, whole) {
			t.Fatalf("merged %+v, want %+v", sum, whole)
		}
	}
	five, six := NewDistribution(5), NewDistribution(6)
	if five.Merge(six) == nil {
		t.Error("merged distributions of different bits")
	}
}

func TestDistributionMean(t *testing.T) {
	d := NewDistribution(6)
	if d.Mean() != 0 {
		t.Error("the mean of an empty distribution is not 0")
	}
	for _, x := range []int64{1, 2, 6, -5} {
		d.Add(x)
	}
	if d.Mean() != 2.25 || d.Min() != 0 {
		t.Errorf("mean %g, least %d", d.Mean(), d.Min())
	}
	for range 3 { // the sum saturates
		d.Add(math.MaxInt64)
	}
	if d.Mean() < math.MaxInt64/8 {
		t.Errorf("mean %g of huge numbers", d.Mean())
	}
	if least, most := (&Distribution{}).Quantile(0.5); least != 0 || most != 0 {
		t.Error("the quantile of an empty distribution is not 0")
	}
}

// TestInvalidDistribution reads JSON that is no distribution.
func TestInvalidDistribution(t *testing.T) {
	for _, text := range []string{
		`{"bits":0}`, `{"bits":17}`, `[]`,
		`{"bits":5,"least":1,"most":40,"buckets":[[33,1]]}`,
		`{"bits":5,"least":1,"most":40,"buckets":[[1,1],[1,1]]}`,
		`{"bits":5,"least":1,"most":40,"buckets":[[1,0]]}`,
		`{"bits":5,"least":1,"most":40,"buckets":[[-1,1]]}`,
		`{"bits":5,"least":2,"most":40,"buckets":[[1,1]]}`,
		`{"bits":5,"least":1,"most":2,"buckets":[[1,1],[3,1]]}`,
	} {
		var d Distribution
		if err := json.Unmarshal([]byte(text), &d); err == nil {
			t.Errorf("%s: accepted", text)
		}
	}
}

func TestSpread(t *testing.T) {
	deals := []Deal{
		{States: 100, Elapsed: time.Millisecond, Length: 120},
		{Inferred: true},
		{States: 7, Elapsed: time.Microsecond, Played: true, Score: 52, Length: 99},
		{States: 0, Elapsed: 0, Played: true, Score: 0},
	}
	var stored json.RawMessage
	for _, d := range deals {
		one := NewSpread()
		one.Add(d)
		var err error
		if stored, err = one.MergeInto(stored); err != nil {
			t.Fatal(err)
		}
	}
	s, err := ReadSpread(stored)
	if err != nil {
		t.Fatal(err)
	}
	if s.States.N() != 3 || s.Elapsed.Max() != 1e6 || s.Length.N() != 2 || s.Score.N() != 2 || s.Score.Max() != 52 {
		t.Errorf("%s", stored)
	}
	if _, err := NewSpread().MergeInto(json.RawMessage(`{"states":`)); err == nil {
		t.Error("merged into invalid JSON")
	}
	// An older program stored fewer distributions.
	if s, err := ReadSpread(json.RawMessage(`{}`)); err != nil || s.Score.Merge(NewSpread().Score) != nil {
		t.Error(err)
	}
}
