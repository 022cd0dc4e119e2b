package api

import (
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
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
		{"/", "*/*", "text/html", 200, `<option value="klondike" selected>Klondike</option>`},
		{"/docs", browser, "text/html", 200, "/docs.js\""},
		{"/convert", browser, "text/html", 200, "Convert deals and solutions"},
		{"/games/klondike/deals/solvitaire:2", "*/*", "text/html", 200, `data-game="klondike" data-seed="solvitaire:2"`},
		{"/games/klondike/deals/solvitaire:-2", browser, "text/html", 400, "“-2” is not the number of a deal of Klondike"},
		{"/games/chess/deals/solvitaire:2", browser, "text/html", 404, "chess"},
		{"/play", browser, "text/html", 200, "Custom rules"},
		{"/nowhere<b>", browser, "text/html", 404, "page at /nowhere&lt;b&gt;"},
		{"/nowhere", "*/*", problem.MediaType, 404, "page at /nowhere"},
		{"/nowhere", "", problem.MediaType, 404, "page at /nowhere"},
		{"/nowhere", "application/json, text/html", problem.MediaType, 404, "page at /nowhere"},
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
