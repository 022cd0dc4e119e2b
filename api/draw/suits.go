package draw

import (
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// outlines are the shapes of the suits in a square of 100 units. Each is an SVG path with the
// commands M, L and C and absolute coordinates.
var outlines = [card.Suits]string{
	// clubs: three discs and a stem
	"M71 28C71 39.6 61.6 49 50 49C38.4 49 29 39.6 29 28C29 16.4 38.4 7 50 7C61.6 7 71 16.4 71 28Z" +
		"M47 60C47 71.6 37.6 81 26 81C14.4 81 5 71.6 5 60C5 48.4 14.4 39 26 39C37.6 39 47 48.4 47 60Z" +
		"M95 60C95 71.6 85.6 81 74 81C62.4 81 53 71.6 53 60C53 48.4 62.4 39 74 39C85.6 39 95 48.4 95 60Z" +
		"M50 45C51 75 56 89 68 96L32 96C44 89 49 75 50 45Z",
	// hearts
	"M50 93C22 66 5 50 5 31C5 16 17 7 28 7C38 7 46 14 50 25C54 14 62 7 72 7C83 7 95 16 95 31C95 50 78 66 50 93Z",
	// spades
	"M50 4C68 30 94 42 94 62C94 76 84 82 75 82C66 82 58 77 54 70C55 82 59 91 67 96L33 96C41 91 45 82 46 70C42 77 34 82 25 82C16 82 6 76 6 62C6 42 32 30 50 4Z",
	// diamonds
	"M50 3C58 20 70 36 86 50C70 64 58 80 50 97C42 80 30 64 14 50C30 36 42 20 50 3Z",
}

// The outlines of a card, and of what is inside its edge.
const (
	cardOutline = "M5 0L55 0C57.76 0 60 2.24 60 5L60 79C60 81.76 57.76 84 55 84L5 84C2.24 84 0 81.76 0 79L0 5C0 2.24 2.24 0 5 0Z"
	cardInside  = "M5.2 0.8L54.8 0.8C57.23 0.8 59.2 2.77 59.2 5.2L59.2 78.8C59.2 81.23 57.23 83.2 54.8 83.2L5.2 83.2C2.77 83.2 0.8 81.23 0.8 78.8L0.8 5.2C0.8 2.77 2.77 0.8 5.2 0.8Z"
)

// hatching are the diagonal lines on a back.
var hatching = func() string {
	var b strings.Builder
	for x := 8.0; x < cardWidth+cardHeight-9; x += 10 {
		x1, y2 := min(x, cardWidth-3), min(x, cardHeight-3)
		y1, x2 := 3+x-x1, 3+x-y2
		const h = .6 // half the width, on each axis
		fmt.Fprintf(&b, "M%g %gL%g %gL%g %gL%g %gZ", x1-h, y1-h, x1+h, y1+h, x2+h, y2+h, x2-h, y2-h)
	}
	return b.String()
}()
