package stats

import (
	"slices"
	"strconv"
	"strings"
)

// Rate is a share of deals, or a difference of shares, with its confidence interval. The share
// itself is a range if deals are unknown: they count against it at the lower end and for it at the
// upper end.
type Rate struct {
	Share    Interval
	Interval Interval
}

// share returns the least and the greatest share of n deals: k deals belong to it, and unknown more may.
func share(k, unknown, n int64) Interval {
	if n <= 0 {
		return Interval{0, 1}
	}
	return Interval{float64(k) / float64(n), float64(k+unknown) / float64(n)}
}

// Rate returns the share of winnable or won deals, with [Tally.Interval].
func (t Tally) Rate() Rate { return Rate{share(t.Wins(), t.Unknown, t.Deals()), t.Interval()} }

// String returns the rate in percent and the ends of its interval: "97.7 (95.2–98.9)", or
// "81.94–81.96 (81.86–82.03)" if deals are unknown.
func (r Rate) String() string { return r.Text("") }

// Text is [Rate.String] with a unit after the rate, such as " %". All numbers have the decimals of
// the interval, but zeros that end every number are left out. The ends of the interval are rounded
// outward, and the share is rounded to the nearest number.
func (r Rate) Text(unit string) string {
	numbers := r.numbers()
	between := "–"
	for i, text := range numbers {
		if after, negative := strings.CutPrefix(text, "-"); negative {
			numbers[i], between = "−"+after, " to "
		}
	}
	text := numbers[0]
	if numbers[1] != numbers[0] {
		text += between + numbers[1]
	}
	return text + unit + " (" + numbers[2] + between + numbers[3] + ")"
}

// ShareText returns the rate without its interval.
func (r Rate) ShareText() string {
	text, _, _ := strings.Cut(r.Text(""), " (")
	return text
}

// numbers returns the ends of the share and of the interval.
func (r Rate) numbers() [4]string {
	decimals := r.Interval.Decimals()
	low, high := r.Interval.Ends(decimals)
	nearest := func(share float64) string {
		text := strconv.FormatFloat(100*share, 'f', decimals, 64)
		if strings.Trim(text, "-0.") == "" {
			text = strings.TrimPrefix(text, "-")
		}
		return text
	}
	numbers := [4]string{nearest(r.Share.Low), nearest(r.Share.High), low, high}
	kept := func(text string) bool { return !strings.Contains(text, ".") || !strings.HasSuffix(text, "0") }
	for !slices.ContainsFunc(numbers[:], kept) {
		for i, text := range numbers {
			numbers[i] = strings.TrimSuffix(text[:len(text)-1], ".")
		}
	}
	return numbers
}
