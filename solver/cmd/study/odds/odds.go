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
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadlock"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Run counts deals by what they show; args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("odds", flag.ContinueOnError)
	name := flags.String("game", "klondike", "the game")
	seeds := flags.String("seeds", "solvitaire:1-100000", "the deals")
	proofs := flags.Bool("proofs", false, "look for all proofs that need no search as well, which takes twenty times as long")
	out := flags.String("out", "", "the file to write; standard output if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return run(ctx, *name, *seeds, *proofs, *out)
}

func run(ctx context.Context, name, seeds string, proofs bool, out string) error {
	g, known := rules.Lookup(name)
	if !known || !proof.Handles(&g.Rules) {
		return fmt.Errorf("%q is no game like Klondike", name)
	}
	first, last, err := deal.ParseRange(seeds)
	if err != nil {
		return fmt.Errorf("--seeds is written scheme:from-to, such as solvitaire:1-100: %w", err)
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

// shown is what a deal shows.
type shown struct {
	heldTop    bool // a column's top card is held down by those under it
	held       bool // the same of any card
	unplayable bool
	even, odd  bool // because all that is seen is of even rank, or of odd rank and no ace
	atOnce     bool // it is proven lost without cases
	proven     bool // it is proven lost without a search
}

// column is a column of the file, with what it says.
type column struct {
	name string
	says func(s *shown) bool
}

var patterns = []column{
	{"held_top", func(s *shown) bool { return s.heldTop }},
	{"held", func(s *shown) bool { return s.held }},
	{"unplayable", func(s *shown) bool { return s.unplayable }},
	{"even", func(s *shown) bool { return s.even }},
	{"odd", func(s *shown) bool { return s.odd }},
}

var proofs = []column{
	{"at_once", func(s *shown) bool { return s.atOnce }},
	{"proven", func(s *shown) bool { return s.proven }},
}

// see looks at a deal.
func see(r *rules.Rules, p *deal.Position, proofs bool) shown {
	var s shown
	if proofs {
		s.proven = deadlock.Find(r, p) != nil
		s.atOnce = s.proven && deadlock.FindDirect(r, p) != nil
	}
	for _, pattern := range deadlock.Patterns(r, p) {
		switch pattern.Pattern {
		case deadlock.HeldDown:
			s.held = true
			column := p.Tableau[pattern.Column-1].Cards
			s.heldTop = s.heldTop || column[len(column)-1] == pattern.Cards[0]
		case deadlock.EvenRanks:
			s.unplayable, s.even = true, true
		case deadlock.OddRanks:
			s.unplayable, s.odd = true, true
		default:
			s.unplayable = true
		}
	}
	return s
}

// count looks at deals, on all processors.
func count(ctx context.Context, r *rules.Rules, first deal.Seed, last uint64, proofs bool) (map[shown]int64, error) {
	var wait sync.WaitGroup
	var lock sync.Mutex
	counts := map[shown]int64{}
	var failed error
	step := uint64(runtime.GOMAXPROCS(0))
	for worker := range step {
		wait.Go(func() {
			mine := map[shown]int64{}
			var err error
			for n := first.Number + worker; n <= last && err == nil; n += step {
				var p deal.Position
				if p, err = (deal.Seed{Scheme: first.Scheme, Number: n}).Deal(r); err == nil {
					mine[see(r, &p, proofs)]++
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

// write writes a line for all that deals show together.
func write(to io.Writer, name, seeds string, withProofs bool, counts map[shown]int64) error {
	columns := patterns
	if withProofs {
		columns = slices.Concat(patterns, proofs)
	}
	rows := map[string][]string{}
	for s, n := range counts {
		row := []string{name, seeds}
		for _, c := range columns {
			says := "0"
			if c.says(&s) {
				says = "1"
			}
			row = append(row, says)
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
