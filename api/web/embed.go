package web

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/draw"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// origin returns the scheme and the host of the address that a client used.
func origin(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// embed answers GET /embed/games/{game}/deals/{seed}.
//
//	@ID				embeddedDeal
//	@Summary		Table of a deal, for a frame in any page
//	@Description	The table alone, without navigation. Unlike other pages it may be framed by any site. It sends the page around it a message for each `move`, and when the game is `won` or `stuck`: `{"source":"thoughtful","event":"move",…}` with the fields of the events of the element `<thoughtful-table>`.
//	@Param			theme	query	string	false	"as the reader's system if absent"	Enums(light, dark)
//	@Failure		400	{object}	problem.Problem
//	@Router			/embed/games/{game}/deals/{seed} [get]
func (s *Site) embed(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	page, err := s.table(r, &g, request.Param(r, "seed"))
	if err != nil {
		return err
	}
	page.Embed, page.Installable = true, false
	// As with ply, other parameters are ignored, because shared links often get additional ones.
	page.Theme = r.URL.Query().Get("theme")
	if page.Theme != "" && page.Theme != "light" && page.Theme != "dark" {
		return problem.Field("theme", "%q: must be light or dark", problem.Clip(page.Theme))
	}
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'", "frame-ancestors *", 1))
	return send(w, r, "deal", "", page)
}

// The size of the frame, in pixels, where it is not limited further.
const (
	frameWidth  = 720
	frameHeight = 640
)

// LeastFrame is the least width and height of the frame and of its thumbnail, in pixels.
const LeastFrame = 200

// Embedding is the oEmbed 1.0 answer for a page (https://oembed.com, section 2.3.4.4).
type Embedding struct {
	Type            string `json:"type" enums:"rich"`
	Version         string `json:"version" example:"1.0"`
	Title           string `json:"title" example:"Klondike solvitaire:2"`
	ProviderName    string `json:"provider_name" example:"Thoughtful"`
	ProviderURL     string `json:"provider_url" example:"https://patience.example"`
	HTML            string `json:"html"` // a frame
	Width           int    `json:"width" example:"720"`
	Height          int    `json:"height" example:"640"`
	ThumbnailURL    string `json:"thumbnail_url"` // a PNG
	ThumbnailWidth  int    `json:"thumbnail_width" example:"1200"`
	ThumbnailHeight int    `json:"thumbnail_height" example:"630"`
} //	@name	Embedding

// oembed answers GET /oembed.
//
//	@ID				oembed
//	@Summary		What oEmbed asks of the page of a deal
//	@Description	For programs that show a link as what is behind it (https://oembed.com).
//	@Produce		json
//	@Param			url			query		string	true	"address of the page of a deal of this service"	extensions(x-example=http://127.0.0.1:8080/games/klondike/deals/solvitaire:2)
//	@Param			format		query		string	false	"json only"										Enums(json)	default(json)
//	@Param			maxwidth	query		integer	false	"pixels"										minimum(200)
//	@Param			maxheight	query		integer	false	"pixels"										minimum(200)
//	@Success		200			{object}	Embedding
//	@Failure		400,404,501	{object}	problem.Problem
//	@Router			/oembed [get]
func (s *Site) oembed(w http.ResponseWriter, r *http.Request) error {
	q := request.Query(r, "url", "format", "maxwidth", "maxheight")
	if f, _ := q.Text("format"); f != "" && f != "json" { // 501 is the status in the oEmbed specification
		return problem.New(problem.NotImplemented, "format %q: only json", problem.Clip(f))
	}
	maxWidth, maxHeight := mostPixels(q, "maxwidth"), mostPixels(q, "maxheight")
	width, height := min(maxWidth, frameWidth), min(maxHeight, frameHeight)
	thumb := min(maxWidth, draw.PreviewWidth, min(maxHeight, draw.PreviewHeight)*draw.PreviewWidth/draw.PreviewHeight)
	address, _ := q.Text("url")
	page, err := url.Parse(address)
	if err != nil || page.Host != r.Host {
		q.AddError("url", "must be the address of a page of this service")
	}
	if err := q.Err(); err != nil {
		return err
	}
	parts := strings.Split(strings.TrimPrefix(page.Path, "/embed"), "/")
	if len(parts) != 5 || parts[1] != "games" || parts[3] != "deals" {
		return problem.New(problem.NotFound, "the page at %s can't be embedded; that of a deal can", problem.Clip(page.Path))
	}
	g, err := request.Game(parts[2])
	if err != nil {
		return err
	}
	seed, err := canonicalSeed(&g, parts[4])
	if err != nil {
		return err
	}
	deal, err := request.Numbered(g.Name, g.Rules, seed)
	if err != nil {
		return err
	}
	if _, err := deal.Resolve(); err != nil {
		return err
	}
	at, title := origin(r), g.Title+" "+seed
	path := gamePath(g.Name) + "/deals/" + seed
	preview := at + "/v1" + path + ".png"
	if thumb < draw.PreviewWidth {
		preview += "?width=" + strconv.Itoa(thumb)
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(Embedding{
		Type: "rich", Version: "1.0", Title: title, ProviderName: "Thoughtful", ProviderURL: at, Width: width, Height: height,
		HTML: fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="%s" style="border:0" loading="lazy"></iframe>`,
			html.EscapeString(at+"/embed"+path), width, height, html.EscapeString(title)),
		ThumbnailURL: preview, ThumbnailWidth: thumb, ThumbnailHeight: draw.PreviewHeightOf(thumb),
	})
}

// mostPixels returns a parameter that limits a size in pixels. If it is absent, there is no limit.
func mostPixels(q *request.Parameters, name string) int {
	text, _ := q.Text(name)
	if text == "" {
		return math.MaxInt
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < LeastFrame {
		q.AddError(name, "%q: must be %d or more", problem.Clip(text), LeastFrame)
	}
	return n
}
