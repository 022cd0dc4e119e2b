package moves

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// AnalyseRequest asks where a game was lost.
type AnalyseRequest struct {
	request.DealFields
	Moves request.MovesOrText `json:"moves"` // legal moves that were played, runs too: a list, or text in moves_format
	request.TextFields
	DeadlineMS int64 `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"` // milliseconds from arrival to the answer, including waiting
	States     int64 `json:"states,omitempty" minimum:"1"`                                     // positions that all searches together may visit; the server's limit if absent
} //	@name	AnalyseRequest

// AnalyseAnswer is where a game was lost. Ply 0 is the deal, and ply n the position after n
// moves as they were given, a run being one move. A position after a lost one is lost too.
type AnalyseAnswer struct {
	ID           solver.ID              `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // permanent; the same rules and cards have the same id
	Game         *string                `json:"game" example:"klondike" extensions:"x-nullable"`                                               // name of the game; null if rules were given
	Plies        []Ply                  `json:"plies"`                                                                                         // every ply with its verdict
	LostAt       *int                   `json:"lost_at" example:"12" extensions:"x-nullable"`                                                  // number of the move, from 1, that lost the game; null if none did or it is not known
	LastWinnable *int                   `json:"last_winnable" example:"11" extensions:"x-nullable"`                                            // last ply known to be winnable; null if none
	FirstLost    *int                   `json:"first_unwinnable" example:"12" extensions:"x-nullable"`                                         // first ply known to be unwinnable; null if none
	Because      *solver.Reason         `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the losing move is not known; null if it is
	Better       *game.Move             `json:"better" extensions:"x-nullable"`                                                                // better move at the last winnable ply, a single one, if a move lost the game or may have; null otherwise
	Line         []game.Move            `json:"line" extensions:"x-nullable"`                                                                  // winning line from the last winnable ply; null if none is known
	Search       reply.Search           `json:"search"`                                                                                        // cost of all searches, including waiting
	Warnings     []string               `json:"warnings"`                                                                                      // what differs from the request
	Expanded     []request.ExpandedMove `json:"expanded,omitempty"`                                                                            // each run among the moves, and the single moves that it stands for
	Played       []game.Move            `json:"played,omitempty"`                                                                              // of text: the moves that it stands for, with cards that go home by themselves; plies count these
	Position     json.RawMessage        `json:"position,omitempty"`                                                                            // the deal as understood, if one was given
} //	@name	AnalyseAnswer

// Ply is a position of a game.
type Ply struct {
	Ply     int            `json:"ply" example:"12"`                                                 // moves played
	Verdict solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"` // of the position
} //	@name	Ply

// analyseQuestion is a decoded analyse request.
type analyseQuestion struct{ request.Asked }

// decodeAnalyse reads what POST /v1/analyse asks.
//
//	@ID				analyse
//	@Summary		Which move lost the game?
//	@Description	Finds the move of a played game after which it could no longer be won, and what to play instead. If the budget is too small to find it, the move lies between `last_winnable` and `first_unwinnable`, and `because` says why.
//	@Description	Where cards move one by one, a move may name a run, which counts as one; `expanded` has its single moves. `better` and `line` are single moves.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. An illegal move is an error.
//	@Param			request				body		AnalyseRequest	true	"the deal and the moves"
//	@Success		200					{object}	AnalyseAnswer
//	@Router			/v1/analyse [post]
func decodeAnalyse(_ context.Context, body []byte, limits request.Limits) (*analyseQuestion, error) {
	in := AnalyseRequest{DeadlineMS: limits.DefaultDeadline.Milliseconds()}
	q := &analyseQuestion{}
	return q, q.Decode(body, &in, &in.DealFields, func(node *strict.Node, _ bool) {
		if in.Moves == nil {
			node.AddErrorAt("moves", noMoves)
		}
		q.SetMoves(node, &in.TextFields, in.Moves)
		q.Budget = limits.Budget(node, in.DeadlineMS, in.States)
	})
}

func (q *analyseQuestion) Ask(ctx context.Context, analyst Analyst) (AnalyseAnswer, error) {
	began := time.Now()
	found, err := analyst.Game(ctx, q.Deal, q.Played.Steps, q.Budget.Budget)
	if err != nil {
		return AnalyseAnswer{}, fmt.Errorf("analysing a game of %s: %w", q.Deal.ID(), err)
	}
	return q.answer(&found, time.Since(began)), nil
}

// noMoves is the error text of a request without moves.
const noMoves = "missing: give a list of moves"

// answer renders what was found.
func (q *analyseQuestion) answer(found *analysis.Played, elapsed time.Duration) AnalyseAnswer {
	out := AnalyseAnswer{
		ID: q.Deal.ID(), Game: reply.OrNull(q.Game), Because: reply.OrNull(found.Reason),
		Search: reply.Search{Engine: found.Engine, States: found.States, ElapsedMS: reply.Milliseconds(elapsed)}, Warnings: reply.List(q.Warnings),
		Position: q.EchoDeal(), Expanded: request.Expanded(q.Played.Steps), Played: q.Played.OfText(),
	}
	if found.Unsearched {
		out.Warnings = append(out.Warnings, unsearched)
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
	out.LastWinnable, out.Line = &found.Winnable, reply.List(found.Line)
	if found.Winnable < found.Plies-1 && len(found.Line) > 0 {
		out.Better = &found.Line[0]
	}
	return out
}
