package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// verifyResultsCommand solves some deals of packed verdicts again.
type verifyResultsCommand struct {
	File   []string      `arg:"" help:"Files of packed verdicts (docs/packed.md), or names of games, for the files that come with the program."`
	Sample int           `help:"Number of deals, chosen at random." default:"200"`
	Seed   uint64        `help:"Random seed of the choice (default: another one each time)." placeholder:"N"`
	States int64         `help:"Maximum number of states per deal, in place of what the files say." placeholder:"N"`
	Limit  time.Duration `name:"deadline" help:"Time limit per deal." default:"10m"`
	Jobs   int           `help:"Deals to solve at a time, each on one thread (default: number of processors)." placeholder:"N"`
	Memory service.Size  `help:"Memory for search tables, per job." default:"512MiB"`
}

func (v *verifyResultsCommand) Run(c console) error {
	if v.Sample < 1 || v.Jobs < 0 || v.States < 0 {
		return service.Usagef("--sample must be at least 1, --jobs and --states not negative")
	}
	if v.Jobs == 0 {
		v.Jobs = runtime.GOMAXPROCS(0)
	}
	if err := (v.Memory * service.Size(v.Jobs)).Fits("--memory"); err != nil {
		return err
	}
	if v.Seed == 0 {
		v.Seed = rand.Uint64()
	}
	ranges, played, err := v.read()
	if err != nil {
		return err
	}
	deals := choose(ranges, v.Sample, v.Seed)
	if len(deals) == 0 {
		return service.Usagef("the files have no deals that were solved")
	}
	found, err := v.solve(c, deals)
	if err != nil {
		return err
	}
	return report(c, deals, found, played, v.Seed)
}

// read reads the files. Games of players, which depend on the version of the player, are only
// counted.
func (v *verifyResultsCommand) read() (ranges []*packed.Range, played int64, err error) {
	for _, name := range v.File {
		file, err := openPacked(name)
		if err != nil {
			return nil, 0, service.Usagef("%w", err)
		}
		content := bufio.NewReader(file)
		strict.SkipMark(content)
		err = packed.Each(content, func(r *packed.Range) error {
			if r.Player != "" {
				played += r.Tally().Deals()
			} else {
				ranges = append(ranges, r)
			}
			return nil
		})
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, 0, service.Usagef("%s: %w", name, err)
		}
	}
	return ranges, played, nil
}

// openPacked opens a file; if there is none, and a game has this name, the one of its shipped deals.
func openPacked(name string) (fs.File, error) {
	file, err := os.Open(name)
	if game, known := rules.Lookup(name); known && errors.Is(err, fs.ErrNotExist) {
		return docs.Packed.Open(game.Name + ".gz")
	}
	return file, err
}

// countedDeal is a deal with its verdict in a file.
type countedDeal struct {
	in   *packed.Range
	seed int64
}

// choose chooses deals, each equally likely and none twice, in the order of the files.
func choose(ranges []*packed.Range, n int, seed uint64) []countedDeal {
	random := rand.New(rand.NewPCG(seed, 0))
	var chosen []countedDeal
	counted := 0
	for _, r := range ranges {
		for seed := r.First; seed <= r.Last(); seed++ {
			if r.At(seed) == packed.NotCounted {
				continue
			}
			if counted++; len(chosen) < n {
				chosen = append(chosen, countedDeal{r, seed})
			} else if at := random.IntN(counted); at < n {
				chosen[at] = countedDeal{r, seed}
			}
		}
	}
	return chosen
}

// solve solves the deals, each with the states that its range had, and returns their verdicts.
func (v *verifyResultsCommand) solve(c console, deals []countedDeal) ([]packed.Verdict, error) {
	todo := make([]benchDeal, len(deals))
	for i := range deals {
		in := deals[i].in
		r, err := rules.Parse([]byte(in.Rules))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", &deals[i], err)
		}
		seed, err := campaign.Seeds{Scheme: in.Scheme}.Seed(deals[i].seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", &deals[i], err)
		}
		todo[i] = benchDeal{game: in.Game, rules: &r, seed: seed, number: i, states: cmp.Or(v.States, in.States)}
	}
	bench := benchCommand{
		Jobs: v.Jobs, threadFlag: threadFlag{1}, Deadline: v.Limit, Memory: v.Memory, Objective: solver.FirstSolution,
	}
	ctx, cancel := context.WithCancel(c.ctx)
	done := bench.solve(ctx, todo)
	defer func() { // the jobs end before this does
		cancel()
		for range done {
		}
	}()
	var solved atomic.Int64
	bar := showProgress(c, time.Second, func() (float64, string) {
		n := solved.Load()
		return float64(n) / float64(len(deals)), fmt.Sprintf("%d of %d", n, len(deals))
	})
	defer bar.end()
	found := make([]packed.Verdict, len(deals))
	for row := range done {
		if row.err != nil {
			return nil, fmt.Errorf("%s: %w", &deals[row.number], row.err)
		}
		found[row.number] = packed.VerdictOf(row.result.Verdict)
		solved.Add(1)
	}
	return found, c.ctx.Err()
}

// String names the deal.
func (d *countedDeal) String() string {
	return fmt.Sprintf("%s %s:%d", d.in.Game, d.in.Scheme, d.seed)
}

// errContradiction is the error of files that say something else than was found.
var errContradiction = errors.New("the files have verdicts that are wrong, or this program finds wrong ones")

// report writes how the verdicts found compare with those of the files.
func report(c console, deals []countedDeal, found []packed.Verdict, played int64, seed uint64) error {
	var same, unknown, decided, undecided int
	var wrong []string
	for i := range deals {
		was := deals[i].in.At(deals[i].seed)
		switch now := found[i]; {
		case was == now && now == packed.Unknown:
			unknown++
		case was == now:
			same++
		case was == packed.Unknown:
			decided++
		case now == packed.Unknown:
			undecided++
		default:
			wrong = append(wrong, fmt.Sprintf("%s is %s, and %s in the file, by engine %s", &deals[i], now, was, deals[i].in.Engine))
		}
	}
	slices.Sort(wrong)
	fmt.Fprintf(c.out, "%d deals solved again (--seed %d): %d with the same verdict, %d unknown again, %d decided only now, %d not decided now, %d contradictions\n",
		len(deals), seed, same, unknown, decided, undecided, len(wrong))
	if played > 0 {
		fmt.Fprintf(c.out, "%d games of players are left out\n", played)
	}
	if len(wrong) > 0 {
		fmt.Fprintln(c.out, strings.Join(wrong, "\n"))
		return errContradiction
	}
	return nil
}
