package player

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// DonkersteegReading is what Donkersteeg's program may have played, or what his section 2.1 says
// of dealing, and no game of ours has. The zero value is Klondike.
type DonkersteegReading struct {
	Leftover simulate.Leftover
	Reversed bool // each group of cards that are turned together is reversed
	Switch   bool // instead of losing by turns, the player turns the stock once more, card by card
	Shuffled bool // what is left of the stock is shuffled before each turn, being secured
}

// DonkersteegResult is the result of a play by a reading.
type DonkersteegResult struct {
	Won    bool
	Score  int // cards on foundations
	Rounds int // moves, turns of the stock among them and redeals not
}

// DonkersteegPlay has [DonkersteegR], [DonkersteegA] or [DonkersteegC] play a deal with complete
// options and a reading. Hidden cards are hidden from the player as in [Play], but no referee can
// replay the play: it counts for nothing but the question how the thesis's program played. The
// error is of the context, or says that the game can't be played.
func DonkersteegPlay(ctx context.Context, k *Kind, seed uint64, o Options, reading DonkersteegReading, r *rules.Rules, from *deal.Position) (DonkersteegResult, error) {
	b, ok := simulate.Read(from)
	p, known := k.New(seed, o, nil).(*donkersteeg)
	if !ok || !known || !simulate.Plays(r) {
		return DonkersteegResult{}, fmt.Errorf("%s does not play this game by readings", k.Name)
	}
	p.game = simulate.NewGame(r)
	p.game.Leftover, p.game.Reversed = reading.Leftover, reading.Reversed
	p.switches = reading.Switch
	sees := k.Sees(o)
	rounds := 0
	var seen cards // of the stock
	for {
		if reading.Shuffled {
			stock := b.Talon[b.Turned:b.Count]
			p.random.Shuffle(len(stock), func(i, j int) { stock[i], stock[j] = stock[j], stock[i] })
		}
		for _, x := range b.Talon[:b.Turned] {
			seen |= 1 << x
		}
		sight, unseen := b, []card.Card(nil)
		hide := func(x *card.Card) {
			unseen = append(unseen, *x)
			*x = card.None
		}
		for i := range sight.Columns {
			for k := range sight.Columns[i].Down {
				if sees != Thoughtful {
					hide(&sight.Columns[i].Cards[k])
				}
			}
		}
		for k := sight.Turned; k < sight.Count; k++ {
			if x := &sight.Talon[k]; sees == StockSeen && !seen.has(*x) {
				hide(x)
			}
		}
		slices.Sort(unseen)
		w := newTargets(p.game, &sight)
		moves := p.moves(&w, &sight, nil)
		// A player may like to turn the stock better than anything else for ever.
		if len(moves) == 0 || rounds == MostMoves || len(moves) == 1 && moves[0].moveType == stockToWaste && p.lostByTurns(&b, &p.turned) {
			return DonkersteegResult{Won: b.Won(), Score: b.Score(), Rounds: rounds}, nil
		}
		i := p.choose(ctx, &Turn{Observation: Observation{Unseen: unseen}}, &sight, moves)
		if i < 0 {
			return DonkersteegResult{}, cmp.Or(context.Cause(ctx), context.DeadlineExceeded)
		}
		rounds++
		p.turned = moves[i].turnsAfter(p.turned)
		moves[i].do(p.game, &b)
	}
}
