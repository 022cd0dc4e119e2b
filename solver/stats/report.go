package stats

// Scope says which deals of this program, and of its players, are counted together.
type Scope int

// The scopes. No deal counts twice in either.
const (
	Pooled Scope = iota // those counted by campaigns, and those that come with the program
	Own                 // those counted by campaigns alone
)

// Report holds all results about the win rate of a game.
type Report struct {
	Game string // the catalogue's name
	// Ours counts results of this program: found here, imported, or shipped with it. No deal
	// counts twice.
	Ours Count
	// Packed is the file with the verdicts of the shipped deals; nil if none are counted in the
	// report's scope.
	Packed *PackedFile
	// Others counts the results of each other solver and each player.
	Others    []Count
	Published []Published
	// Spread has the distributions over deals of this program, ShippedSpread the part of it that
	// comes with the program: states and lengths of some of the shipped deals.
	Spread, ShippedSpread Spread
	// Contradictions are deals with different verdicts from two sources. One of the verdicts is wrong.
	// Compared is the number of deals that two sources have decided. A player's wins count as
	// decided deals, and its losses do not.
	Contradictions []Contradiction
	Compared       int64
	// Neighbours compares the game with the next weaker and the next stronger games.
	Neighbours []Comparison
}

// Count holds the results of one source.
type Count struct {
	Source string // the solver; "" for this program
	Player string // who played the deals; "" if they were solved
	Tally
	Samples []Sample
}

// Shipped returns the number of the deals that came with the program.
func (c *Count) Shipped() (deals int64) {
	for i := range c.Samples {
		if c.Samples[i].Shipped {
			deals += c.Samples[i].Deals()
		}
	}
	return deals
}

// PackedFile is a file of verdicts, deal by deal, as package solver/packed writes them.
type PackedFile struct {
	Name   string // such as klondike.gz
	SHA256 string // in hexadecimal
	Size   int64  // bytes
}

// Published is a figure from the literature.
type Published struct {
	Variant  string // the game's name there
	Source   string
	Text     string // in percent, as printed: centre ± half width
	Interval Interval
}

// Overlap reports whether all published intervals overlap ours. If there is nothing to
// compare, known is false.
func (r *Report) Overlap() (overlap, known bool) {
	if r.Ours.Deals() == 0 || len(r.Published) == 0 {
		return false, false
	}
	for _, p := range r.Published {
		if !p.Interval.Overlaps(r.Ours.Interval()) {
			return false, true
		}
	}
	return true, true
}

// Contradiction is a deal with different verdicts from two sources.
type Contradiction struct {
	Seed                 string // scheme:number
	Winnable, Unwinnable string // the source of each verdict; "" is this program
	Player               string // who won it; "" if a solver found it winnable
}

// Comparison compares two games on the same deals.
type Comparison struct {
	First, Second string // the catalogue's names
	// Weaker means that the first game has weaker rules: every deal that can be won in
	// the second can be won in the first.
	Weaker bool
	// Counted is false while the deals are still being counted.
	Counted bool
	Paired
}

// Difference returns the difference of the two rates. If the first game is
// weaker, verdicts that follow from that are included.
func (c *Comparison) Difference() Rate {
	if c.Weaker {
		implied := c.Implied()
		return implied.Difference()
	}
	return c.Paired.Difference()
}
