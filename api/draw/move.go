package draw

import (
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Move returns a picture of a card that goes onto another, or, as a pair, of two cards that leave
// together.
func Move(moved, onto card.Card, pair bool) []byte {
	const step = cardWidth + 64 // from card to card
	t := &Table{}
	t.put(item{x: at(0), y: margin, card: onto})
	t.put(item{x: at(0) + step, y: margin, card: moved})
	t.width += margin - gap
	t.height = cardHeight + 2*margin
	middle := at(0) + cardWidth + 32
	sign := fmt.Sprintf(`<path d="M%g 56H%gM%g 46L%g 56L%g 66" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`,
		middle+20, middle-20, middle-10, middle-20, middle-10)
	if pair {
		sign = fmt.Sprintf(`<path d="M%g 56H%gM%g 40V72" stroke="#fff" stroke-width="5" stroke-linecap="round"/>`, middle-16, middle+16, middle)
	}
	return []byte(strings.Replace(string(t.SVG()), "</svg>", sign+"</svg>", 1))
}
