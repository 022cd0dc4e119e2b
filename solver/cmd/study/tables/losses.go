package tables

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/losses"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// lossesFiles are the files of the study of lost games, with what they are of.
var lossesFiles = []struct{ file, title string }{
	{"losses-draw-3.csv.gz", "Three cards drawn"},
	{"losses-draw-1.csv.gz", "One card drawn"},
}

// lossesTable shows where games with hidden cards are lost, and why.
func lossesTable(docs fs.FS) (string, error) {
	var text strings.Builder
	for _, f := range lossesFiles {
		all, err := readLosses(docs, path.Join(playersDir, f.file))
		if errors.Is(err, fs.ErrNotExist) {
			continue // not studied
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "**%s**: %d deals, `%s` to `%s`, commit %s.\n\n", f.title, len(all), all[0].Seed, all[len(all)-1].Seed, all[0].Engine)
		writeClasses(&text, all)
		writeCauses(&text, all)
		writeRedone(&text, all)
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}

// readLosses reads a file of the study.
func readLosses(docs fs.FS, name string) ([]losses.Row, error) {
	table, err := rows.Table(docs, name, losses.Columns...)
	if err != nil {
		return nil, err
	}
	var all []losses.Row
	for i, fields := range table {
		row, err := losses.Parse(fields)
		if err != nil {
			return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
		}
		all = append(all, row)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no deals", name)
	}
	return all, nil
}

// counted writes a number of n, and the share with its interval.
func counted(k, n int64) string {
	return fmt.Sprintf("%d | %.1f %s", k, 100*float64(k)/float64(max(1, n)), within(stats.Wilson(k, n, stats.Z95), 1))
}

// writeClasses writes what became of the deals.
func writeClasses(text *strings.Builder, all []losses.Row) {
	text.WriteString("| | deals | % of all |\n| --- | --: | --: |\n")
	for _, c := range []struct {
		class losses.Class
		says  string
	}{
		{losses.Won, "won"},
		{losses.Unwinnable, "lost from the start: no player could win, with all cards known"},
		{losses.Lost, "lost by a decision"},
		{losses.Stopped, "not won, though it still could be when the play ended"},
		{losses.Unknown, "not decided"},
	} {
		n := 0
		for i := range all {
			if all[i].Class == c.class {
				n++
			}
		}
		fmt.Fprintf(text, "| %s | %s |\n", c.says, counted(int64(n), int64(len(all))))
	}
	text.WriteByte('\n')
}

// hiddenCards are the columns of the table of causes: ranges of the number of hidden cards.
var hiddenCards = []struct{ least, most int }{{16, 21}, {11, 15}, {5, 10}, {0, 4}}

// writeCauses writes why games were lost, and how many cards were hidden then.
func writeCauses(text *strings.Builder, all []losses.Row) {
	text.WriteString("| cause | games | % of those lost by a decision |")
	for _, h := range hiddenCards {
		fmt.Fprintf(text, " %d–%d hidden |", h.most, h.least)
	}
	text.WriteString("\n| --- | --: | --: |" + strings.Repeat(" --: |", len(hiddenCards)) + "\n")
	var lost int64
	games := map[losses.Cause][]int64{}
	for i := range all {
		r := &all[i]
		if r.Losing.Times == 0 {
			continue
		}
		lost++
		for _, cause := range []losses.Cause{r.Cause(), "all"} {
			if games[cause] == nil {
				games[cause] = make([]int64, len(hiddenCards))
			}
			for j, h := range hiddenCards {
				if h.least <= r.Losing.Hidden && r.Losing.Hidden <= h.most {
					games[cause][j]++
				}
			}
		}
	}
	for _, cause := range append(losses.Causes(), "all") {
		numbers := games[cause]
		if numbers == nil {
			numbers = make([]int64, len(hiddenCards))
		}
		var sum int64
		cells := ""
		for _, n := range numbers {
			sum += n
			cells += " " + strconv.FormatInt(n, 10) + " |"
		}
		fmt.Fprintf(text, "| %s | %s |%s\n", cause, counted(sum, lost), cells)
	}
	text.WriteByte('\n')
}

// writeRedone writes how often players of other settings keep the games that a decision lost, and
// lose those that one kept.
func writeRedone(text *strings.Builder, all []losses.Row) {
	guesses, states := "more guesses", "more states"
	for _, option := range strings.Fields(all[0].Settings) {
		if name, value, _ := strings.Cut(option, "="); name == "guesses" {
			guesses = value + " guesses"
		} else if name == "states" {
			states = thousands(value) + " states"
		}
	}
	text.WriteString("| decisions made again with | kept, of choices that had lost | mostly kept, % of games | points more than the same settings | lost, of choices that had kept | losses per 100 games that could be won | difference |\n")
	text.WriteString("| --- | --: | --: | --: | --: | --: | --: |\n")
	for _, s := range []struct {
		setting losses.Setting
		says    string
	}{
		{losses.Again, "the same settings"},
		{losses.Guesses, guesses},
		{losses.States, states},
		{losses.Both, guesses + ", " + states},
	} {
		r := remade(all, s.setting)
		more, difference := "–", "–"
		if s.setting != losses.Again {
			i := stats.Tango(r.gained, r.forfeited, r.lost, stats.Z95)
			more = signed("%+.1f (%+.1f to %+.1f)", 100*float64(r.gained-r.forfeited)/float64(max(1, r.lost)), 100*i.Low, 100*i.High)
			difference = signed("%+.1f ± %.1f", 100*r.difference, 100*r.half)
		}
		share := 100 * float64(r.mostly) / float64(max(1, r.lost))
		fmt.Fprintf(text, "| %s | %d of %d | %.1f %s | %s | %d of %d | %.1f | %s |\n", s.says, r.kept, r.choices,
			share, within(stats.Wilson(r.mostly, r.lost, stats.Z95), 1), more, r.controlLost, r.controls, 100*r.hazard, difference)
	}
	text.WriteByte('\n')
}

// redoneDecisions sums up the decisions that were made again with one setting.
type redoneDecisions struct {
	lost, mostly          int64 // games that a decision lost; of these, those mostly kept
	gained, forfeited     int64 // those mostly kept with this setting only, and with the same setting only
	kept, choices         int   // choices at these decisions that keep the game; all of them
	controlLost, controls int   // choices at decisions that had kept a game, that lose it; all of them

	hazard     float64 // expected losses in a game that could be won
	difference float64 // from the same settings'
	half       float64 // half of the difference's 95 % interval
}

// remade sums up the decisions that were made again with a setting. A decision that kept a game was
// chosen at random among all those of its game, so it counts for all of them.
func remade(all []losses.Row, s losses.Setting) (sum redoneDecisions) {
	var games, square float64
	for i := range all {
		r := &all[i]
		if r.Class == losses.Unwinnable || r.Class == losses.Unknown {
			continue
		}
		games++
		hazard := r.Losing.Lost(s) + float64(r.Keeping)*r.Control.Lost(s)
		more := hazard - r.Losing.Lost(losses.Again) - float64(r.Keeping)*r.Control.Lost(losses.Again)
		sum.hazard += hazard
		sum.difference += more
		square += more * more
		sum.controls += r.Control.Times
		sum.controlLost += r.Control.Times - r.Control.Kept[s]
		if r.Losing.Times == 0 {
			continue
		}
		sum.lost++
		sum.choices += r.Losing.Times
		sum.kept += r.Losing.Kept[s]
		now, before := r.Losing.Mostly(s), r.Losing.Mostly(losses.Again)
		if now {
			sum.mostly++
		}
		if now && !before {
			sum.gained++
		}
		if before && !now {
			sum.forfeited++
		}
	}
	if games > 0 {
		sum.hazard /= games
		sum.difference /= games
		sum.half = stats.Z95 * math.Sqrt(max(0, square/games-sum.difference*sum.difference)/games)
	}
	return sum
}
