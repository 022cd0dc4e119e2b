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

// The players of Donkersteeg, "Klondike strategies using Monte Carlo techniques" (Leiden,
// 2010). They know the moves of his Table 4.1 and end a game as his section 4.6 does: when
// all cards are on foundations (type 1), when the stock has been turned too many times and
// nothing else can be done (type 2), or when there is no move (type 3). What the thesis
// leaves open are options:
//
//   - turn: whether the stock may be turned at any time, as any other move, or only when
//     nothing else can be done.
//   - turns: what "too many times" is: so many turns in a row, or (0) as many as it takes to
//     see the stock twice through.
//
// What they are where nothing is said makes most of his figures come out; docs/published-players.md
// has the readings that were tried.

// DonkersteegR is player R of section 5.2: it plays any move.
var DonkersteegR = Kind{
	Name:       "donkersteeg-r",
	Summary:    "plays any move of the types that Donkersteeg (2010) knows",
	Options:    ending,
	Sees:       sees(StockSeen),
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		return newDonkersteeg(seed, o)
	},
}

// DonkersteegA is player A: it plays the deal on at random some times after each move, and
// makes the move after which that went best (section 4.5). What it knows of the hidden
// cards in doing so is the option cards:
//
//   - once ("shuffled once"): simulations are played with the true cards. Nothing is
//     hidden from such a player, and it says so: it is thoughtful. (What the thesis calls
//     "transparent" is the same play.)
//   - reshuffle: the cards that it has not seen are dealt anew for each simulation.
//   - move: they are dealt anew for each move, and all its simulations are played with
//     them: a program does that which shuffles the secured cards of the game after every
//     move and plays on with copies of it.
//   - turned: they are dealt once, and when one is turned up its place and that of the card
//     that was imagined there are exchanged: the thesis's alternative, "only the card that
//     is turned is shuffled with the other secured cards".
//
// The thesis reshuffles the cards of the game itself, so that no card has a place before
// it is turned up. To somebody who doesn't see them that is the same game as one of cards
// that lie where they were dealt, as here; but only as long as the stock keeps the order in
// which it was seen.
var DonkersteegA = Kind{
	Name:       "donkersteeg-a",
	Summary:    "plays on at random after each move, and makes the one after which that goes best (Donkersteeg 2010)",
	Options:    slices.Concat(simulating, ending),
	Sees:       seesSimulated,
	Check:      wrongSimulated,
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		return newDonkersteeg(seed, o)
	},
}

// DonkersteegC is player C, who also has the heuristics of Table 6.1: first, as section
// 5.2 says, so that there are simulations only where no move has a reward above what is
// standard for its type; or between moves whose simulations went equally well, as sections
// 5.4 and 6.3 say.
var DonkersteegC = Kind{
	Name:    "donkersteeg-c",
	Summary: "plays as donkersteeg-a does, with rewards for moves that look good (Donkersteeg 2010)",
	Options: slices.Concat(simulating, []Option{
		{Name: "heuristics", Summary: "what the rewards decide: ties between moves whose simulations went equally well, or what is simulated at all", Words: []string{"ties", "first"}},
		{Name: "diff_step", Summary: "by how many cards foundations may differ before a card for them has little reward", Most: 13, Default: 2},
	}, ending),
	Sees:       seesSimulated,
	Check:      wrongSimulated,
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		p := newDonkersteeg(seed, o)
		p.rewards, p.first, p.diffStep = true, o["heuristics"] == heuristicsFirst, int8(o["diff_step"])
		return p
	},
}

// Options of all three players, and of those that simulate.
var (
	ending = []Option{
		{Name: "turn", Summary: "when the stock may be turned: at any time, or only when nothing else can be done", Words: []string{"any", "last"}},
		{Name: "turns", Summary: "after how many turns of the stock in a row a game is lost when nothing else can be done; 0 for twice through the stock", Most: MostMoves, Default: 14},
	}
	simulating = []Option{
		{Name: "playouts", Summary: "simulations of each move", Least: 1, Most: 10_000, Default: 3},
		{Name: "depth", Summary: "moves of a simulation at most; 0 to play to the end", Most: MostMoves},
		{Name: "score", Summary: "what counts of a move's simulations", Words: []string{"maximum", "mean"}},
		{Name: "cards", Summary: "what simulations are played with: the true cards, hidden cards dealt anew for each simulation, for each move, or once and exchanged for those that are turned up", Words: []string{"once", "reshuffle", "move", "turned"}, Default: cardsReshuffle},
		{Name: "stock", Summary: "whether the stock's order is known from the start, or once it has been seen", Words: []string{"seen", "known"}},
		{Name: "safe", Summary: "whether what can do no harm is played without simulation", Words: []string{"played", "simulated"}},
		{Name: "colours", Summary: "points of a table for red and black open cards in equal number; each card on a foundation has one", Most: card.Suits * int64(card.King)},
		{Name: "open", Summary: "points of a table without secured cards, and so in proportion", Most: card.Suits * int64(card.King)},
	}
)

// Values of options that are words.
const (
	turnLast = 1

	scoreMean = 1

	cardsOnce      = 0
	cardsReshuffle = 1
	cardsMove      = 2
	cardsTurned    = 3

	stockKnown = 1

	safeSimulated = 1

	heuristicsFirst = 1
)

func seesSimulated(o Options) Information {
	switch {
	case o["cards"] == cardsOnce:
		return Thoughtful
	case o["stock"] == stockKnown:
		return StockKnown
	}
	return StockSeen
}

func wrongSimulated(o Options) (option, detail string) {
	if o["cards"] == cardsOnce && o["stock"] == stockKnown {
		return "stock", "with cards=once all cards are known"
	}
	return "", ""
}

type donkersteeg struct {
	random *rand.Rand
	plan   rest // what is left of the move that was chosen
	game   *simulate.Game
	buffer []typed

	turnLast bool
	limit    int // of turns of the stock in a row; 0 is twice through
	turned   int // turns in a row

	playouts, depth   int // playouts 0: it plays at random
	mean              bool
	cards             int64
	safe              bool
	colours, openness float64 // points
	imagined          imagined

	rewards, first bool // heuristics of Table 6.1, before simulations or after
	diffStep       int8
}

func newDonkersteeg(seed uint64, o Options) *donkersteeg {
	return &donkersteeg{
		random:   rand.New(rand.NewPCG(seed, 6)),
		turnLast: o["turn"] == turnLast, limit: int(o["turns"]),
		playouts: int(o["playouts"]), depth: int(o["depth"]), mean: o["score"] == scoreMean,
		cards: o["cards"], safe: o["safe"] != safeSimulated,
		colours: float64(o["colours"]), openness: float64(o["open"]),
	}
}

// Choose makes turns of the stock that show nothing new in its head: while it turns the
// stock round and round the table does not change, and the referee would end the game.
func (p *donkersteeg) Choose(ctx context.Context, t *Turn) int {
	if len(p.plan) == 0 {
		p.plan = p.think(ctx, t)
	}
	return p.plan.next(t)
}

// think gives the referee's moves that make up the next move, none if the game is lost.
func (p *donkersteeg) think(ctx context.Context, t *Turn) []game.Move {
	if p.game == nil {
		p.game = simulate.NewGame(t.Rules)
	}
	start, ok := simulate.Read(&t.Table)
	if !ok {
		return nil
	}
	inHead := !p.game.Limited && !slices.Contains(t.Table.Stock, card.None)
	// Who likes turns better than anything else would make them for ever.
	for b := start; p.turned < MostMoves && solver.StopReason(ctx) == solver.NoReason; {
		w := want(p.game, &b)
		moves := p.moves(&w, &b, nil)
		if len(moves) == 0 {
			return nil
		}
		m := moves[0]
		if len(moves) == 1 && m.moveType == stockToWaste {
			if p.lost(&b, p.turned) {
				return nil
			}
		} else {
			i := p.choose(ctx, t, &b, moves)
			if i < 0 {
				return nil
			}
			m = moves[i]
		}
		p.turned = m.after(p.turned)
		if m.moveType != stockToWaste {
			return append(p.turnTo(start, &b), m.spell(p.game, b)...)
		}
		if !inHead {
			return m.spell(p.game, b)
		}
		m.do(p.game, &b)
	}
	return nil
}

// moves appends what can be played, the turn of the stock last.
func (p *donkersteeg) moves(w *wanted, b *simulate.Board, to []typed) []typed {
	to = w.effective(b, to)
	if (len(to) == 0 || !p.turnLast) && p.turns(b) {
		to = append(to, typed{moveType: stockToWaste})
	}
	return to
}

// turns tells whether the stock can be turned, after the waste is turned over if need be.
func (p *donkersteeg) turns(b *simulate.Board) bool {
	return b.Turned < b.Count || b.Count > 0 && (!p.game.Limited || b.Redeals > 0)
}

// lost tells whether the stock has been turned too many times in a row, when nothing else
// can be done: an end of type 2.
func (p *donkersteeg) lost(b *simulate.Board, turned int) bool {
	limit := p.limit
	if limit == 0 {
		limit = 2 * ((int(b.Count) + p.game.Turn - 1) / p.game.Turn)
	}
	return turned >= limit
}

// after is how often the stock has been turned in a row after a move.
func (m typed) after(turned int) int {
	if m.moveType == stockToWaste {
		return turned + 1
	}
	return 0
}

// turnTo are the turns of the stock from one board to another.
func (p *donkersteeg) turnTo(from simulate.Board, to *simulate.Board) (moves []game.Move) {
	turn := typed{moveType: stockToWaste}
	for from.Turned != to.Turned {
		moves = append(moves, turn.spell(p.game, from)...)
		turn.do(p.game, &from)
	}
	return moves
}

// choose picks one of some moves, or a negative number when it is interrupted.
func (p *donkersteeg) choose(ctx context.Context, t *Turn, b *simulate.Board, moves []typed) int {
	left := make([]int, len(moves))
	for i := range left {
		left[i] = i
	}
	most := func(worth func(typed) float64) (best float64) {
		var alike []int
		for _, i := range left {
			switch w := worth(moves[i]); {
			case len(alike) == 0 || w > best:
				best, alike = w, append(alike[:0:0], i)
			case w == best:
				alike = append(alike, i)
			}
		}
		left = alike
		return best
	}
	if p.playouts > 0 && len(moves) > 1 && (!p.safe || most(func(m typed) float64 { return yes(m.safe(b)) }) == 0) &&
		(!p.first || most(func(m typed) float64 { return float64(p.bonus(m, b)) }) == 0) {
		p.imagine(t, b)
		most(func(m typed) float64 { return p.worth(ctx, m) })
		if p.rewards && !p.first {
			most(func(m typed) float64 { return float64(p.reward(m, b)) })
		}
	}
	if solver.StopReason(ctx) != solver.NoReason {
		return -1
	}
	return left[p.random.IntN(len(left))]
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
