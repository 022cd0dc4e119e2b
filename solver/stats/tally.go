package stats

import "strconv"

// Tally counts the results of deals. A solved deal is winnable, unwinnable or unknown. A
// played deal is won or lost.
type Tally struct {
	Winnable   int64 `json:"winnable"`
	Unwinnable int64 `json:"unwinnable"`
	Unknown    int64 `json:"unknown"`
	Won        int64 `json:"won"`
	Lost       int64 `json:"lost"`
}

// Add adds the counts of other deals.
func (t *Tally) Add(u Tally) {
	t.Winnable += u.Winnable
	t.Unwinnable += u.Unwinnable
	t.Unknown += u.Unknown
	t.Won += u.Won
	t.Lost += u.Lost
}

// Deals returns the number of deals.
func (t Tally) Deals() int64 { return t.Winnable + t.Unwinnable + t.Unknown + t.Won + t.Lost }

// Wins returns the number of deals that are winnable or were won.
func (t Tally) Wins() int64 { return t.Winnable + t.Won }

// Interval returns the 95 % interval of the share of winnable or won deals. Unknown deals
// count as lost at its lower end, and as won at its upper end.
func (t Tally) Interval() Interval {
	n := t.Deals()
	return Interval{Wilson(t.Wins(), n, Z95).Low, Wilson(t.Wins()+t.Unknown, n, Z95).High}
}

// Grouped writes a whole number with thousands separators: 1,234,567.
func Grouped(n int64) string {
	digits, sign := strconv.FormatInt(n, 10), ""
	if digits[0] == '-' {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}
