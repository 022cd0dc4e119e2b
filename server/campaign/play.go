package campaign

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// play has a player play a deal, and the referee replay what was played.
func (w *Worker) play(ctx context.Context, c *campaign.Campaign, seed deal.Seed, table *deal.Position) (campaign.Result, error) {
	kind, options, err := c.Kind()
	if err != nil {
		return campaign.Result{}, err
	}
	played := player.Play(ctx, kind.Sees(options), kind.New(player.Chance(c.PlayerSeed, seed.String()), options, w.engine), &c.Rules, table)
	if played.Ending == player.Stopped {
		return campaign.Result{}, fmt.Errorf("the play was stopped: %w", context.Cause(ctx))
	}
	if err := played.Verify(&c.Rules, table); err != nil {
		return campaign.Result{}, fmt.Errorf("%s: %w", kind.Title(options), err)
	}
	return campaign.Result{Won: played.Won, Score: played.Score, Length: game.Length(played.Moves)}, nil
}
