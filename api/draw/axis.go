package draw

import (
	"math"
	"strconv"
)

// axis maps numbers to coordinates.
type axis struct {
	low, high float64 // numbers at its ends
	from, to  float64 // coordinates of its ends
	log       bool
}

func (a *axis) at(x float64) float64 {
	share := (x - a.low) / (a.high - a.low)
	if a.log {
		share = (math.Log(max(x, a.low)) - math.Log(a.low)) / (math.Log(a.high) - math.Log(a.low))
	}
	return a.from + share*(a.to-a.from)
}

// ticks returns about five round numbers on the axis, or powers of ten if the axis is logarithmic.
func (a *axis) ticks() []float64 {
	var ticks []float64
	if a.log {
		for d := math.Ceil(math.Log10(a.low) - 1e-9); d <= math.Log10(a.high)+1e-9; d++ {
			ticks = append(ticks, math.Pow(10, d))
		}
		for len(ticks) > 8 { // halve
			for i := range len(ticks) / 2 {
				ticks[i] = ticks[2*i]
			}
			ticks = ticks[:len(ticks)/2]
		}
		return ticks
	}
	step := step((a.high - a.low) / 5)
	for i := math.Ceil(a.low/step - 1e-9); i*step <= a.high+step*1e-9; i++ {
		ticks = append(ticks, i*step+0) // not -0
	}
	return ticks
}

// step returns the round number that is nearest to x: 1, 2 or 5 times a power of ten.
func step(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	switch {
	case x < 1.5*power:
		return power
	case x < 3.5*power:
		return 2 * power
	case x < 7.5*power:
		return 5 * power
	}
	return 10 * power
}

// across draws an x axis, with grid lines between two y coordinates.
func (c *canvas) across(x *axis, from, to float64, say func(float64) string) {
	for _, tick := range x.ticks() {
		at := x.at(tick)
		c.line(at, from, at, to, "grid")
		c.text(at, to+15, middle, "faint small", say(tick))
	}
	c.line(x.from, to, x.to, to, "axis")
}

// up draws the ticks of a y axis, with grid lines along the x axis.
func (c *canvas) up(x, y *axis, unit string) {
	for _, tick := range y.ticks() {
		c.line(x.from, y.at(tick), x.to, y.at(tick), "grid")
		c.text(x.from-6, y.at(tick)+4, right, "faint small", short(tick)+unit)
	}
}

// plain writes a number in a short form, with a suffix for large numbers.
func plain(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(x) >= unit.size {
			return short(x/unit.size) + unit.name
		}
	}
	return short(x)
}

// Seconds writes a duration in seconds.
func Seconds(x float64) string {
	switch {
	case x >= 1 || x <= 0:
		return short(x) + " s"
	case x >= 1e-3:
		return short(x*1e3) + " ms"
	default:
		return short(x*1e6) + " µs"
	}
}

// short writes three significant digits, without trailing zeros.
func short(x float64) string {
	text := strconv.FormatFloat(x, 'g', 3, 64)
	if y, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(y, 'f', -1, 64)
	}
	return text
}
