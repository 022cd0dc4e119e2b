package request

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// PlayedFields are the fields of a request for moves that were played before the question.
type PlayedFields struct {
	Moves MovesOrText `json:"moves,omitempty"` // legal moves from the deal to the position that is asked about, runs too: a list, or text in moves_format
	TextFields
}

// ExpandedMove is a run of a request, which people move at once.
type ExpandedMove struct {
	At    int         `json:"at" example:"17"` // number of the move in the request, from 1
	Moves []game.Move `json:"moves"`           // the single moves that it stands for
} //	@name	ExpandedMove

// Expanded returns the runs among steps.
func Expanded(steps [][]game.Move) []ExpandedMove {
	var runs []ExpandedMove
	for i, step := range steps {
		if len(step) > 1 {
			runs = append(runs, ExpandedMove{i + 1, step})
		}
	}
	return runs
}

// Asked is what requests about a problem have in common.
type Asked struct {
	Question
	Budget
	Arrival time.Time
	Deal    *solver.Problem // the given cards, or the deal of the seed
	Played  Played          // the moves that were played from there; zero if none were given
	Problem *solver.Problem // the position after them

	moves *MoveList
}

// Common returns what the request has in common with others.
func (a *Asked) Common() *Asked { return a }

// Decode reads a request into in, the struct of its fields, of which about is a part, and sets what the request
// asks about. The function rest reads the other fields; knownGame says whether the game could be read.
func (a *Asked) Decode(body []byte, in any, about *DealFields, rest func(node *strict.Node, knownGame bool)) error {
	node, err := Decode(body, in)
	if err != nil {
		return err
	}
	var knownGame bool
	a.Question, knownGame = about.Question(node, deal.Decode)
	rest(node, knownGame)
	if err := node.Err(); err != nil {
		return err
	}
	return a.SetProblem()
}

// mostPlayed bounds the moves of a game. Real games are far shorter.
const mostPlayed = 5000

// SetMoves sets the moves that were played, if there are any.
func (a *Asked) SetMoves(node *strict.Node, f *TextFields, moves MovesOrText) {
	list := f.MoveList(node, moves)
	if n := len(list.Moves); n > mostPlayed {
		moves.AddError("%s", tooLong(n))
	}
	if moves != nil {
		a.moves = &list
	}
}

// HasMoves reports whether moves were played.
func (a *Asked) HasMoves() bool { return a.moves != nil && !a.moves.Empty() }

// SetProblem sets the deal and the problem of a request without errors. An illegal move is an error.
func (a *Asked) SetProblem() (err error) {
	a.Deal, err = a.Question.Resolve()
	a.Problem = a.Deal
	a.Warnings = append(a.Warnings, a.Notes...)
	if err != nil || a.moves == nil {
		return err
	}
	asked := a.Deal.Asked()
	a.Played, err = a.moves.Played(a.Deal.Rules(), &asked)
	switch {
	case err != nil:
		return err
	case len(a.Played.Steps) > mostPlayed:
		return problem.Field("moves", "%s", tooLong(len(a.Played.Steps)))
	}
	if a.Played.Warning != "" {
		a.Warnings = append(a.Warnings, a.Played.Warning)
	}
	a.Problem = solver.NewProblem(*a.Deal.Rules(), a.Played.End.Position())
	return nil
}

// tooLong returns the error text for a game of n moves.
func tooLong(n int) string { return fmt.Sprintf("%d moves, at most %d allowed", n, mostPlayed) }

// Echo returns the position that was asked about, as it was understood; nil if it is a deal by number.
func (a *Asked) Echo() json.RawMessage {
	if a.moves == nil {
		return a.EchoDeal()
	}
	asked := a.Problem.Asked()
	return a.Write(a.Problem.Rules(), &asked)
}

// EchoDeal returns the deal as it was understood; nil if it was given by number.
func (a *Asked) EchoDeal() json.RawMessage {
	if a.Seed != nil {
		return nil
	}
	asked := a.Deal.Asked()
	return a.Write(a.Deal.Rules(), &asked)
}
