package readings

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
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

// The files of the study, and their columns.
const (
	List    = "data/players/readings.csv"
	Results = "data/players/readings-played.csv.gz"
)

// The columns of these files. A row of results has the digits 1 (won) and 0 of the deals
// solvitaire:1 and up.
var (
	ListColumns    = []string{"reading", "stock", "options", "says"}
	ResultsColumns = []string{"stock", "player", "engine", "won"}
)

// leftovers are the words of the column stock.
var leftovers = map[string]simulate.Leftover{
	"usual": simulate.LeftoverTurned, "kept": simulate.LeftoverFirst, "block": simulate.LeftoverLast, "round": simulate.LeftoverRound,
}

// game is the one that the paper plays.
const game = "klondike-whole-blocks"

// Run plays what is missing. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("readings", flag.ContinueOnError)
	docs := flags.String("docs", "docs", "the directory with data/players")
	engine := flags.String("engine", "", "the commit of the players, kept with the results")
	deals := flags.String("deals", "10000,10000,10000,10000,2000", "deals with no rollouts, one, two and so on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var counts []int
	for _, text := range strings.Split(*deals, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || len(counts) > int(player.Yan.Options[0].Most) {
			return fmt.Errorf("--deals: %q must be numbers from 1 on, at most %d", *deals, player.Yan.Options[0].Most+1)
		}
		counts = append(counts, n)
	}
	return run(ctx, *docs, *engine, counts)
}

func run(ctx context.Context, docs, engine string, counts []int) error {
	list, err := rows.Table(os.DirFS(docs), List, ListColumns...)
	if err != nil {
		return err
	}
	done, err := played(os.DirFS(docs))
	if err != nil {
		return err
	}
	for n, count := range counts {
		for _, row := range list {
			o, err := player.Yan.ParseOptions(append(strings.Fields(row[2]), fmt.Sprintf("n=%d", n)))
			if err != nil {
				return fmt.Errorf("%s, %s: %w", List, row[0], err)
			}
			stock, title := row[1], player.Yan.Title(o)
			at := slices.IndexFunc(done, func(r []string) bool { return r[0] == stock && r[1] == title })
			if at >= 0 && len(done[at][3]) >= count {
				continue
			}
			won, err := play(ctx, stock, o, count)
			if err != nil {
				return err
			}
			if at < 0 {
				at, done = len(done), append(done, nil)
			}
			done[at] = []string{stock, title, engine, won}
			if err := rows.Write(filepath.Join(docs, Results), append([][]string{ResultsColumns}, done...)); err != nil {
				return err
			}
			fmt.Printf("%s, n=%d: %.2f %% of %d\n", row[0], n, 100*float64(strings.Count(won, "1"))/float64(count), count)
		}
	}
	return nil
}

// played returns the results that are there; none if there is no file.
func played(docs fs.FS) ([][]string, error) {
	if _, err := fs.Stat(docs, Results); err != nil {
		return nil, nil
	}
	return rows.Table(docs, Results, ResultsColumns...)
}

// play returns a digit for each deal.
func play(ctx context.Context, stock string, o player.Options, count int) (string, error) {
	leftover, known := leftovers[stock]
	if !known {
		return "", fmt.Errorf("%s: unknown stock %q", List, stock)
	}
	g, _ := rules.Lookup(game)
	won := make([]byte, count)
	for i := range won {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		seed := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(i) + 1}
		from, err := seed.Deal(&g.Rules)
		if err != nil {
			return "", err
		}
		wins, err := player.YanWins(ctx, player.DealSeed(0, seed.String()), o, leftover, &g.Rules, &from)
		if err != nil {
			return "", err
		}
		if won[i] = '0'; wins {
			won[i] = '1'
		}
	}
	return string(won), nil
}
