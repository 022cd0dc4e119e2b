package fit

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Results is the file of the study. Columns has those before the rows, which hold the games won of
// the deals solvitaire:first and up.
const Results = "data/players/donkersteeg-fit.csv.gz"

// Columns are the columns of Results.
func Columns() []string {
	columns := []string{"stage", "first", "deals", "engine", "stock", "options"}
	for _, row := range Rows {
		columns = append(columns, row.Name)
	}
	return columns
}

// Row is a row of Tables 6.2 and 6.3 of the thesis.
type Row struct {
	Name    string
	Printed float64 // share of games won, percent
	Games   int64   // that the thesis played

	Kind *player.Kind
	Game string
	Once bool // the cards are shuffled once: simulations know them
}

// Rows are the rows. Random play with three cards drawn is printed twice, as 11.4 and 11.8 percent.
// The games of random play with one card drawn are not printed, but those of the rows below it.
var Rows = []Row{
	{"random-draw-3", 11.6, 100_000, &player.DonkersteegR, "klondike", false},
	{"random-draw-1", 23.8, 10_000, &player.DonkersteegR, "klondike-draw-1", false},
	{"once-draw-3", 43.2, 100_000, &player.DonkersteegA, "klondike", true},
	{"hidden-draw-3", 16.9, 100_000, &player.DonkersteegA, "klondike", false},
	{"hidden-draw-1", 33.3, 10_000, &player.DonkersteegA, "klondike-draw-1", false},
	{"heuristics-once-draw-3", 42.0, 100_000, &player.DonkersteegC, "klondike", true},
	{"heuristics-hidden-draw-3", 16.7, 100_000, &player.DonkersteegC, "klondike", false},
	{"heuristics-hidden-draw-1", 34.8, 10_000, &player.DonkersteegC, "klondike-draw-1", false},
}

// stocks are the words of the column stock.
var stocks = map[string]player.DonkersteegReading{
	"usual":    {},
	"kept":     {Leftover: simulate.LeftoverFirst},
	"block":    {Leftover: simulate.LeftoverLast},
	"round":    {Leftover: simulate.LeftoverRound},
	"reversed": {Reversed: true},
	"switch":   {Switch: true},
	"shuffled": {Shuffled: true},
}

// switches are the options that the thesis leaves open, and values to draw.
var switches = []struct {
	name   string
	values []string
}{
	{"turn", []string{"any", "last"}},
	{"turns", []string{"0", "8", "14", "16", "24", "48"}},
	{"playouts", []string{"1", "2", "3", "4", "5", "6", "8", "10", "20"}},
	{"depth", []string{"0", "0", "0", "20", "50"}},
	{"score", []string{"maximum", "mean"}},
	{"cards", []string{"reshuffle", "move", "turned"}},
	{"stock", []string{"seen", "known", "forgotten"}},
	{"safe", []string{"played", "simulated"}},
	{"inside", []string{"random", "safe"}},
	{"share", []string{"each", "all"}},
	{"heuristics", []string{"ties", "first"}},
	{"diff_step", []string{"1", "2"}},
}

// Setting is a reading: a word for the stock, and a value of each switch.
type Setting struct {
	Stock   string
	Options string // name=value, separated by spaces
}

// draw returns different settings drawn at random.
func draw(count int) []Setting {
	random := rand.New(rand.NewPCG(1, 2))
	words := slices.Sorted(maps.Keys(stocks))
	var drawn []Setting
	for len(drawn) < count {
		var options []string
		for _, s := range switches {
			options = append(options, s.name+"="+s.values[random.IntN(len(s.values))])
		}
		s := Setting{words[random.IntN(len(words))], strings.Join(options, " ")}
		if !slices.Contains(drawn, s) {
			drawn = append(drawn, s)
		}
	}
	return drawn
}

// Fresh is the name of the last stage, on deals that decided nothing before.
const Fresh = "fresh"

// Played is a row of Results.
type Played struct {
	Setting
	Stage  string
	First  uint64
	Deals  int64
	Won    []int64 // by row
	engine string
}

// Distance returns the root mean square of the differences from the thesis, in points.
func (p *Played) Distance() float64 {
	sum := 0.
	for i, row := range Rows {
		difference := 100*float64(p.Won[i])/float64(p.Deals) - row.Printed
		sum += difference * difference
	}
	return math.Sqrt(sum / float64(len(Rows)))
}

// Run goes through the stages. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	docs := flags.String("docs", "docs", "the directory with data/players")
	engine := flags.String("engine", "", "the commit of the players, kept with the results")
	settings := flags.Int("settings", 162, "settings to begin with")
	deals := flags.Int("deals", 50, "deals of the first stage; three times as many in each later one")
	fresh := flags.Int("fresh", 4000, "deals of the last stage")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *settings < 1 || *deals < 1 || *fresh < 1 {
		return fmt.Errorf("--settings, --deals and --fresh must be at least 1")
	}
	return run(ctx, *docs, *engine, *settings, *deals, *fresh)
}

// freshDeals is the number of the first deal of the last stage.
const freshDeals = 1_000_001

func run(ctx context.Context, docs, engine string, settings, deals, fresh int) error {
	done, err := Read(os.DirFS(docs))
	if err != nil {
		return err
	}
	play := func(stage string, s Setting, first uint64, deals int) (Played, error) {
		for _, p := range done {
			if p.Stage == stage && p.Setting == s && p.First == first && p.Deals >= int64(deals) {
				return p, nil
			}
		}
		p := Played{Setting: s, Stage: stage, First: first, Deals: int64(deals), engine: engine}
		for _, row := range Rows {
			won, err := row.play(ctx, s, first, deals)
			if err != nil {
				return Played{}, fmt.Errorf("%s, %s: %w", s.Stock, s.Options, err)
			}
			p.Won = append(p.Won, won)
		}
		done = append(done, p)
		fmt.Printf("%s: %.2f points from the thesis, %s %s\n", stage, p.Distance(), s.Stock, s.Options)
		return p, rows.Write(filepath.Join(docs, Results), table(done))
	}
	left := draw(settings)
	for stage := 1; len(left) > 2; stage++ {
		var played []Played
		for _, s := range left {
			p, err := play(strconv.Itoa(stage), s, 1, deals)
			if err != nil {
				return err
			}
			played = append(played, p)
		}
		slices.SortStableFunc(played, func(a, b Played) int { return cmp.Compare(a.Distance(), b.Distance()) })
		left = left[:0]
		for _, p := range played[:(len(played)+2)/3] {
			left = append(left, p.Setting)
		}
		deals *= 3
	}
	for _, stock := range slices.Sorted(maps.Keys(stocks)) {
		left = append(left, Setting{Stock: stock})
	}
	for _, s := range left {
		if _, err := play(Fresh, s, freshDeals, fresh); err != nil {
			return err
		}
	}
	return nil
}

// play returns how many deals a row's player wins by a setting.
func (row *Row) play(ctx context.Context, s Setting, first uint64, deals int) (won int64, err error) {
	reading, known := stocks[s.Stock]
	if !known {
		return 0, fmt.Errorf("unknown stock %q", s.Stock)
	}
	var given []string
	for _, option := range strings.Fields(s.Options) {
		name, _, _ := strings.Cut(option, "=")
		of := func(o player.Option) bool { return o.Name == name }
		if slices.ContainsFunc(row.Kind.Options, of) && !(row.Once && (name == "cards" || name == "stock")) {
			given = append(given, option)
		}
	}
	if row.Once {
		given = append(given, "cards=once")
	}
	o, err := row.Kind.ParseOptions(given)
	if err != nil {
		return 0, err
	}
	g, _ := rules.Lookup(row.Game)
	for number := first; number < first+uint64(deals); number++ {
		seed := deal.Seed{Scheme: deal.Solvitaire, Number: number}
		from, err := seed.Deal(&g.Rules)
		if err != nil {
			return 0, err
		}
		played, err := player.DonkersteegPlay(ctx, row.Kind, player.DealSeed(0, seed.String()), o, reading, &g.Rules, &from)
		if err != nil {
			return 0, err
		}
		if played.Won {
			won++
		}
	}
	return won, nil
}

// Read returns the results that are there; none if there is no file.
func Read(docs fs.FS) ([]Played, error) {
	if _, err := fs.Stat(docs, Results); err != nil {
		return nil, nil
	}
	all, err := rows.Table(docs, Results, Columns()...)
	if err != nil {
		return nil, err
	}
	var done []Played
	for _, r := range all {
		p := Played{Stage: r[0], engine: r[3], Setting: Setting{r[4], r[5]}}
		if p.First, err = strconv.ParseUint(r[1], 10, 64); err != nil {
			return nil, fmt.Errorf("%s: %w", Results, err)
		}
		for i, field := range append([]string{r[2]}, r[6:]...) {
			n, err := strconv.ParseInt(field, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", Results, err)
			}
			if i == 0 {
				p.Deals = n
			} else {
				p.Won = append(p.Won, n)
			}
		}
		if p.Deals < 1 {
			return nil, fmt.Errorf("%s: %d deals", Results, p.Deals)
		}
		done = append(done, p)
	}
	return done, nil
}

// table returns the results as they are written.
func table(done []Played) [][]string {
	all := [][]string{Columns()}
	for _, p := range done {
		r := []string{p.Stage, fmt.Sprint(p.First), fmt.Sprint(p.Deals), p.engine, p.Stock, p.Options}
		for _, won := range p.Won {
			r = append(r, fmt.Sprint(won))
		}
		all = append(all, r)
	}
	return all
}
