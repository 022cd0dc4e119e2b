package deals

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// NumberedSolution is the stored solution of a deal by number.
type NumberedSolution struct {
	ID      solver.ID   `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Game    string      `json:"game" example:"klondike"`                                              // name of the game
	Seed    string      `json:"seed" example:"solvitaire:17"`                                         // canonical form of the seed
	Length  int         `json:"length" example:"112"`                                                 // moves, redeals not counted
	Redeals int         `json:"redeals" example:"4"`                                                  // redeals; with length, all entries of moves
	Moves   []game.Move `json:"moves"`                                                                // in the columns of the deal as GET /v1/games/{game}/deals/{seed} has it
} //	@name	NumberedSolution

// StoredSolution is the solution of a stored deal.
type StoredSolution struct {
	ID       solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Length   int             `json:"length" example:"112"`                                                 // moves, redeals not counted
	Redeals  int             `json:"redeals" example:"4"`                                                  // redeals; with length, all entries of moves
	Moves    []game.Move     `json:"moves"`                                                                // from position
	Position json.RawMessage `json:"position"`                                                             // where the moves begin: the canonical position, whose columns may be in another order than those of a numbered deal
} //	@name	StoredSolution

// numberedSolution answers GET /v1/games/{game}/deals/{seed}/solution.
//
//	@ID				numberedSolution
//	@Summary		Get the stored solution of a deal by number
//	@Description	The moves fit the deal of `GET /v1/games/{game}/deals/{seed}`, and can be sent to `POST /v1/replay` with its game and seed. All deals of `winnable-deals` and `daily-deal` have a solution.
//	@Description	If the solution of such a deal is not stored, the service searches for it, which takes milliseconds. For other deals it only reads what is stored. If a deal is unwinnable or not decided yet, the answer is a 404 that says so; `POST /v1/solve` decides it.
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			seed			path		string	true	"deal by number"			extensions(x-example=solvitaire:17)
//	@Param			format			query		string	false	"JSON; with the formats of `.txt` the answer is its text"	Enums(json)	default(json)
//	@Success		200				{object}	NumberedSolution
//	@Failure		403	{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/games/{game}/deals/{seed}/solution [get]
func (c *Calls) numberedSolution(w http.ResponseWriter, r *http.Request) error {
	return c.sendSolution(w, r, moveFormats())
}

// sendSolution answers with the solution of the deal that the path names, in one of the formats.
// The first format is the default.
func (c *Calls) sendSolution(w http.ResponseWriter, r *http.Request, formats []string) error {
	format, err := request.Format(r, formats)
	if err != nil {
		return err
	}
	dealt, p, moves, err := c.solve(r)
	if err != nil {
		return err
	}
	if format != "json" {
		return sendMoves(w, r, p.Rules(), p.Asked(), moves, format)
	}
	w.Header().Set("Cache-Control", reply.VerdictLife)
	return reply.Send(w, r, http.StatusOK, NumberedSolution{
		ID: dealt.ID, Game: *dealt.Game, Seed: dealt.Seed,
		Length: game.Length(moves), Redeals: game.Redeals(moves), Moves: reply.List(moves),
	})
}

// numberedSolutionText answers GET /v1/games/{game}/deals/{seed}/solution.txt.
//
//	@ID				numberedSolutionText
//	@Summary		Get the stored solution of a deal by number as text
//	@Produce		plain
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			seed			path		string	true	"deal by number"			extensions(x-example=solvitaire:17)
//	@Param			format			query		string	false	"text with a line a move, or the format of another program"	Enums(text, fc-solve, klondike-solver, minimal-klondike)	default(text)
//	@Failure		403	{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/games/{game}/deals/{seed}/solution.txt [get]
func (c *Calls) numberedSolutionText(w http.ResponseWriter, r *http.Request) error {
	return c.sendSolution(w, r, notation.Dialects())
}

// sendMoves answers with the text of moves from a position.
func sendMoves(w http.ResponseWriter, r *http.Request, game *rules.Rules, from deal.Position, moves []game.Move, format string) error {
	text, err := notation.WriteMoves(format, game, &from, moves)
	if err != nil {
		return request.Unsupported("format", err)
	}
	w.Header().Set("Cache-Control", reply.VerdictLife)
	return reply.SendText(w, r, text)
}

// solve returns the deal with the game and the seed in the path, and its solution, which fits the
// columns of that deal. The solution is the stored one. If none is stored and winnable-deals has
// the deal, solve searches for one.
func (c *Calls) solve(r *http.Request) (NumberedDeal, *solver.Problem, []game.Move, error) {
	dealt, p, err := numberedDeal(r)
	if err != nil {
		return dealt, nil, nil, err
	}
	known, a, err := reply.Recall(r.Context(), c.Library, p.ID())
	if err != nil {
		return dealt, nil, nil, err
	}
	decided := known != nil && known.Text() == p.Text()
	if packed, is := c.Dealer.Graded(p.Rules(), p.ID()); is && (!decided || a.Verdict == solver.Unknown) {
		ctx, cancel := context.WithTimeout(r.Context(), c.Limits.DefaultDeadline)
		defer cancel()
		if a, err = c.solvePacked(ctx, packed.Game, p); err != nil {
			return dealt, nil, nil, err
		}
		decided = true
	}
	switch {
	case !decided:
		err = problem.New(problem.NotFound, "deal %s of %s is not decided yet: no verdict is stored; POST /v1/solve with this seed decides it", dealt.Seed, *dealt.Game)
	case a.Verdict == solver.Unwinnable:
		err = problem.New(problem.NotFound, "deal %s of %s has no solution: it is unwinnable", dealt.Seed, *dealt.Game)
	case a.Verdict == solver.Unknown:
		err = problem.New(problem.NotFound, "deal %s of %s is not decided: the search ended without a verdict (%s); POST /v1/solve with this seed and a longer deadline_ms searches on", dealt.Seed, *dealt.Game, a.Reason)
	}
	return dealt, p, p.ToAsked(a.Solution), err
}

// storedSolution answers GET /v1/deals/{id}/solution.
//
//	@ID			storedSolution
//	@Summary	Get the stored solution of a deal
//	@Description	The moves fit `position`, which is that of `GET /v1/deals/{id}`. A numbered deal with this id may have its columns in another order: its solution is at `GET /v1/games/{game}/deals/{seed}/solution`.
//	@Param		format			query		string	false	"JSON; with the formats of `.txt` the answer is its text"	Enums(json)	default(json)
//	@Param		schema			query		string	false	"how the position is written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success	200				{object}	StoredSolution
//	@Router		/v1/deals/{id}/solution [get]
func (c *Calls) storedSolution(w http.ResponseWriter, r *http.Request) error {
	format, schema, err := queryForm(r, moveFormats())
	if err != nil {
		return err
	}
	if format != "json" {
		return c.sendStoredSolution(w, r, format)
	}
	p, moves, err := c.findSolution(r)
	if err != nil {
		return err
	}
	position := p.Position()
	w.Header().Set("Cache-Control", reply.VerdictLife)
	return reply.Send(w, r, http.StatusOK, StoredSolution{
		ID: p.ID(), Length: game.Length(moves), Redeals: game.Redeals(moves), Moves: reply.List(moves),
		Position: request.Write(p.Rules(), &position, schema),
	})
}

// storedSolutionText answers GET /v1/deals/{id}/solution.txt.
//
//	@ID			storedSolutionText
//	@Summary	Get the stored solution of a deal as text
//	@Description	In text, moves are made from the JSON position of GET /v1/deals/{id}; in other formats, from the position of GET /v1/deals/{id}.txt in the same format.
//	@Produce	plain
//	@Param		format			query		string	false	"text with a line a move, or the format of another program"	Enums(text, fc-solve, klondike-solver, minimal-klondike)	default(text)
//	@Router		/v1/deals/{id}/solution.txt [get]
func (c *Calls) storedSolutionText(w http.ResponseWriter, r *http.Request) error {
	format, err := request.Format(r, notation.Dialects())
	if err != nil {
		return err
	}
	return c.sendStoredSolution(w, r, format)
}

// sendStoredSolution answers with the solution of a stored deal as text. In the formats of other
// programs the columns are in the order of [arranged].
func (c *Calls) sendStoredSolution(w http.ResponseWriter, r *http.Request, format string) error {
	p, moves, err := c.findSolution(r)
	if err != nil {
		return err
	}
	position := p.Position()
	if format != notation.Text {
		position, moves = notation.Arrange(p.Rules(), position, moves)
	}
	return sendMoves(w, r, p.Rules(), position, moves, format)
}

// findSolution returns the stored problem and solution for the id in the path.
func (c *Calls) findSolution(r *http.Request) (*solver.Problem, []game.Move, error) {
	p, a, err := reply.Stored(r, c.Library)
	if err == nil && a.Verdict != solver.Winnable {
		err = problem.New(problem.NotFound, "no solution of deal %s: the verdict is %s", p.ID(), a.Verdict)
	}
	return p, a.Solution, err
}
