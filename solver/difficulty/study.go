package difficulty

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// study asks an engine about positions of one game, and knows again what was asked or
// follows from it.
type study struct {
	ctx     context.Context
	engine  solver.Engine
	problem *solver.Problem
	rules   *rules.Rules
	known   map[uint64]solver.Verdict // by player.Key
}

func newStudy(ctx context.Context, e solver.Engine, p *solver.Problem) *study {
	return &study{ctx: ctx, engine: e, problem: p, rules: p.Rules(), known: map[uint64]solver.Verdict{}}
}

// decisions judges the moves at each decision of the line.
func (s *study) decisions(line []game.Move, d *Difficulty) error {
	position := s.problem.Position()
	table := game.New(s.rules, &position)
	s.win(table, line)
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

// decision judges the moves at one decision, if there is one: if, beside the move that
// was played, there is another that can't be taken back and leads elsewhere.
func (s *study) decision(table *game.State, played game.Move, d *Difficulty) error {
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
	// What loses before the move that was played loses after it, too, if the two can
	// change places.
	for _, m := range losing {
		table.Do(m)
		if o := unturned(played); table.Check(o) == "" {
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

// verdict judges the position on the table, whose key is k.
func (s *study) verdict(table *game.State, k uint64) (solver.Verdict, error) {
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
		s.win(game.New(s.rules, &position), r.Solution)
	}
	return r.Verdict, nil
}

// solve asks the engine.
func (s *study) solve(p *solver.Problem, states int64) (solver.Result, error) {
	r := s.engine.Solve(s.ctx, p, solver.Budget{States: states, Objective: solver.FirstSolution})
	if because := solver.StopReason(s.ctx); because != solver.NoReason {
		return r, context.Cause(s.ctx)
	}
	return r, r.Verify(p)
}

// win notes all positions of a line that wins from the table.
func (s *study) win(table *game.State, line []game.Move) {
	s.known[player.Key(s.rules, table.Table())] = solver.Winnable
	for _, m := range line {
		table.Do(m)
		s.known[player.Key(s.rules, table.Table())] = solver.Winnable
	}
	for range line {
		table.Undo()
	}
}

// unturned is a move without what it turns up, which another one before it may change.
func unturned(m game.Move) game.Move {
	m.TurnsUp = card.None
	return m
}

// worryingBack tells whether cards must be taken back from foundations.
func (s *study) worryingBack(line []game.Move) (Need, error) {
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

// passes finds with how many passes through the stock the deal can be won.
func (s *study) passes(line []game.Move) (*Passes, error) {
	if !s.rules.Waste() || s.rules.Stock.Redeals == 0 {
		return nil, nil
	}
	redeals := 0
	for _, m := range line {
		if m.Action == game.Redeal {
			redeals++
		}
	}
	found := &Passes{Fewest: redeals + 1, AtLeast: 1}
	proven := true // of all that were tried
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

// plays has a player play the deal so many times, and counts what it wins.
func (s *study) plays(kind player.Kind, plays uint64) Rate {
	position := s.problem.Position()
	rate := Rate{Plays: int(plays)}
	for seed := uint64(1); seed <= plays; seed++ {
		if player.Play(s.ctx, kind.Sees(nil), kind.New(seed, nil, s.engine), s.rules, &position).Won {
			rate.Wins++
		}
	}
	return rate
}
