package draw

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// canvas is an unfinished SVG.
type canvas struct{ strings.Builder }

// width is the width of all plots; text is 12 units high.
const width = 520

// style has the colours of all plots. Kinds differ in shape too.
const style = `:root{color-scheme:light dark}` +
	`svg{--ground:#fdfcf9;--ink:#1c2321;--faint:#5c6864;--grid:#dedbd0;--ours:#3f7d66;--theirs:#8a6714;--third:#7a4f9a}` +
	`@media(prefers-color-scheme:dark){svg{--ground:#15211c;--ink:#e6e8e4;--faint:#a3ada8;--grid:#34443c;--ours:#5fa98a;--theirs:#c9a24a;--third:#b893d6}}` +
	`text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--ink)}` +
	`.ground{fill:var(--ground)}.head{font-size:15px;font-weight:600}.faint{fill:var(--faint)}.small{font-size:11px}` +
	`.grid{stroke:var(--grid);stroke-width:1}.axis{stroke:var(--faint);stroke-width:1}` +
	`.ours{stroke:var(--ours);fill:var(--ours)}.theirs{stroke:var(--theirs);fill:var(--theirs)}.third{stroke:var(--third);fill:var(--third)}` +
	`.range{stroke-width:5;stroke-linecap:round;opacity:.45}.line{fill:none;stroke-width:2}.area{stroke:none;opacity:.25}.bar{stroke:none}` +
	`.mark{stroke:var(--ink);stroke-width:1;stroke-dasharray:3 3}`

// begin starts a plot with its title. The description is for screen readers; empty if there is nothing to
// draw.
func begin(title, description string, height float64) *canvas {
	c := &canvas{}
	empty := description == ""
	if empty {
		description = "Nothing is known yet."
	}
	h := number(height)
	fmt.Fprintf(c, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="0 0 %d %s" role="img" aria-labelledby="title description">`,
		width, h, width, h)
	fmt.Fprintf(c, `<title id="title">%s</title><desc id="description">%s</desc><style>%s</style>`, escape(title), escape(description), style)
	fmt.Fprintf(c, `<rect class="ground" width="%d" height="%s"/>`, width, h)
	c.text(12, 22, left, "head", cut(title, width*0.85))
	if empty {
		c.text(12, 50, left, "faint", description)
	}
	return c
}

// end returns the whole.
func (c *canvas) end() []byte {
	c.WriteString("</svg>\n")
	return []byte(c.String())
}

// The anchors of a text.
const (
	left   = "start"
	middle = "middle"
	right  = "end"
)

func (c *canvas) text(x, y float64, anchor, class, text string) {
	fmt.Fprintf(c, `<text x="%s" y="%s" text-anchor="%s"`, number(x), number(y), anchor)
	if class != "" {
		fmt.Fprintf(c, ` class="%s"`, class)
	}
	fmt.Fprintf(c, `>%s</text>`, escape(text))
}

func (c *canvas) line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(c, `<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>`, number(x1), number(y1), number(x2), number(y2), class)
}

func (c *canvas) rect(x, y, w, h float64, class, tip string) {
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s" class="%s">`, number(x), number(y), number(w), number(h), class)
	fmt.Fprintf(c, `<title>%s</title></rect>`, escape(tip))
}

// dot draws the mark of a kind: a disc for our figures, a diamond for published ones, a square for
// others.
func (c *canvas) dot(x, y float64, k Kind, tip string) {
	const r = 4
	var name, shape string
	switch k {
	case Ours:
		name, shape = "circle", fmt.Sprintf(`cx="%s" cy="%s" r="%d"`, number(x), number(y), r)
	case Theirs:
		name, shape = "path", fmt.Sprintf(`d="M%s %sl5 5l-5 5l-5 -5z"`, number(x), number(y-5))
	default:
		name, shape = "rect", fmt.Sprintf(`x="%s" y="%s" width="%d" height="%d"`, number(x-r), number(y-r), 2*r, 2*r)
	}
	fmt.Fprintf(c, `<%s %s class="%s"><title>%s</title></%[1]s>`, name, shape, k.class(), escape(tip))
}

// Kind is the origin of figures.
type Kind int

// The kinds.
const (
	Ours Kind = iota
	Theirs
	Third
)

func (k Kind) class() string { return [...]string{"ours", "theirs", "third"}[k] }

// number writes a coordinate.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64) // not -0
}

// escape escapes text for XML. Characters that XML forbids become replacement characters.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder does not fail
	return b.String()
}

// cut shortens text to a width.
func cut(text string, room float64) string {
	const each = 6.6 // average units per character
	runes := []rune(text)
	if most := int(room / each); len(runes) > most {
		return string(runes[:max(0, most-1)]) + "…"
	}
	return text
}
