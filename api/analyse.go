package api

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// AnalyseRequest asks where a game was lost.
type AnalyseRequest struct {
	Game        string                 `json:"game,omitempty" example:"klondike"`                                             // a game's name or alias; or give rules
	Rules       *request.RulesDocument `json:"rules,omitempty"`                                                               // the rules of a game; or give game
	Seed        string                 `json:"seed,omitempty" example:"solvitaire:2"`                                         // a deal by number; or give deal
	Deal        json.RawMessage        `json:"deal,omitempty"`                                                                // the cards before the first move, in JSON or as a text in some format; or give seed
	Format      string                 `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver"`                       // the format of a deal that is a text, as another program writes it
	Moves       []game.Move            `json:"moves"`                                                                         // the moves that were played, all of them legal: a list, or a text in moves_format
	MovesFormat string                 `json:"moves_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"` // the format of moves that are a text, as another program writes them
	DeadlineMS  int64                  `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"`              // milliseconds from arrival in which to answer, waiting included
	States      int64                  `json:"states,omitempty" minimum:"1"`                                                  // positions that all searches together may visit; no bound but the server's if absent
} //	@name	AnalyseRequest

// AnalyseAnswer tells where a game was lost. Ply 0 is the deal, and ply n the position
// after n moves. Once a game can't be won it never can be again.
type AnalyseAnswer struct {
	ID           solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // the deal's name for good
	Game         *string         `json:"game" example:"klondike" extensions:"x-nullable"`                                               // the catalogue's name of the game; null if rules were given
	Plies        []Ply           `json:"plies"`                                                                                         // every ply with its verdict
	LostAt       *int            `json:"lost_at" example:"12" extensions:"x-nullable"`                                                  // the number of the move, from 1, after which the game can't be won; null if no move lost it, or it is not known which
	LastWinnable *int            `json:"last_winnable" example:"11" extensions:"x-nullable"`                                            // the last ply that is known to be winnable; null if none is
	FirstLost    *int            `json:"first_unwinnable" example:"12" extensions:"x-nullable"`                                         // the first ply that is known not to be winnable; null if none is
	Because      *solver.Reason  `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why it is not known which move lost the game; null if that is known
	Better       *game.Move      `json:"better" extensions:"x-nullable"`                                                                // what to play at the last winnable ply instead, if a move lost the game or may have; null if there is nothing better
	Line         []game.Move     `json:"line" extensions:"x-nullable"`                                                                  // wins from the last winnable ply; null if none is known
	Search       Search          `json:"search"`                                                                                        // what all searches took together, waiting included
	Warnings     []string        `json:"warnings"`                                                                                      // what was not done as the request asked
	Position     json.RawMessage `json:"position,omitempty"`                                                                            // the deal as it was understood, if one was given
} //	@name	AnalyseAnswer

// Ply is a position of a game.
type Ply struct {
	Ply     int            `json:"ply" example:"12"`                                                 // how many moves were played
	Verdict solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"` // of the position then
} //	@name	Ply

// postAnalyse answers POST /v1/analyse.
//
//	@ID				analyse
//	@Summary		Which move lost the game?
//	@Description	Finds the move of a played game after which it could no longer be won, and what to play instead. Where the budget does not suffice, `last_winnable` and `first_unwinnable` say between which plies it was, and `because` why.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. An illegal move is a mistake of the request.
//	@Tags			moves
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request				body		AnalyseRequest	true	"the deal and the moves"
//	@Success		200					{object}	AnalyseAnswer
//	@Failure		400,413,415,500,503	{object}	problem.Problem
//	@Router			/v1/analyse [post]
func postAnalyse(analyst Analyst, limits Limits) handler {
	return asking(limits, decodeAnalyse, analyst, nil)
}

// analyseQuestion is an analyse request as it was understood.
type analyseQuestion struct {
	parsed
	moves []game.Move // legal ones
}

// mostPlayed is how many moves a game may have that is to be analysed. Whoever turns
// the stock round and round has not played a game.
const mostPlayed = 5000

func decodeAnalyse(_ context.Context, body []byte, limits Limits) (*analyseQuestion, error) {
	node, fields, err := request.Object(body, "game", "rules", "seed", "deal", "format", "moves", "moves_format", "deadline_ms", "states")
	if err != nil {
		return nil, err
	}
	q := &analyseQuestion{}
	q.Question = request.DecodeQuestion(node, fields, deal.Decode)
	request.NeedMoves(node, fields)
	list := request.DecodeMoves(fields)
	if n := len(list.Moves); n > mostPlayed {
		fields["moves"].AddError("%s", tooLong(n))
	}
	q.Budget = request.DecodeBudget(fields, limits.Limits, limits.DefaultDeadline)
	if err := node.Err(); err != nil {
		return nil, err
	}
	if err := q.pose(); err != nil {
		return nil, err
	}
	asked := q.problem.Asked()
	if q.moves, _, err = list.Played(q.problem.Rules(), &asked); err != nil {
		return nil, err
	}
	if n := len(q.moves); n > mostPlayed {
		return nil, problem.Field("moves", "%s", tooLong(n))
	}
	return q, nil
}

func (q *analyseQuestion) ask(ctx context.Context, analyst Analyst) (AnalyseAnswer, error) {
	began := time.Now()
	found, err := analyst.Game(ctx, q.problem, q.moves, q.Budget.Budget)
	if err != nil {
		return AnalyseAnswer{}, fmt.Errorf("analysing a game of %s: %w", q.problem.ID(), err)
	}
	return q.answer(&found, time.Since(began)), nil
}

// tooLong complains of a game of so many moves.
func tooLong(n int) string {
	return fmt.Sprintf("%d moves: a game that is to be analysed may have %d", n, mostPlayed)
}

// answer renders what was found in the words of the question.
func (q *analyseQuestion) answer(found *analysis.Played, elapsed time.Duration) AnalyseAnswer {
	out := AnalyseAnswer{
		ID: q.problem.ID(), Game: orNull(q.Game), Because: orNull(found.Reason),
		Search: Search{found.Engine, found.States, milliseconds(elapsed)}, Warnings: list(q.Warnings),
		Position: q.Echo(q.problem),
	}
	for ply := range found.Plies {
		out.Plies = append(out.Plies, Ply{ply, found.Verdict(ply)})
	}
	if at, known := found.LostAt(); known {
		out.LostAt = &at
	}
	if found.Unwinnable < found.Plies {
		out.FirstLost = &found.Unwinnable
	}
	if found.Winnable < 0 {
		return out
	}
	out.LastWinnable, out.Line = &found.Winnable, list(found.Line)
	if found.Winnable < found.Plies-1 && len(found.Line) > 0 {
		out.Better = &found.Line[0]
	}
	return out
}
