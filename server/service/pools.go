package service

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// PoolConfig configures the pools of winnable deals.
type PoolConfig struct {
	PoolGames []string `env:"POOL_GAMES" help:"Games that have a pool of winnable deals, comma-separated (default: all games with graded difficulty)." placeholder:"GAMES"`
	PoolSize  int      `env:"POOL_SIZE" help:"Deals of each difficulty to keep ready beyond the furthest cursor; 0 for no pools." default:"100"`
	PoolMax   int      `env:"POOL_MAX" help:"Maximum number of deals of each difficulty." default:"1000"`
}

// Complete checks all values, and replaces aliases of games by their names.
func (f *PoolConfig) Complete() error {
	if err := cmp.Or(
		need(f.PoolSize >= 0, "POOL_SIZE: must be at least 0"),
		need(f.PoolMax >= f.PoolSize, "POOL_MAX: must be at least POOL_SIZE, %d", f.PoolSize),
	); err != nil {
		return err
	}
	graded := gradedGames()
	if len(f.PoolGames) == 0 {
		f.PoolGames = graded
	}
	for i, name := range f.PoolGames {
		g, known := rules.Lookup(strings.TrimSpace(name))
		if !known {
			return Usagef("POOL_GAMES: unknown game %q", name)
		}
		if !slices.Contains(graded, g.Name) {
			return Usagef("POOL_GAMES: %s has no graded difficulty; games that have: %s", g.Name, strings.Join(graded, ", "))
		}
		if slices.Contains(f.PoolGames[:i], g.Name) {
			return Usagef("POOL_GAMES: %s is listed twice", g.Name)
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
		Measure:   measure, Grades: request.Difficulties,
		Gate: gate, Starter: deals.Starter, Observer: metrics, Log: log,
	})
}

// gradedGames returns the games of the catalogue with graded difficulty.
func gradedGames() []string {
	var names []string
	for _, g := range rules.Games() {
		if difficulty.Graded(g.Name) {
			names = append(names, g.Name)
		}
	}
	return names
}

// measure measures and grades the difficulty of a deal. It implements deals.Measure.
func measure(clock *solver.Clock, e solver.Engine, name string, p *solver.Problem, line []game.Move) (deals.Difficulty, error) {
	d, err := difficulty.MethodOf(name).Measure(clock, e, p, line)
	if err != nil {
		return deals.Difficulty{}, err
	}
	grade, graded := d.Grade(name)
	if !graded {
		return deals.Difficulty{}, fmt.Errorf("game %s has no graded difficulty", name)
	}
	components, err := json.Marshal(d) // as api.DifficultyComponents, and score and length
	return deals.Difficulty{Score: d.Score, Grade: string(grade), Components: string(components)}, err
}
