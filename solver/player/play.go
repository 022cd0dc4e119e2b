package player

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Turn is what a player chooses from. It is made of what the player may know and of nothing
// else: there is no way from it to the table that the game is played on.
type Turn struct {
	Observation
	Moves []game.Move // all that are legal, without what the player can't know of them

	times map[uint64]int // how often the table has been so, by been
	table *game.State    // the sight, to try moves on; nil until one is tried
}

// Visits is how often the table has been as move i would leave it, but for the order of
// places that make no difference. Where a move shows a new card, it never has.
func (t *Turn) Visits(i int) int {
	if t.table == nil {
		t.table = game.New(t.Rules, &t.Table)
	}
	t.table.Do(t.Moves[i])
	times := t.times[been(t.Rules, t.table.Table())]
	t.table.Undo()
	return times
}

// rest is what is left of the moves that a player has decided on.
type rest []game.Move

// next takes the first of them, and is its place among a turn's moves; negative if there is
// none.
func (p *rest) next(t *Turn) int {
	if len(*p) == 0 {
		return -1
	}
	first := (*p)[0]
	*p = (*p)[1:]
	return slices.IndexFunc(t.Moves, func(m game.Move) bool { return same(m, first) })
}

// same tells whether two moves are the same handling of cards, as far as is known.
func same(a, b game.Move) bool {
	return a.Action == b.Action && a.Count == b.Count && a.From == b.From && a.To == b.To && len(a.Cards) == len(b.Cards)
}

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

// Verify has the referee replay a play from a position. What is wrong with it is a fault
// of this program.
func (p *Result) Verify(r *rules.Rules, from *deal.Position) error {
	replayed := game.Replay(r, from, p.Moves)
	switch {
	case !replayed.Legal:
		return fmt.Errorf("the referee rejects move %d of a play: %s", replayed.At, replayed.Reason)
	case replayed.Won != p.Won:
		return fmt.Errorf("a play has ended (%s), and to the referee it is won: %t", p.Ending, replayed.Won)
	}
	return nil
}

// DealSeed is the seed for a player who plays a deal as one of many: another one for each
// deal, whoever plays the others.
func DealSeed(of uint64, deal string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", of, deal))
	return binary.LittleEndian.Uint64(sum[:8])
}

// Play has a player, who sees what it may, play from a position.
func Play(ctx context.Context, sees Information, p Player, r *rules.Rules, from *deal.Position) Result {
	g := &playing{rules: r, table: game.New(r, from), sees: sees, times: map[uint64]int{}}
	g.stockSeen = turnedOver(r, from)
	moves, ending := g.run(ctx, p)
	return Result{Won: ending == Won, Score: score(r, g.table.Table()), Ending: ending, Moves: moves}
}

// playing is a play going on.
type playing struct {
	rules     *rules.Rules
	table     *game.State
	sees      Information
	times     map[uint64]int // how often the table has been so
	stockSeen bool           // every card of the stock has been turned before
}

func (g *playing) run(ctx context.Context, p Player) ([]game.Move, Ending) {
	var moves []game.Move
	for {
		sight := newObservation(g.rules, g.table.Table(), g.sees, g.stockSeen)
		k := been(g.rules, &sight.Table)
		if g.times[k]++; g.times[k] > mostTimes {
			return moves, Repeated
		}
		if g.table.Won() {
			return moves, Won
		}
		if solver.StopReason(ctx) != solver.NoReason {
			return moves, Stopped
		}
		legal := g.table.Legal()
		if len(legal) == 0 {
			return moves, Stuck
		}
		if len(moves) == MostMoves {
			return moves, TooLong
		}
		t := &Turn{Observation: sight, Moves: make([]game.Move, len(legal)), times: g.times}
		for i, m := range legal {
			t.Moves[i] = t.blind(m)
		}
		choice := p.Choose(ctx, t)
		if choice < 0 {
			if solver.StopReason(ctx) != solver.NoReason {
				return moves, Stopped
			}
			return moves, GaveUp
		}
		m := legal[choice]
		g.table.Do(m)
		moves = append(moves, g.table.Last())
		g.stockSeen = g.stockSeen || m.Action == game.Redeal
	}
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
