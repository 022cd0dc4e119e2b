package service

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// PoolConfig configure the pools of winnable deals.
type PoolConfig struct {
	PoolGames []string `env:"POOL_GAMES" help:"Games, with commas between, of which a pool of winnable deals is kept (default: all whose difficulties are graded)." placeholder:"GAMES"`
	PoolSize  int      `env:"POOL_SIZE" help:"Winnable deals of each difficulty to keep ahead of whoever has seen most of them; 0 for no pools." default:"100"`
	PoolMax   int      `env:"POOL_MAX" help:"Winnable deals of each difficulty to keep at most." default:"1000"`
}

// Complete checks what can't be meant, and calls games by their own names.
func (f *PoolConfig) Complete() error {
	if f.PoolSize < 0 {
		return Usagef("POOL_SIZE: at least 0")
	}
	if f.PoolMax < f.PoolSize {
		return Usagef("POOL_MAX: at least POOL_SIZE, which is %d", f.PoolSize)
	}
	graded := gradedGames()
	if len(f.PoolGames) == 0 {
		f.PoolGames = graded
	}
	for i, name := range f.PoolGames {
		g, known := rules.Lookup(strings.TrimSpace(name))
		if !known {
			return Usagef("POOL_GAMES: no game is called %q", name)
		}
		if !slices.Contains(graded, g.Name) {
			return Usagef("POOL_GAMES: the difficulty of deals of %s is not graded; it is of %s", g.Name, strings.Join(graded, ", "))
		}
		if slices.Contains(f.PoolGames[:i], g.Name) {
			return Usagef("POOL_GAMES: %s is there twice", g.Name)
		}
		f.PoolGames[i] = g.Name
	}
	return nil
}

// dealer starts the Dealer.
func (f *PoolConfig) dealer(memory deals.Store, gate *pool.Gate, metrics *metrics, log *slog.Logger) *deals.Dealer {
	games := f.PoolGames
	if f.PoolSize == 0 {
		games = nil
	}
	return deals.New(deals.Options{
		Store: memory, Games: games, Size: f.PoolSize, Max: f.PoolMax,
		NewEngine: func() solver.Engine { return portfolio.New(deals.Memory) },
		Measure:   measure, Grades: api.Difficulties,
		Gate: gate, Starter: deals.Starter, Observer: metrics, Log: log,
	})
}

// gradedGames are the games of the catalogue whose deals are graded by difficulty.
func gradedGames() []string {
	var names []string
	for _, g := range rules.Games() {
		if difficulty.Graded(g.Name) {
			names = append(names, g.Name)
		}
	}
	return names
}

// measure measures and grades the difficulty of a deal. It is a deals.Measure.
func measure(ctx context.Context, e solver.Engine, name string, p *solver.Problem, line []game.Move) (deals.Difficulty, error) {
	d, err := difficulty.Measure(ctx, e, p, line)
	if err != nil {
		return deals.Difficulty{}, err
	}
	grade, graded := d.Grade(name)
	if !graded {
		return deals.Difficulty{}, fmt.Errorf("difficulties of %s are not graded", name)
	}
	components, err := json.Marshal(d) // as api.DifficultyComponents, and score and length
	return deals.Difficulty{Score: d.Score, Grade: string(grade), Components: string(components)}, err
}
