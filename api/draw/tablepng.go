package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The greatest size of a preview. Most programs show a preview of a link in this size.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
)

// PreviewHeightOf returns the height of a preview of this width. The proportions are always the
// same.
func PreviewHeightOf(width int) int { return width * PreviewHeight / PreviewWidth }

var (
	felt      = color.RGBA{0x1d, 0x5b, 0x46, 0xff}
	backColor = color.RGBA{0x8f, 0x3b, 0x3b, 0xff}
	red       = color.RGBA{0xc5, 0x28, 0x1c, 0xff}
	black     = color.RGBA{0x16, 0x19, 0x1a, 0xff}
	white     = color.RGBA{0xff, 0xff, 0xff, 0xff}
	edge      = color.RGBA{0x9a, 0xa3, 0x9e, 0xff}
	hollow    = color.RGBA{0x18, 0x4d, 0x3c, 0xff}
	pale      = color.RGBA{0x4a, 0x7c, 0x6b, 0xff}
	stripes   = color.RGBA{0xa5, 0x60, 0x60, 0xff}
)

// boldFont parses the font of ranks once.
var boldFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// PNG writes the table as a preview of this width, which is at most PreviewWidth pixels. The table
// is in the middle, as large as possible.
func (t *Table) PNG(w io.Writer, width int) error {
	parsed, err := boldFont()
	if err != nil {
		return fmt.Errorf("reading the font: %w", err)
	}
	height := PreviewHeightOf(width)
	wide, high := float64(width), float64(height)
	scale := min(wide/t.width, high/t.height, 2.4*wide/PreviewWidth)
	c := &raster{
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

// raster is a picture being drawn, in the units of the table.
type raster struct {
	Image *image.RGBA
	scale float64
	x, y  float64     // of the table's upper left corner, in pixels
	fonts []font.Face // of ranks, and of numbers on backs
}

func (c *raster) item(i *item) {
	switch i.face {
	case down:
		c.plate(i.x, i.y, white, backColor)
		c.fill(hatching, i.x, i.y, 1, stripes)
		if i.note != "" {
			c.text(i.x+cardWidth/2, i.y+cardHeight/2+7, i.note, 1, true, white)
		}
	case slot:
		c.plate(i.x, i.y, pale, hollow)
		if i.of {
			c.fill(outlines[i.suit], i.x+18, i.y+30, .24, pale)
		}
	default:
		ink := black
		if i.card.Suit().Red() {
			ink = red
		}
		c.plate(i.x, i.y, edge, white)
		c.text(i.x+5, i.y+17, rank(i.card), 0, false, ink)
		c.fill(outlines[i.card.Suit()], i.x+cardWidth-19, i.y+4, .14, ink)
		c.fill(outlines[i.card.Suit()], i.x+14, i.y+34, .32, ink)
	}
}

// plate draws a card with its edge.
func (c *raster) plate(x, y float64, border, fill color.RGBA) {
	c.fill(cardOutline, x, y, 1, border)
	c.fill(cardInside, x, y, 1, fill)
}

// strokes matches the parts of a path. Each part has a letter and the numbers that follow it.
var strokes = regexp.MustCompile(`([MLC])([^MLCZ]*)`)

// fill fills a path after it was scaled and moved. It changes only the part of the picture around
// the path.
func (c *raster) fill(path string, x, y, scale float64, ink color.RGBA) {
	type stroke struct {
		kind string
		to   []float32 // in pixels
	}
	var all []stroke
	box := image.Rectangle{}
	for _, part := range strokes.FindAllStringSubmatch(path, -1) {
		s := stroke{kind: part[1]}
		for i, text := range strings.Fields(part[2]) {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				panic(err) // paths are made here
			}
			start, offset := c.x, x
			if i%2 == 1 {
				start, offset = c.y, y
			}
			s.to = append(s.to, float32(start+(offset+v*scale)*c.scale))
		}
		all = append(all, s)
		for i := 0; i < len(s.to); i += 2 {
			at := image.Pt(int(s.to[i]), int(s.to[i+1]))
			box = box.Union(image.Rectangle{at, at.Add(image.Pt(2, 2))})
		}
	}
	if box = box.Intersect(c.Image.Bounds()); box.Empty() {
		return
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, s := range all {
		for i := range s.to {
			s.to[i] -= float32([]int{box.Min.X, box.Min.Y}[i%2])
		}
		switch to := s.to; s.kind {
		case "M":
			z.ClosePath()
			z.MoveTo(to[0], to[1])
		case "L":
			z.LineTo(to[0], to[1])
		default:
			z.CubeTo(to[0], to[1], to[2], to[3], to[4], to[5])
		}
	}
	z.ClosePath()
	z.Draw(c.Image, box, image.NewUniform(ink), image.Point{})
}

// text writes text that begins at x or is centred on x.
func (c *raster) text(x, y float64, text string, size int, middle bool, ink color.RGBA) {
	d := font.Drawer{Dst: c.Image, Src: image.NewUniform(ink), Face: c.fonts[size]}
	px := fixed.Int26_6((c.x + x*c.scale) * 64)
	if middle {
		px -= d.MeasureString(text) / 2
	}
	d.Dot = fixed.Point26_6{X: px, Y: fixed.Int26_6((c.y + y*c.scale) * 64)}
	d.DrawString(text)
}
