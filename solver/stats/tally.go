package stats

// Tally counts what became of deals. A deal that was solved is winnable, unwinnable or
// unknown; one that a player played is won or lost.
type Tally struct {
	Winnable   int64 `json:"winnable"`
	Unwinnable int64 `json:"unwinnable"`
	Unknown    int64 `json:"unknown"`
	Won        int64 `json:"won"`
	Lost       int64 `json:"lost"`
}

// Add adds the tally of other deals.
func (t *Tally) Add(u Tally) {
	t.Winnable += u.Winnable
	t.Unwinnable += u.Unwinnable
	t.Unknown += u.Unknown
	t.Won += u.Won
	t.Lost += u.Lost
}

// Deals is how many deals were counted.
func (t Tally) Deals() int64 { return t.Winnable + t.Unwinnable + t.Unknown + t.Won + t.Lost }

// Wins is how many deals are known to be winnable, or were won.
func (t Tally) Wins() int64 { return t.Winnable + t.Won }

// Interval is the interval of 95 % of the share of deals that can be won, or that a player
// wins: at its lower end what is unknown counts as lost, at its upper end as won.
func (t Tally) Interval() Interval { return t.IntervalAt(Z95) }

// IntervalAt is the same for another confidence: z as in [Wilson].
func (t Tally) IntervalAt(z float64) Interval {
	n := t.Deals()
	return Interval{Wilson(t.Wins(), n, z).Low, Wilson(t.Wins()+t.Unknown, n, z).High}
}
