package stats

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestRateSaysTheShareItself checks texts of rates: the share is that of the counts, not the centre of the
// interval, and a range where deals are unknown.
func TestRateSaysTheShareItself(t *testing.T) {
	for _, c := range []struct {
		rate Rate
		text string
	}{
		{Tally{Winnable: 293, Unwinnable: 7}.Rate(), "97.7 % (95.2–98.9)"},
		{Tally{Won: 779, Lost: 221}.Rate(), "77.9 % (75.2–80.4)"},
		{Tally{Winnable: 819371, Unwinnable: 180472, Unknown: 157}.Rate(), "81.937–81.953 % (81.861–82.029)"},
		{Tally{Winnable: 1000}.Rate(), "100.00 % (99.61–100.00)"},
		{Tally{Unwinnable: 1000}.Rate(), "0.00 % (0.00–0.39)"},
		{Tally{Winnable: 50, Unwinnable: 50, Unknown: 1}.Rate(), "49.5–50.5 % (39.9–60.1)"},
		{Tally{Unknown: 10}.Rate(), "0–100 % (0–100)"},
		{Tally{}.Rate(), "0–100 % (0–100)"},
		{Rate{Interval{-.002, -.002}, Interval{-.0123456, .0023451}}, "−0.20 % (−1.24 to 0.24)"},
		{Rate{Interval{-.00001, .001}, Interval{-.0123456, .0023451}}, "0.00 to 0.10 % (−1.24 to 0.24)"},
	} {
		if got := c.rate.Text(" %"); got != c.text {
			t.Errorf("%+v: %s, want %s", c.rate, got, c.text)
		}
	}
	if share := (Tally{Winnable: 50, Unwinnable: 50, Unknown: 1}).Rate().ShareText(); share != "49.5–50.5" {
		t.Error(share)
	}
}

// TestRateLiesInItsInterval writes rates of random counts: both ends of the written share lie in the written
// interval, and it is the share to half a unit of the last place.
func TestRateLiesInItsInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for range 5000 {
		n := 1 + r.Int64N(1<<r.Int64N(31))
		won := r.Int64N(n + 1)
		tally := Tally{Winnable: won, Unknown: r.Int64N(n-won+1) * r.Int64N(2)}
		tally.Unwinnable = n - won - tally.Unknown
		numbers := tally.Rate().numbers()
		var x [4]float64
		for i, text := range numbers {
			var err error
			if x[i], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		_, decimals, _ := strings.Cut(numbers[0], ".")
		unit := 1.0
		for range decimals {
			unit /= 10
		}
		if x[2] > x[0] || x[0] > x[1] || x[1] > x[3] {
			t.Fatalf("%+v: %s", tally, tally.Rate())
		}
		if off := x[0] - 100*float64(won)/float64(n); off > .5001*unit || off < -.5001*unit {
			t.Fatalf("%+v: %s, want %g", tally, tally.Rate(), 100*float64(won)/float64(n))
		}
	}
}
