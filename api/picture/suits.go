package picture

import (
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// stroke is a part of an outline: to a point, straight or as a cubic curve.
type stroke struct {
	kind byte       // M, L or C, as in SVG
	to   [6]float64 // two numbers, or the two control points and the end
}

// outlines are the shapes of suits in a square of 100 units, closed.
var outlines = [card.Suits][][]stroke{
	0: { // clubs: three discs and a stem
		disc(50, 28, 21), disc(26, 60, 21), disc(74, 60, 21),
		{{'M', [6]float64{50, 45}}, {'C', [6]float64{51, 75, 56, 89, 68, 96}}, {'L', [6]float64{32, 96}}, {'C', [6]float64{44, 89, 49, 75, 50, 45}}},
	},
	1: {{ // hearts
		{'M', [6]float64{50, 93}},
		{'C', [6]float64{22, 66, 5, 50, 5, 31}},
		{'C', [6]float64{5, 16, 17, 7, 28, 7}},
		{'C', [6]float64{38, 7, 46, 14, 50, 25}},
		{'C', [6]float64{54, 14, 62, 7, 72, 7}},
		{'C', [6]float64{83, 7, 95, 16, 95, 31}},
		{'C', [6]float64{95, 50, 78, 66, 50, 93}},
	}},
	2: {{ // spades
		{'M', [6]float64{50, 4}},
		{'C', [6]float64{68, 30, 94, 42, 94, 62}},
		{'C', [6]float64{94, 76, 84, 82, 75, 82}},
		{'C', [6]float64{66, 82, 58, 77, 54, 70}},
		{'C', [6]float64{55, 82, 59, 91, 67, 96}},
		{'L', [6]float64{33, 96}},
		{'C', [6]float64{41, 91, 45, 82, 46, 70}},
		{'C', [6]float64{42, 77, 34, 82, 25, 82}},
		{'C', [6]float64{16, 82, 6, 76, 6, 62}},
		{'C', [6]float64{6, 42, 32, 30, 50, 4}},
	}},
	3: {{ // diamonds
		{'M', [6]float64{50, 3}},
		{'C', [6]float64{58, 20, 70, 36, 86, 50}},
		{'C', [6]float64{70, 64, 58, 80, 50, 97}},
		{'C', [6]float64{42, 80, 30, 64, 14, 50}},
		{'C', [6]float64{30, 36, 42, 20, 50, 3}},
	}},
}

// disc returns a circle as four curves.
func disc(x, y, r float64) []stroke {
	k := 0.5523 * r
	return []stroke{
		{'M', [6]float64{x + r, y}},
		{'C', [6]float64{x + r, y + k, x + k, y + r, x, y + r}},
		{'C', [6]float64{x - k, y + r, x - r, y + k, x - r, y}},
		{'C', [6]float64{x - r, y - k, x - k, y - r, x, y - r}},
		{'C', [6]float64{x + k, y - r, x + r, y - k, x + r, y}},
	}
}

// path returns the outline of a suit as the d of an SVG path.
func path(s card.Suit) string {
	var b strings.Builder
	for _, outline := range outlines[s] {
		for _, part := range outline {
			b.WriteByte(part.kind)
			n := 2
			if part.kind == 'C' {
				n = 6
			}
			for i, x := range part.to[:n] {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(decimal(x))
			}
		}
		b.WriteByte('Z')
	}
	return b.String()
}
