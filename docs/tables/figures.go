package main

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/plot"
)

// figures are the plots of docs/players.md, after those of Donkersteeg 2010: how the games of
// a player ended, and how those that it won went.
var figures = []struct {
	name, title string
	thesis      string // the figures that these are after
	player      string // by its title
	scores      string // the file with the results of its games
}{
	{"random", "Random", "6.1 and 6.2", "donkersteeg-r", "donkersteeg-r.csv.gz"},
}

// playersFigures makes the plots by the names of their files, for those who have played.
func playersFigures(docs fs.FS) (map[string]string, error) {
	paths, err := readPaths(docs)
	if err != nil {
		return nil, err
	}
	made := map[string]string{}
	for _, f := range figures {
		bins, games, err := readScores(docs, f.scores)
		if err != nil {
			return nil, err
		}
		made["figures/scores-"+f.name+".svg"] = string(plot.Histogram{
			Title: fmt.Sprintf("%s: %s games by cards on foundations at the end", f.title, thousands(strconv.Itoa(games))),
			Of:    "cards on foundations", Bins: bins,
		}.SVG())
		if len(paths[f.player]) == 0 {
			return nil, fmt.Errorf("there are no paths of %s", f.player)
		}
		made["figures/paths-"+f.name+".svg"] = string(plot.Paths{
			Title: fmt.Sprintf("%s: %d games that are won", f.title, len(paths[f.player])),
			Steps: "moves", Of: "cards on foundations", Most: 52, Runs: paths[f.player],
		}.SVG())
	}
	return made, nil
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

// readScores reads how many games ended with how many cards on foundations, by fours, and
// games that are won by themselves.
func readScores(docs fs.FS, file string) ([]plot.Bin, int, error) {
	name := playersDir + "/" + file
	rows, err := readCSV(docs, name)
	if err != nil {
		return nil, 0, err
	}
	const all, width = 52, 4
	var bins []plot.Bin
	for from := 0; from <= all; from += width {
		bins = append(bins, plot.Bin{From: float64(from), Below: float64(from + width)})
	}
	for _, row := range rows {
		score, err := strconv.Atoi(row["score"])
		if err != nil || score < 0 || score > all {
			return nil, 0, fmt.Errorf("%s: %s: score %q", name, row["seed"], row["score"])
		}
		bins[score/width].Count++
	}
	return bins, len(rows), nil
}

// figuresText shows the plots.
func figuresText(docs fs.FS) (string, error) {
	var text strings.Builder
	for _, f := range figures {
		_, games, err := readScores(docs, f.scores)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "**%s**, `%s` (after the thesis's figures %s)\n\n", f.title, f.player, f.thesis)
		fmt.Fprintf(&text, "![%s: how %d games ended](figures/scores-%s.svg) ![%[1]s: how games that are won went](figures/paths-%[3]s.svg)\n\n", f.title, games, f.name)
	}
	return text.String(), nil
}
