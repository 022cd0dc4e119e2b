package player

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// Yan plays as Yan, Diaconis, Rusmevichientong & Van Roy, "Solitaire: Man Versus Machine"
// (NIPS 17, 2004): a heuristic, and rollouts of it. It moves the face-up cards of a column
// only all together, also where the rules allow parts.
//
// The heuristic (section 4.1) makes the move with the highest score, of those with the same
// score one with the highest priority, and of those any: one is drawn for each board, and is
// the same whenever the board is met again, as a strategy maps boards to moves there.
//
//   - a card goes from a column to its foundation, or from the waste to a column: score 5;
//   - from the waste to its foundation: 5, or 0, as their text was printed once this way and
//     once that way;
//   - from a foundation to a column: −10;
//   - all other moves, and those of a king while its queen lies face down: 0;
//   - the priority of what turns a card up is how many cards lie face down in its column,
//     and one; of what empties a column 1; of what goes from the waste to a column 1, or −1
//     if it is such a king; of all others 0.
//
// A play is lost when the waste would be turned over though nothing but the stock was moved
// since it was turned over last. Two kinds of moves would go round for ever: a king with all
// that lies on it is not moved from one space to another one, and the heuristic never takes
// cards back from foundations.
//
// A rollout (section 4.2) tries each move that is possible, a turn of the stock too, and
// plays on by the strategy that it is a rollout of. It makes the first move that so wins,
// and then the moves of that play, as their program did; if none wins, the heuristic's. The
// option n says how many rollouts stand on each other. One more never wins less: where a
// strategy wins, its rollout tries the move that it makes.
//
// What the paper leaves open are options too: whether a rollout tries cards back from
// foundations, which "our heuristic will practically disable"; and what the matching queen
// of a king is that lies face down, one of the two that could lie on it or both of them.
var Yan = Kind{
	Name:    "yan",
	Summary: "Yan, Diaconis, Rusmevichientong and Van Roy's heuristic, and rollouts of it",
	Options: []Option{
		{Name: "n", Summary: "how many rollouts stand on each other, the lowest on the heuristic", Least: 0, Most: 5, Default: 1},
		{Name: "score", Summary: "what the heuristic gives a card that goes from the waste to its foundation: 5 or 0", Least: 0, Most: 5, Default: 5},
		{Name: "back", Summary: "whether rollouts try cards back from foundations", Words: []string{"yes", "no"}},
		{Name: "queens", Summary: "how many of the two queens that could lie on a king must lie face down for it to wait", Least: 1, Most: 2, Default: 2},
	},
	Sees: sees(Thoughtful),
	Check: func(o Options) (option, detail string) {
		if o["score"] != 0 && o["score"] != 5 {
			return "score", "neither 5 nor 0"
		}
		return "", ""
	},
	Plays:      simulate.Plays,
	Unreadable: simulate.Refusal,
	New: func(seed uint64, o Options, _ solver.Engine) Player {
		return &yan{seed: mix(seed), n: int(o["n"]), upScores: o["score"] == 5, backs: o["back"] == 0, queens: int(o["queens"]), room: roomForLosses[o["n"]]}
	},
}

type yan struct {
	seed     uint64
	n        int
	upScores bool // a card that goes from the waste to its foundation scores
	backs    bool // rollouts try cards back from foundations
	queens   int  // that must lie face down for a king to wait
	room     int  // for lost boards, see newLosses

	game  *simulate.Game // nil before the first move
	moved bool           // a card has been moved since the waste was last turned over
	plan  rest           // what is left of a play that wins

	ctx     context.Context // of the move that is thought about
	plays   int             // that the heuristic has played to their ends
	stopped bool            // by the context
	line    []simulate.Move // of the play that is tried, from the table on
	lost    losses
	been    []uint64          // boards of plays that are tried, those of each rollout after those of the one above
	lists   [][]simulate.Move // the moves that are tried, of each rollout its own
	equals  []simulate.Move   // moves of the same score and priority
}

// trial is a play that is tried, as far as it has come.
type trial struct {
	board simulate.Board
	moved bool // a card since the waste was last turned over
}

func (p *yan) Choose(ctx context.Context, t *Turn) int {
	if len(p.plan) == 0 {
		p.plan = p.think(ctx, t)
	}
	return p.plan.next(t)
}

// think finds a play that wins, or else the heuristic's move; nothing if the play is lost.
func (p *yan) think(ctx context.Context, t *Turn) []game.Move {
	board, ok := simulate.Read(&t.Table)
	if !ok {
		return nil
	}
	if p.game == nil {
		p.game = simulate.NewGame(t.Rules)
		p.game.Whole = true
		p.moved = board.Turned > 0 // what was done before is not known
		p.lists = make([][]simulate.Move, p.n+1)
		p.lost = newLosses(p.room)
	}
	p.ctx, p.line = ctx, p.line[:0]
	now := trial{board, p.moved}
	if !p.try(&now, p.n) {
		m, ok := p.best(&now)
		if p.stopped || !ok || !p.do(&now, m) {
			return nil
		}
		p.moved = now.moved
	}
	var moves []game.Move
	for _, m := range p.line {
		moves = p.game.Expand(&board, m, moves)
		p.game.Do(&board, m)
	}
	return moves
}

// try is the rollout of the strategy n−1: it tries each move, and tells whether one wins.
// Then the play is the line's end; else the line is as it was.
func (p *yan) try(now *trial, n int) bool {
	if n == 0 {
		return false
	}
	mark := len(p.line)
	p.lists[n] = p.game.Moves(&now.board, p.lists[n][:0])
	for _, m := range p.lists[n] {
		if juggles(&now.board, m) || m.Kind == simulate.FoundationToColumn && !p.backs {
			continue
		}
		next := *now
		if p.do(&next, m) && p.wins(&next, n-1) {
			return true
		}
		p.line = p.line[:mark]
	}
	return false
}

// wins plays on by strategy n, and tells whether that wins.
func (p *yan) wins(now *trial, n int) bool {
	mark := len(p.been)
	won := p.playOn(now, n)
	if !won && !p.stopped {
		// From wherever the play has been it went on as it would from there.
		for _, k := range p.been[mark:] {
			p.lost.add(k, n)
		}
	}
	p.been = p.been[:mark]
	return won
}

// playOn does the work of wins.
func (p *yan) playOn(now *trial, n int) bool {
	if n == 0 {
		return p.finish(now)
	}
	for !now.board.Won() {
		if p.knows(now, n) {
			return false
		}
		if p.try(now, n) {
			return true
		}
		m, ok := p.best(now)
		if p.stopped || !ok || !p.do(now, m) {
			return false
		}
	}
	return true
}

// knows tells whether strategy n is known to lose from a board; if not, the board is noted
// for when it is.
func (p *yan) knows(now *trial, n int) bool {
	k := p.game.Key(&now.board)
	if !now.moved {
		k = ^k
	}
	if p.lost.has(k, n) {
		return true
	}
	p.been = append(p.been, k)
	return false
}

// juggles tells whether a move only takes a king with all that lies on it from one space to
// another one. (Moves of whole blocks between columns that have that much room else turn
// up a card or empty a column for good.)
func juggles(b *simulate.Board, m simulate.Move) bool {
	return m.Kind == simulate.ColumnToColumn && m.Count == b.Columns[m.From].Count && b.Columns[m.To].Count == 0
}

// do makes a move, unless the play is lost by it.
func (p *yan) do(now *trial, m simulate.Move) bool {
	switch {
	case m.Kind != simulate.Turn:
		now.moved = true
	case now.board.Turned == now.board.Count:
		if !now.moved {
			return false
		}
		now.moved = false
	}
	p.game.Do(&now.board, m)
	p.line = append(p.line, m)
	return true
}
