package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
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
	played := player.Play(ctx, kind.Sees(options), kind.New(chance(plan.PlayerSeed, seed), options, w.engine), &c.Rules, table)
	if played.Ending == player.Stopped {
		return store.DealResult{}, fmt.Errorf("the play was stopped: %w", context.Cause(ctx))
	}
	replayed := game.Replay(&c.Rules, table, played.Moves)
	if !replayed.Legal || replayed.Won != played.Won {
		return store.DealResult{}, fmt.Errorf("the referee rejects a play of %s, which is %s at move %d: %s",
			kind.Title(options), played.Ending, replayed.At, replayed.Reason)
	}
	return store.DealResult{Won: played.Won, Score: played.Score, Length: game.Length(played.Moves)}, nil
}

// chance is the seed of a player on a deal: another one for each deal, whichever range it
// is in.
func chance(of uint64, seed deal.Seed) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", of, seed))
	return binary.LittleEndian.Uint64(sum[:8])
}
