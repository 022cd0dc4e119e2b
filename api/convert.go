package api

import (
	"encoding/json"
	"errors"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ConvertRequest asks for a deal, and perhaps moves, in other formats.
type ConvertRequest struct {
	Game        string                 `json:"game,omitempty" example:"klondike"`                                                             // a game's name or alias; or give rules
	Rules       *request.RulesDocument `json:"rules,omitempty"`                                                                               // the rules of a game; or give game
	Seed        string                 `json:"seed,omitempty" example:"solvitaire:2"`                                                         // a deal by number; or give deal
	Deal        json.RawMessage        `json:"deal,omitempty"`                                                                                // the cards, at the start of a game or in the middle, in JSON or as a text in some format; or give seed
	Format      string                 `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver"`                                       // the format of a deal that is a text, as another program writes it
	Moves       []game.Move            `json:"moves,omitempty"`                                                                               // legal moves from there: a list, or a text in moves_format
	MovesFormat string                 `json:"moves_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"`                 // the format of moves that are a text, as another program writes them
	To          string                 `json:"to,omitempty" enums:"json,fc-solve,pysol,klondike-solver" default:"json" example:"pysol"`       // the format of the deal in the answer
	MovesTo     string                 `json:"moves_to,omitempty" enums:"json,text,fc-solve,klondike-solver,minimal-klondike" default:"json"` // the format of the moves in the answer
} //	@name	ConvertRequest

// ConvertAnswer is a deal, and perhaps moves, in the formats that were asked for.
type ConvertAnswer struct {
	ID       solver.ID `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // the deal's name for good
	Game     *string   `json:"game" example:"klondike" extensions:"x-nullable"`                      // the catalogue's name of the game; null if rules were given
	Deal     any       `json:"deal"`                                                                 // an object, or a text
	Moves    any       `json:"moves" extensions:"x-nullable"`                                        // a list, or a text; null if no moves were given
	Length   *int      `json:"length" example:"112" extensions:"x-nullable"`                         // moves as people count them: every entry but redeals; null if no moves were given
	Won      *bool     `json:"won" extensions:"x-nullable"`                                          // whether the moves win; null if none were given
	Position any       `json:"position" extensions:"x-nullable"`                                     // where the cards lie after the moves, in the deal's format; null if no moves were given, or the format has no words for it
} //	@name	ConvertAnswer

// postConvert answers POST /v1/convert.
//
//	@ID				convert
//	@Summary		The same deal and moves, as another program writes them
//	@Description	Reads a deal, and moves from it if there are any, in one format and writes them in another. What a format has no words for is refused, and so is a move that is illegal: moves have been played by the referee.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. `to` is the format of the deal in the answer, `moves_to` that of the moves.
//	@Tags			deals
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request				body		ConvertRequest	true	"what to convert, and to what"
//	@Success		200					{object}	ConvertAnswer
//	@Failure		400,413,415,500	{object}	problem.Problem
//	@Router			/v1/convert [post]
func postConvert(limits Limits) handler {
	return answering(limits, Convert)
}

// convertQuestion is a convert request as it was understood.
type convertQuestion struct {
	request.Question
	list        request.MoveList
	moves       bool // whether there are any
	to, movesTo string
}

// Convert answers the JSON of a ConvertRequest.
func Convert(body []byte) (ConvertAnswer, error) {
	q, err := decodeConvert(body)
	if err != nil {
		return ConvertAnswer{}, err
	}
	p, err := q.Problem()
	if err != nil {
		return ConvertAnswer{}, err
	}
	asked := p.Asked()
	answer := ConvertAnswer{ID: p.ID(), Game: orNull(q.Game)}
	if answer.Deal, err = writeDeal(q.to, p.Rules(), &asked); err != nil {
		return ConvertAnswer{}, request.Unsupported("to", err)
	}
	if !q.moves {
		return answer, nil
	}
	moves, end, err := q.list.Played(p.Rules(), &asked)
	if err != nil {
		return ConvertAnswer{}, err
	}
	if answer.Moves, err = writeMoves(q.movesTo, p.Rules(), &asked, moves); err != nil {
		return ConvertAnswer{}, request.Unsupported("moves_to", err)
	}
	length, won := game.Length(moves), end.Won()
	answer.Length, answer.Won = &length, &won
	position, err := writeDeal(q.to, p.Rules(), end.Table())
	var silence *notation.Unsupported
	if err == nil {
		answer.Position = position
	} else if !errors.As(err, &silence) {
		return ConvertAnswer{}, err
	}
	return answer, nil
}

func decodeConvert(body []byte) (convertQuestion, error) {
	node, fields, err := request.Object(body, "game", "rules", "seed", "deal", "format", "moves", "moves_format", "to", "moves_to")
	if err != nil {
		return convertQuestion{}, err
	}
	q := convertQuestion{Question: request.DecodeQuestion(node, fields, deal.Decode), list: request.DecodeMoves(fields), moves: fields["moves"] != nil}
	q.to = request.DecodeWord(fields["to"], dealFormats())
	q.movesTo = request.DecodeWord(fields["moves_to"], moveFormats())
	if fields["moves_to"] != nil && !q.moves {
		fields["moves_to"].AddError("there are no moves to convert")
	}
	return q, node.Err()
}

// writeDeal writes a position in JSON or as a text.
func writeDeal(format string, r *rules.Rules, p *deal.Position) (any, error) {
	if format == "json" {
		return p.Document(r), nil
	}
	return notation.WriteDeal(format, r, p)
}

// writeMoves writes moves from a position in JSON or as a text.
func writeMoves(format string, r *rules.Rules, p *deal.Position, moves []game.Move) (any, error) {
	if format == "json" {
		return list(moves), nil
	}
	return notation.WriteMoves(format, r, p, moves)
}
