package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Yan plays as Yan, Diaconis, Rusmevichientong & Van Roy, "Solitaire: Man Versus Machine" (NIPS
// 17, 2004): by a heuristic, and by rollouts of it. It moves the face-up cards of a column only
// together, even where the rules allow parts.
//
// The heuristic (section 4.1) makes the move with the highest score; among those the one with
// the highest priority; among those a random one. The random choice is fixed for each board,
// since a strategy maps boards to moves there.
//
//   - A card goes from a column to its foundation, or from the waste to a column: score 5.
//   - From the waste to its foundation: 5 or 0. Two prints of their text differ in this.
//   - From a foundation to a column: −10.
//   - All other moves, and those of a king while its queen lies face down: 0.
//   - The priority of a move that turns a card up is the number of face-down cards in its
//     column, plus one. A move that empties a column has 1. A move from the waste to a column has
//     1, or −1 for a king whose queen lies face down. All other moves have 0.
//
// A play is lost when the waste would be turned over although only the stock was moved since
// the last time. Two kinds of moves would never end, so they are excluded: a king with all
// cards on it is not moved from one space to another, and the heuristic never takes cards back
// from foundations.
//
// A rollout (section 4.2) tries each legal move, including a turn of the stock, and plays on by
// the strategy that it is a rollout of. It makes the first move that wins so, and then the
// moves of that play, as their program did. If none wins, it makes the heuristic's move. The
// option n is the number of nested rollouts. One more never wins less: if a strategy wins, its
// rollout tries the same move.
//
// What the paper leaves open are options too: whether a rollout tries cards back from
// foundations, which "our heuristic will practically disable"; and whether the matching queen
// that lies face down means one of the two queens that could lie on the king, or both. So are
// readings that go against its words, by which some of its figures come out:
// docs/published-players.md compares them.
var Yan = Kind{
	Name:    "yan",
	Summary: "Yan, Diaconis, Rusmevichientong and Van Roy's heuristic, and rollouts of it",
	Options: []Option{
		{Name: "n", Summary: "number of nested rollouts, the innermost of the heuristic", Least: 0, Most: 5, Default: 1},
		{Name: "score", Summary: "the heuristic's score of a move from the waste to a foundation: 5 or 0", Least: 0, Most: 5, Default: 5},
		{Name: "back", Summary: "whether rollouts take cards back from foundations", Words: []string{"yes", "no"}},
		{Name: "queens", Summary: "a king waits while at least this many of the two queens that could lie on it are face down", Least: 1, Most: 2, Default: 2},
		{Name: "flip", Summary: "the heuristic's score of a move between columns that turns a card up: 0 or 5", Least: 0, Most: 5, Default: 0},
		{Name: "won", Summary: "what a rollout counts as a win: all cards on foundations, or no card of a column face down", Words: []string{"all", "face-up"}},
		{Name: "turns", Summary: "whether rollouts try a turn of the stock: yes, no, only if the top card of the waste can't be played, or can't be laid on a column", Words: []string{"yes", "no", "unplayable", "unlayable"}},
		{Name: "idle", Summary: "a play is lost after this many passes through the stock in which nothing else was moved", Least: 1, Most: 2, Default: 1},
		{Name: "pass", Summary: "whether a pass in which something was moved counts as such in the plays that are tried from its middle", Words: []string{"kept", "forgotten"}},
		{Name: "ties", Summary: "whether equal moves are drawn once for each table, or whenever a table is met", Words: []string{"table", "fresh"}},
	},
	Sees: alwaysSees(Thoughtful),
	Check: func(o Options) (option, detail string) {
		for _, name := range []string{"score", "flip"} {
			if o[name] != 0 && o[name] != 5 {
				return name, "must be 5 or 0"
			}
		}
		return "", ""
	},
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		return newYan(seed, o)
	},
}

// turnTrials says when rollouts try a turn of the stock.
type turnTrials int64

// As the words of the option.
const (
	turnsAlways turnTrials = iota
	turnsNever
	turnsUnplayable // if the top card of the waste can't be played
	turnsUnlayable  // if it can't be laid on a column
)

type yan struct {
	seed     uint64
	n        int
	upScores bool // moves from the waste to foundations score
	flips    bool // moves between columns that turn a card up score
	backs    bool // rollouts take cards back from foundations
	queens   int  // a king waits while at least this many queens are face down
	turns    turnTrials
	faceUp   bool // a rollout wins as soon as no card of a column is face down
	idle     int8 // a play is lost after so many idle passes
	forgets  bool // plays that are tried begin as if nothing had been moved in this pass
	fresh    bool // equal moves are drawn again whenever a table is met
	lossBits int  // size of the loss table, see newLossTable

	game  *simulate.Game // nil before the first move
	still int8           // see trial
	plan  pending        // the rest of a winning play

	clock   *solver.Clock   // of the current move
	plays   int             // plays to the end by the heuristic
	stopped bool            // by the clock
	line    []simulate.Move // of the trial, from the table on
	lost    lossTable
	draws   uint64            // of equal moves, if they are drawn afresh
	been    []uint64          // boards of the trials, those of each rollout after those of the outer one
	lists   [][]simulate.Move // the moves to try, of each rollout
	equals  []simulate.Move   // moves of equal score and priority
}

// newYan returns a player with complete options.
func newYan(seed uint64, o Options) *yan {
	return &yan{
		seed: mix(seed), n: int(o["n"]), upScores: o["score"] == 5, flips: o["flip"] == 5, backs: o["back"] == 0, queens: int(o["queens"]),
		turns: turnTrials(o["turns"]), faceUp: o["won"] == 1, idle: int8(o["idle"]), forgets: o["pass"] == 1, fresh: o["ties"] == 1,
		lossBits: lossTableBits[o["n"]],
	}
}

// trial is the current board of a play that is tried.
type trial struct {
	board simulate.Board
	still int8 // how often the waste was turned over since a card was moved; 1 at the start of a deal
}

func (p *yan) Choose(clock *solver.Clock, t *Turn) int {
	return p.plan.choose(clock, t, p.think, nil)
}

// think returns the moves of a winning play, or else the heuristic's move; none if the play is
// lost.
func (p *yan) think(clock *solver.Clock, t *Turn) []game.Move {
	board, ok := simulate.Read(&t.Table)
	if !ok {
		return nil
	}
	if p.game == nil {
		p.begin(t.Rules)
		if board.Turned > 0 {
			p.still = 0 // the moves before are not known
		}
	}
	// A table without face-down cards is not won yet.
	p.faceUp = p.faceUp && !allFaceUp(&board)
	p.clock, p.line = clock, p.line[:0]
	now := trial{board, p.still}
	if !p.rollout(&now, p.n) {
		m, ok := p.best(&now)
		if p.stopped || !ok || !p.do(&now, m) {
			return nil
		}
		p.still = now.still
	}
	var moves []game.Move
	for _, m := range p.line {
		moves = p.game.Expand(&board, m, moves)
		p.game.Do(&board, m)
	}
	return moves
}

// begin prepares for a deal.
func (p *yan) begin(r *rules.Rules) {
	p.game = simulate.NewGame(r)
	p.game.Whole = true
	p.still = 1
	p.lists = make([][]simulate.Move, p.n+1)
	p.lost = newLossTable(p.lossBits)
}

// rollout tries each move, followed by strategy n−1, and reports whether one wins. If so, the
// line ends with that play; otherwise the line is unchanged.
func (p *yan) rollout(now *trial, n int) bool {
	if n == 0 {
		return false
	}
	mark := len(p.line)
	p.lists[n] = p.game.Moves(&now.board, p.lists[n][:0])
	for _, m := range p.lists[n] {
		if movesKingBetweenSpaces(&now.board, m) || m.Kind == simulate.FoundationToColumn && !p.backs || m.Kind == simulate.Turn && !p.triesTurn(&now.board) {
			continue
		}
		next := *now
		if p.do(&next, m) {
			if p.forgets {
				next.still = 1
			}
			if p.wins(&next, n-1) {
				return true
			}
		}
		p.line = p.line[:mark]
	}
	return false
}

// wins plays on by strategy n, and reports whether that wins.
func (p *yan) wins(now *trial, n int) bool {
	mark := len(p.been)
	won := p.playOn(now, n)
	if !won && !p.stopped {
		// A strategy loses from every board of a play that it lost.
		for _, k := range p.been[mark:] {
			p.lost.add(k, n)
		}
	}
	p.been = p.been[:mark]
	return won
}

// playOn is wins without the loss table.
func (p *yan) playOn(now *trial, n int) bool {
	if n == 0 {
		return p.finish(now)
	}
	for !p.won(&now.board) {
		if p.knownLost(now, n) {
			return false
		}
		if p.rollout(now, n) {
			return true
		}
		m, ok := p.best(now)
		if p.stopped || !ok || !p.do(now, m) {
			return false
		}
	}
	return true
}

// knownLost reports whether strategy n is known to lose from a board. If not, the board is
// added to those of the play.
func (p *yan) knownLost(now *trial, n int) bool {
	if p.fresh {
		return false // it may be won another time
	}
	k := p.game.Key(&now.board) ^ -uint64(now.still)
	if p.lost.has(k, n) {
		return true
	}
	p.been = append(p.been, k)
	return false
}

// movesKingBetweenSpaces reports whether a move only takes a king with all cards on it from one
// space to another. (Other moves of whole blocks between columns turn up a card or empty a
// column for good.)
func movesKingBetweenSpaces(b *simulate.Board, m simulate.Move) bool {
	return m.Kind == simulate.ColumnToColumn && m.Count == b.Columns[m.From].Count && b.Columns[m.To].Count == 0
}

// do makes a move. It returns false if that loses the play.
func (p *yan) do(now *trial, m simulate.Move) bool {
	switch {
	case m.Kind != simulate.Turn:
		now.still = 0
	case p.game.TurnsOver(&now.board):
		if now.still >= p.idle {
			return false
		}
		now.still++
	}
	p.game.Do(&now.board, m)
	p.line = append(p.line, m)
	return true
}

// triesTurn reports whether rollouts try a turn of the stock.
func (p *yan) triesTurn(b *simulate.Board) bool {
	if p.turns == turnsAlways || b.Turned == 0 {
		return p.turns != turnsNever
	}
	playable := p.game.Wanted(b)
	if p.turns == turnsUnplayable {
		playable |= b.Next()
	}
	return p.turns != turnsNever && !playable.Has(b.Talon[b.Turned-1])
}

// won reports whether a rollout counts a board as won.
func (p *yan) won(b *simulate.Board) bool {
	if p.faceUp {
		return allFaceUp(b)
	}
	return b.Won()
}

// allFaceUp reports whether no card of a column is face down.
func allFaceUp(b *simulate.Board) bool {
	for i := range b.Columns {
		if b.Columns[i].Down > 0 {
			return false
		}
	}
	return true
}
