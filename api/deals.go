package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/picture"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
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

// dealCalls are the calls about deals by number, stored deals, and deals that come with the program.
type dealCalls struct{ *service }

// Cache times. A verdict may be found, or a solution shortened, at any moment, so that what has one is
// revalidated. The cards of a deal never change.
const (
	verdictLife = "no-cache"
	cardsLife   = "public, max-age=31536000, immutable"
)

// numbered answers GET /v1/games/{game}/deals/{seed}.
//
//	@ID				numberedDeal
//	@Summary		Get a deal by number
//	@Description	A seed is `scheme:number`. The schemes are `solvitaire`, for every game; `microsoft` and `pysol`, for FreeCell, Klondike, Spider and other games that PySolFC deals; `pysol-legacy`, for fewer of them; and `greenfelt`, `klondike-solver`, `ms-collection` and `exact`, for games with the Klondike layout. `GET /v1/games/{game}` lists those of a game.
//	@Param			format			query		string	false	"JSON; with the formats of `.txt` the answer is its text"	Enums(json)	default(json)
//	@Param			schema			query		string	false	"how positions in JSON are written"	Enums(solvitaire, explicit)	default(solvitaire)
//	@Success		200				{object}	NumberedDeal
//	@Router			/v1/games/{game}/deals/{seed} [get]
func (c *dealCalls) numbered(w http.ResponseWriter, r *http.Request) error {
	format, explicit, err := queryForm(r, dealFormats())
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
	if explicit {
		asked := p.Asked()
		answer.Deal = asked.Explicit(p.Rules())
	}
	known, a, err := c.recall(r.Context(), p.ID())
	switch {
	case err != nil: // answer without the verdict
		c.problems.Report(r.Context(), err)
		answer.Warnings = append(answer.Warnings, "verdict: stored verdicts are unavailable; try again later")
	case known != nil && known.Text() == p.Text():
		answer.Verdict = &a.Verdict
	}
	w.Header().Set("Cache-Control", verdictLife)
	return send(w, r, http.StatusOK, answer)
}

// numberedText answers GET /v1/games/{game}/deals/{seed}.txt.
//
//	@ID				numberedDealText
//	@Summary		Get a deal by number in the format of another program
//	@Produce		plain
//	@Param			format			query		string	true	"the format of another program"	Enums(fc-solve, pysol, klondike-solver, rows)	extensions(x-example=fc-solve)
//	@Router			/v1/games/{game}/deals/{seed}.txt [get]
func (c *dealCalls) numberedText(w http.ResponseWriter, r *http.Request) error {
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
	w.Header().Set("Cache-Control", cardsLife)
	return sendText(w, r, text)
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

// DealOf is Deal for rules, which may have no name.
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
	return NumberedDeal{ID: p.ID(), Game: orNull(name), Seed: q.Seed.String(), Deal: asked.Document(p.Rules()), Warnings: list(q.Notes)}, p, nil
}

// dealFormats are the formats of deals, JSON first.
func dealFormats() []string { return slices.Concat([]string{"json"}, notation.Formats()) }

// queryForm reads the query of a call that returns a position: the format, JSON unless it is another
// one of formats, and whether a position in JSON is to be in the explicit form.
func queryForm(r *http.Request, formats []string) (format string, explicit bool, err error) {
	q := request.Query(r, "format", "schema")
	format = cmp.Or(q.Word("format", formats), "json")
	explicit = q.Explicit()
	if explicit && format != "json" {
		q.AddError("schema", "needs format: json")
	}
	return format, explicit, q.Err()
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
//	@Param			schema			query		string	false	"how positions in JSON are written"	Enums(solvitaire, explicit)	default(solvitaire)
//	@Success	200				{object}	StoredDeal
//	@Router		/v1/deals/{id} [get]
func (c *dealCalls) stored(w http.ResponseWriter, r *http.Request) error {
	format, explicit, err := queryForm(r, dealFormats())
	if err != nil {
		return err
	}
	p, a, err := c.findDeal(r)
	if err != nil {
		return err
	}
	if format != "json" {
		return sendDeal(w, r, p.Rules(), arranged(p), format)
	}
	position := p.Position()
	answer := StoredDeal{
		ID: p.ID(), Rules: *p.Rules(), Position: request.Write(p.Rules(), &position, explicit),
		Verdict: a.Verdict, Because: orNull(a.Reason),
		Engine: a.Engine, States: a.States, ElapsedMS: milliseconds(a.Elapsed), Epoch: solver.Epoch,
	}
	if a.Verdict == solver.Winnable {
		answer.Length, answer.Redeals = lengthOf(a.Solution)
		if graded, is := c.Dealer.Graded(p.Rules(), p.ID()); is {
			answer.Difficulty, answer.Score, answer.Measure = new(string(graded.Grade)), &graded.Score, &graded.Method
		}
	}
	w.Header().Set("Cache-Control", verdictLife)
	return send(w, r, http.StatusOK, answer)
}

// storedText answers GET /v1/deals/{id}.txt.
//
//	@ID			storedDealText
//	@Summary	Get the position of a stored deal in the format of another program
//	@Description	Columns of a fresh deal are ordered by the sizes in the deal, as in its solution in that format.
//	@Produce	plain
//	@Param		format			query		string	true	"the format of another program"	Enums(fc-solve, pysol, klondike-solver, rows)	extensions(x-example=fc-solve)
//	@Router		/v1/deals/{id}.txt [get]
func (c *dealCalls) storedText(w http.ResponseWriter, r *http.Request) error {
	p, _, err := c.findDeal(r)
	if err != nil {
		return err
	}
	return sendDealText(w, r, p.Rules(), arranged(p))
}

// arranged returns the position of a stored deal with its columns as texts have them.
func arranged(p *solver.Problem) deal.Position {
	position, _ := notation.Arrange(p.Rules(), p.Position(), nil)
	return position
}

var idPattern = regexp.MustCompile(`^1-[0-9a-f]{32}$`)

// unknownID returns the error of a path with an id that no deal can have.
func unknownID(id string) error {
	return problem.New(problem.NotFound, "invalid id %q: must be 1- and 32 lower-case hexadecimal digits", problem.Clip(id))
}

// findDeal returns the stored problem and answer for the id in the path.
func (c *service) findDeal(r *http.Request) (*solver.Problem, solver.Answer, error) {
	id := request.Param(r, "id")
	if !idPattern.MatchString(id) {
		return nil, solver.Answer{}, unknownID(id)
	}
	p, a, err := c.recall(r.Context(), solver.ID(id))
	if err == nil && p == nil {
		err = problem.New(problem.NotFound, "no verdict is stored for the id %s", id)
	}
	return p, a, err
}

// recall returns a stored problem and answer.
func (c *service) recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
	p, a, err := c.Library.Recall(ctx, id)
	if err != nil {
		err = problem.Of(fmt.Errorf("looking up %s: %w", id, err), problem.Unavailable)
	}
	return p, a, err
}

// picture answers GET /v1/games/{game}/deals/{seed}.svg.
//
//	@ID				dealPicture
//	@Summary		Get a picture of a deal by number
//	@Description	An SVG picture of the table as it is dealt, for use in any page. Face-down cards show their backs.
//	@Produce		image/svg+xml
//	@Router			/v1/games/{game}/deals/{seed}.svg [get]
func (c *dealCalls) picture(w http.ResponseWriter, r *http.Request) error {
	return sendSVG(w, r, numberedTable)
}

// layout lays out the table that a path names.
type layout func(*http.Request) (*picture.Table, error)

// sendSVG answers with a table as SVG.
func sendSVG(w http.ResponseWriter, r *http.Request, lay layout) error {
	table, err := lay(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", cardsLife)
	web.SendPlot(w, r, table.SVG())
	return nil
}

// preview answers GET /v1/games/{game}/deals/{seed}.png.
//
//	@ID				dealPreview
//	@Summary		Get a picture of a deal by number as PNG
//	@Description	The same as a PNG of 1200 by 630 pixels, or smaller in the same proportions, for the previews that programs make of links.
//	@Produce		image/png
//	@Param			width			query		int		false	"in pixels"					minimum(200)	maximum(1200)	default(1200)
//	@Failure		403		{object}	problem.Problem
//	@Router			/v1/games/{game}/deals/{seed}.png [get]
func (c *dealCalls) preview(w http.ResponseWriter, r *http.Request) error {
	return c.sendPNG(w, r, numberedTable)
}

// previewWidth reads the query of a call whose only parameter is width.
func previewWidth(r *http.Request) (int, error) {
	q := request.Query(r, "width")
	width := picture.PreviewWidth
	if text, given := q.Text("width"); given {
		var err error
		if width, err = strconv.Atoi(text); err != nil || width < web.LeastFrame || width > picture.PreviewWidth {
			q.AddError("width", "%q: must be %d–%d", problem.Clip(text), web.LeastFrame, picture.PreviewWidth)
		}
	}
	return width, q.Err()
}

// sendPNG answers with a table as PNG, in its turn.
func (c *dealCalls) sendPNG(w http.ResponseWriter, r *http.Request, lay layout) error {
	width, err := previewWidth(r)
	if err != nil {
		return err
	}
	table, err := lay(r)
	if err != nil {
		return err
	}
	select {
	case c.previews <- struct{}{}:
		defer func() { <-c.previews }()
	case <-r.Context().Done(): // the client has gone
		return r.Context().Err()
	}
	var b bytes.Buffer
	if err := table.PNG(&b, width); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", cardsLife)
	web.SendTagged(w, r, "image/png", b.Bytes())
	return nil
}

// storedPicture answers GET /v1/deals/{id}.svg.
//
//	@ID				storedDealPicture
//	@Summary		Get a picture of a stored deal
//	@Description	The position in canonical form, as GET /v1/deals/{id} has it.
//	@Produce		image/svg+xml
//	@Router			/v1/deals/{id}.svg [get]
func (c *dealCalls) storedPicture(w http.ResponseWriter, r *http.Request) error {
	return sendSVG(w, r, c.storedTable)
}

// storedPreview answers GET /v1/deals/{id}.png.
//
//	@ID				storedDealPreview
//	@Summary		Get a picture of a stored deal as PNG
//	@Description	The same as a PNG of 1200 by 630 pixels, or smaller in the same proportions.
//	@Produce		image/png
//	@Param			width			query		int		false	"in pixels"		minimum(200)	maximum(1200)	default(1200)
//	@Failure		403	{object}	problem.Problem
//	@Router			/v1/deals/{id}.png [get]
func (c *dealCalls) storedPreview(w http.ResponseWriter, r *http.Request) error {
	return c.sendPNG(w, r, c.storedTable)
}

// numberedTable lays out the deal that a path names.
func numberedTable(r *http.Request) (*picture.Table, error) {
	answer, p, err := numberedDeal(r)
	if err != nil {
		return nil, err
	}
	return tableOf(title(*answer.Game)+", "+answer.Seed, p), nil
}

// storedTable lays out the stored position that a path names.
func (c *dealCalls) storedTable(r *http.Request) (*picture.Table, error) {
	p, _, err := c.findDeal(r)
	if err != nil {
		return nil, err
	}
	return tableOf("Position "+string(p.ID()), p), nil
}

func tableOf(title string, p *solver.Problem) *picture.Table {
	position := p.Asked()
	return picture.Lay(title, p.Rules(), &position)
}
