package player

import (
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// The players of Donkersteeg, "Klondike strategies using Monte Carlo techniques" (Leiden,
// 2010). They know the moves of his Table 4.1. A game ends as in his section 4.6: when all cards
// are on foundations (type 1), when the stock has been turned too many times and no other move is
// left (type 2), or when there is no move (type 3). What the thesis leaves open are options:
//
//   - turn: whether the stock may be turned at any time, like any other move, or only when no
//     other move is left.
//   - turns: how many turns in a row are too many; 0 means twice through the stock.
//
// With the defaults most of his figures are reproduced. docs/published-players.md has the
// readings that were tried.

// DonkersteegR is player R of section 5.2: it plays random moves.
var DonkersteegR = Kind{
	Name:       "donkersteeg-r",
	Summary:    "plays random moves of the types of Donkersteeg (2010)",
	Options:    endOptions,
	Sees:       alwaysSees(StockSeen),
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		return newDonkersteeg(seed, o)
	},
}

// DonkersteegA is player A. After each legal move it plays the deal on at random several times,
// and makes the move with the best result (section 4.5). The option cards says what the
// simulations know of the hidden cards:
//
//   - once ("shuffled once"): simulations are played with the true cards. Nothing is hidden from
//     such a player, so its information model is thoughtful. (What the thesis calls
//     "transparent" is the same play.)
//   - reshuffle: the unseen cards are dealt anew for each simulation.
//   - move: they are dealt anew for each move, and all its simulations are played with them. That
//     is what a program does that shuffles the secured cards of the game after every move and
//     plays on with copies of it.
//   - turned: they are dealt once. When a card is turned up, it is exchanged with the card that
//     was assumed in its place: the thesis's alternative, "only the card that is turned is
//     shuffled with the other secured cards".
//
// The thesis reshuffles the cards of the game itself, so that no card has a place before it is
// turned up. To a player that does not see them, that is the same game as one with fixed cards,
// as here, as long as the stock keeps the order in which it was seen.
var DonkersteegA = Kind{
	Name:       "donkersteeg-a",
	Summary:    "plays on at random after each move, and makes the move with the best result (Donkersteeg 2010)",
	Options:    slices.Concat(simulationOptions, endOptions),
	Sees:       simulationInformation,
	Check:      checkSimulation,
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		return newDonkersteeg(seed, o)
	},
}

// DonkersteegC is player C: player A with the heuristics of Table 6.1. They are used either
// first, as section 5.2 says, so that moves are simulated only if none has a reward above the
// standard of its type; or to break ties between moves whose simulations went equally well, as
// sections 5.4 and 6.3 say.
var DonkersteegC = Kind{
	Name:    "donkersteeg-c",
	Summary: "plays like donkersteeg-a, with heuristic rewards for moves (Donkersteeg 2010)",
	Options: slices.Concat(simulationOptions, []Option{
		{Name: "heuristics", Summary: "what the rewards decide: ties between moves whose simulations went equally well, or which moves are simulated", Words: []string{"ties", "first"}},
		{Name: "diff_step", Summary: "difference of foundation heights up to which a move to a foundation has its full reward", Most: 13, Default: 2},
	}, endOptions),
	Sees:       simulationInformation,
	Check:      checkSimulation,
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		p := newDonkersteeg(seed, o)
		p.rewards, p.first, p.diffStep = true, o["heuristics"] == heuristicsFirst, int8(o["diff_step"])
		return p
	},
}

// Options of all three players, and of the players that simulate.
var (
	endOptions = []Option{
		{Name: "turn", Summary: "when the stock may be turned: at any time, or only when no other move is left", Words: []string{"any", "last"}},
		{Name: "turns", Summary: "turns of the stock in a row after which a game without other moves is lost; 0 for twice through the stock", Most: MostMoves, Default: 14},
	}
	simulationOptions = []Option{
		{Name: "playouts", Summary: "simulations of each move", Least: 1, Most: 10_000, Default: 3},
		{Name: "depth", Summary: "moves of a simulation at most; 0 to play to the end", Most: MostMoves},
		{Name: "score", Summary: "how the results of a move's simulations are combined", Words: []string{"maximum", "mean"}},
		{Name: "cards", Summary: "cards of the simulations: the true ones, or hidden cards dealt anew for each simulation, for each move, or once and corrected when cards are turned up", Words: []string{"once", "reshuffle", "move", "turned"}, Default: cardsReshuffle},
		{Name: "stock", Summary: "whether the order of the stock is known once it has been seen, from the start, or never", Words: []string{"seen", "known", "forgotten"}},
		{Name: "safe", Summary: "whether safe moves are played without simulation", Words: []string{"played", "simulated"}},
		{Name: "inside", Summary: "moves in simulations: random ones, or safe ones first", Words: []string{"random", "safe"}},
		{Name: "share", Summary: "whether the simulations are those of each move, or of all moves of a table together", Words: []string{"each", "all"}},
		{Name: "colours", Summary: "points of a position for equal numbers of red and black open cards; each card on a foundation has one point", Most: card.Suits * int64(card.King)},
		{Name: "open", Summary: "points of a position without secured cards; in proportion if some are secured", Most: card.Suits * int64(card.King)},
	}
)

// Values of the options that are words.
const (
	turnLast = 1

	scoreMean = 1

	cardsOnce      = 0
	cardsReshuffle = 1
	cardsMove      = 2
	cardsTurned    = 3

	stockKnown     = 1
	stockForgotten = 2

	safeSimulated = 1

	insideSafe = 1

	shareAll = 1

	heuristicsFirst = 1
)

func simulationInformation(o Options) Information {
	switch {
	case o["cards"] == cardsOnce:
		return Thoughtful
	case o["stock"] == stockKnown:
		return StockKnown
	}
	return StockSeen
}

func checkSimulation(o Options) (option, detail string) {
	if o["cards"] == cardsOnce && o["stock"] != 0 {
		return "stock", "can't be combined with cards=once, with which all cards are known"
	}
	return "", ""
}

type donkersteeg struct {
	random *rand.Rand
	plan   pending // the rest of the chosen move
	game   *simulate.Game
	buffer []typedMove

	turnLast bool
	limit    int // of turns of the stock in a row; 0 means twice through
	turned   int // turns in a row

	playouts, depth   int // without playouts it plays at random
	mean              bool
	cards             int64
	forgets           bool    // the order of the stock
	safe, inside      bool    // safe moves come first, on the table and in simulations
	together          bool    // playouts are those of all moves together
	colours, openness float64 // points
	sampled           determinization

	rewards, first bool // heuristics of Table 6.1; first: before simulations
	diffStep       int8
}

func newDonkersteeg(seed uint64, o Options) *donkersteeg {
	return &donkersteeg{
		random:   rand.New(rand.NewPCG(seed, 6)),
		turnLast: o["turn"] == turnLast, limit: int(o["turns"]),
		playouts: int(o["playouts"]), depth: int(o["depth"]), mean: o["score"] == scoreMean,
		cards: o["cards"], forgets: o["stock"] == stockForgotten,
		safe: o["safe"] != safeSimulated, inside: o["inside"] == insideSafe, together: o["share"] == shareAll,
		colours: float64(o["colours"]), openness: float64(o["open"]),
	}
}

// Choose makes turns of the stock that show nothing new only internally. The table does not
// change by turning the stock round and round, and the referee would end the game.
func (p *donkersteeg) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.choose(clock, t, p.think, nil)
}

// think returns the referee's moves of the next move; none if the game is lost.
func (p *donkersteeg) think(clock *solver.Clock, t *Turn) []game.Move {
	if p.game == nil {
		p.game = simulate.NewGame(t.Rules)
	}
	start, ok := simulate.Read(&t.Table)
	if !ok {
		return nil
	}
	inHead := !p.game.Limited && !slices.Contains(t.Table.Stock, card.None)
	// A player that prefers turns to all other moves would turn for ever.
	for b := start; p.turned < MostMoves && clock.StopReason() == solver.NoReason; {
		moves := p.moves(&b, nil)
		if len(moves) == 0 {
			return nil
		}
		m := moves[0]
		if len(moves) == 1 && m.moveType == stockToWaste {
			if p.lostByTurns(&b, p.turned) {
				return nil
			}
		} else {
			i := p.choose(clock, t, &b, moves)
			if i < 0 {
				return nil
			}
			m = moves[i]
		}
		p.turned = m.turnsAfter(p.turned)
		if m.moveType != stockToWaste {
			return append(turnTo(p.game, start, &b), m.expand(p.game, b)...)
		}
		if !inHead {
			return m.expand(p.game, b)
		}
		m.do(p.game, &b)
	}
	return nil
}

// moves appends the legal moves, the turn of the stock last.
func (p *donkersteeg) moves(b *simulate.Board, to []typedMove) []typedMove {
	to = effectiveMoves(p.game, b, to)
	if (len(to) == 0 || !p.turnLast) && p.game.Turns(b) {
		to = append(to, typedMove{moveType: stockToWaste})
	}
	return to
}

// lostByTurns reports whether the stock has been turned too many times in a row, where nothing else
// is left: an end of type 2.
func (p *donkersteeg) lostByTurns(b *simulate.Board, turned int) bool {
	limit := p.limit
	if limit == 0 {
		limit = 2 * ((int(b.Count) + p.game.Turn - 1) / p.game.Turn)
	}
	return turned >= limit
}

// turnsAfter returns the number of turns of the stock in a row after a move.
func (m typedMove) turnsAfter(turned int) int {
	if m.moveType == stockToWaste {
		return turned + 1
	}
	return 0
}

// choose returns the index of one of the moves; -1 if it is interrupted.
func (p *donkersteeg) choose(clock *solver.Clock, t *Turn, b *simulate.Board, moves []typedMove) int {
	left := make([]int, len(moves))
	for i := range left {
		left[i] = i
	}
	most := func(value func(typedMove) float64) (best float64) {
		var alike []int
		for _, i := range left {
			switch w := value(moves[i]); {
			case len(alike) == 0 || w > best:
				best, alike = w, append(alike[:0:0], i)
			case w == best:
				alike = append(alike, i)
			}
		}
		left = alike
		return best
	}
	if p.playouts > 0 && len(moves) > 1 && (!p.safe || most(func(m typedMove) float64 { return indicator(m.safe(b)) }) == 0) &&
		(!p.first || most(func(m typedMove) float64 { return float64(p.bonus(m, b)) }) == 0) {
		p.determinize(t, b)
		playouts := p.playouts
		if p.together {
			playouts = (p.playouts + len(moves) - 1) / len(moves)
		}
		most(func(m typedMove) float64 { return p.value(clock, m, playouts) })
		if p.rewards && !p.first {
			most(func(m typedMove) float64 { return float64(p.reward(m, b)) })
		}
	}
	if clock.StopReason() != solver.NoReason {
		return -1
	}
	return left[p.random.IntN(len(left))]
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
