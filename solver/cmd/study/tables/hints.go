package tables

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// duels has the winners of deals that several players played, as solver/cmd/study/compare
// writes them.
type duels struct {
	players []string
	won     [][]bool // by deal and player
	first   string
	last    string
}

func readDuels(docs fs.FS, name string) (*duels, error) {
	rows, err := readLines(docs, name)
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("%s: no deals", name)
	}
	d := &duels{players: rows[0][1:], first: rows[1][0], last: rows[len(rows)-1][0]}
	for _, row := range rows[1:] {
		won := make([]bool, len(d.players))
		for i, text := range row[1:] {
			if won[i], err = strconv.ParseBool(text); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, row[0], err)
			}
		}
		d.won = append(d.won, won)
	}
	return d, nil
}

// wins returns how many deals a player won.
func (d *duels) wins(player int) (n int64) {
	for _, won := range d.won {
		if won[player] {
			n++
		}
	}
	return n
}

// difference writes the win rate of one player minus another's, in percentage points, with the
// interval of paired deals. It is bold if it is significant.
func (d *duels) difference(one, other int) string {
	var p stats.Paired
	outcome := map[bool]stats.Outcome{true: stats.Winnable, false: stats.Unwinnable}
	for _, won := range d.won {
		p[outcome[won[one]]][outcome[won[other]]]++
	}
	i := p.Difference().Interval
	bold := ""
	if i.Low > 0 || i.High < 0 {
		bold = "**"
	}
	return fmt.Sprintf("%s%+.2f%s (%+.2f to %+.2f)", bold, 100*float64(d.wins(one)-d.wins(other))/float64(len(d.won)), bold, 100*i.Low, 100*i.High)
}

// player returns the index of a player by its title.
func (d *duels) player(title string) (int, error) {
	i := slices.Index(d.players, title)
	if i < 0 {
		return 0, fmt.Errorf("%s did not play", title)
	}
	return i, nil
}

// hintsTable shows the effect of each hint of a list, alone and together with the others.
func hintsTable(docs fs.FS) (string, error) {
	var text strings.Builder
	for _, list := range []struct {
		name, title, file string
		hints             []string
	}{
		{"five", "hints", "hints-five.csv.gz", []string{
			"turn the stock to the waste 8 times", "aces and deuces to the foundation", "free a column only if a king is directly available",
			"at choice, the longest secured column first", "at choice, a gap of only 2 points in the foundation",
		}},
		{"twelve", "hints list=twelve", "hints-twelve.csv.gz", []string{
			"turn up the first card of the stock before anything else", "always move an ace or a deuce to the foundation", "always make the play that frees a downcard, or allows one that does",
			"expose secured cards, those of the column with most of them first", "hold off what makes no other move possible and exposes nothing", "don't empty a column without a king for it",
			"choose the colour of a king by the cards that block", "transfer only to free a card or to make columns more equal", "only a king that helps the columns with most secured cards",
			"build foundations only if no card may still be needed, or that frees one", "don't play or transfer a 5, 6, 7 or 8, but to free a card, onto a column where nothing was played, or to make columns more equal",
			"when nothing else helps, play to the foundations what goes there",
		}},
	} {
		d, err := readDuels(docs, playersDir+"/"+list.file)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(&text, "The %s: not run.\n\n", list.name)
			continue
		}
		if err != nil {
			return "", err
		}
		none, err := d.player("hints list=none")
		if err != nil {
			return "", err
		}
		all, err := d.player(list.title)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "The %s, on %s deals, `%s` to `%s`: without hints %s %% are won, with all of them %s %%, which is %s points more.\n\n", list.name,
			thousands(strconv.Itoa(len(d.won))), d.first, d.last, d.rate(none), d.rate(all), d.difference(all, none))
		text.WriteString("| | hint | with it alone, points more than without any | with all, points more than with all others |\n| --: | --- | --- | --- |\n")
		for i, hint := range list.hints {
			alone, err := d.player(fmt.Sprintf("%s only=%d", list.title, i+1))
			if err != nil {
				return "", err
			}
			without, err := d.player(fmt.Sprintf("%s without=%d", list.title, i+1))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&text, "| %d | %s | %s | %s |\n", i+1, hint, d.difference(alone, none), d.difference(all, without))
		}
		text.WriteByte('\n')
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}

// rate writes the share of deals that a player wins, with an interval.
func (d *duels) rate(player int) string {
	n := d.wins(player)
	return fmt.Sprintf("%.2f %s", 100*float64(n)/float64(len(d.won)), within(stats.Wilson(n, int64(len(d.won)), stats.Z95), 2))
}
