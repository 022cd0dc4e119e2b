package draw

import (
	"fmt"
	"math"
	"strings"
)

// Rates are rows of intervals in percent.
type Rates struct {
	Title string
	Rows  []Row
	Whole bool // whether the axis goes from 0 to 100; otherwise it fits the intervals
}

// Row is the intervals of a game or source.
type Row struct {
	Label  string
	Ranges []Range
}

// Range is a rate in percent with its interval.
type Range struct {
	Kind      Kind
	Low, High float64
	Rate      float64 // where the dot is drawn
	Text      string  // source and figure
}

const (
	rowHeight = 22
	top       = 58 // height of title and legend
	bottom    = 40 // height of the axis
)

// RatesHeight returns the height of a plot with this number of rows.
func RatesHeight(rows int) int { return top + bottom + rowHeight*max(1, rows) }

// SVG returns the drawing.
func (p Rates) SVG() []byte {
	low, high := math.Inf(1), math.Inf(-1)
	var said []string
	kinds := map[Kind]bool{}
	for _, row := range p.Rows {
		var texts []string
		for _, r := range row.Ranges {
			low, high = min(low, r.Low), max(high, r.High)
			kinds[r.Kind] = true
			texts = append(texts, r.Text)
		}
		said = append(said, row.Label+": "+strings.Join(texts, "; "))
	}
	if p.Whole || low > high {
		low, high = 0, 100
	}
	if high-low < 1e-6 { // a single point
		low, high = low-1e-6, high+1e-6
	}
	if !p.Whole {
		margin := (high - low) / 20
		low, high = max(0, low-margin), min(100, high+margin)
	}
	labels := 230.0
	if !p.Whole {
		labels = 150
	}
	height := float64(RatesHeight(len(p.Rows)))
	c := begin(p.Title, strings.Join(said, ". "), height)
	c.legend(kinds)
	x := axis{low: low, high: high, from: labels + 12, to: width - 16}
	c.across(&x, top-6, height-bottom, percentTick(x.high-x.low))
	c.text((x.from+x.to)/2, height-8, middle, "faint small", "win rate, percent")
	for i, row := range p.Rows {
		y := float64(top + rowHeight*i + rowHeight/2)
		c.text(12, y+4, left, "", cut(row.Label, labels-4))
		for k, r := range row.Ranges {
			// Several intervals of a row are drawn below each other.
			at := y + (float64(k)-float64(len(row.Ranges)-1)/2)*min(7, 14/float64(len(row.Ranges)))
			c.line(x.at(r.Low), at, x.at(r.High), at, r.Kind.class()+" range")
			c.dot(x.at(r.Rate), at, r.Kind, r.Text)
		}
	}
	return c.end()
}

// percentTick returns a function that writes percent with as many decimals as an axis of this
// length needs.
func percentTick(span float64) func(float64) string {
	decimals := max(0, int(math.Ceil(-math.Log10(step(span/5))-1e-9)))
	return func(x float64) string { return fmt.Sprintf("%.*f", decimals, x) }
}

// legend draws the kinds.
func (c *canvas) legend(kinds map[Kind]bool) {
	at := 18.0
	for k, name := range []string{"measured", "published", "others"} {
		if kinds[Kind(k)] {
			c.dot(at, 40, Kind(k), name)
			c.text(at+9, 44, left, "faint small", name)
			at += 24 + 6.4*float64(len(name))
		}
	}
}
