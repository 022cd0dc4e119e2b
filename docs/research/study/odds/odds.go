package odds

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Run counts deals by their patterns. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("odds", flag.ContinueOnError)
	name := flags.String("game", "klondike", "the game")
	seeds := flags.String("seeds", "solvitaire:1-100000", "the deals")
	proofs := flags.Bool("proofs", false, "also look for all proofs without a search, which takes twenty times as long")
	out := flags.String("out", "", "the file to write; standard output if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return run(ctx, *name, *seeds, *proofs, *out)
}

func run(ctx context.Context, name, seeds string, proofs bool, out string) error {
	g, known := rules.Lookup(name)
	if !known || !proof.Handles(&g.Rules) {
		return fmt.Errorf("%q is not a game like Klondike", name)
	}
	first, last, err := deal.ParseRange(seeds)
	if err != nil {
		return fmt.Errorf("--seeds: must be like solvitaire:1-100: %w", err)
	}
	counts, err := count(ctx, &g.Rules, first, last.Number, proofs)
	if err != nil {
		return err
	}
	file := os.Stdout
	if out != "" {
		if file, err = os.Create(out); err != nil {
			return err
		}
	}
	if err := write(file, name, seeds, proofs, counts); err != nil {
		return err
	}
	return file.Close()
}

// shown has the patterns of a deal.
type dealPatterns struct {
	heldTop    bool // the top card of a column is held down
	held       bool // any card is held down
	unplayable bool
	even, odd  bool // because all visible cards have even ranks, or odd ranks without aces
	atOnce     bool // proven lost without case distinctions
	proven     bool // proven lost without a search
}

// column is a column of the file.
type column struct {
	name  string
	shown func(s *dealPatterns) bool
}

var patterns = []column{
	{"held_top", func(s *dealPatterns) bool { return s.heldTop }},
	{"held", func(s *dealPatterns) bool { return s.held }},
	{"unplayable", func(s *dealPatterns) bool { return s.unplayable }},
	{"even", func(s *dealPatterns) bool { return s.even }},
	{"odd", func(s *dealPatterns) bool { return s.odd }},
}

var proofs = []column{
	{"at_once", func(s *dealPatterns) bool { return s.atOnce }},
	{"proven", func(s *dealPatterns) bool { return s.proven }},
}

// inspect returns the patterns of a deal.
func inspect(r *rules.Rules, p *deal.Position, proofs bool) dealPatterns {
	var s dealPatterns
	if proofs {
		s.proven = prove.Certificate(r, p) != nil
		s.atOnce = s.proven && prove.DirectCertificate(r, p) != nil
	}
	for _, pattern := range prove.Patterns(r, p) {
		switch pattern.Pattern {
		case prove.HeldDown:
			s.held = true
			column := p.Tableau[pattern.Column-1].Cards
			s.heldTop = s.heldTop || column[len(column)-1] == pattern.Cards[0]
		case prove.EvenRanks:
			s.unplayable, s.even = true, true
		case prove.OddRanks:
			s.unplayable, s.odd = true, true
		default:
			s.unplayable = true
		}
	}
	return s
}

// count counts the deals by their patterns, on all processors.
func count(ctx context.Context, r *rules.Rules, first deal.Seed, last uint64, proofs bool) (map[dealPatterns]int64, error) {
	var wait sync.WaitGroup
	var lock sync.Mutex
	counts := map[dealPatterns]int64{}
	var failed error
	step := uint64(runtime.GOMAXPROCS(0))
	for worker := range step {
		wait.Go(func() {
			mine := map[dealPatterns]int64{}
			var err error
			for n := first.Number + worker; n <= last && err == nil; n += step {
				var p deal.Position
				if p, err = (deal.Seed{Scheme: first.Scheme, Number: n}).Deal(r); err == nil {
					mine[inspect(r, &p, proofs)]++
					err = ctx.Err()
				}
			}
			lock.Lock()
			defer lock.Unlock()
			for s, n := range mine {
				counts[s] += n
			}
			if err != nil {
				failed = err
			}
		})
	}
	wait.Wait()
	return counts, failed
}

// write writes a row for each combination of patterns.
func write(to io.Writer, name, seeds string, withProofs bool, counts map[dealPatterns]int64) error {
	columns := patterns
	if withProofs {
		columns = slices.Concat(patterns, proofs)
	}
	rows := map[string][]string{}
	for s, n := range counts {
		row := []string{name, seeds}
		for _, c := range columns {
			shows := "0"
			if c.shown(&s) {
				shows = "1"
			}
			row = append(row, shows)
		}
		rows[fmt.Sprint(row)] = append(row, strconv.FormatInt(n, 10))
	}
	table := csv.NewWriter(to)
	header := []string{"game", "seeds"}
	for _, c := range columns {
		header = append(header, c.name)
	}
	if err := table.Write(append(header, "deals")); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		if err := table.Write(rows[key]); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}
