package deals

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/api/draw"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// picture answers GET /v1/games/{game}/deals/{seed}.svg.
//
//	@ID				dealPicture
//	@Summary		Get a picture of a deal by number
//	@Description	An SVG picture of the table as it is dealt, for use in any page. Face-down cards show their backs.
//	@Produce		image/svg+xml
//	@Router			/v1/games/{game}/deals/{seed}.svg [get]
func (c *Calls) picture(w http.ResponseWriter, r *http.Request) error {
	return sendSVG(w, r, numberedTable)
}

// sendSVG answers with the table that a path names as SVG.
func sendSVG(w http.ResponseWriter, r *http.Request, find func(*http.Request) (*draw.Table, error)) error {
	table, err := find(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", reply.CardsLife)
	reply.SendSVG(w, r, table.SVG())
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
func (c *Calls) preview(w http.ResponseWriter, r *http.Request) error {
	return c.sendPNG(w, r, numberedTable)
}

// sendPNG answers with a PNG of the table that a path names. Only a few pictures are drawn at the
// same time, so it may have to wait.
func (c *Calls) sendPNG(w http.ResponseWriter, r *http.Request, find func(*http.Request) (*draw.Table, error)) error {
	q := request.Query(r, "width")
	width := draw.PreviewWidth
	if text, given := q.Text("width"); given {
		var err error
		if width, err = strconv.Atoi(text); err != nil || width < web.LeastFrame || width > draw.PreviewWidth {
			q.AddError("width", "%q: must be %d–%d", problem.Clip(text), web.LeastFrame, draw.PreviewWidth)
		}
	}
	if err := q.Err(); err != nil {
		return err
	}
	table, err := find(r)
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
	w.Header().Set("Cache-Control", reply.CardsLife)
	reply.SendTagged(w, r, "image/png", b.Bytes())
	return nil
}

// storedPicture answers GET /v1/deals/{id}.svg.
//
//	@ID				storedDealPicture
//	@Summary		Get a picture of a stored deal
//	@Description	The position in canonical form, as GET /v1/deals/{id} has it.
//	@Produce		image/svg+xml
//	@Router			/v1/deals/{id}.svg [get]
func (c *Calls) storedPicture(w http.ResponseWriter, r *http.Request) error {
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
func (c *Calls) storedPreview(w http.ResponseWriter, r *http.Request) error {
	return c.sendPNG(w, r, c.storedTable)
}

// positionPicture answers GET /v1/games/{game}/positions/{line}.svg.
//
//	@ID				positionPicture
//	@Summary		Get a picture of a position in one line
//	@Produce		image/svg+xml
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			line			path		string	true	"the position in one line (/docs/build/line)"	extensions(x-example=tKHQSJD.9S.TC.4sTdKDQCJHTS9H8C7D6S.Qd9D8S..KSQHJCTH9C8D7S6D5S~f7C8H3S5D~sJS~wKC)
//	@Failure		400,404	{object}	problem.Problem
//	@Router			/v1/games/{game}/positions/{line}.svg [get]
func (c *Calls) positionPicture(w http.ResponseWriter, r *http.Request) error {
	return sendSVG(w, r, tableAt)
}

// positionPreview answers GET /v1/games/{game}/positions/{line}.png.
//
//	@ID				positionPreview
//	@Summary		Get a picture of a position in one line as PNG
//	@Description	The same as a PNG of 1200 by 630 pixels, or smaller in the same proportions.
//	@Produce		image/png
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			line			path		string	true	"the position in one line (/docs/build/line)"	extensions(x-example=tKHQSJD.9S.TC.4sTdKDQCJHTS9H8C7D6S.Qd9D8S..KSQHJCTH9C8D7S6D5S~f7C8H3S5D~sJS~wKC)
//	@Param			width			query		int		false	"in pixels"		minimum(200)	maximum(1200)	default(1200)
//	@Failure		400,403,404	{object}	problem.Problem
//	@Router			/v1/games/{game}/positions/{line}.png [get]
func (c *Calls) positionPreview(w http.ResponseWriter, r *http.Request) error {
	return c.sendPNG(w, r, tableAt)
}

// tableAt lays out the position in one line that a path has.
func tableAt(r *http.Request) (*draw.Table, error) {
	g, p, err := request.ProblemAt(r)
	if err != nil {
		return nil, err
	}
	return tableOf(g.Title+", position", p), nil
}

// numberedTable lays out the deal that a path names.
func numberedTable(r *http.Request) (*draw.Table, error) {
	answer, p, err := numberedDeal(r)
	if err != nil {
		return nil, err
	}
	g, _ := rules.Lookup(*answer.Game)
	return tableOf(g.Title+", "+answer.Seed, p), nil
}

// storedTable lays out the stored position that a path names.
func (c *Calls) storedTable(r *http.Request) (*draw.Table, error) {
	p, _, err := reply.Stored(r, c.Library)
	if err != nil {
		return nil, err
	}
	return tableOf("Position "+string(p.ID()), p), nil
}

func tableOf(title string, p *solver.Problem) *draw.Table {
	position := p.Asked()
	return draw.Lay(title, p.Rules(), &position)
}
