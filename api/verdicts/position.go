package verdicts

import (
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
)

// Lasting returns the answer without what its search cost, if the verdict is proven.
//
//	@ID				solveAt
//	@Summary		Can this position be won? It is in the address, in one line
//	@Description	As `POST /v1/solve`. A proven answer may be kept by any cache for a day; `unknown` by none. The ETag changes when a shorter solution is known.
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			line			path		string	true	"the position in one line (/docs/build/line)"	extensions(x-example=tKHQSJD.9S.TC.4sTdKDQCJHTS9H8C7D6S.Qd9D8S..KSQHJCTH9C8D7S6D5S~f7C8H3S5D~sJS~wKC)
//	@Param			solution		query		bool	false	"whether to return the moves"	default(true)
//	@Param			solution_format	query		string	false	"also write the moves as text"	Enums(text, fc-solve, klondike-solver, minimal-klondike)
//	@Param			certificate		query		bool	false	"whether to return why a deal is unwinnable"	default(true)
//	@Param			deadline_ms		query		int		false	"milliseconds until the answer"	minimum(1)	default(10000)
//	@Param			states			query		int		false	"positions that the search may visit"	minimum(1)
//	@Param			schema			query		string	false	"how the position is written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success		200				{object}	SolveAnswer
//	@Failure		400,404	{object}	problem.Problem
//	@Router			/v1/games/{game}/positions/{line} [get]
func (a SolveAnswer) Lasting() any {
	if a.Verdict == solver.Unknown {
		return nil
	}
	a.Search, a.Source, a.Origin, a.Warnings = reply.Search{}, "", nil, nil
	return a
}

// PositionSolution is a solution of a position in one line.
type PositionSolution struct {
	ID       solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Position json.RawMessage `json:"position"`                                                             // where the moves begin
	*reply.Solution
} //	@name	PositionSolution

// Lasting returns the solution, which is proven by its moves.
func (s PositionSolution) Lasting() any { return s }

// solutionAt answers GET /v1/games/{game}/positions/{line}/solution.
//
//	@ID			solutionAt
//	@Summary	Get a solution of a position in one line
//	@Param		game		path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param		line		path		string	true	"the position in one line (/docs/build/line)"	extensions(x-example=tKHQSJD.9S.TC.4sTdKDQCJHTS9H8C7D6S.Qd9D8S..KSQHJCTH9C8D7S6D5S~f7C8H3S5D~sJS~wKC)
//	@Param		deadline_ms	query		int		false	"milliseconds until the answer"	minimum(1)	default(10000)
//	@Param		states		query		int		false	"positions that the search may visit"	minimum(1)
//	@Param		schema		query		string	false	"how the position is written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success	200			{object}	PositionSolution
//	@Failure	400,404	{object}	problem.Problem
//	@Router		/v1/games/{game}/positions/{line}/solution [get]
func (c *Calls) solutionAt(decode reply.Decoder[*solveQuestion]) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, err := c.wonAt(r, decode, "deadline_ms", "states", "schema")
		if err != nil {
			return err
		}
		reply.SendLasting(w, r, PositionSolution{a.ID, a.Position, a.Solution})
		return nil
	}
}

// solutionTextAt answers GET /v1/games/{game}/positions/{line}/solution.txt.
//
//	@ID			solutionTextAt
//	@Summary	Get a solution of a position in one line as text
//	@Produce	plain
//	@Param		game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param		line			path		string	true	"the position in one line (/docs/build/line)"	extensions(x-example=tKHQSJD.9S.TC.4sTdKDQCJHTS9H8C7D6S.Qd9D8S..KSQHJCTH9C8D7S6D5S~f7C8H3S5D~sJS~wKC)
//	@Param		format			query		string	false	"text with a line a move, or the format of another program"	Enums(text, fc-solve, klondike-solver, minimal-klondike)	default(text)
//	@Param		deadline_ms		query		int		false	"milliseconds until the answer"	minimum(1)	default(10000)
//	@Param		states			query		int		false	"positions that the search may visit"	minimum(1)
//	@Failure	400,404	{object}	problem.Problem
//	@Router		/v1/games/{game}/positions/{line}/solution.txt [get]
func (c *Calls) solutionTextAt(decode reply.Decoder[*solveQuestion]) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		q := request.Query(r, "format", "deadline_ms", "states")
		format := cmp.Or(q.Word("format", notation.Dialects()), notation.Text)
		if err := q.Err(); err != nil {
			return err
		}
		query := r.URL.Query()
		query.Set("solution_format", format)
		query.Del("format")
		r.URL.RawQuery = query.Encode()
		a, err := c.wonAt(r, decode, "solution_format", "deadline_ms", "states")
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", reply.ProvenLife)
		return reply.SendText(w, r, a.Solution.Text)
	}
}

// wonAt returns the answer about the position of a path, if it can be won. Another verdict is an error.
func (c *Calls) wonAt(r *http.Request, decode reply.Decoder[*solveQuestion], parameters ...string) (SolveAnswer, error) {
	a, err := reply.AskAt(&c.Base, r, decode, c.Judge, parameters...)
	switch {
	case err != nil:
		return a, err
	case a.Verdict == solver.Unwinnable:
		return a, problem.New(problem.NotFound, "this position has no solution: it is unwinnable")
	case a.Verdict == solver.Unknown:
		return a, problem.New(problem.NotFound, "this position is not decided: the search ended without a verdict (%s); a longer deadline_ms searches on", *a.Because)
	}
	return a, nil
}
