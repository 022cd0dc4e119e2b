package seeds_test

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

var update = flag.Bool("update", false, "write testdata/days.txt anew")

// noon is when the tests take place.
func noon() time.Time { return time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC) }

// shipped returns a Dealer of the deals that come with the program.
func shipped(t *testing.T) *seeds.Dealer {
	t.Helper()
	d, err := seeds.NewDealer(docs.Winnable, noon, rand.IntN)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// scores are scores of FreeCell, one of each grade.
var scores = map[difficulty.Grade]difficulty.Line{
	difficulty.Easy:   {Careless: difficulty.Rate{Wins: 50, Plays: 100}},
	difficulty.Medium: {Careless: difficulty.Rate{Wins: 10, Plays: 100}},
	difficulty.Hard:   {Careless: difficulty.Rate{Wins: 2, Plays: 100}},
	difficulty.Expert: {Careless: difficulty.Rate{Wins: 0, Plays: 100}},
}

// dealing returns a Dealer of deals of FreeCell with these numbers and grades.
func dealing(t *testing.T, random func(int) int, numbers []uint64, grades []difficulty.Grade) *seeds.Dealer {
	t.Helper()
	var list []seeds.Measured
	for i, n := range numbers {
		line := scores[grades[i]]
		list = append(list, seeds.Measured{Number: n, Difficulty: difficulty.Difficulty{Method: difficulty.LineAndPlayers, Line: &line}})
	}
	var file bytes.Buffer
	if err := seeds.WriteMeasured(&file, "free-cell", list); err != nil {
		t.Fatal(err)
	}
	d, err := seeds.NewDealer(fstest.MapFS{seeds.MeasuredFile("free-cell"): {Data: file.Bytes()}}, noon, random)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestMeasured writes deals and reads them again.
func TestMeasured(t *testing.T) {
	want := []seeds.Measured{
		{Number: 3, Difficulty: difficulty.Difficulty{
			Method: difficulty.LineAndPlayers, Length: 120, Redeals: 3, Line: &difficulty.Line{
				Decisions: 31, WinningShare: 0.9621212121212119, Bits: 2.9248125036057813, Critical: 2, Unknown: 1,
				Random: difficulty.Rate{Wins: 1, Plays: 10}, Greedy: difficulty.Rate{Plays: 20}, Careless: difficulty.Rate{Wins: 4, Plays: 100},
				WorryingBack: difficulty.Undecided, Passes: &difficulty.Passes{Fewest: 4, AtLeast: 1},
			},
		}},
		{Number: 17, Difficulty: difficulty.Difficulty{
			Method: difficulty.LineAndPlayers, Line: &difficulty.Line{Glance: &difficulty.Rate{Wins: 1, Plays: 20}, Random: difficulty.Rate{Plays: 10}, Careless: difficulty.Rate{Plays: 100}},
		}},
	}
	for i := range want { // the score follows from the components
		row := map[string]string{}
		for at, field := range want[i].Row() {
			row[want[i].Method.Columns()[at]] = field
		}
		d, err := difficulty.FromRow(row)
		if err != nil {
			t.Fatal(err)
		}
		want[i].Score = d.Score
	}
	var file bytes.Buffer
	if err := seeds.WriteMeasured(&file, "klondike", want); err != nil {
		t.Fatal(err)
	}
	got, err := seeds.ReadMeasured(fstest.MapFS{"klondike.csv.gz": {Data: file.Bytes()}}, "klondike")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
	if got, err := seeds.ReadMeasured(fstest.MapFS{"spider.csv.gz": {Data: file.Bytes()}}, "spider"); err == nil {
		t.Errorf("a file with other columns: %+v", got)
	}
}

// TestCursorsReachAllOnce has clients read the deals of a program and then of a later version, which has
// more: each from a random start, in random counts and of its grade. None gets a deal twice, and in the
// end each has all.
func TestCursorsReachAllOnce(t *testing.T) {
	for range 100 {
		var numbers []uint64
		var grades []difficulty.Grade
		for n := uint64(1); len(numbers) < 40; n += 1 + rand.Uint64N(3) {
			numbers, grades = append(numbers, n), append(grades, difficulty.Grades[rand.IntN(4)])
		}
		now := dealing(t, rand.IntN, numbers[:20], grades)
		later := dealing(t, rand.IntN, numbers, grades)
		for range 5 {
			grade := append([]difficulty.Grade{""}, difficulty.Grades...)[rand.IntN(5)]
			got, cursor := map[string]bool{}, ""
			read := func(d *seeds.Dealer, count int) bool {
				deals, err := d.Winnable("free-cell", grade, count, cursor)
				if _, none := err.(interface{ NotFound() bool }); none {
					return false
				}
				if err != nil || len(deals) == 0 || len(deals) > count {
					t.Fatalf("%d deals of %d: %v", len(deals), count, err)
				}
				for _, dealt := range deals[:1+rand.IntN(len(deals))] { // a client may stop in the middle of an answer
					if got[dealt.Seed] || grade != "" && dealt.Grade != grade {
						t.Fatalf("of grade %q: %+v (twice: %t)", grade, dealt, got[dealt.Seed])
					}
					got[dealt.Seed], cursor = true, dealt.Cursor
				}
				return true
			}
			for range rand.IntN(10) {
				read(now, 1+rand.IntN(7))
			}
			for read(later, 1+rand.IntN(7)) {
			}
			want := 0
			for _, g := range grades {
				if grade == "" || g == grade {
					want++
				}
			}
			if len(got) != want {
				t.Fatalf("of grade %q: %d deals of %d", grade, len(got), want)
			}
		}
	}
}

// TestStartsAnywhere checks that clients start at different deals.
func TestStartsAnywhere(t *testing.T) {
	d := shipped(t)
	first := map[string]bool{}
	for range 200 {
		deals, err := d.Winnable("klondike", difficulty.Easy, 1, "")
		if err != nil {
			t.Fatal(err)
		}
		first[deals[0].Seed] = true
	}
	if len(first) < 10 {
		t.Errorf("200 clients start at %d deals", len(first))
	}
}

func TestBadCursors(t *testing.T) {
	grades := []difficulty.Grade{"easy", "easy", "hard", "easy", "easy"}
	first := func(int) int { return 0 }
	d := dealing(t, first, []uint64{1, 2, 4, 5, 6}, grades)
	cursorOf := func(game string, grade difficulty.Grade) string {
		t.Helper()
		deals, err := d.Winnable(game, grade, 1, "")
		if err != nil {
			t.Fatal(err)
		}
		return deals[0].Cursor
	}
	klondike, err := shipped(t).Winnable("klondike", difficulty.Easy, 1, "")
	if err != nil {
		t.Fatal(err)
	}
	longer, err := dealing(t, first, []uint64{1, 99}, grades).Winnable("free-cell", difficulty.Easy, 2, "")
	if err != nil {
		t.Fatal(err)
	}
	good := cursorOf("free-cell", "easy")
	for what, test := range map[string]struct{ text, want string }{
		"nonsense":              {"nonsense!", "invalid cursor"},
		"one letter":            {"A", "invalid cursor"},
		"short":                 {good[:8], "invalid cursor"},
		"cut":                   {good[:11], "does not belong"},
		"long":                  {strings.Repeat("A", 200), "invalid cursor"},
		"very long":             {strings.Repeat("A", 1<<20), "invalid cursor"},
		"of a pool":             {base64.RawURLEncoding.EncodeToString([]byte("123456\x01\x02\x05\x00")), "earlier version"},
		"of another version":    {base64.RawURLEncoding.EncodeToString([]byte("123456\x03\x02\x05\x00")), "invalid cursor"},
		"of another game":       {klondike[0].Cursor, "does not belong to deals of free-cell"},
		"of another difficulty": {cursorOf("free-cell", "hard"), "belongs to hard deals"},
		"of all difficulties":   {cursorOf("free-cell", ""), "all difficulties"},
		"beyond the last deal":  {longer[1].Cursor, "beyond"},
	} {
		deals, err := d.Winnable("free-cell", difficulty.Easy, 3, test.text)
		wrong, ok := err.(interface{ Field() string })
		if !ok || wrong.Field() != "cursor" || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %d deals, %v", what, len(deals), err)
		}
	}
	for i := range good { // a wrong character is detected
		spoiled := []byte(good)
		spoiled[i] ^= 1
		if deals, err := d.Winnable("free-cell", difficulty.Easy, 1, string(spoiled)); err == nil {
			t.Errorf("%s: %+v", spoiled, deals)
		}
	}
}

// FuzzCursor reads any text as a cursor.
func FuzzCursor(f *testing.F) {
	f.Add("AAAAAAABAQEA")
	d, err := seeds.NewDealer(docs.Winnable, noon, rand.IntN)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if deals, err := d.Winnable("golf", "", 3, text); err == nil && len(deals) == 0 {
			t.Error("no deals, and no error")
		}
	})
}

// TestShipped asks for all deals that come with the program, and for some by their ids.
func TestShipped(t *testing.T) {
	d := shipped(t)
	games := d.Games()
	if len(games) < 19 {
		t.Errorf("deals of %v", games)
	}
	for _, game := range games {
		deals, err := d.Winnable(game, "", 1_000_000, "")
		if err != nil {
			t.Fatal(err)
		}
		ids := map[solver.ID]bool{}
		for _, dealt := range deals {
			ids[dealt.ID] = true
		}
		if len(ids) != len(deals) || len(deals) < 60 {
			t.Errorf("%s: %d deals, %d ids", game, len(deals), len(ids))
		}
		p := enginetest.Numbered(t, game, deals[7].Seed)
		found, known := d.Graded(p.Rules(), p.ID())
		if deals[7].Cursor = ""; !known || p.ID() != deals[7].ID || !reflect.DeepEqual(found, deals[7]) {
			t.Errorf("%s: %+v by its id, %+v", game, found, deals[7])
		}
		for _, grade := range difficulty.Grades {
			if deals, err := d.Winnable(game, grade, 5, ""); err != nil || len(deals) != 5 {
				t.Errorf("%s: %d %s deals, %v", game, len(deals), grade, err)
			}
		}
	}
	p := enginetest.Numbered(t, "accordion", "solvitaire:1")
	if found, known := d.Graded(p.Rules(), p.ID()); known {
		t.Errorf("%+v", found)
	}
	if _, err := d.Winnable("accordion", "", 1, ""); err == nil || !strings.Contains(err.Error(), "klondike-draw-1") {
		t.Errorf("no deals of accordion: %v", err)
	}
}

// TestDates asks for days that are too far away, and for today.
func TestDates(t *testing.T) {
	d := shipped(t)
	for date, good := range map[string]bool{
		"2019-12-31": false, "2020-01-01": true, "2026-11-29": true, "2027-11-29": true, "2027-11-30": false, "9999-12-31": false, "2026-02-30": false,
	} {
		day, _, err := d.Daily("free-cell", date, "")
		if _, wrong := err.(interface{ Field() string }); wrong == good || good && day.Date != date {
			t.Errorf("%s: %+v, %v", date, day, err)
		}
	}
	day, today, err := d.Daily("free-cell", "", difficulty.Hard)
	if err != nil || day != (seeds.Day{Game: "free-cell", Date: "2026-11-29", Grade: "hard", Version: seeds.DailyVersion}) || today.Grade != difficulty.Hard {
		t.Errorf("today: %+v, %+v, %v", day, today, err)
	}
}

// TestDaysTakeTurns checks that no deal of a grade is that of two days before all others were.
func TestDaysTakeTurns(t *testing.T) {
	d := shipped(t)
	seen := map[string]bool{}
	for at := noon(); ; at = at.AddDate(0, 0, -1) {
		_, dealt, err := d.Daily("klondike", at.Format(time.DateOnly), difficulty.Medium)
		if err != nil {
			t.Fatal(err)
		}
		if seen[dealt.Seed] {
			break
		}
		seen[dealt.Seed] = true
	}
	if len(seen) < 10 {
		t.Errorf("the deals come again after %d days", len(seen))
	}
}

// TestDaysStay compares the deals of days with testdata/days.txt. If it fails, other days have other
// deals than before too. Raise DailyVersion, and run the test with -update.
func TestDaysStay(t *testing.T) {
	d := shipped(t)
	var got strings.Builder
	for _, game := range d.Games() {
		for _, date := range []string{"2020-01-01", "2024-02-29", "2026-11-22"} {
			for _, grade := range []difficulty.Grade{"", difficulty.Medium} {
				day, dealt, err := d.Daily(game, date, grade)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintln(&got, day.Version, date, game, grade, dealt.Seed, dealt.Grade, fmt.Sprintf("%.6f", dealt.Score))
			}
		}
	}
	const file = "testdata/days.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("daily deals changed; raise DailyVersion (- want + got):\n%s", diff)
	}
}
