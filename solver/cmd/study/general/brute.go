package general

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// brute searches games that the general engine does not play, such as Accordion, Gaps, Pyramid and
// games of discards, depth first over the referee's moves. It shares nothing with the engines.
type brute struct{}

// Solve implements solver.Engine, except that it looks at the context after each deal only.
func (brute) Solve(_ context.Context, p *solver.Problem, b solver.Budget) solver.Result {
	position := p.Position()
	w := walk{game.New(p.Rules(), &position), map[string]bool{}, b.States}
	won := w.win()
	result := solver.Result{Verdict: solver.Unwinnable, Engine: "brute force", States: int64(len(w.seen))}
	switch {
	case won != nil:
		result.Verdict, result.Solution = solver.Winnable, won
	case result.States >= b.States:
		result.Verdict, result.Reason = solver.Unknown, solver.States
	}
	return result
}

type walk struct {
	table *game.State
	seen  map[string]bool
	most  int64
}

// win returns the moves that win from here on; nil if it finds none. Of a position that is won it
// returns no moves, but not nil.
func (w *walk) win() []game.Move {
	if w.table.Won() {
		return []game.Move{}
	}
	var key []byte
	at := w.table.Table()
	for _, c := range at.Accordion {
		key = append(key, byte(c))
	}
	for _, c := range at.Tableau {
		for _, x := range c.Cards {
			key = append(key, byte(x))
		}
		key = append(key, 255)
	}
	for _, row := range slices.Concat(at.Sequences, at.Rows, [][]card.Card{at.Stock, at.Waste}) {
		for _, c := range row {
			key = append(key, byte(c))
		}
		key = append(key, 255)
	}
	key = append(key, byte(at.RedealsLeft))
	if w.seen[string(key)] || int64(len(w.seen)) >= w.most {
		return nil
	}
	w.seen[string(key)] = true
	for _, m := range w.table.Legal() {
		w.table.Do(m)
		rest := w.win()
		w.table.Undo()
		if rest != nil {
			return append([]game.Move{m}, rest...)
		}
	}
	return nil
}
