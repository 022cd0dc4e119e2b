package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var save = flag.String("save", "", "directory to write the pictures of all games to, to look at")

// TestAllGames draws a deal of each game of the catalogue: every card is on the table, cards that lie
// beside each other do not overlap, and both pictures are well formed.
func TestAllGames(t *testing.T) {
	for n, g := range rules.Games() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		table := Lay(g.Title, &g.Rules, &p)
		seen := map[string]int{}
		for _, i := range table.items {
			seen[i.String()]++
			if i.x < margin || i.y < margin || i.x+cardWidth > table.width || i.y+cardHeight > table.height {
				t.Errorf("%s: %s lies at %g, %g, outside of %g by %g", g.Name, i.String(), i.x, i.y, table.width, table.height)
			}
		}
		for _, row := range p.Rows {
			for _, c := range row {
				if seen[c.String()] == 0 {
					t.Errorf("%s: %s is not on the table", g.Name, c)
				}
			}
		}
		for _, column := range p.Tableau {
			for _, c := range column.Cards[column.Down:] {
				if seen[c.String()] == 0 {
					t.Errorf("%s: %s is not on the table", g.Name, c)
				}
			}
			for _, c := range column.Cards[:column.Down] {
				if g.Rules.Decks == 1 && g.Rules.Suits == 4 && seen[c.String()] > 0 {
					t.Errorf("%s: %s lies face down and is shown", g.Name, c)
				}
			}
		}
		svg := table.SVG()
		wellFormed(t, g.Name, svg)
		if len(svg) > 60_000 {
			t.Errorf("%s: %d bytes of SVG", g.Name, len(svg))
		}
		layout, err := Layout(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, g.Name, layout)
		if drawn := bytes.Count(layout, []byte(`<use href="#`)); drawn < len(table.items) || len(layout) > 16_000 {
			t.Errorf("%s: layout of %d bytes with %d of %d items", g.Name, len(layout), drawn, len(table.items))
		}
		if *save != "" {
			if err := os.WriteFile(filepath.Join(*save, g.Name+".svg"), svg, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*save, g.Name+"-layout.svg"), layout, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if n%40 != 0 && *save == "" {
			continue // a PNG takes some milliseconds
		}
		var b, small bytes.Buffer
		if err := errors.Join(table.PNG(&b, PreviewWidth), table.PNG(&small, 400)); err != nil {
			t.Fatal(err)
		}
		if decoded, err := png.Decode(&small); err != nil || decoded.Bounds().Dx() != 400 || decoded.Bounds().Dy() != 210 {
			t.Errorf("%s: %v, %v", g.Name, err, decoded.Bounds())
		}
		if *save != "" {
			if err := os.WriteFile(filepath.Join(*save, g.Name+".png"), b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		decoded, err := png.Decode(&b)
		if err != nil || decoded.Bounds().Dx() != PreviewWidth || decoded.Bounds().Dy() != PreviewHeight {
			t.Errorf("%s: %v, %v", g.Name, err, decoded.Bounds())
		}
	}
}

func wellFormed(t *testing.T, name string, svg []byte) {
	t.Helper()
	for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

func BenchmarkLayout(b *testing.B) {
	games := rules.Games()
	for b.Loop() {
		for i := range games {
			if _, err := Layout(&games[i].Rules); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestTitle checks that a title can't become markup.
func TestTitle(t *testing.T) {
	table := &Table{Title: `"><script>`, width: 10, height: 10}
	if svg := table.SVG(); bytes.Contains(svg, []byte("<script")) {
		t.Errorf("%s", svg)
	}
}

func BenchmarkPNG(b *testing.B) {
	g, _ := rules.Lookup("klondike")
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := Lay(g.Title, &g.Rules, &p).PNG(io.Discard, PreviewWidth); err != nil {
			b.Fatal(err)
		}
	}
}

// String returns what an item shows.
func (i *item) String() string {
	switch i.face {
	case up:
		return i.card.String()
	case down:
		return "back" + i.note
	default:
		if i.of {
			return fmt.Sprint("slot ", i.suit)
		}
		return "slot"
	}
}
