package player

import (
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// Hints plays by the hints for people in Donkersteeg's thesis (Leiden, 2010): the five of its
// conclusion in section 7.1, or the twelve that it collects in section 3.4 (hint_rules.go). It
// knows the moves of the thesis's Table 4.1, and chooses at random between the moves that the
// hints leave.
//
// A hint prefers some moves, or forbids some. The hints are applied in the order of the list,
// each to the moves that the ones before it have left. A move that a hint prefers can't be
// forbidden by a later one. If no move is left, the stock is turned. Forbidden moves are made
// only when the whole stock has been turned without a move. If there are none either, the game
// is given up.
var Hints = Kind{
	Name:    "hints",
	Summary: "plays by the hints of Donkersteeg (2010), and chooses at random between the moves that they leave",
	Options: []Option{
		{Name: "list", Summary: "the hints to follow: none, the five of section 7.1, or the twelve of section 3.4", Words: []string{"none", "five", "twelve"}, Default: 1},
		{Name: "only", Summary: "number of the only hint to follow; 0 for all", Most: int64(len(twelveHints))},
		{Name: "without", Summary: "number of the only hint to leave out; 0 for none", Most: int64(len(twelveHints))},
	},
	Sees: alwaysSees(StockSeen),
	Check: func(o Options) (option, detail string) {
		for _, name := range []string{"only", "without"} {
			if o[name] > int64(len(hintLists[o["list"]])) {
				return name, "the list has no hint with this number"
			}
		}
		if o["only"] > 0 && o["without"] > 0 {
			return "without", "can't be combined with only"
		}
		return "", ""
	},
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		p := &hintPlayer{random: rand.New(rand.NewPCG(seed, 7))}
		for i, h := range hintLists[o["list"]] {
			if n := int64(i + 1); o["without"] != n && (o["only"] == 0 || o["only"] == n) {
				p.list = append(p.list, h)
				p.opening = max(p.opening, h.turns)
			}
		}
		return p
	},
}

type hintPlayer struct {
	random  *rand.Rand
	list    []hintRule
	opening int // turns of the stock that remain before the first move
	idle    int // turns of the stock since the last move
	game    *simulate.Game
	plan    pending // the rest of the chosen move
}

// Choose makes turns of the stock that show nothing new only internally, as [DonkersteegR]
// does.
func (p *hintPlayer) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.choose(clock, t, p.think, nil)
}

// think returns the referee's moves of the next move; none if the game is lost.
func (p *hintPlayer) think(clock *solver.Clock, t *Turn) []game.Move {
	if p.game == nil {
		p.game = simulate.NewGame(t.Rules)
	}
	b, ok := simulate.Read(&t.Table)
	if !ok {
		return nil
	}
	turn := typedMove{moveType: stockToWaste}
	inHead := !p.game.Limited && !slices.Contains(t.Table.Stock, card.None)
	through := 2 * ((int(b.Count) + p.game.Turn - 1) / p.game.Turn) // turns in which every reachable card comes up
	start := b
	for clock.StopReason() == solver.NoReason {
		turns := b.Turned < b.Count || b.Count > 0 && (!p.game.Limited || b.Redeals > 0)
		desperate := !turns || p.idle >= through
		switch m, found := p.pick(&b, desperate); {
		case p.opening > 0 && b.Turned < b.Count:
			p.opening--
		case found:
			p.opening, p.idle = 0, 0
			return append(turnTo(p.game, start, &b), m.expand(p.game, b)...)
		case !turns || p.idle >= 2*through:
			return nil
		default:
			p.idle++
		}
		if !inHead {
			return turn.expand(p.game, b)
		}
		turn.do(p.game, &b)
	}
	return nil
}

// pick chooses a move by the hints. It never turns the stock. If desperate is set it may make
// forbidden moves.
func (p *hintPlayer) pick(b *simulate.Board, desperate bool) (m typedMove, found bool) {
	s := newSituation(p.game, b)
	left := slices.Clone(s.moves)
	first := false // some hint prefers one of the moves
	for _, h := range p.list {
		if h.first != nil && (desperate || !h.late) {
			best := 0
			for _, m := range left {
				best = max(best, h.first(s, m))
			}
			if best > 0 {
				first = true
				left = slices.DeleteFunc(left, func(m typedMove) bool { return h.first(s, m) < best })
			}
		}
		if h.never == nil {
			continue
		}
		allowed := func(m typedMove) bool { return !h.never(s, m) }
		if first || desperate {
			if !slices.ContainsFunc(left, allowed) {
				continue
			}
		}
		left = slices.DeleteFunc(left, func(m typedMove) bool { return h.never(s, m) })
	}
	if len(left) == 0 {
		return typedMove{}, false
	}
	return left[p.random.IntN(len(left))], true
}
