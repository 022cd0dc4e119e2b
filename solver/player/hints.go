package player

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// Hints plays by the hints that Donkersteeg's thesis (Leiden, 2010) has for people: the five
// that it concludes with in section 7.1, or the twelve that it collects in section 3.4 (hinted.go
// has them). It knows the moves of the thesis's Table 4.1, and does at random what the hints
// leave open.
//
// A hint wants some moves to be made first, or wants some not to be made. The hints are gone
// through in the order of the list, and each takes away from the moves that those before it
// have left; but what one wants first, no later one forbids. If no move is left, the stock is
// turned. Only when it has been gone through and nothing was to be had, what is forbidden is
// done; and when that is nothing either, the game is given up.
var Hints = Kind{
	Name:    "hints",
	Summary: "plays by the hints of Donkersteeg (2010), and at random what they leave open",
	Options: []Option{
		{Name: "list", Summary: "the hints that it follows: none, the five of section 7.1, or the twelve of section 3.4", Words: []string{"none", "five", "twelve"}, Default: 1},
		{Name: "only", Summary: "the number of the only hint of the list that is followed; 0 for all", Most: int64(len(twelveHints))},
		{Name: "without", Summary: "the number of the only hint of the list that is not followed; 0 for none", Most: int64(len(twelveHints))},
	},
	Sees: sees(StockSeen),
	Check: func(o Options) (option, detail string) {
		for _, name := range []string{"only", "without"} {
			if o[name] > int64(len(hintLists[o["list"]])) {
				return name, "the list has no hint of that number"
			}
		}
		if o["only"] > 0 && o["without"] > 0 {
			return "without", "with only one hint there is none to be left out"
		}
		return "", ""
	},
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		p := &hinted{random: rand.New(rand.NewPCG(seed, 7))}
		for i, h := range hintLists[o["list"]] {
			if n := int64(i + 1); o["without"] != n && (o["only"] == 0 || o["only"] == n) {
				p.list = append(p.list, h)
				p.opening = max(p.opening, h.turns)
			}
		}
		return p
	},
}

type hinted struct {
	random  *rand.Rand
	list    []hint
	opening int // turns of the stock that are still to be made before anything is played
	idle    int // turns of the stock since something was played
	game    *simulate.Game
	plan    rest // what is left of the move that was chosen
}

// Choose turns in its head what shows nothing new, as [DonkersteegR] does.
func (p *hinted) Choose(ctx context.Context, t *Turn) int {
	if len(p.plan) == 0 {
		p.plan = p.think(ctx, t)
	}
	return p.plan.next(t)
}

// think gives the referee's moves that make up the next move, none if the game is lost.
func (p *hinted) think(ctx context.Context, t *Turn) (moves []game.Move) {
	if p.game == nil {
		p.game = simulate.NewGame(t.Rules)
	}
	b, ok := simulate.Read(&t.Table)
	if !ok {
		return nil
	}
	turn := typed{moveType: stockToWaste}
	inHead := !p.game.Limited && !slices.Contains(t.Table.Stock, card.None)
	through := 2 * ((int(b.Count) + p.game.Turn - 1) / p.game.Turn) // turns in which all comes up that can
	start := b
	for solver.StopReason(ctx) == solver.NoReason {
		turns := b.Turned < b.Count || b.Count > 0 && (!p.game.Limited || b.Redeals > 0)
		desperate := !turns || p.idle >= through
		switch m, found := p.pick(&b, desperate); {
		case p.opening > 0 && b.Turned < b.Count:
			p.opening--
		case found:
			p.opening, p.idle = 0, 0
			for start.Turned != b.Turned {
				moves = append(moves, turn.spell(p.game, start)...)
				turn.do(p.game, &start)
			}
			return append(moves, m.spell(p.game, b)...)
		case !turns || p.idle >= 2*through:
			return nil
		default:
			p.idle++
		}
		if !inHead {
			return turn.spell(p.game, b)
		}
		turn.do(p.game, &b)
	}
	return nil
}

// pick chooses a move by the hints, other than to turn the stock; what they forbid only if it
// is desperate.
func (p *hinted) pick(b *simulate.Board, desperate bool) (m typed, found bool) {
	s := newScene(p.game, b)
	left := slices.Clone(s.moves)
	first := false // whether some move is one that a hint wants first
	for _, h := range p.list {
		if h.first != nil && (desperate || !h.late) {
			best := 0
			for _, m := range left {
				best = max(best, h.first(s, m))
			}
			if best > 0 {
				first = true
				left = slices.DeleteFunc(left, func(m typed) bool { return h.first(s, m) < best })
			}
		}
		if h.never == nil {
			continue
		}
		allowed := func(m typed) bool { return !h.never(s, m) }
		if first || desperate {
			if !slices.ContainsFunc(left, allowed) {
				continue
			}
		}
		left = slices.DeleteFunc(left, func(m typed) bool { return h.never(s, m) })
	}
	if len(left) == 0 {
		return typed{}, false
	}
	return left[p.random.IntN(len(left))], true
}
