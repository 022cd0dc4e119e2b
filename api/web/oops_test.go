package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// TestProblemPages checks that a problem is told to people in sentences, with where to go from there,
// and without fields of requests or calls of the service.
func TestProblemPages(t *testing.T) {
	_, unknown := request.Game("klondkie")
	for _, test := range []struct {
		path   string
		err    error
		status int
		wants  []string
	}{
		{"/games/klondike/deals/solvitaire:abc", problem.Field("seed", `"abc" is not a number of scheme solvitaire: must be 0–2147483647`), 400, []string{"No such deal", "“abc” is not the number of a deal of Klondike.", `href="/games/klondike/random-deal"`}},
		{"/deals?game=golf&seed=x", problem.Field("seed", "a seed is scheme:number"), 400, []string{"“x” is not the number of a deal of Golf."}},
		{"/games/klondike/winnable-deal?difficulty=x", problem.Field("difficulty", "%q: must be easy, medium, hard or expert", "x"), 400, []string{"Deals are easy, medium, hard or expert."}},
		{"/games/klondkie", unknown, 404, []string{"There is no game called “klondkie”. Did you mean", `<a href="/games/klondike">Klondike</a>`}},
		{"/games/accordion/winnable-deal", problem.New(problem.NotFound, "no winnable deals of accordion; there are of golf"), 404, []string{"There are no winnable deals of Accordion here", `href="/games/accordion/random-deal"`}},
		{"/campaigns/x", problem.New(problem.NotFound, "unknown campaign x"), 404, []string{"no such campaign", `href="/campaigns"`}},
		{"/nope", problem.New(problem.NotFound, "no page at /nope"), 404, []string{"There is no page at /nope."}},
		{"/", &problem.Error{Kind: problem.TooMany, Detail: "rate: 600 reads a minute", After: 12 * time.Second}, 429, []string{"Reload the page in 12 seconds."}},
		{"/", &problem.Error{Kind: problem.Busy, Detail: "queue full", After: time.Second}, 503, []string{"Reload the page in a second."}},
		{"/win-rates", problem.New(problem.Unavailable, "store: connection refused"), 503, []string{"does not respond"}},
		{"/win-rates", fmt.Errorf("panic: index out of range"), 500, []string{"Something went wrong", "number of the request: r-17."}},
	} {
		w := httptest.NewRecorder()
		w.Header().Set("X-Request-Id", "r-17")
		r := httptest.NewRequest(http.MethodGet, test.path, nil)
		r.Header.Set("Accept", "text/html")
		p := problem.Explain(test.err)
		if e := problem.From(test.err); e.After > 0 {
			w.Header().Set("Retry-After", problem.Seconds(e.After))
		}
		if !Problem(w, r, p) || w.Code != test.status {
			t.Fatalf("%s: status %d", test.path, w.Code)
		}
		_, text, _ := strings.Cut(w.Body.String(), "<main")
		text, _, _ = strings.Cut(text, "</main>")
		for _, want := range test.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", test.path, want, text)
			}
		}
		for _, field := range []string{"seed:", "scheme", "difficulty:", "/v1/", "pool", "store:", "panic", "queue full"} {
			if strings.Contains(text, field) {
				t.Errorf("%s: %q in %s", test.path, field, text)
			}
		}
	}
	if got, want := fmt.Sprint(difficulty.Grades), "[easy medium hard expert]"; got != want {
		t.Errorf("grades are %s, and the page says %s", got, want)
	}
}
