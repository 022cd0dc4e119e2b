package web

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// WinRates is the page at /win-rates.
type WinRates struct {
	Families []Family // by name
	Counted  int64    // the number of games with results
	Deals    int64    // of all games
	Shipped  int64    // how many of these deals come with the program
	Own      bool     // whether the deals that come with the program are left out
}

// RateRow is the win rate of a game.
type RateRow struct {
	rules.Game
	stats.Report
	Difference *Difference // nil if there is no published rate or no result
	Odds       *Odds       // nil if not known
}

// Tally returns the counted verdicts.
func (r RateRow) Tally() stats.Tally { return r.Ours.Tally }

// Shipped returns how many of the counted deals come with the program.
func (r RateRow) Shipped() int64 { return r.Ours.Shipped() }

// Here returns how many of the counted deals do not come with the program.
func (r RateRow) Here() int64 { return r.Ours.Deals() - r.Ours.Shipped() }

// Rate returns the win rate; nil if nothing was counted.
func (r RateRow) Rate() *stats.Rate { return rateOf(r.Ours.Tally) }

// Agrees returns whether the rate overlaps each published interval: "yes" or "no". It returns "" if
// there is no published interval or no result.
func (r RateRow) Agrees() string {
	overlap, known := r.Overlap()
	return map[bool]string{known: "no", known && overlap: "yes"}[true]
}

// rateOf returns the rate of a tally; nil if nothing was counted.
func rateOf(t stats.Tally) *stats.Rate {
	if t.Deals() == 0 {
		return nil
	}
	return new(t.Rate())
}

// percent returns a share in percent, rounded to three decimals.
func percent(share float64) float64 { return math.Round(1e5*share) / 1e3 }

// middle returns the middle of an interval in percent. For a rate, unknown deals count as half won.
// For a published figure, it is the centre.
func middle(i stats.Interval) float64 { return percent((i.Low + i.High) / 2) }

// width returns the width of an interval in percentage points.
func width(i stats.Interval) float64 {
	return math.Round(1e3*(percent(i.High)-percent(i.Low))) / 1e3
}

// ends returns the two ends of a rate's interval, such as "95.2–98.9".
func ends(r *stats.Rate) string {
	_, ends, _ := strings.Cut(r.String(), " (")
	return strings.TrimSuffix(ends, ")")
}

// reference returns the source of a published figure. It returns "" for the publication that most
// figures are from.
func reference(f stats.Published) string {
	if strings.HasPrefix(f.Source, "Solvitaire, table ") {
		return ""
	}
	return f.Source
}

// Difference compares a rate with the narrowest published interval. The comparison is drawn on an
// axis of percentage points, whose middle is the centre of the published interval.
type Difference struct {
	Text          string  // the difference of the rate and the centre, with its sign, in points
	Points        float64 // the difference as a number, in points
	At            float64 // the place of the rate on the axis, in percent of the axis
	From, Width   float64 // the interval of the rate, in percent of the axis, cut at its ends
	Other, Others float64 // the start and the width of the published interval, in percent of the axis
	Beyond        string  // "left" or "right" if the rate is beyond that end of the axis
	Zoom          float64 // the end of the axis, in points from the middle
}

// overviewZoom is the end of the axis on the page of all games, in points from the middle. Most
// intervals are narrower.
const overviewZoom = 5

// zoomOn returns the end of the axis that fits a difference best, in points from the middle.
func zoomOn(r *stats.Report) float64 {
	d := differenceOf(r, 100)
	if d == nil {
		return 0
	}
	rate := r.Ours.Rate()
	centre := 50*(rate.Share.Low+rate.Share.High) - d.Points
	for _, zoom := range []float64{.1, .2, .5, 1, 2, 5, 10, 20, 50} {
		if max(100*rate.Interval.High-centre, centre-100*rate.Interval.Low) <= zoom {
			return zoom
		}
	}
	return 100
}

// differenceOf compares a rate with the published figures, on an axis that ends at zoom. It returns
// nil if there is no result or no published figure.
func differenceOf(r *stats.Report, zoom float64) *Difference {
	if r.Ours.Deals() == 0 || len(r.Published) == 0 {
		return nil
	}
	theirs := slices.MinFunc(r.Published, func(a, b stats.Published) int {
		return cmp.Compare(a.Interval.Width(), b.Interval.Width())
	}).Interval
	ours, centre := r.Ours.Interval(), 100*(theirs.Low+theirs.High)/2
	// on returns the place of a rate on the axis, and whether the rate is beyond its ends.
	on := func(share float64) (at float64, beyond bool) {
		at = 50 + 50*(100*share-centre)/zoom
		return math.Round(100*min(max(at, 0), 100)) / 100, at < 0 || at > 100
	}
	share := r.Ours.Rate().Share
	d := &Difference{Points: 50*(share.Low+share.High) - centre, Zoom: zoom}
	d.Text = strconv.FormatFloat(math.Abs(d.Points), 'f', ours.Decimals(), 64)
	switch {
	case strings.Trim(d.Text, "0.") == "":
	case d.Points < 0:
		d.Text = "−" + d.Text
	default:
		d.Text = "+" + d.Text
	}
	var beyond bool
	if d.At, beyond = on((share.Low + share.High) / 2); beyond {
		d.Beyond = map[bool]string{true: "left", false: "right"}[d.Points < 0]
	}
	var end float64
	d.From, _ = on(ours.Low)
	end, _ = on(ours.High)
	d.Width = math.Round(100*(end-d.From)) / 100
	d.Other, _ = on(theirs.Low)
	end, _ = on(theirs.High)
	d.Others = math.Round(100*(end-d.Other)) / 100
	d.Points = math.Round(1e5*d.Points) / 1e5
	return d
}

// Game is the page of a game.
type Game struct {
	RateRow
	InWords        []rules.Section
	Rules          string // the rules as JSON
	Own            bool   // whether the deals that come with the program are left out
	Ranges         []stats.Sample
	MoreRanges     int64  // the number of ranges that are not in Ranges
	Version        string // the version of the program
	Date           time.Time
	Plots          []Plot // the plots that have data
	Neighbours     []Neighbour
	Running        []Campaign
	Daily          bool         // whether the game has daily deals
	Figures        bool         // whether the page is that of the figures
	Move, MoveText string       // a move, as the name of its picture and in words
	Variants       []rules.Game // of the game, or the others of its main game with that game
}

// Plot is a plot with a summary in words.
type Plot struct {
	Kind, Title, Text string
	Height            int
	Draws             []DrawRates // the figures of the plot named draws
	Of                string      // what the bins count
	Bins              []Bin       // the figures of a distribution
}

// Bin is a bin of a distribution.
type Bin struct {
	Text  string // its least and its greatest number
	Deals int64
}

// MostSteps is the greatest number of bins of a distribution of lengths.
const MostSteps = 40

// Neighbour is a game of weaker or stronger rules.
type Neighbour struct {
	Name, Title string
	Weaker      bool // whether its rules are weaker than the rules of the page's game; a Related game that is not Weaker has stronger rules
	Related     bool // whether one of the two games has weaker rules
	Counted     bool
	Deals       int64
	Difference  *stats.Rate // rate of the page's game minus that of the neighbour
	Needed      *stats.Rate // share of winnable deals that need the weaker rules
}

// DrawsGame is the game whose win rate is shown by the number of cards that are drawn at once.
const DrawsGame = "klondike"

const mostDraws = 24 // the number of cards in its stock

// DrawRates are the counts of Klondike for one draw size.
type DrawRates struct {
	Cards         int
	With, Without stats.Tally // with and without worrying back
}

// Draws returns the counts of Klondike for each draw size that was counted.
func Draws(reports []stats.Report) []DrawRates {
	tallies := map[string]stats.Tally{}
	for i := range reports {
		tallies[reports[i].Game] = reports[i].Ours.Tally
	}
	of := func(name string) stats.Tally {
		g, _ := rules.Lookup(name) // Klondike with draw size 3 has a name of its own
		return tallies[g.Name]
	}
	var list []DrawRates
	for n := 1; n <= mostDraws; n++ {
		name := fmt.Sprintf("klondike-draw-%d", n)
		d := DrawRates{Cards: n, With: of(name), Without: of(name + "-no-worrying-back")}
		if d.With.Deals()+d.Without.Deals() > 0 {
			list = append(list, d)
		}
	}
	return list
}
