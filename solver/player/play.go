package player

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Turn is what a player chooses from.
type Turn struct {
	Sight
	Moves []game.Move // all that are legal, without what the player can't know of them

	play *playing
}

// Been is how often the table has been as move i would leave it, but for the order of
// places that make no difference.
func (t *Turn) Been(i int) int { return t.play.been(i) }

// Ending is how a play ended.
type Ending string

// The endings.
const (
	Won      Ending = "won"
	Stuck    Ending = "stuck"    // no move is legal
	GaveUp   Ending = "gave-up"  // no move that the player cared for
	Repeated Ending = "repeated" // one position was on the table for the fifth time
	TooLong  Ending = "too-long" // the bound on moves was reached
	Stopped  Ending = "stopped"  // the context ended
)

// mostTimes is how often a position may be on the table: the player that looks through
// its stock before it goes back to the card it wants is there twice or three times.
const mostTimes = 4

// MostMoves bounds the moves of a play. Winning lines that people play have some
// hundreds.
const MostMoves = 1000

// Result is what became of a play.
type Result struct {
	Won    bool
	Score  int // cards on foundations
	Ending Ending
	Moves  []game.Move
}

// Play has a player, who sees what it may, play from a position.
func Play(ctx context.Context, sees Information, p Player, r *rules.Rules, from *deal.Position) Result {
	g := &playing{rules: r, table: game.New(r, from), times: map[uint64]int{}}
	g.stockSeen = r.Stock.Redeals != rules.Unlimited && from.RedealsLeft < r.Stock.Redeals
	g.times[Key(r, g.table.Table())]++
	moves, ending := g.run(ctx, sees, p)
	return Result{Won: ending == Won, Score: score(r, g.table.Table()), Ending: ending, Moves: moves}
}

// playing is a play going on.
type playing struct {
	rules     *rules.Rules
	table     *game.State
	legal     []game.Move
	times     map[uint64]int // how often each position has been on the table
	stockSeen bool           // every card of the stock has been turned before
}

func (g *playing) run(ctx context.Context, information Information, p Player) ([]game.Move, Ending) {
	var moves []game.Move
	for {
		if g.table.Won() {
			return moves, Won
		}
		if solver.Stop(ctx) != solver.Nothing {
			return moves, Stopped
		}
		if g.legal = g.table.Legal(); len(g.legal) == 0 {
			return moves, Stuck
		}
		if len(moves) == MostMoves {
			return moves, TooLong
		}
		t := &Turn{Sight: observe(g.rules, g.table.Table(), information, g.stockSeen), play: g}
		for _, m := range g.legal {
			t.Moves = append(t.Moves, t.blind(m))
		}
		choice := p.Choose(ctx, t)
		if choice < 0 {
			if solver.Stop(ctx) != solver.Nothing {
				return moves, Stopped
			}
			return moves, GaveUp
		}
		m := g.legal[choice]
		g.table.Do(m)
		moves = append(moves, g.table.Last())
		g.stockSeen = g.stockSeen || m.Action == game.Redeal
		k := Key(g.rules, g.table.Table())
		if g.times[k]++; g.times[k] > mostTimes {
			return moves, Repeated
		}
	}
}

// been makes a move, looks, and takes it back. What a player can learn from it is
// nothing: where a move shows a new card, the table has never been so before.
func (g *playing) been(i int) int {
	g.table.Do(g.legal[i])
	times := g.times[Key(g.rules, g.table.Table())]
	g.table.Undo()
	return times
}

// score counts the cards on foundations; without foundations those in the hole, or
// those of an accordion that have been laid on others. In a game of rows all cards are
// on the table to the end: it has no score.
func score(r *rules.Rules, p *deal.Position) int {
	n := 0
	switch {
	case r.Foundations.Present:
		for _, height := range p.Foundations {
			n += height
		}
	case r.Accordion.Size > 0:
		n = r.Accordion.Size - len(p.Accordion)
	case r.Hole.Present:
		n = r.DeckSize() - len(p.Stock) - len(p.Waste)
		for _, c := range p.Tableau {
			n -= len(c.Cards)
		}
		n -= count(p.Cells) + count(p.Reserve)
	}
	return n
}
