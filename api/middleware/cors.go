package middleware

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// openPosts are the calls, besides reads, that pages of other origins may make. The service ignores
// cookies and other credentials of the browser, so such a page can do no more than its own server
// could.
var openPosts = []string{
	"/v1/solve", "/v1/moves", "/v1/analyse", "/v1/advise", "/v1/difficulty", "/v1/play", "/v1/replay", "/v1/convert",
}

// The request headers that pages of other origins may send, and the response headers that they may
// read.
const (
	openRequestHeaders  = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, X-Request-Id"
	openResponseHeaders = "ETag, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
)

// CORS returns middleware that lets pages of other origins make the open calls. It answers
// preflight requests. For closed calls the answer is a problem. Browsers send reads without a
// preflight request. So CORS also refuses a costly read if the origin of the page is not allowed or
// not known.
func (a *Access) CORS(problems *problem.Writer) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			origin, method := r.Header.Get("Origin"), r.Method
			wanted := r.Header.Get("Access-Control-Request-Method")
			preflight := method == http.MethodOptions && wanted != ""
			if preflight {
				method = wanted
			}
			h := w.Header()
			named := "*" // for everybody the answer is the same, so caches may share it
			if !slices.Contains(a.Origins, "*") {
				named = origin
				h.Add("Vary", "Origin")
			}
			allowed := isOpen(method, r.URL.Path) && named != "" && a.hasOrigin(named)
			if allowed {
				h.Set("Access-Control-Allow-Origin", named)
				h.Set("Access-Control-Expose-Headers", openResponseHeaders)
			}
			switch {
			case !preflight && a.mayNotCostWork(r):
				problems.Write(w, r, problem.New(problem.Forbidden,
					"%s costs work, and is closed to pages of other origins that CORS_ORIGINS does not list; an image needs the attribute crossorigin to send its origin", problem.Clip(r.URL.Path)))
			case origin == "" || !preflight:
				next.ServeHTTP(w, r)
			case !allowed:
				problems.Write(w, r, problem.New(problem.Forbidden, "%s %s is closed to pages of %s", problem.Clip(method), problem.Clip(r.URL.Path), problem.Clip(origin)))
			default:
				h.Set("Access-Control-Allow-Methods", method)
				h.Set("Access-Control-Allow-Headers", openRequestHeaders)
				h.Set("Access-Control-Max-Age", "7200") // seconds
				w.WriteHeader(http.StatusNoContent)
			}
		})
	}
}

// mayNotCostWork reports whether a page of another origin asks for a costly read that it may not make.
func (a *Access) mayNotCostWork(r *http.Request) bool {
	costly, _ := isCostly(r)
	return costly && IsRead(r) && isCrossOrigin(r) && !clientOf(r.Context()).keyed && !a.hasOrigin(r.Header.Get("Origin"))
}

// isOpen reports whether pages of other origins may make a call.
func isOpen(method, path string) bool {
	switch method {
	case http.MethodGet, http.MethodHead:
		return strings.HasPrefix(path, "/v1/") || strings.HasPrefix(path, "/data/")
	case http.MethodPost:
		return slices.Contains(openPosts, path)
	}
	return false
}

func (a *Access) hasOrigin(origin string) bool {
	return slices.ContainsFunc(a.Origins, func(o string) bool { return o == "*" || strings.EqualFold(o, origin) })
}

// CheckOrigin returns an error if a configured origin is neither * nor an origin as browsers write
// it.
func CheckOrigin(text string) error {
	u, err := url.Parse(text)
	if text == "*" || err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && u.Scheme+"://"+u.Host == strings.ToLower(text) {
		return nil
	}
	return fmt.Errorf("%q is neither an origin, such as https://example.org, nor *", text)
}
