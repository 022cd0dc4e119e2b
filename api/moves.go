package api

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// MovesRequest asks which moves keep a position winnable.
type MovesRequest struct {
	Game       string                 `json:"game,omitempty" example:"klondike"`                              // a game's name or alias; or give rules
	Rules      *request.RulesDocument `json:"rules,omitempty"`                                                // the rules of a game; or give game
	Seed       string                 `json:"seed,omitempty" example:"solvitaire:2"`                          // a deal by number; or give deal
	Deal       json.RawMessage        `json:"deal,omitempty"`                                                 // the cards where they lie now, in JSON or as a text in some format; or give seed
	Format     string                 `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver"`        // the format of a deal that is a text, as another program writes it
	DeadlineMS int64                  `json:"deadline_ms,omitempty" minimum:"1" default:"2000" example:"500"` // milliseconds from arrival in which to answer, waiting included; what is not decided then is unknown
	States     int64                  `json:"states,omitempty" minimum:"1"`                                   // positions that the searches for all moves together may visit; no bound but the server's if absent
	Detail     string                 `json:"detail,omitempty" enums:"exists,area,move" default:"move"`       // how much to tell a player: that there is a move that keeps the game winnable, from which place one goes, or all moves with their verdicts
	Solution   bool                   `json:"solution,omitempty" default:"false"`                             // whether to answer with the whole line that wins too
} //	@name	MovesRequest

// MovesAnswer judges a position and every legal move from it.
type MovesAnswer struct {
	ID       solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // the problem's name for good
	Game     *string         `json:"game" example:"klondike" extensions:"x-nullable"`                                               // the catalogue's name of the game; null if rules were given
	Verdict  solver.Verdict  `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // of the position
	Because  *solver.Reason  `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Won      bool            `json:"won"`                                                                                           // whether the game is won already
	Only     *bool           `json:"only" extensions:"x-nullable"`                                                                  // whether exactly one move keeps the game winnable; null if that is not known
	Moves    []JudgedMove    `json:"moves" extensions:"x-nullable"`                                                                 // every legal move, best first; null if the request asks for less detail
	Hint     *Hint           `json:"hint,omitempty"`                                                                                // if the request asks for less detail
	Solution *Solution       `json:"solution,omitempty"`                                                                            // if the request asks for it, and the position is winnable
	Search   Search          `json:"search"`                                                                                        // what all searches took together, waiting included
	Warnings []string        `json:"warnings"`                                                                                      // what was not done as the request asked
	Position json.RawMessage `json:"position,omitempty"`                                                                            // the deal as it was understood, if one was given; the moves are moves of it
} //	@name	MovesAnswer

// JudgedMove is a legal move and the verdict on the position after it.
type JudgedMove struct {
	Move    game.Move      `json:"move"`                                                                                          // the move
	Verdict solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // of the position after it
	Because *solver.Reason `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Length  *int           `json:"length" example:"112" extensions:"x-nullable"`                                                  // moves of the shortest line known that begins with this move and wins, redeals not counted; null if there is none
	// Whether the position before it can be had back at once, so that the move can lose nothing.
	Reversible bool `json:"reversible"`
	// Whether a line that wins has this move later on and wins as well if it is played first: merely a matter of order.
	Order bool `json:"order"`
} //	@name	JudgedMove

// Hint tells a player less than the moves.
type Hint struct {
	Exists bool    `json:"exists"`                                                     // whether a move is known that keeps the game winnable
	Area   *string `json:"area,omitempty" example:"tableau/3" extensions:"x-nullable"` // with detail area: the place from which the best such move takes cards, stock for a turn of the stock; null if there is none
} //	@name	Hint

// Analyst judges moves and games.
type Analyst interface {
	// Moves judges every legal move of the position that a problem asks about, within
	// the budget for all of them and the context's deadline. Errors are those of a Judge.
	Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error)
	// Game finds the move that lost a game, legal moves from that position. Errors are
	// those of a Judge.
	Game(ctx context.Context, p *solver.Problem, moves []game.Move, b solver.Budget) (analysis.Played, error)
}

const hintDeadline = 2 * time.Second // of requests that name none

var details = []string{"move", "area", "exists"}

// postMoves answers POST /v1/moves.
//
//	@ID				moves
//	@Summary		Which moves keep the game winnable?
//	@Description	Judges every legal move of a position, turns of the stock included, best first: winnable with the length of the shortest line known, unknown and why, unwinnable. It is the hint and the "still winnable" light in one call, to be asked after every move. Whoever always plays the first move wins what is winnable, as long as the service remembers the line; with `solution` it is told.
//	@Description	Give `game` or `rules`, and `seed` or `deal`.
//	@Tags			moves
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request				body		MovesRequest	true	"the position"
//	@Success		200					{object}	MovesAnswer
//	@Failure		400,413,415,500,503	{object}	problem.Problem
//	@Router			/v1/moves [post]
func postMoves(analyst Analyst, limits Limits) handler {
	return asking(limits, decodeMoves, analyst, nil)
}

// movesQuestion is a moves request as it was understood.
type movesQuestion struct {
	parsed
	detail   string
	solution bool
}

func decodeMoves(_ context.Context, body []byte, limits Limits) (*movesQuestion, error) {
	node, fields, err := request.Object(body, "game", "rules", "seed", "deal", "format", "deadline_ms", "states", "detail", "solution")
	if err != nil {
		return nil, err
	}
	q := &movesQuestion{}
	q.Question = request.DecodeQuestion(node, fields, deal.Decode)
	q.Budget = request.DecodeBudget(fields, limits.Limits, hintDeadline)
	q.detail = request.DecodeWord(fields["detail"], details)
	fields["solution"].Bool(&q.solution)
	if err := node.Err(); err != nil {
		return nil, err
	}
	return q, q.pose()
}

func (q *movesQuestion) ask(ctx context.Context, analyst Analyst) (MovesAnswer, error) {
	began := time.Now()
	found, err := analyst.Moves(ctx, q.problem, q.Budget.Budget)
	if err != nil {
		return MovesAnswer{}, fmt.Errorf("judging the moves of %s: %w", q.problem.ID(), err)
	}
	return q.answer(&found, time.Since(began)), nil
}

// answer renders what was found in the words of the question.
func (q *movesQuestion) answer(found *analysis.Position, elapsed time.Duration) MovesAnswer {
	out := MovesAnswer{
		ID: q.problem.ID(), Game: orNull(q.Game), Verdict: found.Verdict, Because: orNull(found.Reason),
		Won:    found.Verdict == solver.Winnable && len(found.Line) == 0,
		Search: Search{found.Engine, found.States, milliseconds(elapsed)}, Warnings: list(q.Warnings),
		Position: q.Echo(q.problem),
	}
	if only, known := found.Only(); known {
		out.Only = &only
	}
	if found.Verdict == solver.Winnable && q.solution {
		out.Solution = &Solution{Length: game.Length(found.Line), Moves: list(found.Line)}
	}
	if q.detail != "move" {
		out.Hint = q.hint(found)
		return out
	}
	out.Moves = []JudgedMove{}
	for i := range found.Moves {
		m := &found.Moves[i]
		j := JudgedMove{Move: m.Move, Verdict: m.Verdict, Because: orNull(m.Reason), Reversible: m.Reversible, Order: m.Order}
		if m.Verdict == solver.Winnable {
			length := game.Length(m.Line)
			j.Length = &length
		}
		out.Moves = append(out.Moves, j)
	}
	return out
}

// hint tells a player as much as was asked for.
func (q *movesQuestion) hint(found *analysis.Position) *Hint {
	h := &Hint{Exists: len(found.Moves) > 0 && found.Moves[0].Verdict == solver.Winnable}
	if !h.Exists || q.detail != "area" {
		return h
	}
	area := found.Moves[0].From.String()
	if found.Moves[0].Action != game.Shift {
		area = "stock"
	}
	h.Area = &area
	return h
}
