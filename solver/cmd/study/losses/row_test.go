package losses

import (
	"slices"
	"strings"
	"testing"
)

func redone(times, again, guesses, states, both int) Redone {
	return Redone{Hidden: 7, Times: times, Kept: [settings]int{again, guesses, states, both}}
}

func TestCause(t *testing.T) {
	for _, c := range []struct {
		losing Redone
		want   Cause
	}{
		{redone(0, 0, 0, 0, 0), ""},
		{redone(3, 0, 0, 0, 0), Information},
		{redone(3, 3, 3, 3, 1), Information},
		{redone(2, 0, 0, 0, 1), Information}, // half is not most
		{redone(3, 2, 0, 0, 2), Chance},
		{redone(3, 1, 2, 3, 3), Estimate},
		{redone(3, 0, 1, 2, 2), Search},
		{redone(3, 1, 1, 1, 2), Joint},
	} {
		row := Row{Class: Lost, Losing: c.losing}
		if got := row.Cause(); got != c.want || got != "" && !slices.Contains(Causes(), got) {
			t.Errorf("%v: %q, want %q", c.losing, got, c.want)
		}
	}
}

// rowsForTests has a row of each kind, and some that are wrong.
var rowsForTests = []struct {
	text string
	ok   bool
}{
	{"klondike,solvitaire:1,v1,s,won,21,0,0,0,0,0,0,5,1,1,1,0,1", true},
	{"klondike,solvitaire:1,v1,s,unwinnable,0,0,0,0,0,0,0,0,0,0,0,0,0", true},
	{"klondike,solvitaire:1,v1,s,lost,4,17,3,0,1,2,3,20,1,1,1,0,1", true},
	{"klondike,solvitaire:1,v1,s,stopped,0,21,3,0,1,2,3,0,0,0,0,0,0", true},
	{"klondike,solvitaire:1,v1,s,lost,4,17,3,0,1,2,4,20,1,1,1,0,1", false},  // kept too often
	{"klondike,solvitaire:1,v1,s,lost,4,17,0,0,0,0,0,20,1,1,1,0,1", false},  // nothing made again
	{"klondike,solvitaire:1,v1,s,won,21,5,3,0,0,0,0,5,1,1,1,0,1", false},    // nothing lost it
	{"klondike,solvitaire:1,v1,s,drawn,21,0,0,0,0,0,0,5,1,1,1,0,1", false},  // no class
	{"klondike,solvitaire:1,v1,s,won,-1,0,0,0,0,0,0,5,1,1,1,0,1", false},    // no count
	{"klondike,solvitaire:1,v1,s,won,9999,0,0,0,0,0,0,5,1,1,1,0,1", false},  // too large
	{"klondike,solvitaire:1,v1,s,won,21,0,0,0,0,0,0,5,1,1,1,0", false},      // a column is missing
	{"klondike,solvitaire:1,v1,s,won,21,0,0,0,0,0,0,five,1,1,1,0,1", false}, // no number
}

func TestParse(t *testing.T) {
	for _, c := range rowsForTests {
		fields := strings.Split(c.text, ",")
		row, err := Parse(fields)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.text, err)
		}
		if err == nil && !slices.Equal(row.fields(), fields) {
			t.Errorf("%s becomes %v", c.text, row.fields())
		}
	}
	row, err := Parse(strings.Split(rowsForTests[2].text, ","))
	want := Row{
		Game: "klondike", Seed: "solvitaire:1", Engine: "v1", Settings: "s", Class: Lost, Keeping: 4,
		Losing:  Redone{Hidden: 17, Times: 3, Kept: [settings]int{0, 1, 2, 3}},
		Control: Redone{Hidden: 20, Times: 1, Kept: [settings]int{1, 1, 0, 1}},
	}
	if err != nil || row != want {
		t.Errorf("%+v, %v; want %+v", row, err, want)
	}
}

// FuzzParse reads any row. What is read is written, and read again, the same.
func FuzzParse(f *testing.F) {
	for _, c := range rowsForTests {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		row, err := Parse(strings.Split(text, ","))
		if err != nil {
			return
		}
		again, err := Parse(row.fields())
		if err != nil || again != row {
			t.Errorf("%+v becomes %+v, %v", row, again, err)
		}
	})
}
