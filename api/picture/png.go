package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The greatest size of a preview, which is what most programs show a link with.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
)

// PreviewHeightOf returns the height of a preview of a width, in the same proportions.
func PreviewHeightOf(width int) int { return width * PreviewHeight / PreviewWidth }

var (
	felt    = color.RGBA{0x1d, 0x5b, 0x46, 0xff}
	back    = color.RGBA{0x8f, 0x3b, 0x3b, 0xff}
	red     = color.RGBA{0xc5, 0x28, 0x1c, 0xff}
	black   = color.RGBA{0x16, 0x19, 0x1a, 0xff}
	white   = color.RGBA{0xff, 0xff, 0xff, 0xff}
	edge    = color.RGBA{0x9a, 0xa3, 0x9e, 0xff}
	hollow  = color.RGBA{0x18, 0x4d, 0x3c, 0xff}
	pale    = color.RGBA{0x4a, 0x7c, 0x6b, 0xff}
	stripes = color.RGBA{0xa5, 0x60, 0x60, 0xff}
)

// boldFont parses the font of ranks once.
var boldFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// PNG writes the table as a preview of a width of at most PreviewWidth pixels: as large as fits, in the
// middle.
func (t *Table) PNG(w io.Writer, width int) error {
	parsed, err := boldFont()
	if err != nil {
		return fmt.Errorf("reading the font: %w", err)
	}
	height := PreviewHeightOf(width)
	wide, high := float64(width), float64(height)
	scale := min(wide/t.width, high/t.height, 2.4*wide/PreviewWidth)
	c := &canvas{
		Image: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale,
		x: (wide - t.width*scale) / 2, y: (high - t.height*scale) / 2,
	}
	for _, size := range []float64{17, 20} {
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size * scale, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return fmt.Errorf("sizing the font: %w", err)
		}
		c.fonts = append(c.fonts, face)
	}
	draw.Draw(c.Image, c.Image.Bounds(), image.NewUniform(felt), image.Point{}, draw.Src)
	for i := range t.items {
		c.item(&t.items[i])
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(w, c.Image)
}

// canvas is a picture being drawn, in the units of the table.
type canvas struct {
	Image *image.RGBA
	scale float64
	x, y  float64     // of the table's upper left corner, in pixels
	fonts []font.Face // of ranks, and of numbers on backs
}

func (c *canvas) item(i *item) {
	switch i.face {
	case down:
		c.plate(i.x, i.y, white, back)
		for x := 8.0; x < cardWidth+cardHeight-4; x += 10 {
			x1, y1, x2, y2 := hatch(x)
			c.line(i.x+x1, i.y+y1, i.x+x2, i.y+y2, 1.6, stripes)
		}
		if i.note != "" {
			c.text(i.x+cardWidth/2, i.y+cardHeight/2+7, i.note, 1, true, white)
		}
	case slot:
		c.plate(i.x, i.y, pale, hollow)
		if i.of {
			c.suit(outlines[i.suit], i.x+18, i.y+30, .24, pale)
		}
	default:
		ink := black
		if i.card.Suit().Red() {
			ink = red
		}
		c.plate(i.x, i.y, edge, white)
		c.text(i.x+5, i.y+17, rank(i.card), 0, false, ink)
		c.suit(outlines[i.card.Suit()], i.x+cardWidth-19, i.y+4, .14, ink)
		c.suit(outlines[i.card.Suit()], i.x+14, i.y+34, .32, ink)
	}
}

// plate draws a card with its edge.
func (c *canvas) plate(x, y float64, border, fill color.RGBA) {
	c.rounded(x, y, cardWidth, cardHeight, 5, border)
	c.rounded(x+.8, y+.8, cardWidth-1.6, cardHeight-1.6, 4.4, fill)
}

// rounded fills a rectangle with round corners.
func (c *canvas) rounded(x, y, w, h, r float64, fill color.RGBA) {
	k := r * (1 - 0.5523)
	c.fill([]stroke{
		{'M', [6]float64{x + r, y}},
		{'L', [6]float64{x + w - r, y}},
		{'C', [6]float64{x + w - k, y, x + w, y + k, x + w, y + r}},
		{'L', [6]float64{x + w, y + h - r}},
		{'C', [6]float64{x + w, y + h - k, x + w - k, y + h, x + w - r, y + h}},
		{'L', [6]float64{x + r, y + h}},
		{'C', [6]float64{x + k, y + h, x, y + h - k, x, y + h - r}},
		{'L', [6]float64{x, y + r}},
		{'C', [6]float64{x, y + k, x + k, y, x + r, y}},
	}, 0, 0, 1, fill)
}

// line draws a diagonal of the given width.
func (c *canvas) line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	h := width / 2.83 // half the width, on each axis of a line at 45 degrees
	c.fill([]stroke{
		{'M', [6]float64{x1 - h, y1 - h}},
		{'L', [6]float64{x1 + h, y1 + h}},
		{'L', [6]float64{x2 + h, y2 + h}},
		{'L', [6]float64{x2 - h, y2 - h}},
	}, 0, 0, 1, ink)
}

func (c *canvas) suit(shape [][]stroke, x, y, scale float64, ink color.RGBA) {
	for _, outline := range shape {
		c.fill(outline, x, y, scale, ink)
	}
}

// fill fills an outline that is scaled and then moved. Only the part of the picture around it is
// touched.
func (c *canvas) fill(outline []stroke, x, y, scale float64, ink color.RGBA) {
	px := func(v float64) float64 { return c.x + (x+v*scale)*c.scale }
	py := func(v float64) float64 { return c.y + (y+v*scale)*c.scale }
	var box image.Rectangle
	for i, part := range outline {
		for k := 0; k < 6 && (k < 2 || part.kind == 'C'); k += 2 {
			at := image.Rect(int(px(part.to[k])), int(py(part.to[k+1])), int(px(part.to[k]))+2, int(py(part.to[k+1]))+2)
			if i == 0 && k == 0 {
				box = at
			}
			box = box.Union(at)
		}
	}
	box = box.Intersect(c.Image.Bounds())
	if box.Empty() {
		return
	}
	dx, dy := float64(box.Min.X), float64(box.Min.Y)
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, part := range outline {
		to := part.to
		switch part.kind {
		case 'M':
			z.MoveTo(float32(px(to[0])-dx), float32(py(to[1])-dy))
		case 'L':
			z.LineTo(float32(px(to[0])-dx), float32(py(to[1])-dy))
		default:
			z.CubeTo(float32(px(to[0])-dx), float32(py(to[1])-dy), float32(px(to[2])-dx), float32(py(to[3])-dy), float32(px(to[4])-dx), float32(py(to[5])-dy))
		}
	}
	z.ClosePath()
	z.Draw(c.Image, box, image.NewUniform(ink), image.Point{})
}

// text writes from x on, or around it.
func (c *canvas) text(x, y float64, text string, size int, middle bool, ink color.RGBA) {
	d := font.Drawer{Dst: c.Image, Src: image.NewUniform(ink), Face: c.fonts[size]}
	px := fixed.Int26_6((c.x + x*c.scale) * 64)
	if middle {
		px -= d.MeasureString(text) / 2
	}
	d.Dot = fixed.Point26_6{X: px, Y: fixed.Int26_6((c.y + y*c.scale) * 64)}
	d.DrawString(text)
}
