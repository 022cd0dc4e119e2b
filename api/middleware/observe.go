package middleware

import (
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Observer is called after every request. route is the pattern that matched, such as
// /v1/deals/{id}, or "unmatched". method is an HTTP method or "other". Each has only a few dozen
// possible values, whatever clients send.
type Observer func(route, method string, status int, elapsed time.Duration)

var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
	http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// Observe returns middleware that logs each request, writes the audit log, and calls the observer.
// It does so even if the handler panics.
func Observe(log *slog.Logger, observer Observer) func(http.Handler) http.Handler {
	audit := newAuditor(log)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			start := time.Now()
			watched := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			defer func() {
				elapsed := time.Since(start)
				route := routeOf(r)
				level := slog.LevelInfo
				switch route {
				case "":
					route = "unmatched"
				case "/healthz", "/readyz", "/metrics":
					level = slog.LevelDebug // polled
				}
				if code := status(watched); code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable && watched.Header().Get("Retry-After") != "" {
					level = slog.LevelDebug // refused; or a flood would fill the disk, and keep the processors busy
				}
				method := r.Method
				if !slices.Contains(methods, method) {
					method = "other"
				}
				observer(route, method, status(watched), elapsed)
				log.LogAttrs(r.Context(), level, "request",
					slog.String("id", middleware.GetReqID(r.Context())),
					slog.String("method", method),
					slog.String("path", problem.Clip(r.URL.Path)),
					slog.Int("status", status(watched)),
					slog.Int("bytes", watched.BytesWritten()),
					slog.Duration("elapsed", elapsed),
					slog.String("client", clientOf(r.Context()).name),
				)
				audit.write(r, method, route, status(watched))
			}()
			next.ServeHTTP(watched, r)
		})
	}
}

// routeOf returns the pattern that a request matches, or "" if there is none. If middleware refused
// the request, the router has not set the pattern, and routeOf finds it.
func routeOf(r *http.Request) string {
	routing := chi.RouteContext(r.Context())
	if route := routing.RoutePattern(); route != "" {
		return route
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return routing.Routes.Find(chi.NewRouteContext(), method, r.URL.EscapedPath())
}

// status returns the status of the response. If the handler wrote none, it is 200.
func status(w middleware.WrapResponseWriter) int {
	if w.Status() == 0 {
		return http.StatusOK
	}
	return w.Status()
}
