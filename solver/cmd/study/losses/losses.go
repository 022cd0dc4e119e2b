package losses

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Settings of the players that make decisions again.
const (
	moreGuesses = 500
	moreStates  = 50_000
)

// Run studies games. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("losses", flag.ContinueOnError)
	name := flags.String("game", "klondike", "the game")
	seeds := flags.String("seeds", "solvitaire:3000001-3000300", "the deals")
	engine := flags.String("engine", "", "the commit of the player and of the engine, kept with the results")
	out := flags.String("out", "", "the file to write or to continue, whose name ends in .gz")
	limit := flags.Duration("for", 0, "stop after this time; 0 means never")
	memory := flags.Int64("memory", 1<<29, "bytes of memory for the engine's tables")
	s := study{kind: player.Insight, settings: strengths(player.Insight.Defaults(), moreGuesses, moreStates)}
	flags.Int64Var(&s.states, "states", 20_000_000, "states to find whether a position can be won")
	flags.IntVar(&s.losing, "times", 3, "how often a decision that lost a game is made again with each settings")
	flags.IntVar(&s.control, "control", 1, "how often a decision that kept a game is")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if min(s.losing, s.control) < 1 || max(s.losing, s.control) > mostCount {
		return fmt.Errorf("--times and --control: must be from 1 to %d", mostCount)
	}
	if *limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *limit)
		defer cancel()
	}
	s.engine = portfolio.New(*memory)
	return s.run(ctx, *name, *seeds, *engine, *out)
}

// strengths returns the settings of players: those given, and with more guesses and more states.
func strengths(o player.Options, guesses, states int64) [settings]player.Options {
	with := func(guesses, states int64) player.Options {
		return player.Options{"stock": o["stock"], "guesses": guesses, "states": states}
	}
	return [settings]player.Options{
		Again: o, Guesses: with(guesses, o["states"]), States: with(o["guesses"], states), Both: with(guesses, states),
	}
}

// run studies the deals that the file does not have. It writes the file after each deal.
func (s *study) run(ctx context.Context, name, seeds, engine, out string) error {
	g, known := rules.Lookup(name)
	if !known {
		return fmt.Errorf("unknown game %q", name)
	}
	if !s.kind.Plays(&g.Rules) {
		return errors.New(s.kind.Refusal(&g.Rules))
	}
	numbered, err := deal.ParseSeeds(seeds)
	if err != nil {
		return fmt.Errorf("--seeds: must be like solvitaire:1-100: %w", err)
	}
	if engine == "" {
		return errors.New("--engine: a commit is required")
	}
	if !strings.HasSuffix(out, ".gz") {
		return errors.New("--out: a file whose name ends in .gz is required")
	}
	s.rules = &g.Rules
	table, done, err := s.read(out)
	if err != nil {
		return err
	}
	for _, seed := range numbered {
		if done[g.Name+" "+seed.String()] {
			continue
		}
		from, err := seed.Deal(&g.Rules)
		if err != nil {
			return err
		}
		began := time.Now()
		row, err := s.study(ctx, seed.String(), &from)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", seed, err)
		}
		row.Game, row.Seed, row.Engine, row.Settings = g.Name, seed.String(), engine, s.text()
		table = append(table, row.fields())
		if err := rows.Write(out, table); err != nil {
			return err
		}
		fmt.Printf("%s: %s %s, %.1f s\n", seed, row.Class, row.Cause(), time.Since(began).Seconds())
	}
	return nil
}

// text returns the settings as text.
func (s *study) text() string {
	return fmt.Sprintf("guesses=%d states=%d solve=%d", s.settings[Both]["guesses"], s.settings[Both]["states"], s.states)
}

// read reads the file, with its headings, and the deals that it has. All of them must be of the same
// settings. A file that does not exist is empty.
func (s *study) read(name string) (table [][]string, done map[string]bool, err error) {
	done = map[string]bool{}
	old, err := rows.Table(os.DirFS(filepath.Dir(name)), filepath.Base(name), Columns...)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	table = [][]string{Columns}
	for _, fields := range old {
		row, err := Parse(fields)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %s: %w", name, fields[1], err)
		}
		if row.Settings != s.text() {
			return nil, nil, fmt.Errorf("%s: %s has other settings: %s", name, row.Seed, row.Settings)
		}
		table = append(table, fields)
		done[row.Game+" "+row.Seed] = true
	}
	return table, done, nil
}
