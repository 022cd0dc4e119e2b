package tables

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/losses"
)

// lostGames has two games won, one of which a decision made again would have lost with more guesses,
// and one lost for each of three causes.
const lostGames = `game,seed,engine,settings,class,keeping,hidden,redone,again,guesses,states,both,control_hidden,control_redone,control_again,control_guesses,control_states,control_both
klondike,solvitaire:1,v1,guesses=500 states=50000 solve=7,unwinnable,0,0,0,0,0,0,0,0,0,0,0,0,0
klondike,solvitaire:2,v1,guesses=500 states=50000 solve=7,won,10,0,0,0,0,0,0,12,1,1,0,1,1
klondike,solvitaire:3,v1,guesses=500 states=50000 solve=7,won,20,0,0,0,0,0,0,12,1,1,1,1,1
klondike,solvitaire:4,v1,guesses=500 states=50000 solve=7,lost,5,16,3,0,3,1,2,20,1,1,1,1,1
klondike,solvitaire:5,v1,guesses=500 states=50000 solve=7,lost,12,9,3,0,0,0,0,20,1,0,1,1,1
klondike,solvitaire:6,v1,guesses=500 states=50000 solve=7,stopped,17,4,2,2,0,2,2,20,1,1,1,1,1
klondike,solvitaire:7,v1,guesses=500 states=50000 solve=7,unknown,0,0,0,0,0,0,0,0,0,0,0,0,0
`

func TestLossesTable(t *testing.T) {
	text, err := lossesTable(fstest.MapFS{playersDir + "/losses-draw-3.csv.gz": {Data: zipped(t, lostGames)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"**Three cards drawn**: 7 deals, `solvitaire:1` to `solvitaire:7`, commit v1.",
		"| won | 2 | 28.6 (8.2 to 64.2) |",
		"| lost by a decision | 2 | 28.6 (8.2 to 64.2) |",
		"| cause | games | % of those lost by a decision | 21–16 hidden | 15–11 hidden | 10–5 hidden | 4–0 hidden |",
		"| information | 1 | 33.3 (6.1 to 79.3) | 0 | 0 | 1 | 0 |",
		"| chance | 1 | 33.3 (6.1 to 79.3) | 0 | 0 | 0 | 1 |",
		"| estimate | 1 | 33.3 (6.1 to 79.3) | 1 | 0 | 0 | 0 |",
		"| search | 0 | 0.0 (0.0 to 56.2) | 0 | 0 | 0 | 0 |",
		"| all | 3 | 100.0 (43.8 to 100.0) | 1 | 0 | 1 | 1 |",
		"| the same settings | 2 of 8 | 33.3 (6.1 to 79.3) | – | 1 of 5 |",
		"| 500 guesses, 50,000 states | 4 of 8 | 66.7 (20.7 to 93.9) | +33.3",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing", line)
		}
	}
	if strings.Contains(text, "One card drawn") {
		t.Error("a table without a file")
	}
	if t.Failed() {
		t.Log(text)
	}
	for name, wrong := range map[string]string{
		"class": strings.Replace(lostGames, ",won,", ",drawn,", 1), "columns": "game,seed\n",
		"no deals": lostGames[:strings.Index(lostGames, "\n")+1], "count": strings.Replace(lostGames, ",5,16,", ",5,x,", 1),
	} {
		if _, err := lossesTable(fstest.MapFS{playersDir + "/losses-draw-3.csv.gz": {Data: zipped(t, wrong)}}); err == nil {
			t.Errorf("no error for a wrong %s", name)
		}
	}
}

// TestRemade compares sums with those by hand.
func TestRemade(t *testing.T) {
	all, err := readLosses(fstest.MapFS{"x.csv.gz": {Data: zipped(t, lostGames)}}, "x.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	// The control decisions of a won game count ten times, of a lost one twelve times.
	for setting, want := range map[losses.Setting]float64{
		losses.Again:   (1 + 1 + 12) / 5.,
		losses.Guesses: (10 + 1 + 1) / 5.,
		losses.Both:    (1/3. + 1) / 5.,
	} {
		got := remade(all, setting)
		if math.Abs(got.hazard-want) > 1e-9 || math.Abs(got.difference-(want-14/5.)) > 1e-9 {
			t.Errorf("setting %d: %+v, want %g losses a game", setting, got, want)
		}
	}
	if got := remade(all, losses.Again); got.half != 0 || got.gained+got.forfeited != 0 {
		t.Errorf("a difference from itself: %+v", got)
	}
	// Differences of guesses: +10, 0, −1, −12, +1; of their mean −0.4 the standard deviation is 7.0.
	if got, want := remade(all, losses.Guesses).half, 1.96*math.Sqrt(49.04/5); math.Abs(got-want) > 1e-3 {
		t.Errorf("half of the interval %g, want %g", got, want)
	}
}
