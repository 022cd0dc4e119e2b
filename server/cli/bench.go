package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// benchCommand solves many deals and reports each result, to compare engines, and to compare verdicts
// with those of other programs.
type benchCommand struct {
	gameFlags  `embed:""`
	Seeds      string        `help:"Range of deals, for example solvitaire:1-1000." placeholder:"SCHEME:FROM-TO"`
	Truth      string        `help:"CSV file with columns game, seed and verdict. Its deals are solved (with --game only the deals of that game), and contradictions are reported. A timeout in the file contradicts nothing." placeholder:"FILE"`
	Deadline   time.Duration `help:"Time limit per deal." default:"60s"`
	States     int64         `help:"Maximum number of states searched per deal; 0 for no limit." default:"0"`
	Jobs       int           `help:"Deals to solve at a time." default:"1"`
	threadFlag `embed:""`
	CPU        bool                  `help:"Report CPU seconds of the process instead of wall seconds. Needs --jobs 1."`
	Memory     service.Size          `help:"Memory for search tables, per job; its threads share it." default:"1GiB"`
	Objective  solver.Objective      `help:"Solution to look for: any, short or shortest. With short and shortest, seconds and states include shortening, and two more columns have the first length and the proven lower bound." placeholder:"OBJECTIVE" enum:",any,short,shortest" default:""`
	Without    []portfolio.Technique `help:"Technique to switch off, for comparison; see docs/inside/engines.md." placeholder:"TECHNIQUE"`
	Out        string                `help:"Append to this file instead of standard output, leaving out deals that it already has, to continue an interrupted run." placeholder:"FILE"`
}

// benchDeal is a deal to solve.
type benchDeal struct {
	game  string
	rules *rules.Rules // shared by the deals of a game
	seed  deal.Seed
	truth solver.Verdict // expected verdict; empty if not known

	states int64         // limit for this deal; 0 for the limit of all
	in     *packed.Range // which has its verdict; of verify-results
}

// key identifies a deal in a table.
func (d *benchDeal) key() [2]string { return [2]string{d.game, d.seed.String()} }

// problem deals the cards.
func (d *benchDeal) problem() (*solver.Problem, error) {
	position, err := d.seed.Deal(d.rules)
	if err != nil {
		return nil, service.Usagef("%s of %s: %w", d.seed, d.game, err)
	}
	return solver.NewProblem(*d.rules, position), nil
}

// benchRow is the result of a deal.
type benchRow struct {
	benchDeal
	result  solver.Result
	elapsed time.Duration // of the search: wall time, or with --cpu the process's
	err     error

	found      int // length of the solution before shortening
	length     int // and after it
	shortening time.Duration
}

// header returns the names of the columns.
func (b *benchCommand) header() []string {
	columns := []string{"game", "seed", "verdict", "because", "seconds", "states", "length"}
	if b.Objective.Optimizes() {
		columns = append(columns, "first_length", "lower_bound")
	}
	return columns
}

func (b *benchCommand) Run(c console) error {
	if b.Objective == "any" {
		b.Objective = solver.AnySolution
	}
	if err := b.check(); err != nil {
		return err
	}
	deals, err := b.deals(c)
	if err != nil {
		return err
	}
	file, before, err := b.output(c)
	if err != nil {
		return err
	}
	if file != nil {
		defer file.Close()
	}

	contradictions, messages := 0, c.err
	compare := func(d *benchDeal, v solver.Verdict) {
		if v.Proven() && d.truth.Proven() && v != d.truth {
			contradictions++
			fmt.Fprintf(messages, "CONTRADICTION: %s %s is %s here and %s in %s\n", d.game, d.seed, v, d.truth, b.Truth)
		}
	}
	var todo []benchDeal
	for _, d := range deals {
		if v, has := before[d.key()]; has {
			compare(&d, v)
		} else {
			todo = append(todo, d)
		}
	}

	var tally stats.Tally
	count := countDeals(int64(len(todo)), tally)
	bar := showProgress(c, 0, count.state)
	defer bar.end()
	messages = bar.err()
	table := csv.NewWriter(bar.out())
	if file != nil {
		table = csv.NewWriter(file)
	}
	var rows []benchRow
	for row := range b.solve(c.ctx, todo) {
		if row.err != nil {
			return row.err
		}
		rows = append(rows, row)
		tally.Add(tallyOf(row.result.Verdict))
		count.set(tally)
		compare(&row.benchDeal, row.result.Verdict)
		_ = table.Write(b.fields(&row))
		if table.Flush(); table.Error() != nil {
			return table.Error()
		}
	}
	bar.end()
	b.summarise(c.err, rows, tally)
	switch {
	case contradictions > 0:
		return fmt.Errorf("%d verdicts contradict %s", contradictions, b.Truth)
	case c.ctx.Err() != nil:
		return interrupted(fmt.Sprintf("stopped after %d of %d deals", len(rows), len(todo)))
	}
	return nil
}

func (b *benchCommand) check() error {
	switch {
	case b.CPU && b.Jobs > 1:
		return service.Usagef("--cpu: needs --jobs 1, since several jobs would count each other's time")
	case b.Deadline <= 0:
		return service.Usagef("--deadline: must be more than 0")
	case b.States < 0:
		return service.Usagef("--states: must be at least 0")
	}
	if err := b.threadFlag.check(); err != nil {
		return err
	}
	return checkJobs(b.Jobs, b.Memory)
}

func (b *benchCommand) fields(r *benchRow) []string {
	length, first, bound := "", "", ""
	if r.result.Verdict == solver.Winnable {
		length, first, bound = strconv.Itoa(r.length), strconv.Itoa(r.found), strconv.Itoa(r.result.Bound)
	}
	return []string{
		r.game, r.seed.String(), string(r.result.Verdict), string(r.result.Reason),
		strconv.FormatFloat(r.elapsed.Seconds(), 'f', 6, 64), strconv.FormatInt(r.result.States, 10), length, first, bound,
	}[:len(b.header())]
}

// checkJobs checks how many deals are solved at a time, each with so much memory.
func checkJobs(jobs int, memory service.Size) error {
	if jobs < 1 {
		return service.Usagef("--jobs: must be at least 1")
	}
	return (memory * service.Size(jobs)).Fits("--memory")
}

// solve solves deals with an engine per job, and yields their results as they are done. Those that an
// interruption of the command cut short are left out. The jobs end with the loop.
func (b *benchCommand) solve(ctx context.Context, deals []benchDeal) iter.Seq[benchRow] {
	return func(yield func(benchRow) bool) {
		ctx, cancel := context.WithCancel(ctx)
		done := make(chan benchRow)
		var next atomic.Int64
		var jobs sync.WaitGroup
		for range b.Jobs {
			jobs.Go(func() {
				engine := portfolio.NewThreads(b.Threads, int64(b.Memory), b.Without...)
				for n := next.Add(1); n <= int64(len(deals)) && ctx.Err() == nil; n = next.Add(1) {
					if row := b.solveOne(ctx, engine, deals[n-1]); row.result.Reason != solver.Cancelled {
						done <- row
					}
				}
			})
		}
		go func() {
			jobs.Wait()
			close(done)
		}()
		wanted := true
		for row := range done {
			if wanted = wanted && yield(row); !wanted {
				cancel()
			}
		}
		cancel()
	}
}

func (b *benchCommand) solveOne(ctx context.Context, engine *portfolio.Threads, d benchDeal) benchRow {
	budget := solver.Budget{States: cmp.Or(d.states, b.States), Objective: b.Objective}
	row := benchRow{benchDeal: d}
	problem, err := d.problem()
	if err != nil {
		row.err = err
		return row
	}
	clock := solver.NewClock(ctx).Within(b.Deadline)
	start, used := time.Now(), cpuTime()
	elapsed := func() time.Duration {
		if b.CPU {
			return cpuTime() - used
		}
		return time.Since(start)
	}
	row.result = engine.Search(clock, problem, budget)
	row.elapsed = elapsed()
	row.found = game.Length(row.result.Solution)
	shortened := time.Now()
	engine.Shorten(clock, problem, budget, &row.result)
	row.shortening = time.Since(shortened)
	if b.Objective.Optimizes() {
		row.elapsed = elapsed()
	}
	row.length = game.Length(row.result.Solution)
	row.err = row.result.Verify(problem)
	row.result.Solution, row.result.Passes = nil, nil // those of a million deals would not fit into memory
	return row
}

// deals returns the deals that the flags name.
func (b *benchCommand) deals(c console) ([]benchDeal, error) {
	if b.Truth != "" {
		if b.Seeds != "" || b.Rules != "" {
			return nil, service.Usagef("--truth: can't be combined with --seeds or --rules, since the file names its deals")
		}
		return b.truthDeals(c)
	}
	name, r, err := b.rulesOf(c)
	if err != nil {
		return nil, err
	}
	seeds, err := deal.ParseSeeds(b.Seeds)
	if err != nil {
		return nil, service.Usagef("--seeds: must be scheme:from-to, such as solvitaire:1-1000: %w", err)
	}
	var deals []benchDeal
	for _, seed := range seeds {
		deals = append(deals, benchDeal{game: cmp.Or(name, b.Rules), rules: &r, seed: seed})
	}
	_, err = deals[0].problem() // if one can be laid out, all can
	return deals, err
}

// truthDeals returns the deals of the file of verdicts. With --game it returns only the deals of that game.
func (b *benchCommand) truthDeals(c console) ([]benchDeal, error) {
	text, err := readFile(c, b.Truth)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, service.Usagef("%s is not a CSV file with a header: %w", b.Truth, err)
	}
	column := map[string]int{}
	for _, name := range []string{"game", "seed", "verdict"} {
		i := slices.Index(rows[0], name)
		if i < 0 {
			return nil, service.Usagef("%s has no column %s", b.Truth, name)
		}
		column[name] = i
	}
	only := ""
	if b.Game != "" {
		if only, _, err = b.rulesOf(c); err != nil {
			return nil, err
		}
	}
	var deals []benchDeal
	at := map[[2]string]int{} // index of a deal, which the file may have under several names of its game
	for i, row := range rows[1:] {
		g, known := rules.Lookup(row[column["game"]])
		seed, err := deal.ParseSeed(row[column["seed"]])
		truth := solver.Verdict(row[column["verdict"]])
		switch {
		case !known:
			return nil, service.Usagef("%s, row %d: unknown game %q", b.Truth, i+2, row[column["game"]])
		case err != nil:
			return nil, service.Usagef("%s, row %d: %w", b.Truth, i+2, err)
		case !truth.Proven() && truth != solver.Unknown && truth != "timeout":
			return nil, service.Usagef("%s, row %d: %q is neither winnable, unwinnable, unknown nor timeout", b.Truth, i+2, truth)
		case only != "" && g.Name != only:
			continue
		}
		d := benchDeal{game: g.Name, rules: &g.Rules, seed: seed, truth: truth}
		if k, again := at[d.key()]; again {
			if !deals[k].truth.Proven() {
				deals[k].truth = truth
			}
			continue
		}
		at[d.key()] = len(deals)
		deals = append(deals, d)
	}
	return deals, nil
}

// output opens the file of the table, if there is one, writes the header, and returns the verdicts
// that the file already has.
func (b *benchCommand) output(c console) (*os.File, map[[2]string]solver.Verdict, error) {
	header := strings.Join(b.header(), ",")
	if b.Out == "" {
		_, err := fmt.Fprintln(c.out, header)
		return nil, nil, err
	}
	f, err := os.OpenFile(b.Out, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, service.Usagef("%w", err)
	}
	before, err := readTable(f, b.header())
	switch {
	case err != nil:
		err = service.Usagef("%s is not the table of an earlier run: %w", b.Out, err)
	case before == nil:
		_, err = fmt.Fprintln(f, header)
	}
	if err != nil {
		f.Close()
	}
	return f, before, err
}

// readTable returns the verdicts of an earlier run, nil for an empty file.
func readTable(from io.Reader, header []string) (map[[2]string]solver.Verdict, error) {
	text, err := io.ReadAll(from)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	if text[len(text)-1] != '\n' {
		return nil, errors.New("its last line is incomplete; remove it")
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], header) {
		return nil, fmt.Errorf("its columns must be %s", strings.Join(header, ", "))
	}
	verdicts := map[[2]string]solver.Verdict{}
	for _, row := range rows[1:] {
		verdicts[[2]string{row[0], row[1]}] = solver.Verdict(row[2])
	}
	return verdicts, nil
}

// summarise writes the totals of a run.
func (b *benchCommand) summarise(to io.Writer, rows []benchRow, tally stats.Tally) {
	if len(rows) == 0 {
		fmt.Fprintln(to, "no deals")
		return
	}
	var total, shortening, longest time.Duration
	var seconds []float64
	var found, lengths []int
	proven := 0
	for _, row := range rows {
		total += row.elapsed
		seconds = append(seconds, row.elapsed.Seconds())
		if row.result.Verdict == solver.Winnable {
			found, lengths = append(found, row.found), append(lengths, row.length)
			shortening += row.shortening
			longest = max(longest, row.shortening)
			if row.length == row.result.Bound {
				proven++
			}
		}
	}
	slices.Sort(seconds)
	slices.Sort(found)
	slices.Sort(lengths)
	quantile := func(q float64) float64 {
		return seconds[int(math.Ceil(q*float64(len(seconds))))-1]
	}
	fmt.Fprintf(to, "%d deals: %d resolved (%d winnable, %d unwinnable), %d unknown\n",
		len(rows), tally.Winnable+tally.Unwinnable, tally.Winnable, tally.Unwinnable, tally.Unknown)
	fmt.Fprintf(to, "seconds: total %.3f, mean %.6f, median %.6f, p90 %.6f, p99 %.6f, max %.6f\n",
		total.Seconds(), total.Seconds()/float64(len(rows)), quantile(.5), quantile(.9), quantile(.99), quantile(1))
	n := len(lengths)
	if n > 0 {
		fmt.Fprintf(to, "solutions: median length %d, max %d; as found %d and %d; shortened in %.6f seconds each, max %.6f\n",
			lengths[n/2], lengths[n-1], found[n/2], found[n-1], shortening.Seconds()/float64(n), longest.Seconds())
	}
	if peak := peakMemory(); peak > 0 {
		fmt.Fprintf(to, "peak memory: %d MiB\n", peak>>20)
	}
	if n > 0 && b.Objective.Optimizes() {
		fmt.Fprintf(to, "shortest: %d of %d solutions are proven shortest\n", proven, n)
	}
}
