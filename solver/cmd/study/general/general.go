package general

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/search"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

const (
	scheme = "solvitaire"
	// specialStates is the portfolio's budget for a deal.
	specialStates = 200_000
	// atOnce is the number of deals of a block.
	atOnce = 2500
)

// Run compares. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("general", flag.ContinueOnError)
	s := study{}
	flags.StringVar(&s.dir, "dir", "docs/data/general", "the directory of the games and the verdicts")
	flags.StringVar(&s.engine, "engine", "", "the version of the program, for the files: the commit")
	flags.Int64Var(&s.memory, "memory", 256<<20, "bytes of memory for the tables of each engine")
	workers := flags.Int("workers", 1, "games that are searched at a time")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.engine == "" {
		return errors.New("-engine is required")
	}
	return s.run(ctx, *workers)
}

type study struct {
	dir, engine string
	memory      int64
	wrong       atomic.Int64 // deals with two verdicts
}

// entry is a line of games.csv.
type entry struct {
	name          string // of its file
	subject       packed.Subject
	rules         rules.Rules
	deals, states int64
}

func (s *study) run(ctx context.Context, workers int) error {
	list, err := readGames(s.dir)
	if err != nil {
		return err
	}
	todo := make(chan *entry, len(list))
	for i := range list {
		todo <- &list[i]
	}
	close(todo)
	failed := make([]error, workers)
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() {
			w := worker{s, portfolio.New(s.memory), search.New(memory.New(s.memory), search.Complete)}
			for e := range todo {
				if ctx.Err() != nil {
					return
				}
				if failed[i] = w.play(ctx, e); failed[i] != nil {
					return
				}
			}
		})
	}
	group.Wait()
	if n := s.wrong.Load(); n > 0 {
		failed = append(failed, fmt.Errorf("%d deals have two verdicts", n))
	}
	return errors.Join(failed...)
}

func readGames(dir string) ([]entry, error) {
	lines, err := rows.Table(os.DirFS(dir), "games.csv", "game", "ranks", "deals", "states")
	if err != nil {
		return nil, err
	}
	var list []entry
	for _, row := range lines {
		known, found := rules.Lookup(row[0])
		if !found || known.Name != row[0] {
			return nil, fmt.Errorf("games.csv: %s: no such game", row[0])
		}
		e := entry{name: known.Name, rules: known.Rules}
		ranks, err := strconv.Atoi(cmp.Or(row[1], "0"))
		if ranks > 0 {
			e.name += fmt.Sprintf("-%d-ranks", ranks)
			e.rules.MaxRank = card.Rank(ranks)
		}
		var dealsErr, statesErr error
		e.deals, dealsErr = strconv.ParseInt(row[2], 10, 64)
		e.states, statesErr = strconv.ParseInt(row[3], 10, 64)
		if err := errors.Join(err, dealsErr, statesErr); err != nil {
			return nil, fmt.Errorf("games.csv: %s: %w", row[0], err)
		}
		e.subject = packed.Subject{Rules: string(e.rules.Canonical()), Scheme: scheme, Epoch: solver.Epoch}
		if ranks == 0 {
			e.subject.Game = known.Name
		}
		list = append(list, e)
	}
	return list, nil
}

// worker has the engines of a goroutine.
type worker struct {
	*study
	special *portfolio.Portfolio
	general *search.Engine
}

// play searches the deals of a game that its file does not have.
func (w *worker) play(ctx context.Context, e *entry) (err error) {
	next := int64(1)
	file, err := packed.Append(filepath.Join(w.dir, e.name+".gz"), func(r *packed.Range) error {
		if r.Source != "" { // written after the portfolio's
			next = r.Last() + 1
		}
		return nil
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	other := solver.Engine(w.general)
	name := "general engine"
	if e.rules.Accordion.Size > 0 || e.rules.Sequences.Count > 0 || e.rules.Rows.Shape != rules.NoRows || e.rules.Discards() {
		other, name = brute{}, "brute force"
	}
	for next <= e.deals && ctx.Err() == nil {
		special := &packed.Range{Subject: e.subject, Method: packed.Method{Engine: w.engine, States: specialStates, Memory: w.memory}, First: next}
		general := &packed.Range{Subject: e.subject, Method: packed.Method{Engine: w.engine, States: e.states, Memory: w.memory}, First: next}
		general.Source = name
		for ; next <= e.deals && general.Deals() < atOnce; next++ {
			first, second, err := w.compare(ctx, e, other, next)
			if ctx.Err() != nil {
				break
			}
			if err != nil {
				return fmt.Errorf("%s %s:%d: %w", e.name, scheme, next, err)
			}
			general.Append(first)
			special.Append(second)
			if first.Proven() && second.Proven() && first != second {
				w.wrong.Add(1)
				fmt.Fprintf(os.Stderr, "CONTRADICTION: %s %s:%d is %s by the %s and %s by the portfolio\n", e.name, scheme, next, first, name, second)
			}
		}
		if general.Deals() == 0 {
			break
		}
		if err := errors.Join(file.Write(special), file.Write(general)); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %d deals\n", e.name, next-1)
	}
	return nil
}

// compare searches a deal with both engines. The portfolio's verdict is not counted if the other
// one is unknown.
func (w *worker) compare(ctx context.Context, e *entry, other solver.Engine, number int64) (general, special packed.Verdict, err error) {
	cards, err := deal.Seed{Scheme: scheme, Number: uint64(number)}.Deal(&e.rules)
	if err != nil {
		return 0, 0, err
	}
	p := solver.NewProblem(e.rules, cards)
	first := other.Solve(ctx, p, solver.Budget{States: e.states})
	if err := first.Verify(p); err != nil || !first.Verdict.Proven() {
		return packed.Unknown, packed.NotCounted, err
	}
	second := w.special.Solve(ctx, p, solver.Budget{States: specialStates, Objective: solver.FirstSolution})
	if err := second.Verify(p); err != nil {
		return 0, 0, err
	}
	if second.Engine == search.Name {
		return packed.VerdictOf(first.Verdict), packed.Unknown, nil
	}
	return packed.VerdictOf(first.Verdict), packed.VerdictOf(second.Verdict), nil
}
