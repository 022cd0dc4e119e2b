package notation

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// table is a game on which steps are played.
type table struct {
	rules    *rules.Rules
	state    *game.State
	autoplay Autoplay
	step     int // the number of the step that is played, 0 while cards go home by themselves
	line
}

// line is moves that were made, a run being one move.
type line struct {
	moves []game.Move
	notes []note
}

// note is about a move of a line.
type note struct {
	step    int   // the number of the step that made it, 0 for a card that went home by itself
	singles int   // how many single moves it is
	cells   []int // the cells that have cards after it, in the order in which these came
}

func (l *line) clone() line { return line{slices.Clone(l.moves), slices.Clone(l.notes)} }

// waiting returns the cells that have cards, in the order in which these came.
func (t *table) waiting() []int {
	if n := len(t.notes); n > 0 {
		return t.notes[n-1].cells
	}
	var cells []int
	for i, c := range t.state.Table().Cells {
		if c != card.None {
			cells = append(cells, i+1)
		}
	}
	return cells
}

// do makes a move, or the single moves of a run, or returns why it is illegal.
func (t *table) do(m game.Move) (refusal string) {
	cells := t.waiting()
	made, why := t.state.DoRun(m)
	if why != "" {
		return m.String() + ": " + why.String()
	}
	for _, one := range made {
		m.TurnsUp = max(m.TurnsUp, one.TurnsUp) // one of them at most turns a card up
	}
	n := note{t.step, len(made), cells}
	if m.From.Pile == game.Cell || m.To.Pile == game.Cell {
		n.cells = slices.DeleteFunc(slices.Clone(cells), func(c int) bool { return m.From == game.At(game.Cell, c) })
		if m.To.Pile == game.Cell {
			n.cells = append(n.cells, m.To.N)
		}
	}
	t.moves, t.notes = append(t.moves, m), append(t.notes, n)
	if len(t.moves) > maxMoves {
		return fmt.Sprintf("more than %d moves", maxMoves)
	}
	return ""
}

// undo undoes moves until left of them are left.
func (t *table) undo(left int) {
	for len(t.moves) > left {
		last := len(t.moves) - 1
		for range t.notes[last].singles {
			t.state.Undo()
		}
		t.moves, t.notes = t.moves[:last], t.notes[:last]
	}
}

// shift moves the n top cards of a place. A foundation without a suit is that of the
// moving card.
func (t *table) shift(from, to game.Place, n int) (refusal string) {
	cards := t.top(from, n)
	if cards == nil {
		if n > 1 {
			return fmt.Sprintf("%s does not have %d face-up cards", from, n)
		}
		return fmt.Sprintf("no card to move from %s", from)
	}
	if to.Pile == game.Foundation && to.N == 0 {
		to = game.FoundationOf(cards[0].Suit())
	}
	return t.do(game.Move{From: from, To: to, Cards: cards})
}

// top returns the n top cards of a place, the top one last; nil if the place has fewer
// face-up cards or does not exist.
func (t *table) top(from game.Place, n int) []card.Card {
	cards := t.state.Top(from, n)
	if n < 1 || len(cards) < n {
		return nil
	}
	return cards
}

// empty reports whether a column of the table exists and is empty.
func (t *table) empty(column game.Place) bool {
	p := t.state.Table()
	return column.Pile == game.Tableau && column.N <= len(p.Tableau) && len(p.Tableau[column.N-1].Cards) == 0
}

// fitting returns how many cards of a column fit onto another one, so that the deepest of
// them is one rank below the card there. It is 1 if none fit or the column is empty: then
// the referee says what is wrong.
func (t *table) fitting(from, to game.Place) int {
	target := t.top(to, 1)
	if target == nil {
		return 1
	}
	for n := 1; ; n++ {
		cards := t.top(from, n)
		switch {
		case cards == nil || n > 1 && cards[0].Rank() != cards[1].Rank()+1:
			return 1
		case cards[0].Rank()+1 == target[0].Rank():
			return n
		}
	}
}

// maxTries bounds how many steps and moves are tried to find the meaning of ambiguous
// steps, in all versions of a text together.
const maxTries = 200_000

// maxForks bounds how many ambiguous steps are open at once. Later ones are read in their likeliest
// meaning only.
const maxForks = 2000

// A reading plays steps. If a step is ambiguous, the likeliest meaning is tried first,
// and others if a later step is impossible then. A text that can be played in two ways,
// neither of them the likeliest throughout, is rejected.
type reading struct {
	steps  []step
	table  *table
	most   int // how many tries are allowed
	tries  int
	cut    bool         // whether a meaning was left out because too many forks were open
	chosen []choice     // the meanings taken so far for ambiguous steps
	first  *IllegalStep // where the likeliest reading fails; nil while it is tried
	played line         // the moves up to there
	found  []choice     // another reading, which can be played to the end
	line   line         // its moves
	other  []choice     // a second one
}

// choice is one meaning of a step.
type choice struct {
	step    int
	meaning string
}

// playAll plays steps, with at most the given number of tries.
func (t *table) playAll(steps []step, most int) error {
	r := reading{steps: steps, table: t, most: most}
	t.goHome()
	r.from(0)
	switch {
	case r.first == nil:
		return nil
	case r.other != nil:
		t.line = r.played
		return r.ambiguity()
	case r.tries > r.most || r.cut:
		r.first.undecided = true
		r.first.Reason += "; earlier steps are ambiguous, and there are too many ways to read them"
	case r.found != nil:
		t.line = r.line
		return nil
	}
	t.line = r.played
	return r.first
}

// from plays the steps from number i. If the likeliest reading can be played, the table
// stays as after the last step; otherwise it returns to its state before.
func (r *reading) from(i int) {
	made := len(r.table.moves)
	for ; i < len(r.steps); i++ {
		ways := r.steps[i].ways(r.table)
		if len(ways) > 1 && len(r.chosen) < maxForks {
			r.fork(i, ways)
			break
		}
		r.cut = r.cut || len(ways) > 1
		if !r.play(i, ways[0]) {
			break
		}
	}
	if i == len(r.steps) && r.first != nil {
		if r.found == nil {
			r.found, r.line = slices.Clone(r.chosen), r.table.clone()
		} else {
			r.other = slices.Clone(r.chosen)
		}
	}
	if r.first != nil {
		r.table.undo(made)
	}
}

// fork plays the steps from number i in each of the ways that step could be meant, until
// enough is known.
func (r *reading) fork(i int, ways []way) {
	made := len(r.table.moves)
	for _, w := range ways {
		r.chosen = append(r.chosen, choice{i, w.meaning})
		if r.play(i, w) {
			if r.from(i + 1); r.first == nil {
				return
			}
		}
		r.chosen = r.chosen[:len(r.chosen)-1]
		r.table.undo(made)
		if r.other != nil || r.tries > r.most {
			return
		}
	}
}

// play plays one step, or leaves the table unchanged.
func (r *reading) play(i int, w way) bool {
	r.tries++
	made := len(r.table.moves)
	r.table.step = i + 1
	refusal := w.play(r.table)
	if refusal == "" {
		r.table.goHome()
	}
	r.tries += len(r.table.moves) - made
	if refusal == "" {
		return true
	}
	r.table.undo(made)
	if r.first == nil {
		r.first = r.illegalStep(i, refusal)
		r.played = r.table.clone()
	}
	return false
}

// ambiguity names the step at which two readings differ.
func (r *reading) ambiguity() *IllegalStep {
	at := 0
	for r.found[at] == r.other[at] {
		at++
	}
	a, b := r.found[at], r.other[at]
	step := r.illegalStep(a.step, fmt.Sprintf("ambiguous: it could mean that %s or that %s, and the following steps fit both", a.meaning, b.meaning))
	step.ambiguous = true
	return step
}

func (r *reading) illegalStep(i int, reason string) *IllegalStep {
	return &IllegalStep{Step: i + 1, Word: clip(r.steps[i].word), Reason: reason}
}
