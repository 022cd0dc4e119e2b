package papers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestReferee compares the moves and the table with the referee's, along random games. Every
// macro must be legal, and lead to the board that it should.
func TestReferee(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	macros := 0
	for _, name := range []string{
		"klondike", "klondike-draw-1", "klondike-draw-5", "klondike-whole-blocks", "klondike-draw-3-no-worrying-back",
		"klondike-draw-3-passes-3", "klondike-draw-1-passes-1",
	} {
		known, _ := rules.Lookup(name)
		r := &known.Rules
		if !papers.Plays(r) {
			t.Errorf("%s: not played", name)
			continue
		}
		g := papers.NewGame(r)
		for number := range uint64(30) {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(r)
			if err != nil {
				t.Fatal(err)
			}
			table := game.New(r, &p)
			b, _ := papers.Read(&p)
			for range 150 {
				legal := table.Legal()
				moves := g.Moves(&b, nil)
				if len(moves) != len(legal) {
					t.Fatalf("%s %d: %d moves, want the referee's %d: %v, %v", name, number, len(moves), len(legal), moves, legal)
				}
				if len(moves) == 0 {
					break
				}
				for _, m := range g.Macros(&b, nil) {
					macros++
					follow(t, g, r, table, b, m)
				}
				for _, m := range moves {
					follow(t, g, r, table, b, m)
				}
				m := moves[random.IntN(len(moves))]
				for _, o := range g.Expand(&b, m, nil) {
					table.Do(o)
				}
				g.Do(&b, m)
			}
		}
	}
	if macros < 1000 {
		t.Errorf("%d macros", macros)
	}
}

// follow makes a move on a board and at a table, and compares them.
func follow(t *testing.T, g *papers.Game, r *rules.Rules, table *game.State, b papers.Board, m papers.Move) {
	t.Helper()
	p := table.Position()
	at := game.New(r, &p)
	for _, o := range g.Expand(&b, m, nil) {
		if why := at.Check(o); why != "" {
			t.Fatalf("%+v: %s: %s", m, o, why)
		}
		at.Do(o)
	}
	down := func(b *papers.Board) (n int8) {
		for i := range b.Columns {
			n += b.Columns[i].Down
		}
		return n
	}
	before := down(&b)
	if turned := g.Do(&b, m); turned != (down(&b) < before) {
		t.Fatalf("%+v: Do returned %t", m, turned)
	}
	if got, _ := papers.Read(at.Table()); !same(&got, &b) {
		t.Fatalf("%+v: got\n%+v, want\n%+v", m, b, got)
	}
}

// same compares boards, ignoring undefined entries.
func same(a, b *papers.Board) bool {
	for i := range a.Columns {
		c, d := &a.Columns[i], &b.Columns[i]
		if c.Count != d.Count || c.Down != d.Down {
			return false
		}
		for j := range c.Count {
			if c.Cards[j] != d.Cards[j] {
				return false
			}
		}
	}
	for i := range a.Count {
		if a.Talon[i] != b.Talon[i] {
			return false
		}
	}
	return a.Up == b.Up && a.Count == b.Count && a.Turned == b.Turned && a.Redeals == b.Redeals
}

// TestKey checks, along random games, that boards have equal keys if and only if they are equal
// up to the order of columns.
func TestKey(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	again := 0
	for _, name := range []string{"klondike", "klondike-draw-3-passes-3"} {
		texts, keys := map[uint64]string{}, map[string]uint64{}
		for number := range uint64(100) {
			g, b := board(t, name, number)
			for range 100 {
				// The order of columns and the entries beyond their ends don't count.
				random.Shuffle(papers.Columns, func(i, j int) { b.Columns[i], b.Columns[j] = b.Columns[j], b.Columns[i] })
				for i := range b.Columns {
					c := &b.Columns[i]
					for j := c.Count; j < papers.MostCards; j++ {
						c.Cards[j] = card.Card(random.IntN(64))
					}
				}
				text, key := write(&b), g.Key(&b)
				if other, known := texts[key]; known && other != text {
					t.Fatalf("equal keys: %s and %s", other, text)
				}
				if other, known := keys[text]; known && other != key {
					t.Fatalf("two keys: %s", text)
				} else if known {
					again++
				}
				texts[key], keys[text] = text, key
				moves := g.Moves(&b, nil)
				if len(moves) == 0 {
					break
				}
				g.Do(&b, moves[random.IntN(len(moves))])
			}
		}
		if len(texts) < 1000 {
			t.Errorf("%s: %d boards", name, len(texts))
		}
	}
	if again < 100 {
		t.Errorf("only %d boards were repeated", again)
	}
}

// write returns a text of a board, independent of the order of its columns.
func write(b *papers.Board) string {
	var columns []string
	for i := range b.Columns {
		c := &b.Columns[i]
		columns = append(columns, fmt.Sprint(c.Cards[:c.Count], c.Down))
	}
	slices.Sort(columns)
	return fmt.Sprint(columns, b.Up, b.Talon[:b.Count], b.Turned, b.Redeals)
}

func BenchmarkKey(bench *testing.B) {
	g, b := board(bench, "klondike", 1)
	for bench.Loop() {
		g.Key(&b)
	}
}

func board(t testing.TB, name string, number uint64) (*papers.Game, papers.Board) {
	t.Helper()
	r, p := papers.Dealt(t, name, number)
	b, _ := papers.Read(&p)
	return papers.NewGame(r), b
}

// TestUnbuiltColumns checks that columns are rejected whose face-up cards don't follow each
// other.
func TestUnbuiltColumns(t *testing.T) {
	queen, jack := card.New(card.Queen, 0), card.New(card.Jack, 1)
	for down, want := range []bool{false, false, true, true} {
		c := deal.Column{Cards: []card.Card{jack, jack, queen, jack}, Down: down}
		if _, got := papers.Read(&deal.Position{Tableau: []deal.Column{c}, Foundations: make([]int, card.Suits)}); got != want {
			t.Errorf("%d face down: %t", down, got)
		}
	}
}

// TestLongColumns checks that columns are rejected which are too long for a board, or could
// become so.
func TestLongColumns(t *testing.T) {
	for text, want := range map[string]bool{
		"2C 2D 2H 2S 3C 3D KS":                                     true,
		"2C 2D 2H 2S 3C 3D 3H QS":                                  true,
		"2C 2D 2H 2S 3C 3D 3H KS":                                  false,
		"KC KD KH KS QC QD QH QS":                                  true,
		"2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H": false,
	} {
		var c deal.Column
		for _, word := range strings.Fields(text) {
			x, _, err := card.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			c.Cards = append(c.Cards, x)
		}
		c.Down = len(c.Cards) - 1
		_, got := papers.Read(&deal.Position{Tableau: []deal.Column{c}, Foundations: make([]int, card.Suits)})
		if got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
