package analysis

import (
	"cmp"
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Played is what is known of a game that was played. Its plies are the positions: ply
// 0 is the deal, and ply n the position after n moves.
type Played struct {
	Plies int // how many positions there are, one more than moves
	// Winnable is the last ply that is known to be winnable, −1 if none is; and so are
	// all before it.
	Winnable int
	// Unwinnable is the first ply that is known not to be, Plies if none is; and so
	// are all after it. What lies between the two is unknown.
	Unwinnable int
	Because    solver.Because // why, if there is anything between
	// Line wins from the last ply that is known to be winnable. Its first move is the
	// better one, if the next one lost the game.
	Line   []game.Move
	Engine string // that was asked last
	States int64  // searched for all of it
}

// Verdict tells what is known of a ply.
func (p *Played) Verdict(ply int) solver.Verdict {
	switch {
	case ply <= p.Winnable:
		return solver.Winnable
	case ply >= p.Unwinnable:
		return solver.Unwinnable
	default:
		return solver.Unknown
	}
}

// LostAt is the number of the move, from 1, after which the game could no longer be
// won, if that is known of one.
func (p *Played) LostAt() (int, bool) {
	return p.Unwinnable, p.Winnable >= 0 && p.Unwinnable < p.Plies && p.Unwinnable == p.Winnable+1
}

// Game finds the move that lost a game: moves played from the position that a problem
// asks about, in its places, each of which must be legal. It keeps to the budget and
// the context's deadline, and where they don't suffice tells between which plies the
// move must be.
//
// Losses are monotone, so the last ply is searched first and then the middle of what
// is unknown. A ply that is not decided within a round is left for the next one, and
// those around it are tried. The error is that of Moves.
func Game(ctx context.Context, e solver.Engine, p *solver.Problem, moves []game.Move, b solver.Budget) (Played, error) {
	s := newGameStudy(ctx, e, p, moves, b)
	because := solver.Nothing
	states := int64(firstRound)
	for ; because == solver.Nothing && s.open() && states < lastRound; states *= growth {
		because = s.round(states)
	}
	s.polish(states)
	if s.err != nil {
		return Played{}, s.err
	}
	return s.played(because), nil
}

// gameStudy is a study of the plies of one game.
type gameStudy struct {
	study
	moves []game.Move // as they were played, with what they turned up
	plies []ply
	won   int // the last ply known to be winnable, −1 if none is
	lost  int // the first ply known not to be, len(plies) if none is
	line  []game.Move
}

// ply is a position of the game.
type ply struct {
	problem *solver.Problem
	back    []game.Move // to the ply before; nil if the move that led here can't be taken back
	finding
}

func newGameStudy(ctx context.Context, e solver.Engine, p *solver.Problem, moves []game.Move, b solver.Budget) *gameStudy {
	s := &gameStudy{
		study: study{ctx: ctx, engine: e, rules: p.Rules(), limit: b.States},
		plies: []ply{{problem: p, finding: undecided}}, won: -1, lost: len(moves) + 1,
	}
	asked := p.Asked()
	table := game.New(s.rules, &asked)
	victory := -1 // the last ply at which the game was won already
	if table.Won() {
		victory = 0
	}
	for i, m := range moves {
		table.Do(m)
		s.moves = append(s.moves, table.Last())
		home, _ := back(s.rules, table)
		s.plies = append(s.plies, ply{solver.NewProblem(*s.rules, table.Position()), home, undecided})
		if table.Won() {
			victory = i + 1
		}
	}
	if victory >= 0 {
		s.isWon(victory, nil)
	}
	return s
}

// isWon notes that a ply can be won by a line, with all before it, and with those after
// it that the line leads through, in whatever order, or from which there is a way back.
func (s *gameStudy) isWon(at int, line []game.Move) {
	if at <= s.won {
		return
	}
	s.won, s.line = at, line
	for s.won+1 < len(s.plies) {
		from, next := s.plies[s.won].problem.Asked(), s.plies[s.won+1]
		there := next.problem.Asked()
		line, sooner := s.advance(&from, s.line, s.moves[s.won])
		switch home := slices.Concat(next.back, s.line); {
		case sooner >= 0:
			s.line = line[1:]
		case next.back != nil && s.replays(&there, home):
			s.line = home
		default:
			return
		}
		s.won++
	}
}

// isLost notes that a ply can't be won, with all after it, and with those before it
// that can be had back from it.
func (s *gameStudy) isLost(at int) {
	s.lost = at
	for s.lost > 0 && s.plies[s.lost].back != nil {
		s.lost--
	}
}

// open tells whether a ply is left to search.
func (s *gameStudy) open() bool {
	return slices.ContainsFunc(s.plies[s.won+1:s.lost], func(p ply) bool { return p.open() })
}

// round searches plies that are not decided, each with at most so many states, until
// all are decided or were tried. It tells why there is to be no other round.
func (s *gameStudy) round(states int64) solver.Because {
	tried := make([]bool, len(s.plies))
	for {
		at, ok := s.next(tried)
		if !ok {
			return s.over()
		}
		if because := s.over(); because != solver.Nothing {
			return because
		}
		tried[at] = true
		p := &s.plies[at]
		switch p.finding = s.ask(p.problem, solver.FirstSolution, states); p.verdict {
		case solver.Winnable:
			s.isWon(at, p.line)
		case solver.Unwinnable:
			s.isLost(at)
		}
	}
}

// next is the ply to search: the last one, then the first one, then the middle of the
// longest stretch that was not tried.
func (s *gameStudy) next(tried []bool) (int, bool) {
	for _, at := range []int{len(s.plies) - 1, 0} {
		if at > s.won && at < s.lost && !tried[at] && s.plies[at].open() {
			return at, true
		}
	}
	first, longest, length := 0, 0, 0
	for at := s.won + 1; at < s.lost; at++ {
		switch {
		case tried[at] || !s.plies[at].open():
			length = 0
			continue
		}
		if length++; length > longest {
			first, longest = at-length+1, length
		}
	}
	return first + longest/2, longest > 0
}

// polish looks for a better line from the last ply that is known to be winnable: the
// one that is known was left as it was found, and may begin with taking moves back.
func (s *gameStudy) polish(states int64) {
	if s.won < 0 || len(s.line) == 0 || s.over() != solver.Nothing {
		return
	}
	if f := s.ask(s.plies[s.won].problem, solver.AnySolution, states); f.verdict == solver.Winnable && game.Length(f.line) < game.Length(s.line) {
		s.line = f.line
	}
}

// played says what was found.
func (s *gameStudy) played(because solver.Because) Played {
	p := Played{Plies: len(s.plies), Winnable: s.won, Unwinnable: s.lost, Line: s.line, Engine: s.last, States: s.states}
	if s.lost > s.won+1 {
		p.Because = cmp.Or(because, s.plies[s.lost-1].because, solver.States)
	}
	return p
}
