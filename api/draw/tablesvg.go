package draw

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// The colours, as on the pages.
const (
	feltColour  = "#1d5b46"
	backColour  = "#8f3b3b"
	redColour   = "#c5281c"
	blackColour = "#16191a"
)

// SVG returns the table as an SVG document. The document has attributes and no style sheet, because
// a style sheet would also apply to a page that embeds the document.
func (t *Table) SVG() []byte {
	var b strings.Builder
	w, h := t.Size()
	var title strings.Builder
	_ = xml.EscapeText(&title, []byte(t.Title)) // a Builder takes everything
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif" font-weight="700">`,
		w, h, w, h, title.String())
	fmt.Fprintf(&b, `<title>%s</title><defs>`, title.String())
	for s := range card.Suit(card.Suits) {
		fmt.Fprintf(&b, `<path id="%s" d="%s"/>`, s, outlines[s])
	}
	fmt.Fprintf(&b, `<rect id="f" width="%g" height="%g" rx="5" fill="#fff" stroke="#00000055"/><g id="b"><rect width="%g" height="%g" rx="5" fill="%s" stroke="#fff"/><path d="%s" fill="#ffffff30"/></g><rect id="s" width="%g" height="%g" rx="5" fill="#00000024" stroke="#ffffff66" stroke-dasharray="4 3"/></defs>`,
		cardWidth, cardHeight, cardWidth, cardHeight, backColour, hatching, cardWidth, cardHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`, w, h, feltColour)
	for i := range t.items {
		t.items[i].svg(&b)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (i *item) svg(b *strings.Builder) {
	fmt.Fprintf(b, `<g transform="translate(%s %s)">`, decimal(i.x), decimal(i.y))
	switch i.face {
	case down:
		b.WriteString(`<use href="#b"/>`)
		if i.note != "" {
			fmt.Fprintf(b, `<text x="%g" y="%g" font-size="20" text-anchor="middle" fill="#fff">%s</text>`, cardWidth/2, cardHeight/2+7, i.note)
		}
	case slot:
		b.WriteString(`<use href="#s"/>`)
		if i.of {
			fmt.Fprintf(b, `<use href="#%s" transform="translate(18 30) scale(.24)" fill="#ffffff66"/>`, i.suit)
		}
	default:
		colour := blackColour
		if i.card.Suit().Red() {
			colour = redColour
		}
		fmt.Fprintf(b, `<use href="#f"/><g fill="%s"><text x="5" y="17" font-size="17">%s</text><use href="#%s" transform="translate(%g 4) scale(.14)"/><use href="#%s" transform="translate(14 34) scale(.32)"/></g>`,
			colour, rank(i.card), i.card.Suit(), cardWidth-19.0, i.card.Suit())
	}
	b.WriteString("</g>")
}
