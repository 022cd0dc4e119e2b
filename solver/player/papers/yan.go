package papers

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Yan plays by a heuristic and by rollouts of the heuristic, as Yan, Diaconis, Rusmevichientong &
// Van Roy describe ("Solitaire: Man Versus Machine", NIPS 17, 2004). It moves the face-up cards of
// a column only together, even where the rules allow parts.
//
// The heuristic (section 4.1) makes the move with the highest score. Ties go to the highest
// priority, and further ties to a random move. The random choice is fixed for each board, since in
// the paper a strategy maps boards to moves.
//
//   - A card goes from a column to its foundation, or from the waste to a column: score 5.
//   - From the waste to its foundation: 5 or 0. Two prints of their text differ in this.
//   - From a foundation to a column: −10.
//   - All other moves, and those of a king while its queen lies face down: 0.
//   - The priority of a move that turns a card up is the number of face-down cards in its
//     column, plus one. A move that empties a column has 1. A move from the waste to a column has
//     1, or −1 for a king whose queen lies face down. All other moves have 0.
//
// A play is lost when the waste would be turned over again and only the stock was moved since the
// last time. Two kinds of moves would never end, so they are excluded. A king with all cards on it
// is not moved from one space to another. The heuristic never takes cards back from foundations.
//
// A rollout (section 4.2) of a strategy tries each legal move, including a turn of the stock, and
// plays on by the strategy. It takes the first play that wins and makes all moves of that play, as
// the authors' program did. If no play wins, it makes the heuristic's move. The option n is the
// number of nested rollouts. A larger n never wins less: if a strategy wins, its rollout tries the
// same move.
//
// The paper says that "our heuristic will practically disable" moves back from foundations; here
// rollouts try them too. A king waits only while both queens that could lie on it are face down.
// docs/research/diaries/published-players.md compares these readings of the paper with others.
var Yan = player.Kind{
	Name:    "yan",
	Summary: "Yan, Diaconis, Rusmevichientong and Van Roy's heuristic, and rollouts of it",
	Options: []player.Option{
		{Name: "n", Summary: "number of nested rollouts, the innermost of the heuristic", Least: 0, Most: 5, Default: 1},
		{Name: "score", Summary: "the heuristic's score of a move from the waste to a foundation: 5 or 0", Least: 0, Most: 5, Default: 5},
	},
	Sees: player.AlwaysSees(player.Thoughtful),
	Check: func(o player.Options) (option, detail string) {
		if o["score"] != 0 && o["score"] != 5 {
			return "score", "must be 5 or 0"
		}
		return "", ""
	},
	Plays:      Plays,
	Unreadable: Refusal,
	New: func(seed uint64, o player.Options, _ solver.Engine) player.Player {
		return &yan{seed: player.Mix(seed), n: int(o["n"]), upScores: o["score"] == 5, lossBits: lossTableBits[o["n"]]}
	},
}

type yan struct {
	seed     uint64
	n        int
	upScores bool // moves from the waste to foundations score
	lossBits int  // size of the loss table, see newLossTable

	game  *Game          // nil before the first move
	still bool           // see trial
	plan  player.Pending // the rest of a winning play

	clock   *solver.Clock // of the current move
	plays   int           // plays to the end by the heuristic
	stopped bool          // by the clock
	line    []Move        // of the trial, from the table on
	losses  lossTable
	visited []uint64 // boards of the trials, those of each rollout after those of the outer one
	lists   [][]Move // the moves to try, of each rollout
	equals  []Move   // moves of equal score and priority
}

// trial is the current board of a play that is tried.
type trial struct {
	board Board
	still bool // whether the waste was turned over and no card moved since; true at the start of a deal
}

func (p *yan) Choose(clock *solver.Clock, t *player.Turn) int {
	return p.plan.Choose(clock, t, p.think, nil)
}

// think returns the moves of a winning play, or else the heuristic's move; none if the play is
// lost.
func (p *yan) think(clock *solver.Clock, t *player.Turn) []game.Move {
	board, ok := Read(&t.Table)
	if !ok {
		return nil
	}
	if p.game == nil {
		p.begin(t.Rules)
		if board.Turned > 0 {
			p.still = false // the moves before are not known
		}
	}
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
	p.game = NewGame(r)
	p.game.Whole = true
	p.still = true
	p.lists = make([][]Move, p.n+1)
	p.losses = newLossTable(p.lossBits)
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
		if movesKingBetweenSpaces(&now.board, m) {
			continue
		}
		if next := *now; p.do(&next, m) && p.wins(&next, n-1) {
			return true
		}
		p.line = p.line[:mark]
	}
	return false
}

// wins plays on by strategy n, and reports whether that wins.
func (p *yan) wins(now *trial, n int) bool {
	mark := len(p.visited)
	won := p.playOn(now, n)
	if !won && !p.stopped {
		// A strategy loses from every board of a play that it lost.
		for _, k := range p.visited[mark:] {
			p.losses.add(k, n)
		}
	}
	p.visited = p.visited[:mark]
	return won
}

// playOn is wins without the loss table.
func (p *yan) playOn(now *trial, n int) bool {
	if n == 0 {
		return p.finish(now)
	}
	for !now.board.Won() {
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
	k := p.game.Key(&now.board)
	if now.still {
		k = ^k
	}
	if p.losses.has(k, n) {
		return true
	}
	p.visited = append(p.visited, k)
	return false
}

// movesKingBetweenSpaces reports whether a move only takes a king with all cards on it from one
// space to another. (Other moves of whole blocks between columns turn up a card or empty a
// column for good.)
func movesKingBetweenSpaces(b *Board, m Move) bool {
	return m.Kind == ColumnToColumn && m.Count == b.Columns[m.From].Count && b.Columns[m.To].Count == 0
}

// do makes a move. It returns false if that loses the play.
func (p *yan) do(now *trial, m Move) bool {
	switch {
	case m.Kind != TurnStock:
		now.still = false
	case p.game.TurnsOver(&now.board):
		if now.still {
			return false
		}
		now.still = true
	}
	p.game.Do(&now.board, m)
	p.line = append(p.line, m)
	return true
}
