package papers

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// OnlyHint returns a player that follows one of the five hints, or none.
func OnlyHint(seed uint64, n int) player.Player {
	p := Hints.New(seed, nil, nil).(*hintPlayer)
	if p.list = nil; n != 1 {
		p.opening = 0
	}
	if n > 1 {
		p.list = fiveHints[n-2 : n-1]
	}
	return p
}

// Dealt returns a numbered deal of a game.
func Dealt(t testing.TB, name string, number uint64) (*rules.Rules, deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return &g.Rules, p
}

// Choosing is a player given by a function.
type Choosing func(*player.Turn) int

// Choose returns what the function does.
func (c Choosing) Choose(_ *solver.Clock, t *player.Turn) int { return c(t) }

// Leaving is a player that gives up after some moves.
type Leaving struct {
	player.Player
	Moves int
}

// Choose returns the player's choice while moves are left.
func (p *Leaving) Choose(clock *solver.Clock, t *player.Turn) int {
	if p.Moves--; p.Moves < 0 {
		return -1
	}
	return p.Player.Choose(clock, t)
}
