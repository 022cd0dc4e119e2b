package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestFreshEverywhere sends fresh, without a key, to every call that has the field in the OpenAPI
// document. None may search.
func TestFreshEverywhere(t *testing.T) {
	o := options()
	o.Access = middleware.Access{}
	o.Judge = judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
		t.Error("the judge was called")
		return solver.Answer{}, nil
	})
	o.Bulk = patient(o.Judge.Answer)
	h := serving(t, o)
	doc := document(t)
	calls := 0
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			if !takesFresh(doc, operation) {
				continue
			}
			for media := range operation.RequestBody.Value.Content {
				for _, prefer := range []string{"", "respond-async"} {
					calls++
					r := httptest.NewRequest(method, path, strings.NewReader(`{"game":"klondike","seed":"solvitaire:2","fresh":true}`))
					r.Header.Set("Content-Type", media)
					r.Header.Set("Prefer", prefer)
					w := httptest.NewRecorder()
					h.ServeHTTP(w, r)
					if !strings.Contains(w.Body.String(), `"/problems/forbidden"`) {
						t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
					}
				}
			}
		}
	}
	if calls < 4 {
		t.Errorf("only %d calls have fresh in the document", calls)
	}
}

// TestEveryRoute calls every route without a key, on servers with and without keys, and beyond the
// rate limit. Routes that don't only read, the list of jobs and the secret of webhooks need a key if
// there are keys, deletions, campaigns, that list and that secret always, and all but health count for the limit.
func TestEveryRoute(t *testing.T) {
	private := map[string]bool{"/v1/jobs": true, "/v1/webhooks/secret": true} // to read
	none, keys, counted := options(), options(), options()
	none.Access = middleware.Access{}
	keys.Access = middleware.Access{Keys: []middleware.Key{{Name: "somebody"}}}
	counted.Access = middleware.Access{Rates: middleware.Rates{Reads: 1, Work: 1}}
	status := func(h http.Handler, method, path string) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w.Code
	}
	err := chi.Walk(Handler(none).(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		path := strings.NewReplacer("{", "", "}", "").Replace(route)
		read := method == http.MethodGet
		if got := status(Handler(none), method, path); got == 401 || (got == 403) != (method == http.MethodDelete || !read && strings.HasPrefix(route, middleware.CampaignsPath) || read && private[route]) {
			t.Errorf("%s %s without keys: %d", method, route, got)
		}
		if got := status(Handler(keys), method, path); (got == 401) != (!read || route == "/metrics" || private[route]) {
			t.Errorf("%s %s without a key: %d", method, route, got)
		}
		h := Handler(counted)
		status(h, method, path)
		if got := status(h, method, path); (got == 429) != !strings.HasSuffix(route, "z") {
			t.Errorf("%s %s beyond the rate limit: %d", method, route, got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCostlyReads calls each route that only reads as an image of another origin does, on a service that is
// closed to them. Those listed here are refused, the others cost little.
func TestCostlyReads(t *testing.T) {
	costly := []string{
		"/v1/campaigns/{id}/results", "/v1/deals/{id}.png", "/v1/deals/{id}/proof", "/v1/games/{game}/deals/{seed}.png",
		"/v1/games/{game}/deals/{seed}/solution", "/v1/games/{game}/deals/{seed}/solution.txt",
		`/v1/games/{game}/positions/{line:[^/]+\.png}`, `/v1/games/{game}/positions/{line:[^/]+\.svg}`, "/v1/games/{game}/positions/{line}",
		"/v1/games/{game}/positions/{line}/moves", "/v1/games/{game}/positions/{line}/solution", "/v1/games/{game}/positions/{line}/solution.txt", "/v1/stats/pairs",
	}
	o := options()
	o.Access = middleware.Access{}
	h := Handler(o)
	var refused []string
	err := chi.Walk(h.(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if method != http.MethodGet || route == "/v1/jobs" || route == "/v1/webhooks/secret" { // these belong to no client
			return nil
		}
		if get(h, method, strings.NewReplacer("{", "", "}", "").Replace(route), "Sec-Fetch-Site", "cross-site").Code == http.StatusForbidden {
			refused = append(refused, route)
		}
		return nil
	})
	if slices.Sort(refused); err != nil || !slices.Equal(refused, costly) {
		t.Errorf("%v, %v", refused, err)
	}
}

// TestPathsThatAreNoText puts NUL and invalid UTF-8 into each part of each route.
func TestPathsThatAreNoText(t *testing.T) {
	h, parameter := Handler(options()), regexp.MustCompile(`\{[^}]*\}`)
	err := chi.Walk(h.(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		for _, bad := range []string{"%00", "a%00b", "%ff", "%c3", "%2500", "%25ff"} {
			path := parameter.ReplaceAllString(route, bad)
			if path == route {
				return nil
			}
			w := httptest.NewRecorder()
			r := httptest.NewRequest(method, path, nil)
			r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
			h.ServeHTTP(w, r)
			if w.Code != http.StatusNotFound {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// takesFresh reports whether an operation's request has the field fresh.
func takesFresh(doc *openapi3.T, operation *openapi3.Operation) bool {
	if operation.RequestBody == nil {
		return false
	}
	for _, media := range operation.RequestBody.Value.Content {
		named := doc.Components.Schemas[strings.TrimPrefix(media.Schema.Ref, "#/components/schemas/")]
		if named != nil && named.Value.Properties["fresh"] != nil {
			return true
		}
	}
	return false
}
