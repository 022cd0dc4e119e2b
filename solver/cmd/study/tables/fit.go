package tables

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/fit"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// dealings says what the words of a stock mean.
var dealings = map[string]string{
	"usual":    "Klondike",
	"kept":     "the last one or two cards stay and come first after the redeal",
	"block":    "the last one or two cards stay and come last again",
	"round":    "the last one or two cards are turned with the first of the waste",
	"reversed": "each three cards turned are reversed",
	"switch":   "instead of a loss, one pass card by card",
	"shuffled": "the stock is shuffled before each turn",
}

// fitTable compares the last readings of Donkersteeg's players with the rows of the thesis.
func fitTable(docs fs.FS) (string, error) {
	done, err := fit.Read(docs)
	if err != nil {
		return "", err
	}
	done = slices.DeleteFunc(done, func(p fit.Played) bool { return p.Stage != fit.Fresh })
	if len(done) == 0 {
		return "Not played yet.\n", nil
	}
	var text strings.Builder
	text.WriteString("| stock |")
	rule, printed := "\n| --- |", "\n| **published** |"
	for _, row := range fit.Rows {
		fmt.Fprintf(&text, " %s |", strings.ReplaceAll(row.Name, "-", " "))
		rule += " --: |"
		printed += fmt.Sprintf(" %.1f |", row.Printed)
	}
	text.WriteString(" p, all rows | points |" + rule + " --: | --: |" + printed + " | |\n")
	for _, p := range done {
		of := dealings[p.Stock]
		if of == "" {
			return "", fmt.Errorf("%s: unknown stock %q", fit.Results, p.Stock)
		}
		if p.Options != "" {
			of += "; `" + p.Options + "`"
		}
		fmt.Fprintf(&text, "| %s |", of)
		var tests []float64
		for i, row := range fit.Rows {
			test := stats.FisherExact(p.Won[i], p.Deals, int64(math.Round(row.Printed*float64(row.Games)/100)), row.Games)
			tests = append(tests, test)
			rate := fmt.Sprintf("%.1f", 100*float64(p.Won[i])/float64(p.Deals))
			if test < stats.Level {
				rate = "**" + rate + "**"
			}
			fmt.Fprintf(&text, " %s |", rate)
		}
		fmt.Fprintf(&text, " %s | %.1f |\n", written(slices.Min(stats.Holm(tests))), p.Distance())
	}
	return text.String(), nil
}
