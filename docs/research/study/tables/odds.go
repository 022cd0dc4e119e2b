package tables

import (
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/odds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// patternCounts counts deals by the patterns that they show.
type patternCounts struct {
	game, seeds string
	deals       int64
	shows       map[string]int64    // deals by pattern
	together    map[[2]string]int64 // deals by two patterns
}

// readPatternCounts reads the counts of study/odds.
func readPatternCounts(docs fs.FS, name string) (*patternCounts, error) {
	rows, err := readCSV(docs, name)
	if err != nil {
		return nil, err
	}
	d := &patternCounts{shows: map[string]int64{}, together: map[[2]string]int64{}}
	for _, row := range rows {
		n, err := strconv.ParseInt(row["deals"], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		d.game, d.seeds = row["game"], row["seeds"]
		d.deals += n
		for a, value := range row {
			if value != "1" || a == "deals" {
				continue
			}
			d.shows[a] += n
			for b, value := range row {
				if value == "1" && b != "deals" {
					d.together[[2]string{a, b}] += n
				}
			}
		}
	}
	if d.deals == 0 {
		return nil, fmt.Errorf("%s: no deals", name)
	}
	return d, nil
}

// oddsTable compares how often patterns are dealt: published, counted among all deals, and
// found among numbered deals.
func oddsTable(docs fs.FS) (string, error) {
	d, err := readPatternCounts(docs, "research/data/odds.csv")
	if err != nil {
		return "", err
	}
	proven, err := readPatternCounts(docs, "research/data/odds-proven.csv")
	if err != nil {
		return "", err
	}
	klondike := odds.Klondike(3)
	var text strings.Builder
	fmt.Fprintf(&text, "| | published | of all deals | among %s of `%s`, `%s` |\n", thousands(strconv.FormatInt(d.deals, 10)), d.game, d.seeds)
	text.WriteString("| --- | --- | --- | --- |\n")
	for _, row := range []struct {
		what, published string
		share           odds.Share
		shows           string
	}{
		{"no ace among the 15 cards that can be seen without a play", "24.4 %", klondike.NoAce(), ""},
		{"nothing can be played (`unplayable`)", "72,099,595,172,416 of 28,837,689,349,669,200, 0.25002 %", klondike.Unplayable(), "unplayable"},
		{"because all 15 are of even rank (`even-ranks`)", "named", klondike.EvenRanks(), "even"},
		{"because all 15 are of odd rank and none is an ace (`odd-ranks`)", "–", klondike.OddRanks(), "odd"},
		{"the top card of the last column is held down (`held-down`)", "0.40 %", klondike.HeldBy(6), ""},
		{"that of any column is", "–", klondike.HeldTops(), "held_top"},
	} {
		fmt.Fprintf(&text, "| %s | %s | %s | %s |\n", row.what, row.published, exactly(row.share), d.rate(row.shows))
	}
	fmt.Fprintf(&text, "| any card is, on top or not | 1.181069 %% (de Ruiter 2012) | %.5f %% on average¹ | %s |\n", 100*klondike.HeldCards(), d.rate("held"))
	fmt.Fprintf(&text, "| nothing can be played, and a card is held down | – | – | %s |\n", d.both("unplayable", "held"))
	fmt.Fprintf(&text, "| either | – | – | %s |\n", d.percent(d.shows["unplayable"]+d.shows["held"]-d.together[[2]string{"unplayable", "held"}]))
	text.WriteString("\n¹ The average number of such cards in a deal. Some deals have two, so the share of deals is smaller. De Ruiter's figure is that exact share, if he counted the same columns.\n\n")
	found := proven.shows["unplayable"] + proven.shows["held"] - proven.together[[2]string{"unplayable", "held"}]
	fmt.Fprintf(&text, "Many more deals can be proven lost without a search. Of %s deals, `%s`, %s (%.1f %%) are proven lost so, %s of them at one look. %s of them, %.1f %%, show one of these patterns.\n\n",
		thousands(strconv.FormatInt(proven.deals, 10)), proven.seeds, thousands(strconv.FormatInt(proven.shows["proven"], 10)),
		100*float64(proven.shows["proven"])/float64(proven.deals), thousands(strconv.FormatInt(proven.shows["at_once"], 10)),
		thousands(strconv.FormatInt(found, 10)), 100*float64(found)/float64(proven.shows["proven"]))
	text.WriteString("Deals in which nothing can be played, by the number of cards turned at a time:\n\n| turned | can be seen | of all deals | |\n| --: | --: | --: | --- |\n")
	for _, turn := range []int{1, 2, 3, 4, 5, 6, 8, 12, 24} {
		l := odds.Klondike(turn)
		s := l.Unplayable()
		fmt.Fprintf(&text, "| %d | %d | %s | %s of %s |\n", turn, l.Columns+l.Reachable(), share(s), thousands(s.Count.String()), thousands(s.Of.String()))
	}
	return text.String(), nil
}

// exactly writes a share, with its counts if they are short.
func exactly(s odds.Share) string {
	if s.Of.Cmp(big.NewInt(1e18)) < 0 {
		return share(s) + ", " + thousands(s.Count.String()) + " of " + thousands(s.Of.String())
	}
	return share(s)
}

// share writes a share in percent, with five digits.
func share(s odds.Share) string {
	percent := 100 * s.Float()
	digits := max(0, 4-int(math.Floor(math.Log10(percent))))
	return strconv.FormatFloat(percent, 'f', digits, 64) + " %"
}

// rate writes how many deals show a pattern, in percent with an interval.
func (d *patternCounts) rate(shows string) string {
	if shows == "" {
		return "–"
	}
	return d.percent(d.shows[shows])
}

// both writes how many deals show two patterns.
func (d *patternCounts) both(a, b string) string { return d.percent(d.together[[2]string{a, b}]) }

func (d *patternCounts) percent(n int64) string {
	low, high := stats.Wilson(n, d.deals, stats.Z95).Ends(4)
	return fmt.Sprintf("%s: %.4f %% (%s to %s)", thousands(strconv.FormatInt(n, 10)), 100*float64(n)/float64(d.deals), low, high)
}
