package campaign

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// play has a player play a deal, and the referee replay what was played.
func (w *Worker) play(ctx context.Context, c *store.Campaign, plan *Plan, seed deal.Seed, table *deal.Position) (store.DealResult, error) {
	kind, options, err := plan.player()
	if err != nil {
		return store.DealResult{}, err
	}
	played := player.Play(ctx, kind.Sees(options), kind.New(player.Chance(plan.PlayerSeed, seed.String()), options, w.engine), &c.Rules, table)
	if played.Ending == player.Stopped {
		return store.DealResult{}, fmt.Errorf("the play was stopped: %w", context.Cause(ctx))
	}
	if err := played.Verify(&c.Rules, table); err != nil {
		return store.DealResult{}, fmt.Errorf("%s: %w", kind.Title(options), err)
	}
	return store.DealResult{Won: played.Won, Score: played.Score, Length: game.Length(played.Moves)}, nil
}
