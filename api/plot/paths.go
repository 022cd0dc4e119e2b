package plot

import (
	"fmt"
	"strings"
)

// Paths are numbers that grow by steps, one line per run.
type Paths struct {
	Title string
	Steps string  // label of the axis
	Of    string  // label of the number
	Most  int     // final number
	Runs  [][]int // number after each step
}

// SVG returns the drawing.
func (p Paths) SVG() []byte {
	const height, floor, roof = 320, 264, 40
	longest, sum := 0, 0
	for _, run := range p.Runs {
		longest, sum = max(longest, len(run)), sum+len(run)
	}
	description := "Nothing is known yet."
	if longest > 0 {
		description = fmt.Sprintf("%s by %s of %d games, which take %s %s on average, the longest %d.",
			p.Of, p.Steps, len(p.Runs), short(float64(sum)/float64(len(p.Runs))), p.Steps, longest)
	}
	c := begin(p.Title, description, height)
	if longest == 0 {
		c.text(12, 50, left, "faint", description)
		return c.end()
	}
	x := axis{high: float64(longest), from: 52, to: width - 24}
	y := axis{high: float64(p.Most), from: floor, to: roof}
	c.up(&x, &y, "")
	c.across(&x, floor, floor, plain)
	c.text((x.from+x.to)/2, height-12, middle, "faint small", p.Of+" by "+p.Steps)
	for _, run := range p.Runs {
		// One point per step; of unchanged steps only the last.
		var points strings.Builder
		fmt.Fprintf(&points, "%s,%s", number(x.at(0)), number(y.at(0)))
		for i, n := range run {
			if before := i == 0 || run[i-1] != n; before || i+1 == len(run) || run[i+1] != n {
				fmt.Fprintf(&points, " %s,%s", number(x.at(float64(i+1))), number(y.at(float64(n))))
			}
		}
		fmt.Fprintf(c, `<polyline class="ours path" points="%s"/>`, points.String())
	}
	return c.end()
}
