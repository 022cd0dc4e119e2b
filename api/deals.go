package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// NumberedDeal is a deal of a game by its seed.
type NumberedDeal struct {
	ID       solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // the deal's name for good
	Game     *string         `json:"game" example:"free-cell" extensions:"x-nullable"`                     // the catalogue's name of the game; null where it has none
	Seed     string          `json:"seed" example:"microsoft:11982"`                                       // the seed, as it is written
	Deal     json.RawMessage `json:"deal"`
	Verdict  *solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown" extensions:"x-nullable"` // null if nobody has asked yet
	Warnings []string        `json:"warnings"`                                                                                 // what could not be told
} //	@name	NumberedDeal

// StoredDeal is what is remembered of a deal.
type StoredDeal struct {
	ID        solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // the deal's name for good
	Rules     rules.Rules     `json:"rules"`
	Position  json.RawMessage `json:"position"`                                                                                      // in canonical form: places that the rules can't tell apart in a fixed order
	Verdict   solver.Verdict  `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // what is known
	Because   *solver.Reason  `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Length    *int            `json:"length" extensions:"x-nullable"`                                                                // of the solution; null if there is none
	Engine    string          `json:"engine" example:"search"`                                                                       // which engine found the verdict
	States    int64           `json:"states" example:"4123"`                                                                         // positions visited
	ElapsedMS float64         `json:"elapsed_ms" example:"1.9"`                                                                      // milliseconds spent searching
	Epoch     int             `json:"epoch" example:"1"`                                                                             // counts the times that engines were mended; older verdicts are forgotten
} //	@name	StoredDeal

// StoredSolution is the solution of a remembered deal.
type StoredSolution struct {
	ID     solver.ID   `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // the deal's name for good
	Length int         `json:"length" example:"112"`                                                 // moves as people count them: every entry but redeals
	Moves  []game.Move `json:"moves"`                                                                // from the position that GET /v1/deals/{id} shows
} //	@name	StoredSolution

// provenLife is how long a client may keep a verdict that is proven: it holds
// for good, unless an engine is found wrong.
const provenLife = "public, max-age=3600"

// getNumberedDeal answers GET /v1/games/{game}/deals/{seed}.
//
//	@ID				numberedDeal
//	@Summary		How does a numbered deal lie?
//	@Description	A seed is `scheme:number`. The schemes are `solvitaire`, for every game; `microsoft`, for games that deal a whole pack to the columns; `pysol` and `pysol-legacy`, for FreeCell, its kin and Klondike; and `greenfelt`, `klondike-solver`, `ms-collection` and `exact`, for games laid out as Klondike is.
//	@Tags			deals
//	@Produce		json,plain,application/problem+json
//	@Param			game			path		string	true	"a game's name or alias"									extensions(x-example=free-cell)
//	@Param			seed			path		string	true	"a deal by number"											extensions(x-example=microsoft:11982)
//	@Param			format			query		string	false	"how to write the deal: JSON, or as another program does"	Enums(json, fc-solve, pysol, klondike-solver)	default(json)
//	@Success		200				{object}	NumberedDeal
//	@Failure		400,404,500	{object}	problem.Problem
//	@Router			/v1/games/{game}/deals/{seed} [get]
func getNumberedDeal(library Library, problems *problem.Writer) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		format, err := request.Format(r, dealFormats())
		if err != nil {
			return err
		}
		answer, p, err := Deal(request.Param(r, "game"), request.Param(r, "seed"))
		if err != nil {
			return err
		}
		if format != "json" {
			text, err := DealText(p, format)
			if err != nil {
				return err
			}
			w.Header().Set("Cache-Control", catalogueLife)
			sendText(w, text)
			return nil
		}
		known, a, err := recall(r.Context(), library, p.ID())
		switch {
		case err != nil: // the deal can be told without its verdict
			problems.Report(r.Context(), err)
			answer.Warnings = append(answer.Warnings, "verdict: what is remembered can't be looked up at the moment")
		case known != nil && known.Text() == p.Text():
			answer.Verdict = &a.Verdict
			cache(w, a.Verdict)
		}
		send(w, http.StatusOK, answer)
		return nil
	}
}

// Deal lays out a numbered deal of a game. [Explain] says what its error means.
func Deal(name, seed string) (NumberedDeal, *solver.Problem, error) {
	g, err := request.Game(name)
	if err != nil {
		return NumberedDeal{}, nil, err
	}
	return DealOf(g.Name, g.Rules, seed)
}

// DealOf is Deal for rules that need not have a name.
func DealOf(name string, r rules.Rules, seed string) (NumberedDeal, *solver.Problem, error) {
	q, err := request.Numbered(name, r, seed)
	if err != nil {
		return NumberedDeal{}, nil, err
	}
	p, err := q.Problem()
	if err != nil {
		return NumberedDeal{}, nil, err
	}
	asked := p.Asked()
	return NumberedDeal{
		ID: p.ID(), Game: orNull(name), Seed: q.Seed.String(), Deal: asked.Document(p.Rules()), Warnings: []string{},
	}, p, nil
}

// dealFormats are the ways to write a deal, JSON first.
func dealFormats() []string { return slices.Concat([]string{"json"}, notation.Formats()) }

// moveFormats are the ways to write moves, JSON first.
func moveFormats() []string { return slices.Concat([]string{"json"}, notation.Dialects()) }

// DealText writes the position that a problem asks about as another program does.
// [Explain] says what its error means.
func DealText(p *solver.Problem, format string) (string, error) {
	asked := p.Asked()
	text, err := notation.WriteDeal(format, p.Rules(), &asked)
	return text, request.Unsupported("format", err)
}

// getStoredDeal answers GET /v1/deals/{id}.
//
//	@ID			storedDeal
//	@Summary	What is remembered of a deal?
//	@Description	In another format than JSON, the position alone. The columns of a fresh deal are put where the deal has columns of their size, as in its solution in another format.
//	@Tags		deals
//	@Produce	json,plain,application/problem+json
//	@Param		id				path		string	true	"a deal's id"											extensions(x-example=1-0123456789abcdef0123456789abcdef)
//	@Param		format			query		string	false	"JSON, or the position as another program writes it"	Enums(json, fc-solve, pysol, klondike-solver)	default(json)
//	@Success	200				{object}	StoredDeal
//	@Failure	400,404,500	{object}	problem.Problem
//	@Failure	503				{object}	problem.Problem	"unavailable"
//	@Router		/v1/deals/{id} [get]
func getStoredDeal(library Library) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		format, err := request.Format(r, dealFormats())
		if err != nil {
			return err
		}
		p, a, err := stored(r, library)
		if err != nil {
			return err
		}
		position := p.Position()
		if format != "json" {
			arranged, _ := notation.Arrange(p.Rules(), position, nil)
			text, err := notation.WriteDeal(format, p.Rules(), &arranged)
			if err != nil {
				return request.Unsupported("format", err)
			}
			cache(w, a.Verdict)
			sendText(w, text)
			return nil
		}
		answer := StoredDeal{
			ID: p.ID(), Rules: *p.Rules(), Position: position.Document(p.Rules()),
			Verdict: a.Verdict, Because: orNull(a.Reason),
			Engine: a.Engine, States: a.States, ElapsedMS: milliseconds(a.Elapsed), Epoch: solver.Epoch,
		}
		if a.Verdict == solver.Winnable {
			length := game.Length(a.Solution)
			answer.Length = &length
		}
		cache(w, a.Verdict)
		send(w, http.StatusOK, answer)
		return nil
	}
}

// getStoredSolution answers GET /v1/deals/{id}/solution.
//
//	@ID			storedSolution
//	@Summary	How is a remembered deal won?
//	@Description	JSON and text speak of the position as GET /v1/deals/{id} shows it. The formats of other programs speak of the position in their own format there.
//	@Tags		deals
//	@Produce	json,plain,application/problem+json
//	@Param		id				path		string	true	"a deal's id"								extensions(x-example=1-0123456789abcdef0123456789abcdef)
//	@Param		format			query		string	false	"JSON, a numbered line for each move, or as another program writes them"	Enums(json, text, fc-solve, klondike-solver, minimal-klondike)	default(json)
//	@Success	200				{object}	StoredSolution
//	@Failure	400,404,500	{object}	problem.Problem
//	@Failure	503				{object}	problem.Problem	"unavailable"
//	@Router		/v1/deals/{id}/solution [get]
func getStoredSolution(library Library) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		format, err := request.Format(r, moveFormats())
		if err != nil {
			return err
		}
		p, a, err := stored(r, library)
		if err != nil {
			return err
		}
		if a.Verdict != solver.Winnable {
			return problem.New(problem.NotFound, "no solution of deal %s is known; its verdict is %s", p.ID(), a.Verdict)
		}
		if format == "json" {
			cache(w, a.Verdict)
			send(w, http.StatusOK, StoredSolution{ID: p.ID(), Length: game.Length(a.Solution), Moves: list(a.Solution)})
			return nil
		}
		position, moves := p.Position(), a.Solution
		if format != notation.Text {
			position, moves = notation.Arrange(p.Rules(), position, moves)
		}
		text, err := notation.WriteMoves(format, p.Rules(), &position, moves)
		if err != nil {
			return request.Unsupported("format", err)
		}
		cache(w, a.Verdict)
		sendText(w, text)
		return nil
	}
}

var idPattern = regexp.MustCompile(`^1-[0-9a-f]{32}$`)

// stored is what is remembered of the deal whose id is in the path.
func stored(r *http.Request, library Library) (*solver.Problem, solver.Answer, error) {
	id := request.Param(r, "id")
	if !idPattern.MatchString(id) {
		return nil, solver.Answer{}, problem.New(problem.NotFound, "%q is no id of a deal, which is 1- and 32 hexadecimal digits in lower case", problem.Clip(id))
	}
	p, a, err := recall(r.Context(), library, solver.ID(id))
	if err == nil && p == nil {
		err = problem.New(problem.NotFound, "nothing is remembered of a deal with the id %s", id)
	}
	return p, a, err
}

// recall asks the library.
func recall(ctx context.Context, library Library, id solver.ID) (*solver.Problem, solver.Answer, error) {
	p, a, err := library.Recall(ctx, id)
	if err != nil {
		err = problem.Of(fmt.Errorf("looking up %s: %w", id, err), problem.Unavailable)
	}
	return p, a, err
}

// cache says how long a client may keep what was remembered.
func cache(w http.ResponseWriter, v solver.Verdict) {
	if v != solver.Unknown {
		w.Header().Set("Cache-Control", provenLife)
	}
}
