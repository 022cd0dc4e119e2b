package draw

import (
	"fmt"
	"strings"
)

// Lines are rates in percent for whole numbers, with one line per series.
type Lines struct {
	Title  string
	Of     string // label of the axis
	Series []Series
}

// Series is a line.
type Series struct {
	Name   string
	Kind   Kind
	Points []Point // ascending X
}

// Point is a rate in percent with its interval.
type Point struct {
	X         int
	Low, High float64
	Rate      float64
}

// SVG returns the drawing, with intervals as bands.
func (p Lines) SVG() []byte {
	const height, floor, roof = 340, 284, 40
	first, last, high := 0, 0, 0.0
	var said []string
	for _, s := range p.Series {
		var texts []string
		for _, point := range s.Points {
			if first == 0 || point.X < first {
				first = point.X
			}
			last, high = max(last, point.X), max(high, point.High)
			texts = append(texts, fmt.Sprintf("%d: %s %%", point.X, short(point.Rate)))
		}
		if len(texts) > 0 {
			said = append(said, s.Name+", by "+p.Of+": "+strings.Join(texts, ", ")+".")
		}
	}
	c := begin(p.Title, strings.Join(said, " "), height)
	if last == 0 {
		return c.end()
	}
	x := axis{low: float64(first), high: float64(max(last, first+1)), from: 52, to: width - 24}
	y := axis{high: max(high, 1), from: floor, to: roof}
	c.up(&x, &y, " %")
	c.line(x.from, floor, x.to, floor, "axis")
	for n := first; n <= last; n++ {
		c.text(x.at(float64(n)), floor+16, middle, "faint small", fmt.Sprint(n))
	}
	c.text((x.from+x.to)/2, height-14, middle, "faint small", p.Of)
	for i, s := range p.Series {
		if len(s.Points) == 0 {
			continue
		}
		var upper, lower, centre strings.Builder
		for k, point := range s.Points {
			at := number(x.at(float64(point.X)))
			fmt.Fprintf(&upper, "%s,%s ", at, number(y.at(point.High)))
			fmt.Fprintf(&centre, "%s,%s ", at, number(y.at(point.Rate)))
			reversed := s.Points[len(s.Points)-1-k]
			fmt.Fprintf(&lower, "%s,%s ", number(x.at(float64(reversed.X))), number(y.at(reversed.Low)))
		}
		fmt.Fprintf(c, `<polygon class="%s area" points="%s%s"/>`, s.Kind.class(), upper.String(), lower.String())
		fmt.Fprintf(c, `<polyline class="%s line" points="%s"/>`, s.Kind.class(), centre.String())
		for _, point := range s.Points {
			c.dot(x.at(float64(point.X)), y.at(point.Rate), s.Kind,
				fmt.Sprintf("%s, %s %d: %s to %s %%", s.Name, p.Of, point.X, short(point.Low), short(point.High)))
		}
		// Names are at the top right, because lines fall.
		at := 54 + 20*float64(i)
		c.dot(x.to-170, at-4, s.Kind, s.Name)
		c.text(x.to-160, at, left, "", s.Name)
	}
	return c.end()
}
