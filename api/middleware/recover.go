package middleware

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5/middleware"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Recover returns middleware that logs a panic and answers with status 500. If part of the response
// was already sent, it closes the connection instead, so that the client does not take that part
// for the whole response.
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
