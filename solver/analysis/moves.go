package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Move is a legal move, and what is known of the position after it.
type Move struct {
	game.Move

	Verdict solver.Verdict // of the position after it
	Reason  solver.Reason  // with Unknown
	Line    []game.Move    // with Winnable: the shortest known that begins with the move and wins

	// Reversible says that the position before it can be had back at once, so that the
	// move can lose nothing.
	Reversible bool
	// Order says that a line of the position wins too if this move of it is played
	// first: to play it now or later is merely a matter of order.
	Order bool
}

// Position is what is known of a position and of the moves from it.
type Position struct {
	Verdict solver.Verdict
	Reason  solver.Reason // with Unknown
	Engine  string        // which engine gave the verdict, or the line; empty if it was plain to see, or follows from all moves'
	Line    []game.Move   // with Winnable: the shortest known
	Moves   []Move        // all that are legal, best first
	States  int64         // searched for all of it
}

// Only reports whether exactly one move keeps a winnable position winnable; ok is false
// if that is not known.
func (p *Position) Only() (only, ok bool) {
	wins, open := 0, 0
	for i := range p.Moves {
		switch p.Moves[i].Verdict {
		case solver.Winnable:
			wins++
		case solver.Unknown:
			open++
		}
	}
	switch {
	case p.Verdict == solver.Unknown || wins < 2 && open > 0:
		return false, false
	default:
		return p.Verdict == solver.Winnable && wins == 1, true
	}
}

// Moves judges every legal move of the position that a problem asks about, within the
// budget for all of them and the context's deadline. Best first means: winnable before
// unknown before unwinnable, and the shortest line first. A player that always plays the
// first move, and remembers the line or asks an engine that does, wins what is
// winnable, because the line gets shorter with every move but a redeal, which is not
// counted and is never followed by another. An engine that forgets may lead to and fro.
//
// Places in moves are those of the position as it was asked about. With a budget of
// states, and neither time nor memory running out, the answer is the same everywhere,
// if the engine's is. The error says that the engine is not to be believed, and may wrap
// a *solver.BadSolution.
func Moves(ctx context.Context, e solver.Engine, p *solver.Problem, b solver.Budget) (Position, error) {
	s := newPositionStudy(ctx, e, p, b)
	reason := solver.NoReason
	for states := int64(firstRound); reason == solver.NoReason && !s.decided() && states < lastRound; states *= growth {
		reason = s.round(states)
	}
	if s.err != nil {
		return Position{}, s.err
	}
	return s.position(reason), nil
}

// positionStudy is a study of the moves from one position.
type positionStudy struct {
	study
	problem *solver.Problem
	table   *game.State // the position; moves are made and taken back
	root    finding
	options []option
}

// option is a legal move on its way to a verdict.
type option struct {
	game.Move
	finding             // its line begins with the move
	back    []game.Move // to the position before it; nil if it can't be taken back
	order   bool
}

func newPositionStudy(ctx context.Context, e solver.Engine, p *solver.Problem, b solver.Budget) *positionStudy {
	asked := p.Asked()
	s := &positionStudy{
		study:   study{ctx: ctx, engine: e, rules: p.Rules(), limit: b.States, asked: map[string]answer{}},
		problem: p, table: game.New(p.Rules(), &asked), root: undecided,
	}
	for _, m := range s.table.Legal() {
		s.table.Do(m)
		o := option{Move: s.table.Last(), finding: undecided}
		o.back, _ = s.table.Back()
		if s.table.Won() {
			o.finding = finding{verdict: solver.Winnable, line: []game.Move{o.Move}}
		}
		s.table.Undo()
		s.options = append(s.options, o)
	}
	if s.table.Won() {
		s.root = finding{verdict: solver.Winnable}
		s.infer(s.root)
	}
	if i := slices.IndexFunc(s.options, func(o option) bool { return o.verdict == solver.Winnable }); i >= 0 {
		s.infer(s.options[i].finding)
	}
	return s
}

// after is the problem of the position after an option.
func (s *positionStudy) after(o *option) *solver.Problem {
	s.table.Do(o.Move)
	defer s.table.Undo()
	return solver.NewProblem(*s.rules, s.table.Position())
}

// decided reports whether nothing is left to search for.
func (s *positionStudy) decided() bool {
	return !s.root.open() && !slices.ContainsFunc(s.options, func(o option) bool { return o.open() })
}

// open reports whether an option is to be searched. After a move that can be taken back
// the position is worth what it was, and that is searched for already.
func (o *option) open() bool { return o.finding.open() && o.back == nil }

// round searches what is not decided yet, the position itself first because most
// moves follow from its verdict, each with at most so many states. It tells why there
// is to be no other round.
func (s *positionStudy) round(states int64) solver.Reason {
	if s.root.open() {
		if reason := s.over(); reason != solver.NoReason {
			return reason
		}
		s.root = s.ask(s.problem, solver.AnySolution, states)
	}
	s.infer(s.root)
	for i := range s.options {
		o := &s.options[i]
		if !o.open() {
			continue
		}
		if reason := s.over(); reason != solver.NoReason {
			return reason
		}
		o.finding = s.ask(s.after(o), solver.FirstSolution, states)
		if o.verdict == solver.Winnable {
			o.line = slices.Concat([]game.Move{o.Move}, o.line)
			s.infer(o.finding)
		}
	}
	if s.root.verdict == solver.Unknown && !slices.ContainsFunc(s.options, func(o option) bool { return o.verdict != solver.Unwinnable }) {
		s.root = unwinnable
	}
	return s.over()
}

// infer draws the conclusions from what was found of the position itself, or of a move
// whose line then is one of the position's. There may be thousands of moves, so it stops
// when the time is up, but not before the line's own first move has it.
func (s *positionStudy) infer(f finding) {
	switch f.verdict {
	case solver.Unwinnable:
		for i := range s.options {
			s.options[i].finding = unwinnable
		}
		return
	case solver.Unknown:
		return
	}
	if s.root.verdict != solver.Winnable {
		s.root = finding{verdict: solver.Winnable, engine: f.engine, line: f.line}
	}
	from := s.table.Table()
	lead := -1
	if len(f.line) > 0 {
		lead = slices.IndexFunc(s.options, func(o option) bool { return same(o.Move, f.line[0]) })
		if lead < 0 {
			s.err = fmt.Errorf("the engine's line begins with what is no move: %+v", f.line[0])
			return
		}
		line, _ := s.advance(from, f.line, s.options[lead].Move)
		s.shorter(&s.options[lead], line)
	}
	for i := range s.options {
		if solver.StopReason(s.ctx) != solver.NoReason {
			return
		}
		o := &s.options[i]
		if i == lead {
			continue
		}
		if line, sooner := s.advance(from, f.line, o.Move); sooner >= 0 {
			o.order = o.order || sooner > 0
			s.shorter(o, line)
		}
		if o.verdict != solver.Winnable && o.back != nil {
			if line := slices.Concat([]game.Move{o.Move}, o.back, f.line); s.replays(from, line) {
				s.shorter(o, line)
			}
		}
	}
}

// shorter gives an option a line, unless it has one that is as short.
func (s *positionStudy) shorter(o *option, line []game.Move) {
	if o.verdict == solver.Unwinnable {
		s.contradict(line)
	}
	if o.verdict != solver.Winnable || game.Length(line) < game.Length(o.line) {
		o.finding = finding{verdict: solver.Winnable, line: line}
	}
}

// position says what was found, and of what is unknown why.
func (s *positionStudy) position(reason solver.Reason) Position {
	why := func(f *finding) solver.Reason {
		switch {
		case f.verdict != solver.Unknown:
			return solver.NoReason
		case f.reason == solver.Memory:
			return solver.Memory // and no other budget would help
		default:
			return cmp.Or(reason, f.reason, s.root.reason, s.over())
		}
	}
	p := Position{Verdict: s.root.verdict, Reason: why(&s.root), Engine: s.root.engine, Line: s.root.line, States: s.states}
	for i := range s.options {
		o := &s.options[i]
		p.Moves = append(p.Moves, Move{o.Move, o.verdict, why(&o.finding), o.line, o.back != nil, o.order})
	}
	rank := map[solver.Verdict]int{solver.Winnable: 0, solver.Unknown: 1, solver.Unwinnable: 2}
	slices.SortStableFunc(p.Moves, func(a, b Move) int {
		return cmp.Or(
			cmp.Compare(rank[a.Verdict], rank[b.Verdict]),
			cmp.Compare(game.Length(a.Line), game.Length(b.Line)),
			cmp.Compare(later(&a), later(&b)),
		)
	})
	if p.Verdict == solver.Winnable && len(p.Moves) > 0 && !s.table.Won() {
		p.Line = p.Moves[0].Line
	}
	return p
}

// later is 0 for the move with which a line begins as it was found, and 1 for those
// that the line could begin with as well.
func later(m *Move) int {
	if m.Order {
		return 1
	}
	return 0
}
