package draw

import (
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The size of the picture of a layout, in pixels. The page that shows it may scale it.
const (
	LayoutWidth  = 120
	LayoutHeight = 90
)

// Layout returns a small picture of how a game lies on the table after the deal, as an SVG document
// without a background: the page brings the felt. Cards have signs that can be made out at that size
// and no ranks.
func Layout(r *rules.Rules) ([]byte, error) {
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(r)
	if err != nil {
		return nil, err
	}
	t := lay("", r, &p, 1)
	for _, stretch := range []float64{1.3, 1.6, 2, 2.5} { // a low table has room to fan its columns
		if s := lay("", r, &p, stretch); s.height/s.width <= LayoutHeight/float64(LayoutWidth) {
			t = s
		}
	}
	return t.sketch(), nil
}

// sketch returns the table as a small SVG document.
func (t *Table) sketch() []byte {
	var b strings.Builder
	w, h := t.Size()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"><defs>`, LayoutWidth, LayoutHeight, w, h)
	fmt.Fprintf(&b, `<rect id="f" width="%g" height="%g" rx="7" fill="#fdfcf9" stroke="#0006" stroke-width="2"/>`, cardWidth, cardHeight)
	fmt.Fprintf(&b, `<g id="b"><rect width="%g" height="%g" rx="7" fill="%s" stroke="#fdfcf9" stroke-width="3"/><path d="%s" fill="#fff6"/></g>`, cardWidth, cardHeight, backColour, hatching)
	fmt.Fprintf(&b, `<rect id="s" x="2" y="2" width="%g" height="%g" rx="7" fill="#0002" stroke="#fff9" stroke-width="3"/>`, cardWidth-4, cardHeight-4)
	for s := range card.Suit(card.Suits) {
		colour := blackColour
		if s.Red() {
			colour = redColour
		}
		fmt.Fprintf(&b, `<path id="%s" d="%s" fill="%s"/>`, s, outlines[s], colour)
	}
	b.WriteString("</defs>")
	for k := range t.items {
		i := &t.items[k]
		shape := map[face]string{up: "f", down: "b", slot: "s"}[i.face]
		fmt.Fprintf(&b, `<use href="#%s" x="%s" y="%s"/>`, shape, decimal(i.x), decimal(i.y))
		if i.face != up {
			continue
		}
		x, y, scale := i.x+13, i.y+24, .34 // in the middle
		if t.covered(k) {
			x, y, scale = i.x+5, i.y+4, .17 // in the corner
		}
		fmt.Fprintf(&b, `<use href="#%s" transform="translate(%s %s) scale(%g)"/>`, i.card.Suit(), decimal(x), decimal(y), scale)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// covered reports whether a later item lies on item k.
func (t *Table) covered(k int) bool {
	i := &t.items[k]
	for _, o := range t.items[k+1:] {
		if max(o.x-i.x, i.x-o.x) < cardWidth && max(o.y-i.y, i.y-o.y) < cardHeight {
			return true
		}
	}
	return false
}
