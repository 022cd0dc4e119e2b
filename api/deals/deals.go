package deals

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// NumberedDeal is a deal by number.
type NumberedDeal struct {
	ID       solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Game     *string         `json:"game" example:"free-cell" extensions:"x-nullable"`                     // name of the game; null where it has none
	Seed     string          `json:"seed" example:"microsoft:11982"`                                       // canonical form of the seed
	Deal     json.RawMessage `json:"deal"`
	Verdict  *solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown" extensions:"x-nullable"` // null if not solved yet
	Warnings []string        `json:"warnings"`                                                                                 // what is missing, and which deal else the number may mean
} //	@name	NumberedDeal

// StoredDeal is a stored verdict of a deal.
type StoredDeal struct {
	ID        solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Rules     rules.Rules     `json:"rules"`
	Position  json.RawMessage `json:"position"`                                                                                      // in canonical form: indistinguishable places in a fixed order
	Verdict   solver.Verdict  `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // the verdict
	Because   *solver.Reason  `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Length    *int            `json:"length" extensions:"x-nullable"`                                                                // of the solution, redeals not counted; null if there is none
	Redeals   *int            `json:"redeals" extensions:"x-nullable"`                                                               // of the solution, beside its length
	Engine    string          `json:"engine" example:"search"`                                                                       // engine that found the verdict
	States    int64           `json:"states" example:"4123"`                                                                         // positions visited
	ElapsedMS float64         `json:"elapsed_ms" example:"1.9"`                                                                      // milliseconds spent searching
	Epoch     int             `json:"epoch" example:"1"`                                                                             // of the engines; verdicts of older epochs are ignored

	Difficulty *string            `json:"difficulty" enums:"easy,medium,hard,expert" extensions:"x-nullable"`                       // quarter of the game's winnable deals, by score; null if it was not measured
	Score      *float64           `json:"score" example:"12.25" extensions:"x-nullable"`                                            // of difficulty; comparable among deals of one game; null if it was not measured
	Measure    *difficulty.Method `json:"measure" swaggertype:"string" enums:"line-and-players,cards-left" extensions:"x-nullable"` // how the score was measured; null without a score
} //	@name	StoredDeal

// numbered answers GET /v1/games/{game}/deals/{seed}.
//
//	@ID				numberedDeal
//	@Summary		Get a deal by number
//	@Description	A seed is `scheme:number`. The schemes are `solvitaire`, for every game; `microsoft` and `pysol`, for FreeCell, Klondike, Spider and other games that PySolFC deals; `pysol-legacy`, for fewer of them; and `greenfelt`, `klondike-solver`, `ms-collection` and `exact`, for games with the Klondike layout. `GET /v1/games/{game}` lists the schemes of a game.
//	@Param			format			query		string	false	"JSON; with the formats of `.txt` the answer is its text"	Enums(json)	default(json)
//	@Param			schema			query		string	false	"how positions in JSON are written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success		200				{object}	NumberedDeal
//	@Router			/v1/games/{game}/deals/{seed} [get]
func (c *Calls) numbered(w http.ResponseWriter, r *http.Request) error {
	format, schema, err := queryForm(r, dealFormats())
	if err != nil {
		return err
	}
	answer, p, err := numberedDeal(r)
	if err != nil {
		return err
	}
	if format != "json" {
		return sendDeal(w, r, p.Rules(), p.Asked(), format)
	}
	answer.Deal = cards(p, schema)
	known, a, err := reply.Recall(r.Context(), c.Library, p.ID())
	switch {
	case err != nil: // answer without the verdict
		c.Problems.Note(r.Context(), "deal answered without its stored verdict", err)
		answer.Warnings = append(answer.Warnings, "verdict: stored verdicts are unavailable; try again later")
	case known != nil && known.Text() == p.Text():
		answer.Verdict = &a.Verdict
	}
	w.Header().Set("Cache-Control", reply.VerdictLife)
	return reply.Send(w, r, http.StatusOK, answer)
}

// numberedText answers GET /v1/games/{game}/deals/{seed}.txt.
//
//	@ID				numberedDealText
//	@Summary		Get a deal by number in the format of another program
//	@Produce		plain
//	@Param			format			query		string	true	"the format of another program"	Enums(fc-solve, pysol, klondike-solver, rows)	extensions(x-example=fc-solve)
//	@Router			/v1/games/{game}/deals/{seed}.txt [get]
func (c *Calls) numberedText(w http.ResponseWriter, r *http.Request) error {
	_, p, err := numberedDeal(r)
	if err != nil {
		return err
	}
	return sendDealText(w, r, p.Rules(), p.Asked())
}

// numberedDeal returns the deal with the game and the seed in the path.
func numberedDeal(r *http.Request) (NumberedDeal, *solver.Problem, error) {
	return Deal(request.Param(r, "game"), request.Param(r, "seed"))
}

// sendDeal answers with a position in the format of another program.
func sendDeal(w http.ResponseWriter, r *http.Request, game *rules.Rules, position deal.Position, format string) error {
	text, err := notation.WriteDeal(format, game, &position)
	if err != nil {
		return request.Unsupported("format", err)
	}
	w.Header().Set("Cache-Control", reply.CardsLife)
	return reply.SendText(w, r, text)
}

// sendDealText answers with a position in the format that the parameter format names.
func sendDealText(w http.ResponseWriter, r *http.Request, game *rules.Rules, position deal.Position) error {
	q := request.Query(r, "format")
	format := q.Word("format", notation.Formats())
	if _, given := q.Text("format"); !given {
		q.AddError("format", "missing: must be one of: %s", strings.Join(notation.Formats(), ", "))
	}
	if err := q.Err(); err != nil {
		return err
	}
	return sendDeal(w, r, game, position, format)
}

// Deal returns a numbered deal of a game.
func Deal(name, seed string) (NumberedDeal, *solver.Problem, error) {
	g, err := request.Game(name)
	if err != nil {
		return NumberedDeal{}, nil, err
	}
	return DealOf(g.Name, g.Rules, seed)
}

// DealOf returns the deal of the rules r with this number. The name is empty if the rules have
// none.
func DealOf(name string, r rules.Rules, seed string) (NumberedDeal, *solver.Problem, error) {
	q, err := request.Numbered(name, r, seed)
	if err != nil {
		return NumberedDeal{}, nil, err
	}
	p, err := q.Resolve()
	if err != nil {
		return NumberedDeal{}, nil, err
	}
	return NumberedDeal{ID: p.ID(), Game: reply.OrNull(name), Seed: q.Seed.String(), Deal: cards(p, ""), Warnings: reply.List(q.Notes)}, p, nil
}

// cards returns the position of a problem in JSON.
func cards(p *solver.Problem, schema string) json.RawMessage {
	asked := p.Asked()
	return request.Write(p.Rules(), &asked, schema)
}

// dealFormats are the formats of deals, JSON first.
func dealFormats() []string { return slices.Concat([]string{"json"}, notation.Formats()) }

// queryForm reads the query of a call that returns a position. format is one of formats; JSON is
// the default. schema is how a position in JSON must be written.
func queryForm(r *http.Request, formats []string) (format, schema string, err error) {
	q := request.Query(r, "format", "schema")
	format = cmp.Or(q.Word("format", formats), "json")
	schema = q.Schema()
	if schema != request.Schemas[0] && format != "json" {
		q.AddError("schema", "needs format: json")
	}
	return format, schema, q.Err()
}

// moveFormats are the formats of moves, JSON first.
func moveFormats() []string { return slices.Concat([]string{"json"}, notation.Dialects()) }

// DealText writes the position of a problem in the format of another program.
func DealText(p *solver.Problem, format string) (string, error) {
	asked := p.Asked()
	text, err := notation.WriteDeal(format, p.Rules(), &asked)
	return text, request.Unsupported("format", err)
}

// stored answers GET /v1/deals/{id}.
//
//	@ID			storedDeal
//	@Summary	Get the stored verdict of a deal
//	@Description	`difficulty` is known for deals of `winnable-deals`; `POST /v1/difficulty` measures that of any other.
//	@Param		format			query		string	false	"JSON; with the formats of `.txt` the answer is its text"	Enums(json)	default(json)
//	@Param			schema			query		string	false	"how positions in JSON are written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success	200				{object}	StoredDeal
//	@Router		/v1/deals/{id} [get]
func (c *Calls) stored(w http.ResponseWriter, r *http.Request) error {
	format, schema, err := queryForm(r, dealFormats())
	if err != nil {
		return err
	}
	p, a, err := reply.Stored(r, c.Library)
	if err != nil {
		return err
	}
	if format != "json" {
		return sendDeal(w, r, p.Rules(), arranged(p), format)
	}
	position := p.Position()
	answer := StoredDeal{
		ID: p.ID(), Rules: *p.Rules(), Position: request.Write(p.Rules(), &position, schema),
		Verdict: a.Verdict, Because: reply.OrNull(a.Reason),
		Engine: a.Engine, States: a.States, ElapsedMS: reply.Milliseconds(a.Elapsed), Epoch: solver.Epoch,
	}
	if a.Verdict == solver.Winnable {
		answer.Length, answer.Redeals = reply.LengthOf(a.Solution)
		if graded, is := c.Dealer.Graded(p.Rules(), p.ID()); is {
			answer.Difficulty, answer.Score, answer.Measure = new(string(graded.Grade)), &graded.Score, &graded.Method
		}
	}
	w.Header().Set("Cache-Control", reply.VerdictLife)
	return reply.Send(w, r, http.StatusOK, answer)
}

// storedText answers GET /v1/deals/{id}.txt.
//
//	@ID			storedDealText
//	@Summary	Get the position of a stored deal in the format of another program
//	@Description	Columns of a fresh deal are ordered by the sizes in the deal, as in its solution in that format.
//	@Produce	plain
//	@Param		format			query		string	true	"the format of another program"	Enums(fc-solve, pysol, klondike-solver, rows)	extensions(x-example=fc-solve)
//	@Router		/v1/deals/{id}.txt [get]
func (c *Calls) storedText(w http.ResponseWriter, r *http.Request) error {
	p, _, err := reply.Stored(r, c.Library)
	if err != nil {
		return err
	}
	return sendDealText(w, r, p.Rules(), arranged(p))
}

// arranged returns the position of a stored deal with its columns in the order of the text formats.
func arranged(p *solver.Problem) deal.Position {
	position, _ := notation.Arrange(p.Rules(), p.Position(), nil)
	return position
}
