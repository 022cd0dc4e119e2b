package deadends

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadlock"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/nested"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Run counts dead deals. Args are the flags of the study.
func Run(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("deadends", flag.ContinueOnError)
	seeds := flags.String("seeds", "solvitaire:1-1000000", "the deals")
	verdicts := flags.String("verdicts", "", "a compressed table of verdicts, to compare with")
	jobs := flags.Int("jobs", runtime.NumCPU(), "deals to test in parallel")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return run(os.Stdout, *seeds, *verdicts, *jobs)
}

// tally has the counts of deals.
type counts struct {
	deals, relaxed, twins, dead int64    // dead by the paper's test: by either part, or both
	proven, both                int64    // proven by package deadlock; dead as well
	winnable, unwinnable        int64    // known verdicts of dead deals
	loose, looseWinnable        int64    // by nested.TwinsLoosely
	wrong, open                 []uint64 // dead deals that are winnable; that deadlock does not prove
}

func (t *counts) merge(o *counts) {
	t.deals, t.relaxed, t.twins, t.dead = t.deals+o.deals, t.relaxed+o.relaxed, t.twins+o.twins, t.dead+o.dead
	t.proven, t.both = t.proven+o.proven, t.both+o.both
	t.winnable, t.unwinnable = t.winnable+o.winnable, t.unwinnable+o.unwinnable
	t.loose, t.looseWinnable = t.loose+o.loose, t.looseWinnable+o.looseWinnable
	t.wrong, t.open = append(t.wrong, o.wrong...), append(t.open, o.open...)
}

func run(out io.Writer, seeds, verdicts string, jobs int) error {
	g, _ := rules.Lookup("klondike")
	first, last, err := deal.ParseRange(seeds)
	if err != nil {
		return err
	}
	known := map[string]string{}
	if verdicts != "" {
		if known, err = read(verdicts); err != nil {
			return err
		}
	}
	parts := make([]counts, max(jobs, 1))
	failed := make([]error, len(parts))
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() {
			search, n := nested.New(simulate.NewGame(&g.Rules)), first.Number+uint64(i)
			for ; n <= last.Number && failed[i] == nil; n += uint64(len(parts)) {
				failed[i] = parts[i].add(search, &g.Rules, deal.Seed{Scheme: first.Scheme, Number: n}, known)
			}
		})
	}
	all.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	var t counts
	for i := range parts {
		t.merge(&parts[i])
	}
	share := func(what string, k int64) {
		low, high := stats.Wilson(k, t.deals, z99).Ends(3)
		fmt.Fprintf(out, "%-44s %8d  %.3f %% (%s–%s)\n", what, k, 100*float64(k)/float64(t.deals), low, high)
	}
	fmt.Fprintf(out, "%s: %d deals; shares with intervals of 99 %%\n", seeds, t.deals)
	share("dead by the relaxation", t.relaxed)
	share("dead by the pattern of twins", t.twins)
	share("dead by either", t.dead)
	share("proven by package deadlock", t.proven)
	fmt.Fprintf(out, "of the dead ones: %d proven by package deadlock too; known to be unwinnable %d, winnable %d\n", t.both, t.unwinnable, t.winnable)
	slices.Sort(t.open)
	fmt.Fprintf(out, "not proven by package deadlock: %s %d\n", first.Scheme, t.open)
	share("dead if twins are read loosely", t.loose)
	fmt.Fprintf(out, "of these: known to be winnable %d\n", t.looseWinnable)
	if len(t.wrong) > 0 {
		slices.Sort(t.wrong)
		return fmt.Errorf("dead, but winnable: %s %d", first.Scheme, t.wrong)
	}
	return nil
}

// z99 is the half width of a 99 % interval, in standard deviations.
const z99 = 2.5758293035489004

// add tests and counts a deal.
func (t *counts) add(search *nested.Search, r *rules.Rules, seed deal.Seed, known map[string]string) error {
	p, err := seed.Deal(r)
	if err != nil {
		return err
	}
	b, _ := simulate.Read(&p)
	relaxed, twins := search.Dead(&b)
	proven := deadlock.Find(r, &p) != nil
	t.deals++
	count := func(n *int64, is bool) {
		if is {
			*n++
		}
	}
	dead := relaxed || twins
	verdict := known[seed.String()]
	count(&t.relaxed, relaxed)
	count(&t.twins, twins)
	count(&t.dead, dead)
	count(&t.proven, proven)
	count(&t.both, dead && proven)
	count(&t.winnable, dead && verdict == "winnable")
	count(&t.unwinnable, dead && verdict == "unwinnable")
	loose := relaxed || nested.TwinsLoosely(&b)
	count(&t.loose, loose)
	count(&t.looseWinnable, loose && verdict == "winnable")
	if dead && verdict == "winnable" {
		t.wrong = append(t.wrong, seed.Number)
	}
	if dead && !proven {
		t.open = append(t.open, seed.Number)
	}
	return nil
}

// read returns the verdicts of a table by seed.
func read(name string) (map[string]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	table := csv.NewReader(text)
	header, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	seed, verdict := slices.Index(header, "seed"), slices.Index(header, "verdict")
	if seed < 0 || verdict < 0 {
		return nil, fmt.Errorf("%s: columns seed and verdict are missing", name)
	}
	known := map[string]string{}
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return known, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		known[row[seed]] = row[verdict]
	}
}
