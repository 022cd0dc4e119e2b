package player

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Turn is what a player chooses a move from. It holds only what the player may know, and no
// reference to the table that the game is played on.
type Turn struct {
	Observation
	Moves []game.Move // all legal moves, without the cards that the player can't know

	visits map[uint64]int // how often each position has been on the table, by playKey
	table  *game.State    // the observed table, to try moves on; nil until one is tried
}

// Visits returns how often the position after move i has been on the table, up to the order of
// equivalent places. It is 0 if the move turns up a new card.
func (t *Turn) Visits(i int) int {
	if t.table == nil {
		t.table = game.New(t.Rules, &t.Table)
	}
	t.table.Do(t.Moves[i])
	times := t.visits[playKey(t.Rules, t.table.Table())]
	t.table.Undo()
	return times
}

// Pending holds the moves that a player has decided on and not made yet.
type Pending []game.Move

// Choose returns the index of the first pending move among the turn's moves, and removes it. If no
// move is pending, it calls think for the next ones. If think returns none, the fallback chooses;
// without a fallback the index is -1.
func (p *Pending) Choose(clock *solver.Clock, t *Turn, think func(*solver.Clock, *Turn) []game.Move, fallback Player) int {
	if len(*p) == 0 {
		*p = think(clock, t)
	}
	if len(*p) > 0 {
		first := (*p)[0]
		*p = (*p)[1:]
		return slices.IndexFunc(t.Moves, first.Alike)
	}
	if fallback == nil {
		return -1
	}
	return fallback.Choose(clock, t)
}

// Ending is how a play ended.
type Ending string

// The endings.
const (
	Won      Ending = "won"
	Stuck    Ending = "stuck"    // no move is legal
	GaveUp   Ending = "gave-up"  // the player chose no move
	Repeated Ending = "repeated" // one position was on the table for the fifth time
	TooLong  Ending = "too-long" // the bound on moves was reached
	Stopped  Ending = "stopped"  // the clock ended
)

// maxVisits is how often a position may be on the table. A player that turns the whole stock
// before it returns to the card it wants needs two or three visits.
const maxVisits = 4

// MostMoves bounds the moves of a play. Winning lines of people have a few hundred.
const MostMoves = 1000

// Result is the result of a play.
type Result struct {
	Won    bool
	Score  int // cards on foundations
	Ending Ending
	Moves  []game.Move
}

// Verify has the referee replay a play from a position. An error means a bug in this program.
func (p *Result) Verify(r *rules.Rules, from *deal.Position) error {
	replayed := game.Replay(r, from, p.Moves)
	switch {
	case !replayed.Legal:
		return fmt.Errorf("play failed verification: move %d: %s", replayed.At, replayed.Reason)
	case replayed.Won != p.Won:
		return fmt.Errorf("play failed verification: it ended %q, but won is %t for the referee", p.Ending, replayed.Won)
	}
	return nil
}

// DealSeed returns the player's random seed for a deal, derived from the seed of a series of
// deals and the deal's name.
func DealSeed(seed uint64, deal string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, deal))
	return binary.LittleEndian.Uint64(sum[:8])
}

// Play plays from a position. The player p chooses the moves and sees what the information
// model shows. The play ends early when the clock does.
func Play(clock *solver.Clock, sees Information, p Player, r *rules.Rules, from *deal.Position) Result {
	g := &playing{rules: r, table: game.New(r, from), sees: sees, visits: map[uint64]int{}}
	g.stockSeen = turnedOver(r, from)
	moves, ending := g.run(clock, p)
	return Result{Won: ending == Won, Score: score(r, g.table.Table()), Ending: ending, Moves: moves}
}

// playing is the state of a play.
type playing struct {
	rules     *rules.Rules
	table     *game.State
	sees      Information
	visits    map[uint64]int // how often each position has been on the table
	stockSeen bool           // every card of the stock has been turned
}

func (g *playing) run(clock *solver.Clock, p Player) ([]game.Move, Ending) {
	var moves []game.Move
	for {
		sight := newObservation(g.rules, g.table.Table(), g.sees, g.stockSeen)
		k := playKey(g.rules, &sight.Table)
		if g.visits[k]++; g.visits[k] > maxVisits {
			return moves, Repeated
		}
		if g.table.Won() {
			return moves, Won
		}
		if clock.StopReason() != solver.NoReason {
			return moves, Stopped
		}
		legal := g.table.Legal()
		if len(legal) == 0 {
			return moves, Stuck
		}
		if len(moves) == MostMoves {
			return moves, TooLong
		}
		t := &Turn{Observation: sight, Moves: make([]game.Move, len(legal)), visits: g.visits}
		for i, m := range legal {
			t.Moves[i] = t.redact(m)
		}
		choice := p.Choose(clock, t)
		if choice < 0 {
			if clock.StopReason() != solver.NoReason {
				return moves, Stopped
			}
			return moves, GaveUp
		}
		m := legal[choice]
		g.table.Do(m)
		moves = append(moves, g.table.Last())
		g.stockSeen = g.stockSeen || m.Action == game.Redeal && g.rules.Waste()
	}
}

// score returns the number of cards on foundations. In games without foundations it returns
// the number of cards in the hole, of cards discarded, or the number of accordion piles that have been laid on
// others. Games of rows have no score, since all cards stay on the table.
func score(r *rules.Rules, p *deal.Position) int {
	n := 0
	switch {
	case r.Foundations.Present:
		n = p.Founded()
	case r.Accordion.Size > 0:
		n = r.Accordion.Size - len(p.Accordion)
	case r.Hole.Present, r.Discards():
		n = r.DeckSize() - len(p.Stock) - len(p.Waste) - p.InColumns() - card.Filled(p.Cells) - card.Filled(p.Reserve)
	case r.Rows.Shape != rules.NoRows:
		for _, row := range p.Rows {
			n += len(row) - card.Filled(row)
		}
	}
	return n
}
