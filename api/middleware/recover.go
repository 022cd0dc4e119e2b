package middleware

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5/middleware"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Recover returns middleware that turns a panic into a logged 500. If part of the response
// was sent, the connection is closed instead, so that the client does not take it for the
// whole.
func Recover(problems *problem.Writer) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			watched := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			defer func() {
				value := recover()
				if value == nil {
					return
				}
				if err, ok := value.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(value)
				}
				err := problem.Panic(value)
				if watched.Status() != 0 {
					problems.Report(r.Context(), err)
					panic(http.ErrAbortHandler)
				}
				problems.Write(watched, r, err)
			}()
			next.ServeHTTP(watched, r)
		})
	}
}
