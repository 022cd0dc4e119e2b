package deals

import (
	"errors"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ConvertRequest asks for a deal, and moves if given, in other formats.
type ConvertRequest struct {
	request.DealFields
	Moves request.MovesOrText `json:"moves,omitempty"` // legal moves from there: a list, or text in moves_format
	request.TextFields
	To      string `json:"to,omitempty" enums:"json,fc-solve,pysol,klondike-solver,rows" default:"json" example:"pysol"`  // format of the deal in the answer
	MovesTo string `json:"moves_to,omitempty" enums:"json,text,fc-solve,klondike-solver,minimal-klondike" default:"json"` // format of the moves in the answer
} //	@name	ConvertRequest

// ConvertAnswer is a deal, and moves if given, in the requested formats.
type ConvertAnswer struct {
	ID       solver.ID `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Game     *string   `json:"game" example:"klondike" extensions:"x-nullable"`                      // name of the game; null if rules were given
	Deal     any       `json:"deal"`                                                                 // an object or text
	Moves    any       `json:"moves" extensions:"x-nullable"`                                        // a list or text; null if no moves were given
	Length   *int      `json:"length" example:"112" extensions:"x-nullable"`                         // moves, redeals not counted; null if no moves were given
	Redeals  *int      `json:"redeals" example:"4" extensions:"x-nullable"`                          // redeals; with length, all moves of a list; null if no moves were given
	Won      *bool     `json:"won" extensions:"x-nullable"`                                          // whether the moves win; null if none were given
	Position any       `json:"position" extensions:"x-nullable"`                                     // position after the moves, in the format of the deal; null if no moves were given or the format can't express it
	Warnings []string  `json:"warnings"`                                                             // what was read otherwise than it is written, and what was assumed
} //	@name	ConvertAnswer

// convertQuestion is a decoded convert request.
type convertQuestion struct {
	request.Question
	in   ConvertRequest
	list request.MoveList
}

// Convert answers the JSON of a ConvertRequest.
//
//	@ID				convert
//	@Summary		Convert a deal and moves to another format
//	@Description	Reads a deal, and moves if given, and writes them in another format. An illegal move is an error, and so is what the format can't hold.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. `to` is the target format of the deal, `moves_to` of the moves.
//	@Param			request				body		ConvertRequest	true	"the input and the target formats"
//	@Success		200					{object}	ConvertAnswer
//	@Router			/v1/convert [post]
func Convert(body []byte) (ConvertAnswer, error) {
	q, err := decodeConvert(body)
	if err != nil {
		return ConvertAnswer{}, err
	}
	p, err := q.Resolve()
	if err != nil {
		return ConvertAnswer{}, err
	}
	asked := p.Asked()
	answer := ConvertAnswer{ID: p.ID(), Game: reply.OrNull(q.Game), Warnings: reply.List(q.Notes)}
	if answer.Deal, err = q.writeDeal(q.in.To, p.Rules(), &asked); err != nil {
		return ConvertAnswer{}, request.Unsupported("to", err)
	}
	if q.in.Moves == nil {
		return answer, nil
	}
	played, err := q.list.Played(p.Rules(), &asked)
	if err != nil {
		return ConvertAnswer{}, err
	}
	if played.Warning != "" {
		answer.Warnings = append(answer.Warnings, played.Warning)
	}
	moves := slices.Concat(played.Steps...)
	if answer.Moves, err = writeMoves(q.in.MovesTo, p.Rules(), &asked, moves); err != nil {
		return ConvertAnswer{}, request.Unsupported("moves_to", err)
	}
	answer.Length, answer.Redeals = reply.LengthOf(moves)
	answer.Won = new(played.End.Won())
	position, err := q.writeDeal(q.in.To, p.Rules(), played.End.Table())
	var unsupported *notation.Unsupported
	if err == nil {
		answer.Position = position
	} else if !errors.As(err, &unsupported) {
		return ConvertAnswer{}, err
	}
	return answer, nil
}

func decodeConvert(body []byte) (convertQuestion, error) {
	var q convertQuestion
	in := &q.in
	node, err := request.Decode(body, in)
	if err != nil {
		return q, err
	}
	q.Question, _ = in.Question(node, deal.Decode)
	q.list = in.MoveList(node, in.Moves)
	if at := node.Field("moves_to"); at != nil && in.Moves == nil {
		at.AddError("needs moves")
	}
	return q, node.Err()
}

// writeDeal writes a position as JSON or text.
func (q *convertQuestion) writeDeal(format string, r *rules.Rules, p *deal.Position) (any, error) {
	if format == "json" {
		return q.Write(r, p), nil
	}
	return notation.WriteDeal(format, r, p)
}

// writeMoves writes moves from a position as JSON or text.
func writeMoves(format string, r *rules.Rules, p *deal.Position, moves []game.Move) (any, error) {
	if format == "json" {
		return reply.List(moves), nil
	}
	return notation.WriteMoves(format, r, p, moves)
}
