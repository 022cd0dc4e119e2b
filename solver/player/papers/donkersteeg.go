package papers

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// The players of Donkersteeg, "Klondike strategies using Monte Carlo techniques" (Leiden,
// 2010). They know the moves of his Table 4.1. The stock may be turned at any time, like any other
// move. A game ends as in his section 4.6: when all cards are on foundations (type 1), when the
// stock has been turned too many times in a row and no other move is left (type 2), or when there is
// no move (type 3).
//
// docs/research/diaries/published-players.md has other readings of the thesis that were tried. These ones reproduce
// most of its figures.

// tooManyTurns is how many turns of the stock in a row are too many. The thesis does not say.
const tooManyTurns = 14

// DonkersteegR is player R of section 5.2: it plays random moves.
var DonkersteegR = player.Kind{
	Name:       "donkersteeg-r",
	Summary:    "plays random moves of the types of Donkersteeg (2010)",
	Sees:       player.AlwaysSees(player.StockSeen),
	Plays:      Plays,
	Unreadable: Refusal,
	New:        newDonkersteeg,
}

// DonkersteegA is player A. After each legal move it plays the deal on at random several times, to
// the end of the game. It makes the move with the best result (section 4.5). It makes safe moves
// without simulations. The option cards says what the simulations know of the hidden cards:
//
//   - once ("shuffled once"): simulations are played with the true cards. Nothing is hidden from
//     such a player, so its information model is thoughtful. (What the thesis calls
//     "transparent" is the same play.)
//   - reshuffle: the unseen cards are dealt anew for each simulation.
//
// The thesis reshuffles the cards of the game itself, so that no card has a place before it is
// turned up. Here the cards have fixed places. For a player that does not see them both games are
// the same, as long as the stock keeps the order in which it was seen.
var DonkersteegA = player.Kind{
	Name:       "donkersteeg-a",
	Summary:    "plays on at random after each move, and makes the move with the best result (Donkersteeg 2010)",
	Options:    simulationOptions,
	Sees:       simulationInformation,
	Plays:      Plays,
	Unreadable: Refusal,
	New:        newDonkersteeg,
}

// DonkersteegC is player C: player A with the heuristics of Table 6.1. The heuristics break ties
// between moves with equally good simulations (sections 5.4 and 6.3).
var DonkersteegC = player.Kind{
	Name:       "donkersteeg-c",
	Summary:    "plays like donkersteeg-a, with heuristic rewards for moves (Donkersteeg 2010)",
	Options:    simulationOptions,
	Sees:       simulationInformation,
	Plays:      Plays,
	Unreadable: Refusal,
	New: func(seed uint64, o player.Options, e solver.Engine) player.Player {
		p := newDonkersteeg(seed, o, e).(*donkersteeg)
		p.rewards = true
		return p
	},
}

// simulationOptions are the options of the players that
var simulationOptions = []player.Option{
	{Name: "playouts", Summary: "simulations of each move", Least: 1, Most: 10_000, Default: 3},
	{Name: "cards", Summary: "cards of the simulations: the true ones, or hidden cards dealt anew for each simulation", Words: []string{"once", "reshuffle"}, Default: cardsReshuffle},
}

// The values of the option cards.
const (
	cardsOnce      = 0
	cardsReshuffle = 1
)

func simulationInformation(o player.Options) player.Information {
	if o["cards"] == cardsOnce {
		return player.Thoughtful
	}
	return player.StockSeen
}

type donkersteeg struct {
	typedPlayer
	buffer []typedMove
	turned int // turns of the stock in a row

	playouts  int // without any it plays at random
	reshuffle bool
	sampled   determinization
	rewards   bool // heuristics of Table 6.1
}

func newDonkersteeg(seed uint64, o player.Options, _ solver.Engine) player.Player {
	return &donkersteeg{
		typedPlayer: typedPlayer{random: rand.New(rand.NewPCG(seed, 6))}, playouts: int(o["playouts"]), reshuffle: o["cards"] == cardsReshuffle,
	}
}

func (p *donkersteeg) Choose(clock *solver.Clock, t *player.Turn) int {
	return p.plan.Choose(clock, t, p.think, nil)
}

// think returns the referee's moves of the next move; none if the game is lost.
func (p *donkersteeg) think(clock *solver.Clock, t *player.Turn) []game.Move {
	return p.play(clock, t, func(b *Board) (m typedMove, ok bool) {
		moves := p.moves(b, nil)
		if len(moves) == 0 || p.turned >= player.MostMoves { // who prefers turns to all other moves would turn for ever
			return m, false
		}
		if m = moves[0]; len(moves) > 1 || m.moveType != stockToWaste {
			i := p.choose(clock, t, b, moves)
			if i < 0 {
				return m, false
			}
			m = moves[i]
		} else if p.turned >= tooManyTurns {
			return m, false
		}
		p.turned = m.turnsAfter(p.turned)
		return m, true
	})
}

// moves appends the legal moves, the turn of the stock last.
func (p *donkersteeg) moves(b *Board, to []typedMove) []typedMove {
	to = effectiveMoves(p.game, b, to)
	if p.game.Turns(b) {
		to = append(to, typedMove{moveType: stockToWaste})
	}
	return to
}

// turnsAfter returns the number of turns of the stock in a row after a move.
func (m typedMove) turnsAfter(turned int) int {
	if m.moveType == stockToWaste {
		return turned + 1
	}
	return 0
}

// choose returns the index of one of the moves; -1 if it is interrupted.
func (p *donkersteeg) choose(clock *solver.Clock, t *player.Turn, b *Board, moves []typedMove) int {
	left := make([]int, len(moves))
	for i := range left {
		left[i] = i
	}
	most := func(value func(typedMove) int) (best int) {
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
	if p.playouts > 0 && len(moves) > 1 && most(func(m typedMove) int { return m.safety(b) }) == 0 {
		p.determinize(t, b)
		most(func(m typedMove) int { return p.value(clock, m) })
		if p.rewards {
			most(func(m typedMove) int { return m.reward(p.game, b) })
		}
	}
	if clock.StopReason() != solver.NoReason {
		return -1
	}
	return left[p.random.IntN(len(left))]
}
