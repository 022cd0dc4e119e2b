package player

import (
	"cmp"
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// YanWins reports whether [Yan] with complete options wins a deal, by the readings of options and
// of a stock that the rules of Klondike don't have. So no referee can replay the play: it counts
// for nothing but the question how the paper's program played. The error is of the context, or
// says that the game can't be played.
func YanWins(ctx context.Context, seed uint64, o Options, leftover simulate.Leftover, r *rules.Rules, from *deal.Position) (bool, error) {
	board, ok := simulate.Read(from)
	if !ok || !simulate.Plays(r) {
		return false, fmt.Errorf("%s does not play this game", Yan.Name)
	}
	p := newYan(seed, o)
	p.begin(r)
	p.game.Leftover = leftover
	p.ctx = ctx
	won := p.playOn(&trial{board, p.still}, p.n)
	if p.stopped {
		return false, cmp.Or(context.Cause(ctx), context.DeadlineExceeded)
	}
	return won, nil
}
