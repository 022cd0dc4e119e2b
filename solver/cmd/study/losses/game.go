package losses

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// study has the settings of the study.
type study struct {
	rules    *rules.Rules
	engine   solver.Engine
	kind     player.Kind
	states   int64                    // to find whether a position can be won
	settings [settings]player.Options // of the players that make decisions again; the first is that of the game
	losing   int                      // how often the losing decision is made again
	control  int                      // how often one of the others is
}

// errUnknown means that a search ended without a verdict.
var errUnknown = errors.New("position not decided")

// gameStudy is the study of one game. It solves no position twice.
type gameStudy struct {
	*study
	name     string // of the deal, from which the players' random numbers follow
	verdicts map[solver.ID]bool
}

// study plays a deal and finds what lost it. The row lacks the names of game, deal and engine.
func (s *study) study(ctx context.Context, name string, from *deal.Position) (Row, error) {
	g := gameStudy{study: s, name: name, verdicts: map[solver.ID]bool{}}
	row, err := g.row(ctx, from)
	if errors.Is(err, errUnknown) {
		return Row{Class: Unknown}, nil
	}
	return row, err
}

// row returns the row of a deal. The error is errUnknown if what lost the game was not found.
func (g *gameStudy) row(ctx context.Context, from *deal.Position) (Row, error) {
	played, err := g.play(ctx, g.player(0, Again), from)
	if err != nil {
		return Row{}, err
	}
	made, last := decisions(g.rules, from, played.Moves)
	row := Row{Class: Won, Keeping: len(made)}
	if !played.Won {
		can, err := g.winnable(ctx, from)
		if err != nil {
			return row, err
		}
		if !can {
			return Row{Class: Unwinnable}, nil
		}
		if row.Keeping, err = lastWinnable(len(made), func(i int) (bool, error) { return g.winnable(ctx, &made[i]) }); err != nil {
			return row, err
		}
		if can, err = g.winnable(ctx, &last); err != nil {
			return row, err
		}
		row.Class = Lost
		if can {
			row.Class = Stopped
		}
		if row.Losing, err = g.redo(ctx, &made[row.Keeping], g.losing); err != nil {
			return row, err
		}
	}
	if row.Keeping > 0 {
		random := rand.New(rand.NewPCG(player.DealSeed(0, g.name), 10))
		control, err := g.redo(ctx, &made[random.IntN(row.Keeping)], g.control)
		switch {
		case err == nil:
			row.Control = control
		case !errors.Is(err, errUnknown): // else what became of the game is known all the same
			return row, err
		}
	}
	return row, nil
}

// player returns a player with its own random numbers.
func (g *gameStudy) player(seed uint64, s Setting) player.Player {
	return g.kind.New(player.DealSeed(seed, g.name), g.settings[s], g.engine)
}

// play has a player play from a position, and verifies the play.
func (g *gameStudy) play(ctx context.Context, p player.Player, from *deal.Position) (player.Result, error) {
	played := player.Play(ctx, g.kind.Sees(g.settings[Again]), p, g.rules, from)
	if played.Ending == player.Stopped {
		return played, context.Cause(ctx)
	}
	return played, played.Verify(g.rules, from)
}

// winnable reports whether a position can be won with all cards known. The error is errUnknown if
// that was not found.
func (g *gameStudy) winnable(ctx context.Context, from *deal.Position) (bool, error) {
	p := solver.NewProblem(*g.rules, *from)
	if can, known := g.verdicts[p.ID()]; known {
		return can, nil
	}
	result := g.engine.Solve(ctx, p, solver.Budget{States: g.states, Objective: solver.FirstSolution})
	if err := result.Verify(p); err != nil {
		return false, err
	}
	if !result.Verdict.Proven() {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		return false, errUnknown
	}
	g.verdicts[p.ID()] = result.Verdict == solver.Winnable
	return result.Verdict == solver.Winnable, nil
}

// decisions returns the positions of the decisions of a play, and the last position.
func decisions(r *rules.Rules, from *deal.Position, moves []game.Move) (made []deal.Position, last deal.Position) {
	made = []deal.Position{from.Clone()}
	table := game.New(r, from)
	for _, m := range moves {
		table.Do(m)
		if m.TurnsUp != card.None && hidden(&made[len(made)-1]) > 1 {
			made = append(made, table.Position())
		}
	}
	return made, table.Position()
}

// hidden returns the number of hidden cards.
func hidden(p *deal.Position) int {
	n := 0
	for _, c := range p.Tableau {
		n += c.Down
	}
	return n
}

// lastWinnable returns the last of n positions of a game that can be won. The first one must be
// winnable, and a position after a lost one is lost.
func lastWinnable(n int, winnable func(i int) (bool, error)) (int, error) {
	if n > 1 { // games are more often lost late
		if can, err := winnable(n - 1); can || err != nil {
			return n - 1, err
		}
	}
	low, high := 0, n-1 // low is winnable, high is lost unless it is low
	for high-low > 1 {
		middle := (low + high) / 2
		can, err := winnable(middle)
		if err != nil {
			return 0, err
		}
		if can {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}

// redo makes a decision again, several times with each settings.
func (g *gameStudy) redo(ctx context.Context, from *deal.Position, times int) (Redone, error) {
	d := Redone{Hidden: hidden(from), Times: times}
	for s := range settings {
		for i := range times {
			kept, err := g.keeps(ctx, &decider{Player: g.player(uint64(i)+1, s), hidden: d.Hidden}, from)
			if err != nil {
				return d, fmt.Errorf("decision with %d hidden cards: %w", d.Hidden, err)
			}
			if kept {
				d.Kept[s]++
			}
		}
	}
	return d, nil
}

// keeps reports whether a decision keeps the game.
func (g *gameStudy) keeps(ctx context.Context, p *decider, from *deal.Position) (bool, error) {
	played, err := g.play(ctx, p, from)
	if err != nil || played.Won || !p.decided {
		return played.Won, err
	}
	table := game.New(g.rules, from)
	for _, m := range played.Moves {
		table.Do(m)
	}
	next := table.Position()
	return g.winnable(ctx, &next)
}

// decider is a player that makes one decision: it plays until a card is turned up, and then gives
// up. With at most one hidden card it plays to the end.
type decider struct {
	player.Player
	hidden  int  // hidden cards at the decision
	decided bool // a card was turned up
}

// Choose returns the player's choice, or -1 after the decision.
func (p *decider) Choose(ctx context.Context, t *player.Turn) int {
	if p.hidden > 1 && hidden(&t.Table) < p.hidden {
		p.decided = true
		return -1
	}
	return p.Player.Choose(ctx, t)
}
