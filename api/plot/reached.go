package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Reached are shares in percent that grow with time, one curve per series, over a logarithmic
// axis of seconds.
type Reached struct {
	Title  string
	Curves []Curve
}

// Curve is a series.
type Curve struct {
	Name   string
	Kind   Kind
	Points []Instant // by time
}

// Instant is an interval in percent at a time.
type Instant struct {
	Seconds   float64 // more than 0
	Low, High float64
}

func (p Instant) centre() float64 { return (p.Low + p.High) / 2 }

// SVG returns the drawing, with intervals as bars and names at the ends of curves.
func (p Reached) SVG() []byte {
	const height, floor, roof, names = 420, 368, 40, 136
	first, last, high := math.Inf(1), 0.0, 1.0
	var said []string
	for _, curve := range p.Curves {
		var texts []string
		for _, point := range curve.Points {
			first, last, high = min(first, point.Seconds), max(last, point.Seconds), max(high, point.High)
			texts = append(texts, fmt.Sprintf("%s %% in %s", short(point.centre()), Seconds(point.Seconds)))
		}
		if len(texts) > 0 {
			said = append(said, curve.Name+": "+strings.Join(texts, ", ")+".")
		}
	}
	if len(said) == 0 {
		said = []string{"Nothing is known yet."}
	}
	c := begin(p.Title, strings.Join(said, " "), height)
	if last == 0 {
		c.text(12, 50, left, "faint", said[0])
		return c.end()
	}
	x := axis{low: first, high: max(last, 2*first), from: 52, to: width - names, log: true}
	y := axis{high: high, from: floor, to: roof}
	c.up(&x, &y, " %")
	c.line(x.from, floor, x.to, floor, "axis")
	for _, tick := range x.ticks() {
		c.line(x.at(tick), floor, x.at(tick), floor+4, "axis")
		c.text(x.at(tick), floor+17, middle, "faint small", Seconds(tick))
	}
	c.text((x.from+x.to)/2, height-14, middle, "faint small", "time of a game")
	type end struct {
		at    float64
		curve *Curve
	}
	var ends []end
	for i := range p.Curves {
		curve := &p.Curves[i]
		if len(curve.Points) == 0 {
			continue
		}
		var line strings.Builder
		for _, point := range curve.Points {
			fmt.Fprintf(&line, "%s,%s ", number(x.at(point.Seconds)), number(y.at(point.centre())))
		}
		fmt.Fprintf(c, `<polyline class="%s line" points="%s"/>`, curve.Kind.class(), line.String())
		for _, point := range curve.Points {
			at := x.at(point.Seconds)
			c.line(at, y.at(point.Low), at, y.at(point.High), curve.Kind.class())
		}
		final := curve.Points[len(curve.Points)-1]
		c.dot(x.at(final.Seconds), y.at(final.centre()), curve.Kind,
			fmt.Sprintf("%s: %s to %s %% in %s", curve.Name, short(final.Low), short(final.High), Seconds(final.Seconds)))
		ends = append(ends, end{y.at(final.centre()), curve})
	}
	// Overlapping names are moved apart: up from the bottom, then down from the top.
	const apart = 14
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(b.at, a.at) })
	for i := range ends {
		if i > 0 {
			ends[i].at = min(ends[i].at, ends[i-1].at-apart)
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		least := float64(roof)
		if i < len(ends)-1 {
			least = ends[i+1].at + apart
		}
		ends[i].at = max(ends[i].at, least)
		c.dot(x.to+14, ends[i].at, ends[i].curve.Kind, ends[i].curve.Name)
		c.text(x.to+24, ends[i].at+4, left, "small", cut(ends[i].curve.Name, names-24))
	}
	return c.end()
}
