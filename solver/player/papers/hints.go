package papers

import (
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Hints plays by the five hints for people with which Donkersteeg's thesis (Leiden, 2010) concludes
// in section 7.1. It knows the moves of the thesis's Table 4.1, and chooses at random between the
// moves that the hints leave.
//
// A hint prefers some moves, or forbids some. The hints are applied in order,
// each to the moves that the ones before it have left. A move that a hint prefers can't be
// forbidden by a later one. If no move is left, the stock is turned. Forbidden moves are made
// only when the whole stock has been turned without a move. If there are none either, the game
// is given up.
var Hints = player.Kind{
	Name:       "hints",
	Summary:    "plays by the five hints of Donkersteeg (2010), and chooses at random between the moves that they leave",
	Sees:       player.AlwaysSees(player.StockSeen),
	Plays:      Plays,
	Unreadable: Refusal,
	New: func(seed uint64, _ player.Options, _ solver.Engine) player.Player {
		return &hintPlayer{typedPlayer: typedPlayer{random: rand.New(rand.NewPCG(seed, 7))}, list: fiveHints, opening: MostTalon}
	},
}

// hint prefers moves or forbids some.
type hint struct {
	first func(m typedMove, b *Board) int // preference of a move; the highest is played if it is positive
	never func(m typedMove, b *Board) bool
}

// fiveHints are the hints of section 7.1.
var fiveHints = []hint{
	// 1. Turn stock to waste 8×: see hintPlayer.opening.
	{first: typedMove.lowCard},           // 2. aces and deuces to the foundation
	{never: typedMove.emptiesForNothing}, // 3. free a column only if a king is directly available
	{first: typedMove.longest},           // 4. at choice, choose the longest secured column first
	{never: typedMove.unevenFoundations}, // 5. at choice, leave a gap of only 2 points in the foundation
}

type hintPlayer struct {
	typedPlayer
	list    []hint
	opening int // turns of the stock that remain before the first move
	idle    int // turns of the stock since the last move
}

func (p *hintPlayer) Choose(clock *solver.Clock, t *player.Turn) int {
	return p.plan.Choose(clock, t, p.think, nil)
}

// think returns the referee's moves of the next move; none if the game is lost.
func (p *hintPlayer) think(clock *solver.Clock, t *player.Turn) []game.Move {
	return p.play(clock, t, func(b *Board) (m typedMove, ok bool) {
		through := 2 * ((int(b.Count) + p.game.Turn - 1) / p.game.Turn) // turns in which every reachable card comes up
		turns := p.game.Turns(b)
		switch m, found := p.pick(b, !turns || p.idle >= through); {
		case p.opening > 0 && b.Turned < b.Count:
			p.opening--
		case found:
			p.opening, p.idle = 0, 0
			return m, true
		case !turns || p.idle >= 2*through:
			return m, false
		default:
			p.idle++
		}
		return typedMove{moveType: stockToWaste}, true
	})
}

// pick chooses a move by the hints. It never turns the stock. If desperate is set it may make
// forbidden moves.
func (p *hintPlayer) pick(b *Board, desperate bool) (m typedMove, found bool) {
	left := effectiveMoves(p.game, b, nil)
	first := false // some hint prefers one of the moves
	for _, h := range p.list {
		if h.first != nil {
			best := 0
			for _, m := range left {
				best = max(best, h.first(m, b))
			}
			if best > 0 {
				first = true
				left = slices.DeleteFunc(left, func(m typedMove) bool { return h.first(m, b) < best })
			}
			continue
		}
		never := func(m typedMove) bool { return h.never(m, b) }
		allowed := slices.ContainsFunc(left, func(m typedMove) bool { return !never(m) })
		if allowed || !first && !desperate {
			left = slices.DeleteFunc(left, never)
		}
	}
	if len(left) == 0 {
		return typedMove{}, false
	}
	return left[p.random.IntN(len(left))], true
}

// lowCard prefers aces and deuces to foundations.
func (m typedMove) lowCard(b *Board) int {
	if (m.moveType == wasteToFoundation || m.moveType == tableToFoundation) && m.raised(b).Rank() <= 2 {
		return 1
	}
	return 0
}

// longest prefers moves that open a card of the column with the most secured cards.
func (m typedMove) longest(b *Board) int {
	if !m.opens(b) {
		return 0
	}
	return int(b.Columns[m.from].Down)
}

// emptiesForNothing forbids emptying a column when there is no king that could go there at once,
// from the waste or from secured cards.
func (m typedMove) emptiesForNothing(b *Board) bool {
	if m.leaves(b) != 0 || b.Turned > 0 && b.Talon[b.Turned-1].Rank() == card.King {
		return false
	}
	return !slices.ContainsFunc(b.Columns[:], func(c Column) bool {
		return c.Down > 0 && c.Cards[c.Down].Rank() == card.King
	})
}

// unevenFoundations forbids a card that makes a foundation more than two cards higher than
// another.
func (m typedMove) unevenFoundations(b *Board) bool {
	x := m.raised(b)
	return x != card.None && unevenness(b, x) > 2
}
