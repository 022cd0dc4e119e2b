package difficulty

import (
	"errors"
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The budget of a measurement: plays of each player, and states for each verdict.
const (
	randomPlays   = 10
	greedyPlays   = 20
	carelessPlays = 100
	glancePlays   = 20
	moveStates    = 10_000
	worryStates   = 200_000 // without worrying back
	passStates    = 20_000  // with each number of passes
)

// States is the budget for finding the line along which a deal is measured. A line that is found
// with another budget may be another one, and have another difficulty.
const States = 100_000

// StatesOf returns the budget for finding the line of a deal of a game. The game's name may be
// empty. Some games get more than States, so that all their winnable deals in
// docs/published/winnable are won again:
//   - Spider with two suits and with four. With States, 8 deals with two suits stay open. With
//     twice as many states, 43 of 1,993 deals with four suits do. The scores don't depend on the
//     line.
//   - Golf and similar games. Less than half of their deals are won with States. Their one engine
//     finds the same line with every budget that is large enough.
func StatesOf(game string) int64 {
	switch game {
	case "spider":
		return 40 * States
	case "spider-2-suit":
		return 4 * States
	case "golf", "black-hole", "tripeaks":
		return 20 * States
	}
	return States
}

// ErrNotWon is returned for a line that does not win.
var ErrNotWon = errors.New("measuring difficulty: the line does not win")

// Measure measures the difficulty of a problem along a line that wins it. The line begins at
// the canonical position, like that of a Result. The engine judges other moves. Measure fails
// with ErrNotWon if the line does not win, with the clock's error when it ends, or with a
// *solver.BadSolution.
func (m Method) Measure(clock *solver.Clock, e solver.Engine, p *solver.Problem, line []game.Move) (Difficulty, error) {
	return m.measure(clock, e, p, line, true)
}

// MeasureScore returns the score that Measure finds, in half the time or less: it leaves out the
// components that the score does not depend on. CardsLeft uses neither the line nor the engine, so
// the caller must know that the deal can be won.
func (m Method) MeasureScore(clock *solver.Clock, e solver.Engine, p *solver.Problem, line []game.Move) (float64, error) {
	d, err := m.measure(clock, e, p, line, false)
	return d.Score, err
}

// measure measures all components if all is true, otherwise only those that the score needs.
func (m Method) measure(clock *solver.Clock, e solver.Engine, p *solver.Problem, line []game.Move, all bool) (d Difficulty, err error) {
	if all || m != CardsLeft {
		if outcome := p.Replay(line); !outcome.Legal || !outcome.Won {
			return Difficulty{}, ErrNotWon
		}
	}
	s := &measurement{clock: clock, engine: e, problem: p, rules: p.Rules(), known: map[uint64]solver.Verdict{}}
	d = Difficulty{Method: m, Length: game.Length(line), Redeals: game.Redeals(line)}
	if m == CardsLeft {
		d.Left = s.cardsLeft()
	} else if d.Line, err = s.line(line, all); err != nil {
		return Difficulty{}, err
	}
	if err := clock.Err(); err != nil {
		return Difficulty{}, err
	}
	d.Score = d.score()
	return d, nil
}

// line measures what LineAndPlayers does, or what its score depends on.
func (s *measurement) line(line []game.Move, all bool) (*Line, error) {
	d := &Line{WinningShare: 1}
	err := s.decisions(line, d)
	if err == nil && all {
		d.WorryingBack, err = s.worryingBack(line)
	}
	if err == nil && all {
		d.Passes, err = s.passes(line)
	}
	if err != nil {
		return nil, err
	}
	if all {
		d.Random = s.plays(player.Random, randomPlays)
		d.Greedy = s.plays(player.Greedy, greedyPlays)
	}
	d.Careless = s.plays(player.Careless, carelessPlays)
	if position := s.problem.Position(); player.Open(&position) {
		glance := s.plays(player.Glance, glancePlays)
		d.Glance = &glance
	}
	return d, nil
}

// add adds a decision: how many of its judged moves win, and how many moves could not be judged.
func (d *Line) add(wins, judged, open int) {
	share := float64(wins) / float64(judged)
	d.WinningShare += (share - d.WinningShare) / float64(d.Decisions+1) // running mean
	d.Decisions++
	d.Bits -= math.Log2(share)
	d.Unknown += open
	if wins == 1 && open == 0 && judged > 1 {
		d.Critical++
	}
}

// measurement asks an engine about positions of one game. It remembers the verdicts, and
// those that follow from them.
type measurement struct {
	clock   *solver.Clock
	engine  solver.Engine
	problem *solver.Problem
	rules   *rules.Rules
	known   map[uint64]solver.Verdict // by player.Key
}

// decisions judges the moves at each decision of the line.
func (s *measurement) decisions(line []game.Move, d *Line) error {
	position := s.problem.Position()
	table := game.New(s.rules, &position)
	s.markWon(table, line)
	for _, played := range line {
		if !player.Reversible(s.rules, table, played) {
			if err := s.decision(table, played, d); err != nil {
				return err
			}
		}
		table.Do(played)
	}
	return nil
}

// decision judges the moves at one position of the line. It is a decision only if there is
// another move that can't be taken back and leads to a different position.
func (s *measurement) decision(table *game.State, played game.Move, d *Line) error {
	var wins, lost, open int
	var losing []game.Move
	seen := map[uint64]bool{}
	for _, m := range table.Legal() {
		if player.Reversible(s.rules, table, m) {
			continue
		}
		table.Do(m)
		k := player.Key(s.rules, table.Table())
		if seen[k] {
			table.Undo()
			continue
		}
		seen[k] = true
		verdict, err := s.verdict(table, k)
		table.Undo()
		if err != nil {
			return err
		}
		switch verdict {
		case solver.Winnable:
			wins++
		case solver.Unwinnable:
			lost++
			losing = append(losing, m)
		default:
			open++
		}
	}
	// If a losing move can be exchanged with the move that was played, it loses after it too.
	for _, m := range losing {
		table.Do(m)
		if o := withoutTurnUp(played); table.Check(o) == "" {
			table.Do(o)
			s.known[player.Key(s.rules, table.Table())] = solver.Unwinnable
			table.Undo()
		}
		table.Undo()
	}
	if wins+lost+open > 1 {
		d.add(wins, wins+lost, open)
	}
	return nil
}

// verdict returns the verdict on the table's position, whose key is k.
func (s *measurement) verdict(table *game.State, k uint64) (solver.Verdict, error) {
	if v, known := s.known[k]; known {
		return v, nil
	}
	p := solver.NewProblem(*s.rules, table.Position())
	r, err := s.solve(p, moveStates)
	if err != nil {
		return solver.Unknown, err
	}
	s.known[k] = r.Verdict
	if r.Verdict == solver.Winnable {
		position := p.Position()
		s.markWon(game.New(s.rules, &position), r.Solution)
	}
	return r.Verdict, nil
}

// solve asks the engine, and verifies its solution.
func (s *measurement) solve(p *solver.Problem, states int64) (solver.Result, error) {
	r := s.engine.Solve(s.clock, p, solver.Budget{States: states, Objective: solver.FirstSolution})
	if err := s.clock.Err(); err != nil {
		return r, err
	}
	return r, r.Verify(p)
}

// markWon records all positions along a winning line as winnable.
func (s *measurement) markWon(table *game.State, line []game.Move) {
	s.known[player.Key(s.rules, table.Table())] = solver.Winnable
	for _, m := range line {
		table.Do(m)
		s.known[player.Key(s.rules, table.Table())] = solver.Winnable
	}
	for range line {
		table.Undo()
	}
}

// withoutTurnUp returns the move without the card that it turns up, which may differ after
// another move.
func withoutTurnUp(m game.Move) game.Move {
	m.TurnsUp = card.None
	return m
}

// worryingBack returns whether cards must be taken back from foundations.
func (s *measurement) worryingBack(line []game.Move) (Need, error) {
	if !s.rules.Foundations.Removable {
		return "", nil
	}
	if !slices.ContainsFunc(line, func(m game.Move) bool { return m.From.Pile == game.Foundation }) {
		return NotNeeded, nil
	}
	without := *s.rules
	without.Foundations.Removable = false
	r, err := s.solve(solver.NewProblem(without, s.problem.Position()), worryStates)
	switch {
	case err != nil:
		return Undecided, err
	case r.Verdict == solver.Winnable:
		return NotNeeded, nil
	case r.Verdict == solver.Unwinnable:
		return Needed, nil
	}
	return Undecided, nil
}

// passes returns bounds on the number of passes through the stock that it takes to win; nil
// if the rules have no redeals.
func (s *measurement) passes(line []game.Move) (*Passes, error) {
	if !s.rules.Waste() || s.rules.Stock.Redeals == 0 {
		return nil, nil
	}
	redeals := game.Redeals(line)
	found := &Passes{Fewest: redeals + 1, AtLeast: 1}
	proven := true // every number of redeals tried so far is proven to be too small
	for fewer := range redeals {
		limited, position := *s.rules, s.problem.Position()
		if position.RedealsLeft = fewer; limited.Stock.Redeals == rules.Unlimited {
			limited.Stock.Redeals = fewer
		}
		r, err := s.solve(solver.NewProblem(limited, position), passStates)
		if err != nil {
			return nil, err
		}
		if r.Verdict == solver.Winnable {
			found.Fewest = fewer + 1
			break
		}
		if proven = proven && r.Verdict == solver.Unwinnable; proven {
			found.AtLeast = fewer + 2
		}
	}
	if proven {
		found.AtLeast = found.Fewest
	}
	return found, nil
}

// plays lets a player play the deal the given number of times, and counts its wins.
func (s *measurement) plays(kind player.Kind, plays uint64) Rate {
	position := s.problem.Position()
	rate := Rate{Plays: int(plays)}
	for seed := uint64(1); seed <= plays; seed++ {
		if player.Play(s.clock, kind.Sees(nil), kind.New(seed, nil, s.engine), s.rules, &position).Won {
			rate.Wins++
		}
	}
	return rate
}
