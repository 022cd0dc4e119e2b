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
