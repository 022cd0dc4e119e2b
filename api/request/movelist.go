package request

import (
	"errors"
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// MoveList is the moves of a request. They are a list, or a text whose meaning depends on the
// cards.
type MoveList struct {
	Moves    []game.Move // the moves, if they are a list
	dialect  string      // the format of the text; empty if the moves are a list
	autoplay notation.Autoplay
	text     string
}

// Empty reports whether there are no moves.
func (l *MoveList) Empty() bool { return len(l.Moves) == 0 && l.text == "" }

// usualMoves limits the memory that is reserved for moves before they are read.
const usualMoves = 1 << 14

// Text reports whether the moves were given as text.
func (l *MoveList) Text() bool { return l.dialect != "" }

// MovesOrText are moves as a list, or as text in a format.
type MovesOrText = *strict.Node

// TextFields are the fields of a request for moves as text.
type TextFields struct {
	MovesFormat string `json:"moves_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"` // format of text moves
	Autoplay    string `json:"autoplay,omitempty" enums:"none,safe,all"`                                      // which cards go home by themselves before the first of moves and after each, in standard notation (fc-solve); if absent, what the moves fit
}

// MoveList reads the moves of a request.
func (f *TextFields) MoveList(node *strict.Node, moves MovesOrText) MoveList {
	l := MoveList{dialect: f.MovesFormat, autoplay: notation.Autoplay(f.Autoplay)}
	if f.Autoplay != "" && l.autoplay != notation.AutoplayNone && l.dialect != notation.FCSolve {
		node.AddErrorAt("autoplay", "applies only to moves in standard notation, with moves_format %s", notation.FCSolve)
	}
	switch format := node.Field("moves_format"); {
	case moves == nil && format != nil:
		format.AddError("applies only to moves given as text")
	case format != nil:
		l.text, _ = moves.Text()
	case moves.IsText():
		moves.AddError("text moves need moves_format: one of %s", strings.Join(notation.Dialects(), ", "))
	default:
		items, _ := moves.List()
		l.Moves = make([]game.Move, 0, min(len(items), usualMoves))
		for _, item := range items {
			if moves.Full() {
				break
			}
			l.Moves = append(l.Moves, game.DecodeMove(item))
		}
	}
	return l
}

// Read returns the moves from position p. Moves of a list may be illegal. The referee checks moves
// of a text. If one of these is illegal, the error is a [notation.IllegalStep], and Read returns
// the moves before it.
func (l *MoveList) Read(r *rules.Rules, p *deal.Position) (notation.Reading, error) {
	if !l.Text() {
		return notation.Reading{Moves: l.Moves}, nil
	}
	reading, err := notation.ReadMoves(l.dialect, l.autoplay, l.text, r, p)
	return reading, Unsupported("moves_format", err)
}

// Played is a sequence of moves that were played.
type Played struct {
	notation.Reading
	Steps [][]game.Move // for each move, the single moves that the referee made, with the cards that they turn up
	End   *game.State   // the state after the last move

	text bool
}

// OfText returns the moves if they were given as text. It returns nil if they were a list.
func (p *Played) OfText() []game.Move {
	if !p.text {
		return nil
	}
	return p.Moves
}

// Played reads the moves and plays them from position p. An illegal move is an error.
func (l *MoveList) Played(r *rules.Rules, p *deal.Position) (Played, error) {
	reading, err := l.Read(r, p)
	var illegal *notation.IllegalStep
	if errors.As(err, &illegal) {
		return Played{}, problem.Field("moves", "%s", illegal)
	}
	if err != nil {
		return Played{}, err
	}
	played := Played{reading, make([][]game.Move, len(reading.Moves)), game.New(r, p), l.Text()}
	for i, m := range reading.Moves {
		made, refusal := played.End.DoRun(m)
		if refusal != "" {
			return Played{}, problem.Field(fmt.Sprintf("moves[%d]", i), "%s: %s", m, refusal)
		}
		played.Steps[i] = made
	}
	return played, nil
}

// Unsupported turns the error of an unsupported format into an error of the field that names the
// format. It returns other errors unchanged.
func Unsupported(field string, err error) error {
	var unsupported *notation.Unsupported
	if errors.As(err, &unsupported) {
		return problem.Field(field, "%s", unsupported)
	}
	return err
}
