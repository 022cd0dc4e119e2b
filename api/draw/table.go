package draw

import (
	"math"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The measures of a table, in units of about a pixel.
const (
	cardWidth  = 60.0
	cardHeight = 84.0
	gap        = 10.0 // between piles
	margin     = 14.0
	fanUp      = 21.0 // the visible part of a face-up card that another card covers
	fanDown    = 8.0
	perLine    = 13 // a longer row of piles continues on the next line

	mostAbreast = 9 // columns on a line if there are several lines
)

// face is the visible side of a card.
type face uint8

const (
	up   face = iota
	down      // its back
	slot      // an empty place
)

// item is a card or an empty place of the table, or a text under a pile.
type item struct {
	x, y float64 // of the upper left corner
	face face
	card card.Card // set if face is up
	suit card.Suit // the suit of a foundation; set if face is slot
	of   bool      // whether suit is set
	note string    // the text on a slot or a back, such as the number of cards
}

// Table is a deal as it lies on the table.
type Table struct {
	Title         string
	width, height float64
	stretch       float64 // of the fans of columns
	items         []item
}

// Lay places the cards of a position on a table. The title is for screen readers.
func Lay(title string, r *rules.Rules, p *deal.Position) *Table { return lay(title, r, p, 1) }

func lay(title string, r *rules.Rules, p *deal.Position, stretch float64) *Table {
	t := &Table{Title: title, stretch: stretch}
	y := t.top(r, p)
	y = t.reserve(r, p, y)
	y = t.columns(p, y)
	y = t.rows(r, p, y)
	y = t.lines(p.Sequences, y)
	if len(p.Accordion) > 0 {
		var lines [][]card.Card
		for rest := p.Accordion; len(rest) > 0; rest = rest[min(perLine, len(rest)):] {
			lines = append(lines, rest[:min(perLine, len(rest))])
		}
		y = t.lines(lines, y)
	}
	t.height = max(y, cardHeight+margin) + margin - gap
	t.width += margin - gap
	return t
}

// put adds an item and makes the table larger if needed.
func (t *Table) put(i item) {
	t.items = append(t.items, i)
	t.width = max(t.width, i.x+cardWidth+gap)
}

// at returns the x coordinate of a pile by its number from 0. The number may have a fraction.
func at(column float64) float64 { return margin + column*(cardWidth+gap) }

// shown returns the item of a card or of an empty place.
func shown(c card.Card, x, y float64) item {
	if c == card.None {
		return item{x: x, y: y, face: slot}
	}
	return item{x: x, y: y, card: c}
}

// top places stock, waste, cells, hole and foundations. It returns the y coordinate below them.
func (t *Table) top(r *rules.Rules, p *deal.Position) float64 {
	n := 0.0
	y := margin
	next := func(i item) {
		if n >= perLine {
			n = 0
			y += cardHeight + gap
		}
		i.x, i.y = at(n), y
		t.put(i)
		n++
	}
	if r.Stock.Size > 0 {
		if len(p.Stock) > 0 {
			next(item{face: down, note: strconv.Itoa(len(p.Stock))})
		} else {
			next(item{face: slot})
		}
	}
	if len(p.Waste) > 0 {
		next(item{card: p.Waste[len(p.Waste)-1]})
	} else if r.Waste() {
		next(item{face: slot})
	}
	for _, c := range p.Cells {
		next(shown(c, 0, 0))
	}
	if r.Hole.Present {
		next(shown(p.Hole, 0, 0))
	}
	if len(p.Foundations) > 0 {
		// On the right, above the last columns, if there is room.
		n = max(n, float64(abreast(p.Tableau)-len(p.Foundations)))
	}
	for i, height := range p.Foundations {
		suit := card.Suit(i / r.Copies())
		if height == 0 {
			next(item{face: slot, suit: suit, of: true})
		} else {
			next(item{card: deal.FoundationCard(r, p.Base, suit, height)})
		}
	}
	if n == 0 {
		return margin
	}
	return y + cardHeight + gap
}

// reserve places the reserve, as a pile or as cards beside each other.
func (t *Table) reserve(r *rules.Rules, p *deal.Position, y float64) float64 {
	if len(p.Reserve) == 0 {
		return y
	}
	if r.Reserve.Stacked {
		t.put(item{x: at(0), y: y, card: p.Reserve[len(p.Reserve)-1]})
		return y + cardHeight + gap
	}
	for i, c := range p.Reserve {
		t.put(shown(c, at(float64(i%perLine)), y+float64(i/perLine)*(cardHeight+gap)))
	}
	return y + float64((len(p.Reserve)+perLine-1)/perLine)*(cardHeight+gap)
}

// columns places the tableau.
func (t *Table) columns(p *deal.Position, y float64) float64 {
	for line := range slices.Chunk(p.Tableau, abreast(p.Tableau)) {
		bottom := y
		for k := range line {
			bottom = max(bottom, t.column(&line[k], at(float64(k)), y))
		}
		y = bottom
	}
	return y
}

// abreast returns how many columns lie beside each other. Many columns continue on the next line; many
// single cards are a square, as in Monte Carlo.
func abreast(columns []deal.Column) int {
	n := len(columns)
	if n <= perLine {
		return max(n, 1)
	}
	if !slices.ContainsFunc(columns, func(c deal.Column) bool { return len(c.Cards) > 1 }) {
		return int(math.Ceil(math.Sqrt(float64(n))))
	}
	lines := (n + mostAbreast - 1) / mostAbreast
	return (n + lines - 1) / lines
}

// column places a column. It returns the y coordinate below it.
func (t *Table) column(c *deal.Column, x, y float64) float64 {
	if len(c.Cards) == 0 {
		t.put(item{x: x, y: y, face: slot})
	}
	last := y
	for i, top := range c.Cards {
		last = y
		if i < c.Down {
			t.put(item{x: x, y: y, face: down})
			y += fanDown * t.stretch
		} else {
			t.put(item{x: x, y: y, card: top})
			y += fanUp * t.stretch
		}
	}
	return last + cardHeight + gap
}

// rows places cards in rows that cover each other.
func (t *Table) rows(r *rules.Rules, p *deal.Position, y float64) float64 {
	widest := 0
	for _, row := range p.Rows {
		widest = max(widest, len(row))
	}
	for i, row := range p.Rows {
		for k, c := range row {
			column := float64(k) + float64(widest-len(row))/2
			if r.Rows.Shape == rules.TriPeaks {
				column = peak(i, k)
			}
			if c != card.None {
				t.put(item{x: at(column), y: y, card: c})
			}
			t.width = max(t.width, at(float64(widest)))
		}
		if y += cardHeight / 2; i == len(p.Rows)-1 {
			y += cardHeight/2 + gap
		}
	}
	return y
}

// peak returns the column of card k in a row of a layout of three peaks. Numbers start at 0.
func peak(row, k int) float64 {
	each := row + 1 // cards of a peak in this row
	if row == 3 {
		return float64(k) // the last row joins the peaks
	}
	return float64(3*(k/each)) + float64(k%each) + float64(3-row)/2
}

// lines places rows of cards that do not cover each other.
func (t *Table) lines(lines [][]card.Card, y float64) float64 {
	for _, line := range lines {
		for k, c := range line {
			t.put(shown(c, at(float64(k)), y))
		}
		y += cardHeight + gap
	}
	return y
}

// Size returns the width and height of the table.
func (t *Table) Size() (width, height int) { return int(t.width + 0.5), int(t.height + 0.5) }

// rank returns a rank as it is printed on a card.
func rank(c card.Card) string {
	if c.Rank() == 10 {
		return "10"
	}
	return c.Rank().String()
}

// decimal returns a number with at most two decimals.
func decimal(x float64) string {
	return strconv.FormatFloat(float64(int(x*100+0.5))/100, 'f', -1, 64)
}
