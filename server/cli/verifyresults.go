package cli

import (
	"bufio"
	"cmp"
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
	File   []string      `arg:"" help:"Files of packed verdicts (docs/inside/packed.md), or names of games, for the files that come with the program."`
	Sample int           `help:"Number of deals, chosen at random." default:"200"`
	Seed   uint64        `help:"Random seed of the choice (default: another one each time)." placeholder:"N"`
	States int64         `help:"Maximum number of states per deal, in place of what the files say." placeholder:"N"`
	Limit  time.Duration `name:"deadline" help:"Time limit per deal." default:"10m"`
	Jobs   int           `help:"Deals to solve at a time, each on one thread (default: number of processors)." placeholder:"N"`
	Memory service.Size  `help:"Memory for search tables, per job." default:"512MiB"`
}

func (v *verifyResultsCommand) Run(c console) error {
	if v.Sample < 1 || v.States < 0 {
		return service.Usagef("--sample: must be at least 1; --states: must be at least 0")
	}
	v.Jobs = cmp.Or(v.Jobs, runtime.GOMAXPROCS(0))
	if err := checkJobs(v.Jobs, v.Memory); err != nil {
		return err
	}
	if v.Seed == 0 {
		v.Seed = rand.Uint64()
	}
	ranges, played, err := v.read()
	if err != nil {
		return err
	}
	deals, err := v.choose(ranges)
	switch {
	case err != nil:
		return err
	case len(deals) == 0:
		return service.Usagef("the files have no solved deals to verify")
	}
	return v.solve(c, deals, played)
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

// choose chooses deals, each equally likely and none twice, in the order of the files, each with the states
// that its range had.
func (v *verifyResultsCommand) choose(ranges []*packed.Range) ([]benchDeal, error) {
	type place struct {
		in   *packed.Range
		seed int64
	}
	random := rand.New(rand.NewPCG(v.Seed, 0))
	var chosen []place
	counted := 0
	for _, r := range ranges {
		for seed := r.First; seed <= r.Last(); seed++ {
			if r.At(seed) == packed.NotCounted {
				continue
			}
			if counted++; len(chosen) < v.Sample {
				chosen = append(chosen, place{r, seed})
			} else if at := random.IntN(counted); at < v.Sample {
				chosen[at] = place{r, seed}
			}
		}
	}
	deals := make([]benchDeal, len(chosen))
	for i, at := range chosen {
		r, err := rules.Parse([]byte(at.in.Rules))
		if err != nil {
			return nil, fmt.Errorf("rules of %s: %w", at.in.Game, err)
		}
		seed, err := campaign.Seeds{Scheme: at.in.Scheme}.Seed(at.seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at.in.Game, err)
		}
		deals[i] = benchDeal{game: at.in.Game, rules: &r, seed: seed, states: cmp.Or(v.States, at.in.States), in: at.in}
	}
	return deals, nil
}

// errContradiction is the error of files that say something else than was found.
var errContradiction = errors.New("the verdicts of the files contradict those of this program: one of them is wrong")

// solve solves the deals, and writes how its verdicts compare with the verdicts of the files.
func (v *verifyResultsCommand) solve(c console, deals []benchDeal, played int64) error {
	bench := benchCommand{
		Jobs: v.Jobs, threadFlag: threadFlag{1}, Deadline: v.Limit, Memory: v.Memory, Objective: solver.FirstSolution,
	}
	var solved atomic.Int64
	bar := showProgress(c, time.Second, func() (float64, string) {
		n := solved.Load()
		return float64(n) / float64(len(deals)), fmt.Sprintf("%d of %d", n, len(deals))
	})
	defer bar.end()
	var same, unknown, decided, undecided int
	var wrong []string
	for row := range bench.solve(c.ctx, deals) {
		if row.err != nil {
			return fmt.Errorf("%s %s: %w", row.game, row.seed, row.err)
		}
		solved.Add(1)
		was := row.in.At(int64(row.seed.Number))
		switch now := packed.VerdictOf(row.result.Verdict); {
		case was == now && now == packed.Unknown:
			unknown++
		case was == now:
			same++
		case was == packed.Unknown:
			decided++
		case now == packed.Unknown:
			undecided++
		default:
			wrong = append(wrong, fmt.Sprintf("%s %s is %s, and %s in the file, by engine %s", row.game, row.seed, now, was, row.in.Engine))
		}
	}
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	bar.end()
	slices.Sort(wrong)
	fmt.Fprintf(c.out, "%d deals solved again (--seed %d): %d with the same verdict, %d unknown again, %d decided only now, %d not decided now, %d contradictions\n",
		len(deals), v.Seed, same, unknown, decided, undecided, len(wrong))
	if played > 0 {
		fmt.Fprintf(c.out, "%d games of players are left out\n", played)
	}
	if len(wrong) > 0 {
		fmt.Fprintln(c.out, strings.Join(wrong, "\n"))
		return errContradiction
	}
	return nil
}
