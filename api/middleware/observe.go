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

// Observer is told of every request when it is done. Route is the pattern that
// matched, such as /v1/deals/{id}, or "unmatched"; method is one of HTTP's or
// "other". Neither takes more than a few dozen values, whatever clients send.
type Observer func(route, method string, status int, elapsed time.Duration)

var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
	http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// Observe returns middleware that logs each request and tells the observer, in a deferred
// call, so that a request whose handler panics is seen too.
func Observe(log *slog.Logger, observer Observer) func(http.Handler) http.Handler {
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
					level = slog.LevelDebug // asked every few seconds by machines
				}
				if status(watched) == http.StatusTooManyRequests {
					level = slog.LevelDebug // or those who ask too much would fill the disk
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
			}()
			next.ServeHTTP(watched, r)
		})
	}
}

// routeOf is the pattern that a request matches; empty if none. The router fills it
// in while it routes, which it does not do for requests that are refused before.
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

// status is the response's status; a handler that writes none means 200.
func status(w middleware.WrapResponseWriter) int {
	if w.Status() == 0 {
		return http.StatusOK
	}
	return w.Status()
}
