package tables

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/plot"
)

// figures are the plots of docs/results/players.md, after those of Donkersteeg 2010: how a
// player's games ended, and the paths of games that it won. The player is that of a row of
// rows.csv.
var figures = []figure{
	{"random", "Random play", "after figures 6.1 and 6.2 of the thesis, which has 113.5 rounds in a won game on average", "Donkersteeg 2010: Table 6.2", "random: shuffled once"},
	{"monte-carlo", "Monte Carlo", "after figures 6.3 and 6.4, 116.8 rounds", "Donkersteeg 2010: Table 6.2", "Monte Carlo: shuffled once"},
	{"monte-carlo-heuristics", "Monte Carlo with heuristics", "after figures 6.5 and 6.6, 112.3 rounds", "Donkersteeg 2010: Table 6.2", "Monte Carlo + heuristics: shuffled once"},
	{"insight", "Our own player", "sees no hidden card; no counterpart in the thesis", "Hidden cards: draw 3", "ours: insight with the stock known"},
}

type figure struct {
	name, title string
	thesis      string // the thesis's figures, and its mean number of rounds of won games
	paper, row  string // of rows.csv
}

// drawn has the two plots of a player, as far as there are games.
type drawn struct {
	player        string
	scores, paths []byte // nil if it was not run
	ended         ends
}

// ends counts how games ended.
type ends struct {
	games, won int
	moves      int        // of all won games
	bins       []plot.Bin // games by cards on foundations
}

// draw draws the plots of a player.
func (f figure) draw(docs fs.FS, rows []published, paths map[string][][]int) (drawn, error) {
	i := slices.IndexFunc(rows, func(p published) bool { return p.paper == f.paper && p.row == f.row })
	if i < 0 {
		return drawn{}, fmt.Errorf("figure %s: no row %q of %s", f.name, f.row, f.paper)
	}
	p := &rows[i]
	if p.run == nil {
		return drawn{}, nil
	}
	e, err := readEnds(docs, p.file)
	if err != nil {
		return drawn{}, err
	}
	d := drawn{player: p.run.player, ended: e, scores: plot.Histogram{
		Title: fmt.Sprintf("%s: how %s games ended", f.title, thousands(strconv.Itoa(e.games))),
		Of:    "cards on foundations", Bins: e.bins,
	}.SVG()}
	if runs := paths[d.player]; len(runs) > 0 {
		d.paths = plot.Paths{
			Title: fmt.Sprintf("%s: %d games that were won", f.title, len(runs)),
			Steps: "moves", Of: "cards on foundations", Most: 52, Runs: runs,
		}.SVG()
	}
	return d, nil
}

// playersFigures returns the plots by file name, and the text that shows them.
func playersFigures(docs fs.FS) (map[string]string, string, error) {
	rows, err := readPublished(docs)
	if err != nil {
		return nil, "", err
	}
	paths, err := readPaths(docs)
	if err != nil {
		return nil, "", err
	}
	made := map[string]string{}
	var text strings.Builder
	for _, f := range figures {
		d, err := f.draw(docs, rows, paths)
		if err != nil {
			return nil, "", err
		}
		if d.scores == nil {
			fmt.Fprintf(&text, "**%s** (%s): not run.\n\n", f.title, f.thesis)
			continue
		}
		fmt.Fprintf(&text, "**%s**, `%s` (%s): %s games, %s of them won, in %.1f moves on average.\n\n", f.title, d.player, f.thesis,
			thousands(strconv.Itoa(d.ended.games)), thousands(strconv.Itoa(d.ended.won)), float64(d.ended.moves)/float64(max(1, d.ended.won)))
		for _, plot := range []struct {
			kind, alt string
			svg       []byte
		}{{"scores", "how its games ended", d.scores}, {"paths", "how games went that it won", d.paths}} {
			if plot.svg != nil {
				name := fmt.Sprintf("figures/%s-%s.svg", plot.kind, f.name)
				made["results/"+name] = string(plot.svg)
				fmt.Fprintf(&text, "![%s: %s](%s)\n\n", f.title, plot.alt, name)
			}
		}
	}
	return made, strings.TrimSuffix(text.String(), "\n"), nil
}

// figuresText returns the text that shows the plots.
func figuresText(docs fs.FS) (string, error) {
	_, text, err := playersFigures(docs)
	return text, err
}

// readPaths reads paths of games, by player.
func readPaths(docs fs.FS) (map[string][][]int, error) {
	const name = playersDir + "/paths.csv.gz"
	rows, err := readCSV(docs, name)
	if err != nil {
		return nil, err
	}
	paths := map[string][][]int{}
	for _, row := range rows {
		var run []int
		for _, text := range strings.Fields(row["points"]) {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			run = append(run, n)
		}
		paths[row["player"]] = append(paths[row["player"]], run)
	}
	return paths, nil
}

// readEnds reads how games ended. It counts them by cards on foundations in steps of four; won
// games have a bin of their own.
func readEnds(docs fs.FS, file string) (ends, error) {
	name := playersDir + "/" + file
	rows, err := readCSV(docs, name)
	if err != nil {
		return ends{}, err
	}
	const all, width = 52, 4
	e := ends{games: len(rows)}
	for from := 0; from <= all; from += width {
		e.bins = append(e.bins, plot.Bin{From: float64(from), Below: float64(from + width)})
	}
	for _, row := range rows {
		score, err := strconv.Atoi(row["score"])
		if err != nil || score < 0 || score > all {
			return ends{}, fmt.Errorf("%s: %s: score %q", name, row["seed"], row["score"])
		}
		e.bins[score/width].Count++
		won, err := strconv.ParseBool(row["won"])
		if err != nil {
			return ends{}, fmt.Errorf("%s: %s: %w", name, row["seed"], err)
		}
		if !won {
			continue
		}
		length, err := strconv.Atoi(row["length"])
		if err != nil {
			return ends{}, fmt.Errorf("%s: %s: %w", name, row["seed"], err)
		}
		e.won++
		e.moves += length
	}
	return e, nil
}
