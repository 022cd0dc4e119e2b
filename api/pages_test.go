package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// Pages are HTML for every client; their errors are HTML for browsers only.
func TestPages(t *testing.T) {
	h := serving(t, options())
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, c := range []struct {
		path, accept, media string
		status              int
		says                string
	}{
		{"/", "*/*", "text/html", 200, `data-game="klondike-draw-1" data-seed="solvitaire:17"`},
		{"/?difficulty=hard&draw=3", "*/*", "text/html", 200, `<option value="klondike" selected>Klondike</option>`},
		{"/?difficulty=silly", browser, "text/html", 400, "Deals are easy, medium, hard or expert."},
		{"/?draw=2", browser, "text/html", 400, "must be 1 or 3"},
		{"/docs", browser, "text/html", 200, "/docs.js\""},
		{"/convert", browser, "text/html", 200, "Convert deals and solutions"},
		{"/games/klondike/deals/solvitaire:2", "*/*", "text/html", 200, `data-game="klondike" data-seed="solvitaire:2" data-title="Klondike"`},
		{"/embed/games/free-cell/deals/%2311,982", "*/*", "text/html", 200, `data-seed="microsoft:11982"`},
		{"/embed/games/klondike/deals/2?theme=dark", "*/*", "text/html", 200, `data-theme="dark"`},
		{"/embed/games/klondike/deals/2?theme=blue", "*/*", problem.MediaType, 400, "must be light or dark"},
		{"/games/klondike/deals/solvitaire:-2", browser, "text/html", 400, "“-2” is not the number of a deal of Klondike"},
		{"/games/chess/deals/solvitaire:2", browser, "text/html", 404, "chess"},
		{"/play", browser, "text/html", 200, "Custom rules"},
		{"/nowhere<b>", browser, "text/html", 404, "page at /nowhere&lt;b&gt;"},
		{"/nowhere", "*/*", problem.MediaType, 404, "page at /nowhere"},
		{"/nowhere", "", problem.MediaType, 404, "page at /nowhere"},
		{"/nowhere", "application/json, text/html", problem.MediaType, 404, "page at /nowhere"},
		{"/deals?seed=1", browser, "text/html", 400, "Missing: give the game of deal 1"},
		{"/deals?game=chess&seed=1", browser, "text/html", 404, "chess"},
		{"/deals?game=klondike&mood=<i>", browser, "text/html", 400, "mood"},
		{"/v1/games/chess", browser, problem.MediaType, 404, "chess"},
	} {
		w := get(h, "GET", c.path, "Accept", c.accept)
		if w.Code != c.status || !strings.HasPrefix(w.Header().Get("Content-Type"), c.media) || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s for %q: %d %s\n%s\nlacks %s", c.path, c.accept, w.Code, w.Header().Get("Content-Type"), w.Body, c.says)
		}
	}
}

// TestDocumentedPages opens each page of the OpenAPI document, with its parameters, and follows redirects.
func TestDocumentedPages(t *testing.T) {
	var document struct {
		Paths map[string]struct{ Get struct{ Tags []string } }
	}
	if err := json.Unmarshal(docs.OpenAPI, &document); err != nil {
		t.Fatal(err)
	}
	o := somewhatCounted()
	o.Engine = &web.Engine{}
	h := serving(t, o)
	named := strings.NewReplacer("{game}", "klondike", "{seed}", "solvitaire:2", "{name}", "busy", "{id}", "Q2NFIMYJMZ5DRGSYLIBTSQTCHX", "{shelf}/{page}", "pictures/nested-rollouts.svg", "/docs/{page}", "/docs/hints")
	queries := map[string]string{"/oembed": "?url=http://example.com/games/klondike/deals/solvitaire:2", "/deals": "?game=klondike&seed=2"}
	pages := 0
	for path, operations := range document.Paths {
		if !slices.Contains(operations.Get.Tags, "pages") {
			continue
		}
		pages++
		address := named.Replace(path) + queries[path]
		w := get(h, "GET", address)
		if w.Code == http.StatusSeeOther {
			to, _, _ := strings.Cut(w.Header().Get("Location"), "#")
			w = get(h, "GET", to)
		}
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", address, w.Code, w.Body)
		}
	}
	for from, to := range map[string]string{"/docs/start/first-app.md": "/docs/start/first-app", "/problems/busy": "/docs/build/errors"} {
		if w := get(h, "GET", from); w.Code != http.StatusSeeOther || w.Header().Get("Location") != to {
			t.Errorf("%s: %d to %s", from, w.Code, w.Header().Get("Location"))
		}
	}
	if pages < 15 {
		t.Errorf("the document has %d pages", pages)
	}
}
