package analyst

import (
	"context"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// Advise weighs the moves of a partly hidden position, as player.Advise does, with an engine
// of the pool. Results about guessed cards are not stored. Errors are the pool's: the
// context's if there was no engine within its time.
func (a *Analyst) Advise(ctx context.Context, s *player.Observation, plan []game.Move, samples int, seed uint64) (player.Advice, error) {
	// The problem that the pool reports if an engine panics: one of the possible ones.
	guess := solver.NewProblem(*s.Rules, s.Deal(rand.New(rand.NewPCG(seed, 0))))
	advised := make(chan player.Advice, 1)
	err := a.pool.Do(ctx, guess, func(clock *solver.Clock, e solver.Engine) {
		advised <- player.Advise(clock, s, plan, samples, seed, e)
	})
	if err != nil {
		return player.Advice{}, err
	}
	return <-advised, nil
}
