package deals

import (
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// reading returns a Dealer without a filler.
func reading(m *memory, random func(int64) int64) *Dealer {
	return assemble(Options{Store: m, Grades: grades, Games: []string{"free-cell"}, Size: 1, Max: 1_000_000, Random: random})
}

// add adds a deal of a grade to a pool.
func (m *memory) add(t *testing.T, grade string) {
	t.Helper()
	n := len(m.inPool("free-cell"))
	id := solver.IDOf(fmt.Sprint(n))
	m.verdicts[id] = solver.Record{Verdict: solver.Winnable}
	if added, err := m.AddDeal(t.Context(), winnable.Deal{Game: "free-cell", ID: id, Grade: grade}); !added || err != nil {
		t.Fatal(added, err)
	}
}

// TestCursorsReachAllOnce has many clients read a growing pool, each from a random start, in
// random counts and of its grade. None gets a deal twice, and in the end each has all.
func TestCursorsReachAllOnce(t *testing.T) {
	for range 200 {
		m := newMemory()
		if err := m.OpenPool(t.Context(), "free-cell", "mark"); err != nil {
			t.Fatal(err)
		}
		d := reading(m, rand.Int64N)
		for range rand.IntN(20) {
			m.add(t, grades[rand.IntN(4)])
		}
		type client struct {
			grade, cursor string
			got           map[solver.ID]bool
		}
		var clients []*client
		for range 5 {
			clients = append(clients, &client{grade: append(grades, "")[rand.IntN(5)], got: map[solver.ID]bool{}})
		}
		read := func(c *client, count int) int {
			deals, err := d.Winnable(t.Context(), "free-cell", c.grade, count, c.cursor)
			if _, empty := err.(*NotYet); empty {
				return 0
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(deals) == 0 || len(deals) > count {
				t.Fatalf("%d deals, want at most %d", len(deals), count)
			}
			keep := 1 + rand.IntN(len(deals)) // a client may stop in the middle of an answer
			for _, h := range deals[:keep] {
				if c.got[h.ID] || c.grade != "" && c.grade != h.Grade {
					t.Fatalf("client of grade %q: got %+v (twice: %t)", c.grade, h, c.got[h.ID])
				}
				c.got[h.ID] = true
				c.cursor = h.Cursor
			}
			return keep
		}
		for range 60 {
			if rand.IntN(3) == 0 {
				m.pools["free-cell"].Last += rand.Int64N(2) // a number may be missing
				m.add(t, grades[rand.IntN(4)])
			}
			read(clients[rand.IntN(len(clients))], 1+rand.IntN(7))
		}
		have := m.have("free-cell")
		for _, c := range clients {
			for read(c, 5) > 0 {
			}
			want := have[c.grade]
			if c.grade == "" {
				want = len(m.inPool("free-cell"))
			}
			if len(c.got) != want {
				t.Fatalf("client of grade %q: got %d deals of %d", c.grade, len(c.got), want)
			}
		}
	}
}

// TestStartsAnywhere checks that clients start at different deals.
func TestStartsAnywhere(t *testing.T) {
	m := newMemory()
	if err := m.OpenPool(t.Context(), "free-cell", "mark"); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		m.add(t, "easy")
	}
	d := reading(m, nil)
	first := map[solver.ID]bool{}
	for range 200 {
		deals, err := d.Winnable(t.Context(), "free-cell", "easy", 1, "")
		if err != nil {
			t.Fatal(err)
		}
		first[deals[0].ID] = true
	}
	if len(first) < 25 {
		t.Errorf("200 clients start at %d of 50 deals", len(first))
	}
}

func TestCursorsWritten(t *testing.T) {
	for _, c := range []cursor{{1, 1, 0}, {5, 5, 0}, {3, 90, 0}, {3, 90, 1}, {3, 90, 3}, {1, 1 << 40, 0}} {
		text := c.write("mark", "klondike", "easy")
		if got, err := readCursor(text, "mark", "klondike", "easy", grades); got != c || err != nil {
			t.Errorf("wrote %+v, read %+v, %v", c, got, err)
		}
		for i := range text { // a wrong character is detected
			spoiled := []byte(text)
			spoiled[i] ^= 1
			if got, err := readCursor(string(spoiled), "mark", "klondike", "easy", grades); err == nil {
				t.Errorf("%s: read %+v", spoiled, got)
			}
		}
	}
}

func TestBadCursors(t *testing.T) {
	m := newMemory()
	if err := m.OpenPool(t.Context(), "free-cell", "mark"); err != nil {
		t.Fatal(err)
	}
	for range 9 {
		m.add(t, "easy")
	}
	d := reading(m, nil)
	good := cursor{2, 5, 0}
	sealed := func(payload ...byte) string {
		return base64.RawURLEncoding.EncodeToString(append(checksum("mark", "free-cell", "easy", payload), payload...))
	}
	for what, test := range map[string]struct{ text, want string }{
		"nonsense":              {"nonsense!", "invalid cursor"},
		"one letter":            {"A", "invalid cursor"},
		"short":                 {good.write("mark", "free-cell", "easy")[:8], "invalid cursor"},
		"cut":                   {good.write("mark", "free-cell", "easy")[:11], "belongs to no pool"},
		"long":                  {strings.Repeat("A", 200), "invalid cursor"},
		"very long":             {strings.Repeat("A", 1<<20), "invalid cursor"},
		"another version":       {sealed(2, 2, 5, 0), "invalid cursor"},
		"no numbers":            {sealed(1), "invalid cursor"},
		"a number missing":      {sealed(1, 2, 5), "invalid cursor"},
		"a number too many":     {sealed(1, 2, 5, 0, 0), "invalid cursor"},
		"a number without end":  {sealed(1, 2, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255), "invalid cursor"},
		"of another game":       {good.write("mark", "klondike", "easy"), "belongs to no pool of free-cell"},
		"of another pool":       {good.write("other", "free-cell", "easy"), "belongs to no pool of free-cell"},
		"of another difficulty": {good.write("mark", "free-cell", "hard"), "belongs to hard deals"},
		"of all difficulties":   {good.write("mark", "free-cell", ""), "all difficulties"},
		"beyond the pool":       {cursor{2, 11, 0}.write("mark", "free-cell", "easy"), "beyond"},
		"from nothing":          {cursor{0, 5, 0}.write("mark", "free-cell", "easy"), "beyond"},
		"backwards":             {cursor{5, 2, 0}.write("mark", "free-cell", "easy"), "beyond"},
		"more than round":       {cursor{2, 5, 3}.write("mark", "free-cell", "easy"), "beyond"},
		"negative":              {cursor{2, 5, -1}.write("mark", "free-cell", "easy"), "beyond"},
	} {
		deals, err := d.Winnable(t.Context(), "free-cell", "easy", 3, test.text)
		bad, ok := err.(*BadParameter)
		if !ok || !strings.Contains(bad.Error(), test.want) {
			t.Errorf("%s: %d deals, %v", what, len(deals), err)
		}
	}
	deals, err := d.Winnable(context.Background(), "free-cell", "easy", 9, good.write("mark", "free-cell", "easy"))
	var numbers []int64
	for _, h := range deals {
		numbers = append(numbers, h.Number)
	}
	if err != nil || !slices.Equal(numbers, []int64{5, 6, 7, 8, 9, 1}) {
		t.Errorf("valid cursor: %v, %v", numbers, err)
	}
}

// FuzzReadCursor reads arbitrary text as a cursor.
func FuzzReadCursor(f *testing.F) {
	f.Add(cursor{3, 90, 1}.write("mark", "klondike", ""))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readCursor(text, "mark", "klondike", "", grades)
		if err == nil && c.write("mark", "klondike", "") != text {
			t.Errorf("%q was read as %+v and written as %q", text, c, c.write("mark", "klondike", ""))
		}
	})
}
