package peers

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// own is the name of this program in the tables.
const own = "thoughtful"

// Run compares. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	dir := flags.String("dir", "data/peers", "the directory of settings.csv and of the tables")
	only := flags.String("only", "", "comparisons to run, by their names, separated by commas; all if empty")
	self := flags.String(own, "../../bin/thoughtful", "this `program`")
	fcSolve := flags.String("fc-solve", "", "the `program` freecell-solver-range-parallel-solve of fc-solve")
	solvitaire := flags.String("solvitaire", "", "the `program` solvitaire")
	programs := map[string]program{}
	flags.Func("driver", "another solver, as `NAME=PROGRAM`, that reads deals from standard input; can be repeated", func(text string) error {
		name, path, ok := strings.Cut(text, "=")
		if !ok || name == "" || path == "" {
			return errors.New("want NAME=PROGRAM")
		}
		programs[name] = driver(path)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	programs[own] = bench(*self)
	if *fcSolve != "" {
		programs["fc-solve"] = rangeSolve(*fcSolve)
	}
	if *solvitaire != "" {
		programs["solvitaire"] = solvitaireOne(*solvitaire)
	}
	settings, err := readSettings(*dir)
	if err != nil {
		return err
	}
	if len(programs) > 1 {
		wanted := strings.FieldsFunc(*only, func(c rune) bool { return c == ',' })
		for _, s := range settings {
			if len(wanted) > 0 && !slices.Contains(wanted, s.name) {
				continue
			}
			if err := s.run(ctx, *dir, programs); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	text, err := Table(os.DirFS(*dir))
	fmt.Print(text)
	return err
}

// setting is a comparison.
type setting struct {
	name  string
	game  rules.Game
	seeds []deal.Seed
	peers []string // without this program
	limit time.Duration
	block int // deals of a process
}

func readSettings(dir string) ([]setting, error) {
	lines, err := rows.Table(os.DirFS(dir), "settings.csv", settingsColumns...)
	if err != nil {
		return nil, err
	}
	var settings []setting
	for _, line := range lines {
		s := setting{name: line[0], peers: strings.Fields(line[3])}
		var known bool
		if s.game, known = rules.Lookup(line[1]); !known {
			return nil, fmt.Errorf("%s: unknown game %q", s.name, line[1])
		}
		for part := range strings.FieldsSeq(line[2]) {
			seeds, err := deal.ParseSeeds(part)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			s.seeds = append(s.seeds, seeds...)
		}
		seconds, secondsErr := strconv.Atoi(line[4])
		block, blockErr := strconv.Atoi(line[5])
		if err := errors.Join(secondsErr, blockErr); err != nil || seconds < 1 || block < 1 {
			return nil, fmt.Errorf("%s: seconds and block must be positive numbers", s.name)
		}
		s.limit, s.block = time.Duration(seconds)*time.Second, block
		settings = append(settings, s)
	}
	return settings, nil
}

// run compares on the deals that the table does not have.
func (s *setting) run(ctx context.Context, dir string, programs map[string]program) error {
	name := filepath.Join(dir, s.name+".csv")
	if _, err := os.Stat(name + ".gz"); err == nil {
		return nil
	}
	order := append([]string{own}, s.peers...)
	for _, peer := range order {
		if programs[peer] == nil {
			fmt.Fprintf(os.Stderr, "%s: left out, as %s is not given\n", s.name, peer)
			return nil
		}
	}
	file, done, err := rows.Open(name, columns)
	if err != nil {
		return err
	}
	var todo []deal.Seed
	for _, seed := range s.seeds {
		if !done[seed.String()] {
			todo = append(todo, seed)
		}
	}
	for block := range slices.Chunk(todo, s.block) {
		if err := s.solve(ctx, file, block, order, programs); err != nil {
			return errors.Join(err, file.Close())
		}
		slices.Reverse(order)
		fmt.Fprintf(os.Stderr, "%s: until %s\n", s.name, block[len(block)-1])
	}
	if err := file.Close(); err != nil {
		return err
	}
	return rows.Compress(name)
}

// solve has the programs solve a block in this order, and writes their results at once.
func (s *setting) solve(ctx context.Context, file io.Writer, block []deal.Seed, order []string, programs map[string]program) error {
	proven := make([]solver.Verdict, len(block))
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	for _, name := range order {
		out, err := programs[name](ctx, task{&s.game, block, s.limit})
		if err != nil {
			return fmt.Errorf("%s, from %s: %w", name, block[0], err)
		}
		if len(out.deals) != len(block) {
			return fmt.Errorf("%s, from %s: %d results of %d deals", name, block[0], len(out.deals), len(block))
		}
		load := loadAverage()
		for i, d := range out.deals {
			if d.verdict.Proven() {
				if proven[i].Proven() && proven[i] != d.verdict {
					return fmt.Errorf("CONTRADICTION: %s is %s with %s and %s before", block[i], d.verdict, name, proven[i])
				}
				proven[i] = d.verdict
			}
			share := out.cpu.Seconds() / float64(len(block))
			if out.each != nil {
				share = out.each[i].Seconds()
			}
			_ = table.Write([]string{
				s.game.Name, block[i].String(), name, string(d.verdict), d.seconds,
				strconv.FormatFloat(share, 'f', 6, 64), strconv.FormatInt(out.memory>>20, 10), d.states, load,
			})
		}
	}
	table.Flush()
	_, err := file.Write(text.Bytes())
	return errors.Join(table.Error(), err)
}

// loadAverage returns how many processes wanted a processor in the last minute, or nothing where
// the system does not say.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(text), " ")
	return load
}
