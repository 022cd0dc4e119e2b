package pack

import (
	"fmt"
	"io/fs"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// published is a figure from the literature: a share of deals with its interval of 95 %.
type published struct {
	text string // in percent, as printed
	stats.Interval
}

// necessity reads table 3 of the Solvitaire paper: the share of Klondike's winnable deals that need
// worrying back, by draw size.
func necessity(docs fs.FS) (map[int]published, error) {
	lines, err := rows.Table(docs, "published/worrying-back.csv", "draw", "centre", "half_range")
	if err != nil {
		return nil, err
	}
	figures := map[int]published{}
	for _, row := range lines {
		var numbers [3]float64
		for i := range numbers {
			if numbers[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				return nil, fmt.Errorf("published/worrying-back.csv: %w", err)
			}
		}
		centre, half := numbers[1], numbers[2]
		figures[int(numbers[0])] = published{row[1] + " ± " + row[2], stats.Interval{Low: max(0, centre-half) / 100, High: (centre + half) / 100}}
	}
	return figures, nil
}

// worryingBack has the verdicts of Klondike with a draw size on the same deals, with worrying back
// and without.
type worryingBack struct {
	draw int
	stats.Paired
}

// worrying returns the draw sizes that were counted with worrying back and without.
func worrying(ranges []*packed.Range) (list []worryingBack) {
	byGame := ours(ranges)
	for draw := 1; draw <= 24; draw++ {
		with, _ := rules.Lookup(fmt.Sprintf("klondike-draw-%d", draw))
		without, _ := rules.Lookup(fmt.Sprintf("klondike-draw-%d-no-worrying-back", draw))
		row := worryingBack{draw: draw}
		for _, a := range byGame[with.Name] {
			for _, b := range byGame[without.Name] {
				if a.Scheme == b.Scheme {
					row.add(a, b)
				}
			}
		}
		if row.N() > 0 {
			list = append(list, row)
		}
	}
	return list
}

// add adds the deals that both ranges have.
func (w *worryingBack) add(with, without *packed.Range) {
	outcome := map[packed.Verdict]stats.Outcome{
		packed.Winnable: stats.Winnable, packed.Unwinnable: stats.Unwinnable, packed.Unknown: stats.Unknown,
	}
	for seed := max(with.First, without.First); seed <= min(with.Last(), without.Last()); seed++ {
		first, counted := outcome[with.At(seed)]
		second, both := outcome[without.At(seed)]
		if counted && both {
			w.Paired[first][second]++
		}
	}
}

// overlap says whether a published figure is the same as ours, as far as the intervals tell.
func (w *worryingBack) overlap(f published) string {
	switch {
	case f.text == "":
		return "–"
	case f.Overlaps(w.Needed().Interval):
		return "yes"
	case f.Overlaps(w.NeededAt(stats.Z999).Interval):
		return "no; at 99.9 % yes"
	}
	return "**no**"
}
