package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Move is a legal move with the verdict of the position after it.
type Move struct {
	game.Move

	Verdict solver.Verdict // of the position after it
	Reason  solver.Reason  // with Unknown
	Line    []game.Move    // with Winnable: the shortest known winning line; begins with the move

	// Reversible reports whether the position before the move can be restored at once, so that
	// the move can't lose.
	Reversible bool
	// Order reports whether a winning line has the move later on, and still wins if the move is played
	// first.
	Order bool

	// Also has the other targets of the move that make no difference: other empty cells, other
	// spaces, and foundations of the suit that are equally high.
	Also []game.Place
}

// Position is the verdict of a position and of the moves from it.
type Position struct {
	Verdict solver.Verdict
	Reason  solver.Reason // with Unknown
	Engine  string        // engine that gave the verdict or the line; empty if no search was needed, or the verdict follows from the moves
	Line    []game.Move   // with Winnable: the shortest known
	Moves   []Move        // the legal moves, best first; only one of moves whose targets are interchangeable
	States  int64         // states of all searches

	// Unsearched reports whether no engine was free in time. Then there was no search, and the
	// verdicts are the ones that were already known.
	Unsearched bool
}

// Only reports whether exactly one move keeps a winnable position winnable. Moves with
// interchangeable targets count as one. ok is false if the answer is not known.
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

// Moves finds the verdict of every legal move of a problem's position. Moves name the places of the
// position as the caller gave it. Budget b and the clock bound all searches together.
//
// The order is: winnable moves, then unknown ones, then unwinnable ones. Winnable moves with
// shorter lines come first. Moves of a whole column into a space change nothing, so they come last
// among the moves with the same verdict.
//
// A player who always makes the first move wins every winnable position, if the engine remembers
// its lines. Each move makes the line shorter, or leaves it as long but with one redeal fewer. If
// the engine forgets lines, play may go round in circles.
//
// With a budget of states, a deterministic engine gives a deterministic answer, unless time or
// memory runs out. An error means that the engine's answers are wrong. It may wrap a
// *solver.BadSolution.
func Moves(clock *solver.Clock, e solver.Engine, p *solver.Problem, b solver.Budget) (Position, error) {
	s := newPositionStudy(clock, e, p, b)
	if left, ends := clock.Left(); ends {
		s.clock = clock.Within(left - time.Duration(len(s.options))*sorting)
	}
	reason := solver.NoReason
	for states := int64(firstRound); reason == solver.NoReason && !s.decided() && states < lastRound; states *= growth {
		reason = s.round(states)
	}
	if s.err != nil {
		return Position{}, s.err
	}
	return s.position(reason), nil
}

// sorting is how long before the end the searches end, for each move: a row of two packs has
// up to 8,000 moves, and putting them in order must not take longer than the caller waits.
const sorting = 5 * time.Microsecond

// positionStudy is a study of the moves from one position.
type positionStudy struct {
	study
	problem *solver.Problem
	table   *game.State // the position; moves are made and undone on it
	root    finding
	options []option
}

// option is a legal move and what is known of it so far.
type option struct {
	game.Move
	finding             // of the position after it; the line begins with the move
	back    []game.Move // moves that restore the position before it; nil if there are none
	order   bool
}

func newPositionStudy(clock *solver.Clock, e solver.Engine, p *solver.Problem, b solver.Budget) *positionStudy {
	asked := p.Asked()
	s := &positionStudy{
		study:   study{clock: clock, engine: e, rules: p.Rules(), limit: b.States, asked: map[string]answer{}},
		problem: p, table: game.New(p.Rules(), &asked), root: undecided,
	}
	legal := s.table.Legal()
	s.options = make([]option, 0, len(legal))
	for _, m := range legal {
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

// after returns the problem of the position after an option.
func (s *positionStudy) after(o *option) *solver.Problem {
	s.table.Do(o.Move)
	defer s.table.Undo()
	return solver.NewProblem(*s.rules, s.table.Position())
}

func (s *positionStudy) decided() bool {
	return !s.root.open() && !slices.ContainsFunc(s.options, func(o option) bool { return o.open() })
}

// open reports whether an option is to be searched. A move that can be taken back is not: the
// position before it is searched already.
func (o *option) open() bool { return o.finding.open() && o.back == nil }

// round searches what is undecided, each position with at most the given number of states. The
// position before the moves comes first, because most verdicts of moves follow from its verdict.
// round returns the reason to stop, if there is one.
func (s *positionStudy) round(states int64) solver.Reason {
	if s.root.open() {
		// At first the engine is asked in any case: it may remember a verdict.
		if reason := s.over(); reason != solver.NoReason && states > firstRound {
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

// infer draws conclusions from a finding about the position: an unwinnable verdict, or a line
// that wins. There may be thousands of moves, so it stops when the time is up, but not before the
// first move of the line has its verdict.
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
			s.err = fmt.Errorf("the engine's line begins with an illegal move: %+v", f.line[0])
			return
		}
		line, _ := s.advance(from, f.line, s.options[lead].Move)
		s.shorter(&s.options[lead], line)
	}
	for i := range s.options {
		if s.clock.StopReason() != solver.NoReason {
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

// shorter gives an option a line, unless it has a line at most as long.
func (s *positionStudy) shorter(o *option, line []game.Move) {
	if o.verdict == solver.Unwinnable {
		s.contradict(line)
	}
	if o.verdict != solver.Winnable || compareLines(line, o.line) < 0 {
		o.finding = finding{verdict: solver.Winnable, line: line}
	}
}

// position returns the results, with the reason of each unknown verdict.
func (s *positionStudy) position(reason solver.Reason) Position {
	why := func(f *finding) solver.Reason {
		switch {
		case f.verdict != solver.Unknown:
			return solver.NoReason
		case f.reason == solver.Memory:
			return solver.Memory // a larger budget would not help
		default:
			return cmp.Or(reason, f.reason, s.root.reason, s.over())
		}
	}
	p := Position{Verdict: s.root.verdict, Reason: why(&s.root), Engine: s.root.engine, Line: s.root.line, States: s.states}
	p.Moves = make([]Move, 0, len(s.options))
	for i := range s.options {
		o := &s.options[i]
		p.Moves = append(p.Moves, Move{o.Move, o.verdict, why(&o.finding), o.line, o.back != nil, o.order, nil})
	}
	rank := map[solver.Verdict]int{solver.Winnable: 0, solver.Unknown: 1, solver.Unwinnable: 2}
	slices.SortStableFunc(p.Moves, func(a, b Move) int {
		return cmp.Or(
			cmp.Compare(rank[a.Verdict], rank[b.Verdict]),
			cmp.Compare(s.idle(&a.Move), s.idle(&b.Move)),
			compareLines(a.Line, b.Line),
			cmp.Compare(later(&a), later(&b)),
		)
	})
	p.Moves = s.merge(p.Moves)
	if p.Verdict == solver.Winnable && len(p.Moves) > 0 && !s.table.Won() {
		p.Line = p.Moves[0].Line
	}
	return p
}

// compareLines orders two lines by length, and lines of the same length by the number of redeals,
// which length leaves out. A redeal can change nothing. If a line that starts with one ranked first, a
// client that follows the first move would redeal forever.
func compareLines(a, b []game.Move) int {
	return cmp.Or(cmp.Compare(game.Length(a), game.Length(b)), cmp.Compare(len(a), len(b)))
}

// later returns 1 for a move that the line has later on, else 0.
func later(m *Move) int {
	if m.Order {
		return 1
	}
	return 0
}
