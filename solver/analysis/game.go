package analysis

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Played is the analysis of a played game. A ply is a position of it: ply 0 is the deal, and ply
// n the position after n steps.
type Played struct {
	Plies int // number of plies, one more than steps
	// Winnable is the last ply that is known to be winnable, −1 if none is. All plies before it
	// are winnable too.
	Winnable int
	// Unwinnable is the first ply that is known to be unwinnable, Plies if none is. All plies
	// after it are unwinnable too. The verdicts of plies between the two are unknown.
	Unwinnable int
	Reason     solver.Reason // why plies between the two are unknown
	// Line wins from ply Winnable. If the next step lost the game, the first move of the line is
	// a better one.
	Line   []game.Move
	Engine string // engine of the last search
	States int64  // states of all searches

	// Unsearched reports whether no engine was free in time. Then there was no search, and the
	// verdicts are the ones that were already known.
	Unsearched bool
}

// Verdict returns the verdict of a ply.
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

// LostAt returns the number, from 1, of the step that lost the game. It returns false if no step
// did, or if the step is not known.
func (p *Played) LostAt() (int, bool) {
	return p.Unwinnable, p.Winnable >= 0 && p.Unwinnable < p.Plies && p.Unwinnable == p.Winnable+1
}

// Game finds the step that lost a game. A step is a move, or the single moves of a run that a
// person moves at once. The steps begin at the problem's position as asked, name its places, and
// must be legal. If the budget or the clock's time is too short, the result says between which
// two plies the step lies.
//
// Losses are monotone, so Game searches the last ply first and then the middle of the unknown
// plies. A ply that is not decided within a round is left for the next one, and others are tried.
// It fails as [Moves] does.
func Game(clock *solver.Clock, e solver.Engine, p *solver.Problem, steps [][]game.Move, b solver.Budget) (Played, error) {
	s := newGameStudy(clock, e, p, steps, b)
	reason := solver.NoReason
	states := int64(firstRound)
	for ; reason == solver.NoReason && s.open() && states < lastRound; states *= growth {
		reason = s.round(states)
	}
	if reason != solver.NoReason {
		s.recall()
	}
	s.polish(states)
	if s.won >= 0 && s.err == nil && !s.replays(s.reach(s.won).Table(), s.line) {
		s.err = fmt.Errorf("line of ply %d does not win: %v", s.won, s.line)
	}
	if s.err != nil {
		return Played{}, s.err
	}
	return s.played(reason), nil
}

// gameStudy is a study of the plies of one game.
type gameStudy struct {
	study
	problem *solver.Problem // the deal
	steps   [][]game.Move   // as played, with the cards that they turned up
	table   *game.State     // the position of ply at
	at      int             // ply of the table
	plies   []finding
	won     int // as Played.Winnable
	lost    int // as Played.Unwinnable
	line    []game.Move
}

func newGameStudy(clock *solver.Clock, e solver.Engine, p *solver.Problem, steps [][]game.Move, b solver.Budget) *gameStudy {
	asked := p.Asked()
	s := &gameStudy{
		study:   study{clock: clock, engine: e, rules: p.Rules(), limit: b.States, asked: map[string]answer{}},
		problem: p, table: game.New(p.Rules(), &asked), steps: slices.Clone(steps),
		plies: slices.Repeat([]finding{undecided}, len(steps)+1), won: -1, lost: len(steps) + 1,
	}
	victory := -1 // the last ply at which the game is won
	for at := range s.plies {
		if s.reach(at).Won() {
			victory = at
		}
		if at > 0 && len(s.steps[at-1]) == 1 && !s.steps[at-1][0].Equal(s.table.Last()) { // those of a run are known as they were made
			s.steps[at-1] = []game.Move{s.table.Last()}
		}
	}
	if victory >= 0 {
		s.isWon(victory, nil)
	}
	return s
}

// reach plays the table on, or back, to a ply. Positions are not stored: in a game of thousands
// of moves most are never searched.
func (s *gameStudy) reach(ply int) *game.State {
	for ; s.at > ply; s.at-- {
		for range s.steps[s.at-1] {
			s.table.Undo()
		}
	}
	for ; s.at < ply; s.at++ {
		for _, m := range s.steps[s.at] {
			s.table.Do(m)
		}
	}
	return s.table
}

// back returns moves that lead from a ply to the one before, if they are easily found. The single
// moves of a run are not tried: what moves a run back is seldom part of a line.
func (s *gameStudy) back(ply int) ([]game.Move, bool) {
	if len(s.steps[ply-1]) != 1 {
		return nil, false
	}
	return s.reach(ply).Back()
}

// problemAt returns the problem of a ply.
func (s *gameStudy) problemAt(ply int) *solver.Problem {
	if ply == 0 {
		return s.problem
	}
	return solver.NewProblem(*s.rules, s.reach(ply).Position())
}

func (s *gameStudy) ask(ply int, objective solver.Objective, states int64) finding {
	return s.study.ask(s.problemAt(ply), objective, states)
}

// isWon records that a line wins from a ply. It extends this to later plies while the line leads
// through them, in any order of its moves, or the position can be restored from them. Each ply
// takes a replay or two, so isWon stops when the time is up.
func (s *gameStudy) isWon(at int, line []game.Move) {
	s.won, s.line = at, line
	for s.won+1 < len(s.plies) && s.clock.StopReason() == solver.NoReason {
		rest := s.follow()
		switch {
		case rest == nil:
			return
		case s.won+1 >= s.lost:
			s.contradict(rest)
			return
		}
		s.won++
		s.line = rest
	}
}

// follow returns a line that wins from the ply after s.won, if one follows from s.line; nil if
// none does.
func (s *gameStudy) follow() []game.Move {
	if rest := s.skip(); rest != nil {
		return rest
	}
	if home, ok := s.back(s.won + 1); ok {
		if line := slices.Concat(home, s.line); s.replays(s.table.Table(), line) {
			return line
		}
	}
	return nil
}

// skip returns the rest of s.line after the moves of the step from s.won, which wins from the ply
// after it, if the line has them, in whatever order; nil if it has not.
func (s *gameStudy) skip() []game.Move {
	line, table := s.line, game.New(s.rules, s.reach(s.won).Table())
	for _, m := range s.steps[s.won] {
		moved, sooner := s.advance(table.Table(), line, m)
		if sooner < 0 {
			return nil
		}
		table.Do(m)
		line = moved[1:]
	}
	return line
}

// isLost records that a ply can't be won. It extends this to earlier plies while their positions
// can be restored from the later one.
func (s *gameStudy) isLost(at int) {
	for s.lost = at; s.lost > 0; s.lost-- {
		if _, ok := s.back(s.lost); !ok {
			break
		}
	}
}

func (s *gameStudy) open() bool {
	for at := s.won + 1; at < s.lost; at++ {
		if s.plies[at].open() {
			return true
		}
	}
	return false
}

// round searches undecided plies, each with at most the given number of states, until all are
// decided or were tried. It returns the reason to stop, if there is one.
func (s *gameStudy) round(states int64) solver.Reason {
	tried := make([]bool, len(s.plies))
	for {
		at, ok := s.next(tried)
		if !ok {
			return s.over()
		}
		if reason := s.over(); reason != solver.NoReason {
			return reason
		}
		tried[at] = true
		s.settle(at, s.ask(at, solver.FirstSolution, states))
	}
}

// mostRecalled bounds the plies that are recalled, since the time may be over. Real games are seldom
// longer.
const mostRecalled = 200

// recall looks up the undecided plies, if the engine may know verdicts without a search: the last one,
// the deal, and then from the last one down, because a win at a ply decides all before.
func (s *gameStudy) recall() {
	memory, can := s.engine.(Recaller)
	if !can {
		return
	}
	left := mostRecalled
	look := func(at int) {
		if at <= s.won || at >= s.lost || s.err != nil || left == 0 {
			return
		}
		left--
		p := s.problemAt(at)
		if result, known := memory.Recall(s.clock, p); known {
			if a := (answer{Result: result}); s.keep(p, a) {
				s.settle(at, a.finding(p))
			}
		}
	}
	look(len(s.plies) - 1)
	look(0)
	for at := len(s.plies) - 2; at > max(s.won, 0) && left > 0; at-- {
		look(at)
	}
}

// settle records what was found of a ply.
func (s *gameStudy) settle(at int, f finding) {
	switch s.plies[at] = f; f.verdict {
	case solver.Winnable:
		s.isWon(at, f.line)
	case solver.Unwinnable:
		s.isLost(at)
	}
}

// next returns the ply to search: the last one, then the first one, then the middle of the
// longest stretch that was not tried.
func (s *gameStudy) next(tried []bool) (int, bool) {
	for _, at := range []int{len(s.plies) - 1, 0} {
		if at > s.won && at < s.lost && !tried[at] && s.plies[at].open() {
			return at, true
		}
	}
	first, longest, length := 0, 0, 0
	for at := s.won + 1; at < s.lost; at++ {
		if tried[at] || !s.plies[at].open() {
			length = 0
			continue
		}
		if length++; length > longest {
			first, longest = at-length+1, length
		}
	}
	return first + longest/2, longest > 0
}

// polish looks for a shorter line from ply s.won. The known one is as the engine found it, or may
// begin with taking moves back.
func (s *gameStudy) polish(states int64) {
	if s.won < 0 || len(s.line) == 0 || s.over() != solver.NoReason {
		return
	}
	switch f := s.ask(s.won, solver.AnySolution, states); {
	case f.verdict == solver.Unwinnable:
		s.contradict(s.line)
	case f.verdict == solver.Winnable && game.Length(f.line) < game.Length(s.line):
		s.isWon(s.won, f.line) // it may prove later plies winnable
	}
}

func (s *gameStudy) played(reason solver.Reason) Played {
	p := Played{Plies: len(s.plies), Winnable: s.won, Unwinnable: s.lost, Line: s.line, Engine: s.last, States: s.states}
	if s.lost > s.won+1 {
		p.Reason = cmp.Or(reason, s.plies[s.lost-1].reason, solver.States)
	}
	return p
}
