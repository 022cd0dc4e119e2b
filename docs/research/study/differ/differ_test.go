package differ_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/differ"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// fisher is Fisher's exact test by its definition, with whole numbers.
func fisher(k, n, l, m int64) float64 {
	weight := func(x int64) *big.Int {
		return new(big.Int).Mul(new(big.Int).Binomial(n, x), new(big.Int).Binomial(m, k+l-x))
	}
	seen, all, rare := weight(k), new(big.Int), new(big.Int)
	for x := max(0, k+l-m); x <= min(n, k+l); x++ {
		w := weight(x)
		if all.Add(all, w); w.Cmp(seen) <= 0 {
			rare.Add(rare, w)
		}
	}
	share, _ := new(big.Rat).SetFrac(rare, all).Float64()
	return share
}

func TestFisherExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	small := 0
	for range 2000 {
		n, m := 1+random.Int64N(60), 1+random.Int64N(300)
		k, l := random.Int64N(n+1), random.Int64N(m+1)
		got, want := differ.FisherExact(k, n, l, m), fisher(k, n, l, m)
		if math.Abs(got-want) > 1e-6*want+1e-300 {
			t.Errorf("%d of %d, %d of %d: %g, want %g", k, n, l, m, got, want)
		}
		if want < 0.01 {
			small++
		}
		if again := differ.FisherExact(l, m, k, n); math.Abs(got-again) > 1e-6*got {
			t.Errorf("%d of %d, %d of %d: %g, and %g the other way round", k, n, l, m, got, again)
		}
	}
	if small < 200 {
		t.Errorf("only %d tests say no", small)
	}
	for _, c := range []struct {
		k, n, l, m int64
		want       float64
	}{
		{3, 4, 1, 4, 34.0 / 70}, // the lady who tasted tea, with two sides
		{0, 0, 5, 10, 1},
		{10, 10, 20, 20, 1},
		{500000, 1000000, 500, 1000, 1},
		{0, 1000000, 1000000, 1000000, 0},
	} {
		if got := differ.FisherExact(c.k, c.n, c.l, c.m); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v: %g", c, got)
		}
	}
}

// TestFisherLevel draws games at equal rates: at most one in a hundred of the tests may say at
// 99 % that the rates differ.
func TestFisherLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alarms := 0
	const tests = 4000
	for range tests {
		rate := random.Float64()
		k, l := int64(0), int64(0)
		for range 50 {
			if random.Float64() < rate {
				k++
			}
		}
		for range 80 {
			if random.Float64() < rate {
				l++
			}
		}
		if differ.FisherExact(k, 50, l, 80) < 0.01 {
			alarms++
		}
	}
	if alarms > tests/100 || alarms == 0 {
		t.Errorf("%d false alarms of %d", alarms, tests)
	}
}

// TestNewcombe compares with Table II of Newcombe's article, method 10.
func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		k, n, l, m int64
		want       stats.Interval
	}{
		{56, 70, 48, 80, stats.Interval{Low: 0.0524, High: 0.3339}},
		{9, 10, 3, 10, stats.Interval{Low: 0.1705, High: 0.8090}},
		{6, 7, 2, 7, stats.Interval{Low: 0.0582, High: 0.8062}},
		{5, 56, 0, 29, stats.Interval{Low: -0.0381, High: 0.1926}},
		{0, 10, 0, 20, stats.Interval{Low: -0.1611, High: 0.2775}},
		{0, 10, 0, 10, stats.Interval{Low: -0.2775, High: 0.2775}},
		{10, 10, 0, 20, stats.Interval{Low: 0.6791, High: 1}},
		{10, 10, 0, 10, stats.Interval{Low: 0.6075, High: 1}},
		{0, 0, 1, 2, stats.Interval{Low: -1, High: 1}},
	} {
		got := differ.Newcombe(c.k, c.n, c.l, c.m, stats.Z95)
		if math.Abs(got.Low-c.want.Low) > 5e-5 || math.Abs(got.High-c.want.High) > 5e-5 {
			t.Errorf("%d of %d, %d of %d: %.4f to %.4f, want %+v", c.k, c.n, c.l, c.m, got.Low, got.High, c.want)
		}
	}
}

func TestHolm(t *testing.T) {
	got := differ.Holm([]float64{0.01, 0.04, 0.03, 0.005, 0.5})
	for i, want := range []float64{0.04, 0.09, 0.09, 0.025, 0.5} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("%v", got)
		}
	}
	if differ.Holm(nil) == nil || differ.Holm([]float64{0.7, 0.6})[1] != 1 {
		t.Error("not at most 1")
	}
}

func TestPublishedTest(t *testing.T) {
	published := stats.Published{Interval: stats.Interval{Low: 0.49, High: 0.51}} // 9,604 deals
	for _, c := range []struct {
		ours      stats.Tally
		low, high float64
	}{
		{stats.Tally{}, 1, 1},
		{stats.Tally{Winnable: 500, Unwinnable: 500}, 1, 1},
		{stats.Tally{Winnable: 450, Unwinnable: 450, Unknown: 100}, 1, 1},
		{stats.Tally{Winnable: 400, Unwinnable: 500, Unknown: 100}, 1, 1},
		{stats.Tally{Winnable: 300, Unwinnable: 600, Unknown: 100}, 0, 1e-8},
		{stats.Tally{Winnable: 450, Unwinnable: 550}, 0.002, 0.004}, // z = 3.01
		{stats.Tally{Winnable: 600, Unwinnable: 300, Unknown: 100}, 0, 1e-8},
	} {
		if got := differ.From(&published, c.ours); got < c.low || got > c.high {
			t.Errorf("%+v: %g", c.ours, got)
		}
	}
	exact := stats.Published{Interval: stats.Interval{Low: 1, High: 1}}
	if got := differ.From(&exact, stats.Tally{Winnable: 5, Unwinnable: 5}); got != 1 {
		t.Errorf("a figure without an interval: %g", got)
	}
}
