package tables

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// TestSandwich checks the standard error of a share, which must not depend on how often each
// game is repeated.
func TestSandwich(t *testing.T) {
	const games, won = 400, 100
	for _, times := range []int{1, 7} {
		var all []outcome
		var groups [][]outcome
		for g := range games {
			o := outcome{features: []float64{1}, plays: 1}
			if g < won {
				o.wins = 1
			}
			var group []outcome
			for range times {
				group = append(group, o)
			}
			groups, all = append(groups, group), append(all, group...)
		}
		w := logistic(all)
		const p = won / float64(games)
		if want := math.Log(p / (1 - p)); math.Abs(w[0]-want) > 1e-3 {
			t.Errorf("%d times: %v; want %v", times, w, want)
		}
		if got, want := sandwich(w, groups)[0][0], 1/(games*p*(1-p)); math.Abs(got-want) > 1e-3*want {
			t.Errorf("%d times: %v; want %v", times, got, want)
		}
	}
}

// TestCurvesComeBack draws games by a curve, and fits it again.
func TestCurvesComeBack(t *testing.T) {
	truth := player.Curve{Weights: [player.Features]float64{-1, 1.2, -0.5, 0.1}}
	random := rand.New(rand.NewPCG(1, 1))
	var games []followed
	for n := range 40_000 {
		g := followed{policy: "insight", game: "klondike", seed: deal.Seed{Scheme: deal.Solvitaire, Number: uint64(n)}}
		a := advised{policy: g.policy, hidden: 2 + random.IntN(20), Evaluation: player.Evaluation{Samples: 100, Wins: random.Float64()}}
		g.won = random.Float64() < truth.Advised(&a.Evaluation, a.hidden).Win
		g.advised = []advised{a}
		games = append(games, g)
	}
	found := curves(games)
	if len(found) != 1 {
		t.Fatalf("%d curves", len(found))
	}
	for i, w := range found[0].Weights {
		if off, most := math.Abs(w-truth.Weights[i]), 4*math.Sqrt(found[0].Spread[i][i]); off > most || most > 0.5 {
			t.Errorf("weight %d is %v, want %v", i, w, truth.Weights[i])
		}
	}
	if table := reliabilityTable(games); strings.Count(table, "| `klondike` | insight |") != len(reliability{}) {
		t.Error(table)
	}
}

// TestPolicies reads games with two advisors, and fits a curve for each.
func TestPolicies(t *testing.T) {
	text := "game,seed,policy,information,samples,won,seconds,advised\n"
	for n := range 80 {
		text += fmt.Sprintf("klondike,solvitaire:%d,insight,stock-seen,4,%d,1,hindsight:45:4:2 hindsight:44:4:%d 21:4:3 20:0:0 19:4:%d\n", 2*n, n%2, n%4, n%3)
	}
	games, err := readAdvice(fstest.MapFS{"research/data/advice/x.csv.gz": {Data: zipped(t, text)}})
	if err != nil {
		t.Fatal(err)
	}
	for policy, hidden := range map[string][]int{"insight": {21, 19}, "hindsight": {45, 44}} {
		of := kinds(games)[kind{policy: policy, game: "klondike"}]
		if len(of) != 80 {
			t.Fatalf("%s: %d games, want 80", policy, len(of))
		}
		for _, g := range of {
			if len(g.advised) != 2 || g.advised[0].hidden != hidden[0] || g.advised[1].hidden != hidden[1] {
				t.Errorf("%s: %+v", policy, g)
			}
		}
	}
	if found := curves(games); len(found) != 2 || found[0].Advisor != "hindsight" || found[0].Fewest != 44 || found[0].Most != 45 || found[1].Advisor != "insight" || found[1].Fewest != 19 || found[1].Most != 21 {
		t.Errorf("%+v", found)
	}
}

// TestFewDeals checks that no curve is fitted to games of which too few were won, and that games in
// which covered cards were hidden have a curve of their own.
func TestFewDeals(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	games := func(information player.Information, won int) (all []followed) {
		for n := range 60 {
			g := followed{policy: "foresight", game: "tripeaks", information: string(information), seed: deal.Seed{Scheme: deal.Solvitaire, Number: uint64(n)}, won: n < won}
			share := 0.1 + 0.2*random.Float64()
			if g.won {
				share += 0.6
			}
			g.advised = []advised{{policy: g.policy, hidden: 10 + random.IntN(20), Evaluation: player.Evaluation{Samples: 10, Wins: share}}}
			all = append(all, g)
		}
		return all
	}
	for _, test := range []struct{ open, hidden, curves int }{{30, 20, 2}, {30, 19, 1}, {41, 19, 0}} {
		all := append(games(player.StockSeen, test.open), games(player.CoveredHidden, test.hidden)...)
		found := curves(all)
		if len(found) != test.curves || len(found) > 0 && found[0].Covered || len(found) > 1 && !found[1].Covered {
			t.Errorf("%+v: %+v", test, found)
		}
		if table := reliabilityTable(all); strings.Contains(table, "| `tripeaks`, covered cards hidden |") != (test.curves > 1) {
			t.Errorf("%+v: %s", test, table)
		}
	}
}

// TestNoCurve has games that no curve of this form fits: those after a share of a half are lost, all
// with a greater share are won, and of those with a smaller one three of five.
func TestNoCurve(t *testing.T) {
	var games []followed
	for n := range uint64(300) {
		share := []float64{0.1, 0.5, 0.9}[n%3]
		g := followed{policy: "foresight", game: "golf", seed: deal.Seed{Scheme: deal.Solvitaire, Number: n}, won: share > 0.5 || share < 0.5 && n/3%5 < 3}
		g.advised = []advised{{policy: g.policy, hidden: int(n % 10), Evaluation: player.Evaluation{Samples: 10, Wins: share}}}
		games = append(games, g)
	}
	if found := curves(games); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	if table := reliabilityTable(games); !strings.Contains(table, "| foresight, not used: ") {
		t.Error(table)
	}
}

// TestHopeless has games that are lost although a share was won at first, and go on without any for
// long. How long must make no difference.
func TestHopeless(t *testing.T) {
	games := func(moves int) (all []followed) {
		for n := range uint64(100) {
			g := followed{policy: "foresight", game: "golf", seed: deal.Seed{Scheme: deal.Solvitaire, Number: n}, won: n%5 < 2}
			g.advised = []advised{{policy: g.policy, hidden: 9, Evaluation: player.Evaluation{Samples: 10, Wins: float64(n%10) / 10}}}
			for range moves {
				g.advised = append(g.advised, advised{policy: g.policy, hidden: 5, Evaluation: player.Evaluation{Samples: 10}})
			}
			all = append(all, g)
		}
		return all
	}
	once, _ := curve(kind{policy: "foresight", game: "golf"}, games(1))
	often, _ := curve(kind{policy: "foresight", game: "golf"}, games(100))
	never, _ := curve(kind{policy: "foresight", game: "golf"}, games(0))
	if once != often || once == never || often.Fewest != 9 {
		t.Errorf("once %+v, often %+v, never %+v", once, often, never)
	}
}

// TestFollowedTable checks the table of games played by advice, two of them by the player too.
func TestFollowedTable(t *testing.T) {
	header := "game,seed,policy,information,samples,won,seconds,advised\n"
	files := fstest.MapFS{
		"research/data/advice/known.csv.gz":       {Data: zipped(t, header+"klondike,solvitaire:7,insight,stock-known,4,1,2,\nklondike,solvitaire:8,insight,stock-known,4,1,4,\n")},
		"research/data/advice/seen.csv.gz":        {Data: zipped(t, header+"klondike,solvitaire:7,insight,stock-seen,4,0,5,\n")},
		"research/data/advice/other.csv.gz":       {Data: zipped(t, header+"klondike-draw-1,solvitaire:7,insight,stock-known,4,0,5,\n")},
		"research/data/advice/x-stray.csv.gz":     {Data: zipped(t, header+"klondike,solvitaire:9,insight,stock-known,4,1,2,\n")},
		"research/data/advice/alone/known.csv.gz": {Data: zipped(t, "game,seed,won,player\nklondike,solvitaire:7,false,insight\nklondike,solvitaire:8,true,insight\nklondike,solvitaire:7,true,insight stock=seen\n")},
	}
	games, err := readAdvice(files)
	if err != nil {
		t.Fatal(err)
	}
	played, err := readAlone(files)
	if err != nil {
		t.Fatal(err)
	}
	table := followedTable(games, played)
	for _, want := range []string{
		"| `klondike` | stock-known | insight | 4 | – | solvitaire:7-8 | 2 | 100.0 % (34.2 to 100.0) | 3 s | +50.00 (",
		"| `klondike` | stock-seen | insight | 4 | – | solvitaire:7-7 | 1 | 0.0 % (0.0 to 79.3) | 5 s | -100.00 (",
		"| `klondike-draw-1` | stock-known | insight | 4 | – | solvitaire:7-7 | 1 | 0.0 % (0.0 to 79.3) | 5 s | – |",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("missing %s in\n%s", want, table)
		}
	}
	files["research/data/advice/alone/bad.csv.gz"] = &fstest.MapFile{Data: zipped(t, "game,seed,won,player\nklondike,solvitaire:7,perhaps,insight\n")}
	if _, err := readAlone(files); err == nil || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("%v", err)
	}
}

// TestTooFewGames has only lost games, and games of only one half. No curve may be fitted to or
// validated on no games.
func TestTooFewGames(t *testing.T) {
	lost := followed{policy: "insight", game: "klondike", advised: []advised{{policy: "insight", hidden: 5, Evaluation: player.Evaluation{Samples: 4}}}}
	if _, made := curve(kind{policy: "insight", game: "klondike"}, []followed{lost}); made {
		t.Error("a curve of lost games")
	}
	var games []followed // of even numbers; each deal is played twice
	for n := range uint64(2 * fewestDeals) {
		for _, strayed := range []bool{false, true} {
			g := lost
			g.seed, g.won, g.strayed = deal.Seed{Scheme: deal.Solvitaire, Number: 2 * n}, n%2 == 0, strayed
			share := 0.25
			if g.won {
				share = 1
			}
			g.advised = []advised{{policy: "insight", hidden: 5, Evaluation: player.Evaluation{Samples: 4, Wins: share}}}
			games = append(games, g)
		}
	}
	if found := curves(games); len(found) != 1 || found[0].Fewest != 5 {
		t.Errorf("%+v", found)
	}
	if table := reliabilityTable(games); strings.Contains(table, "klondike") {
		t.Error(table)
	}
	both := slices.Clone(games)
	for _, g := range games {
		g.seed.Number++
		both = append(both, g)
	}
	if table := reliabilityTable(both); !strings.Contains(table, fmt.Sprintf("| %d | %d |", 4*fewestDeals, 2*fewestDeals)) {
		t.Errorf("each of %d deals won was played twice: %s", 2*fewestDeals, table)
	}
}

// TestBadAdvice checks that invalid rows are rejected.
func TestBadAdvice(t *testing.T) {
	for _, row := range []string{
		"klondike,solvitaire:1,insight,stock-known,many,1,1,21:4:2", "klondike,solvitaire:1,insight,stock-known,4,1,1,21:4", "klondike,solvitaire:1,insight,stock-known,4,1,1,hindsight:21:4",
		"klondike,solvitaire:1,insight,stock-known,4,yes,1,insight:21:4:2", "klondike,somebody:1,insight,stock-known,4,1,1,insight:21:4:2",
	} {
		files := fstest.MapFS{"research/data/advice/x.csv.gz": {Data: zipped(t, "game,seed,policy,information,samples,won,seconds,advised\n"+row+"\n")}}
		if _, err := readAdvice(files); err == nil || !strings.Contains(err.Error(), "row 2") {
			t.Errorf("%s: %v", row, err)
		}
	}
}
