package player

import (
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Recorder wraps a player and records its choices, so that other goroutines can read the play
// before it has ended.
type Recorder struct {
	Player

	mu      sync.Mutex // guards choices
	choices []int
}

// Choose records and returns the player's choice.
func (p *Recorder) Choose(clock *solver.Clock, t *Turn) int {
	choice := p.Player.Choose(clock, t)
	if choice >= 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.choices = append(p.choices, choice)
	}
	return choice
}

// SoFar returns the play from a position up to now. It counts as stopped unless it is won.
func (p *Recorder) SoFar(r *rules.Rules, from *deal.Position) Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	table := game.New(r, from)
	var moves []game.Move
	for _, choice := range p.choices {
		table.Do(table.Legal()[choice])
		moves = append(moves, table.Last())
	}
	ending := Stopped
	if table.Won() { // by a move that Play has not made yet
		ending = Won
	}
	return Result{Won: ending == Won, Score: score(r, table.Table()), Ending: ending, Moves: moves}
}
