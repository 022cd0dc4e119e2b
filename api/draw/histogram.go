package draw

import (
	"fmt"
	"math"
)

// Histogram is a distribution of numbers.
type Histogram struct {
	Title string
	Of    string                 // label of the axis
	Log   bool                   // logarithmic axis
	Say   func(x float64) string // writes a number of the axis; nil means plain
	Bins  []Bin                  // ascending
	Marks []Mark                 // marked numbers
}

// Bin is a bin of a histogram.
type Bin struct {
	From, Below float64
	Count       int64
}

// Mark is a marked number.
type Mark struct {
	At   float64
	Name string
}

// SVG returns the drawing.
func (p Histogram) SVG() []byte {
	const height, floor, roof = 280, 224, 64
	say := p.Say
	if say == nil {
		say = plain
	}
	var most, all int64
	for _, b := range p.Bins {
		most, all = max(most, b.Count), all+b.Count
	}
	description := ""
	if all > 0 {
		description = fmt.Sprintf("%s of %d deals, from %s to %s.", p.Of, all, say(p.Bins[0].From), say(p.Bins[len(p.Bins)-1].Below))
		for _, m := range p.Marks {
			description += fmt.Sprintf(" %s: %s.", m.Name, say(m.At))
		}
	}
	c := begin(p.Title, description, height)
	if all == 0 {
		return c.end()
	}
	x := axis{from: 52, to: width - 20, log: p.Log, low: p.Bins[0].From, high: p.Bins[len(p.Bins)-1].Below}
	if p.Log && x.low <= 0 { // zero is left of the least positive number
		x.low = p.Bins[0].Below / 2
	}
	y := axis{from: floor, to: roof, high: float64(most) / float64(all) * 100}
	c.up(&x, &y, " %")
	c.across(&x, floor, floor, say)
	c.text((x.from+x.to)/2, height-12, middle, "faint small", p.Of)
	for _, b := range p.Bins {
		a, z, h := x.at(b.From), x.at(b.Below), y.at(float64(b.Count)/float64(all)*100)
		tip := fmt.Sprintf("%s to %s: %d deals", say(b.From), say(b.Below), b.Count)
		c.rect(a+0.5, h, max(1, z-a-1), floor-h, "ours bar", tip)
	}
	before := math.Inf(-1)
	for _, m := range p.Marks {
		at, level := x.at(m.At), 40.0
		if at-before < 140 { // too close for two labels
			level = 54
		}
		before = at
		c.line(at, level+3, at, floor, "mark")
		anchor := middle
		if at > x.to-50 {
			anchor = right
		}
		c.text(at, level, anchor, "small", m.Name+" "+say(m.At))
	}
	return c.end()
}
