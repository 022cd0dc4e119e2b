package request

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
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

// LanguageField is the field of a request that chooses the language of words for players.
type LanguageField struct {
	Language string `json:"language,omitempty" enums:"en,de,es,fr" default:"en"` // language of words for players in the answer
}

// Spoken returns the language of the answer.
func (l LanguageField) Spoken() words.Language {
	spoken, _ := words.Of(l.Language) // the document is read
	return cmp.Or(spoken, words.English)
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

// Asked is the common part of requests about a problem.
type Asked struct {
	Question
	Budget
	Arrival time.Time
	Deal    *solver.Problem // the given cards, or the deal with the given number
	Played  Played          // the moves that were played from the deal; zero if none were given
	Problem *solver.Problem // the position after the moves

	moves *MoveList
}

// Common returns the common part of a request.
func (a *Asked) Common() *Asked { return a }

// Decode reads the body of a request into in, a pointer to the struct of its fields. about points
// to the part of in that describes the game and the deal. Decode sets what the request asks about.
// The function rest reads the other fields; knownGame reports whether the game could be read.
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

// mostPlayed is the greatest number of moves of a game in a request. Real games are far shorter.
const mostPlayed = 5000

// SetMoves sets the moves that were played, if the request has any.
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

// SetProblem sets the deal and the problem of a request that has no errors so far. An illegal move
// is an error.
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

// Echo returns the position that the request asks about, as the service understood it. It is nil if
// the request gives a deal by number and no moves.
func (a *Asked) Echo() json.RawMessage {
	if a.moves == nil {
		return a.EchoDeal()
	}
	asked := a.Problem.Asked()
	return a.Write(a.Problem.Rules(), &asked)
}

// EchoDeal returns the deal as the service understood it. It is nil if the deal was given by
// number.
func (a *Asked) EchoDeal() json.RawMessage {
	if a.Seed != nil {
		return nil
	}
	asked := a.Deal.Asked()
	return a.Write(a.Deal.Rules(), &asked)
}
