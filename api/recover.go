package api

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/go-chi/chi/v5/middleware"
)

// panicked is the error of a handler that panicked.
type panicked struct {
	value any
	stack []byte
}

func (e *panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// recover turns a panic into a logged 500. If a part of the response is out
// already, the connection is closed instead, so that nobody takes half an answer
// for a whole one.
func (s *service) recover(next http.Handler) http.Handler {
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
			err := &panicked{value, debug.Stack()}
			if watched.Status() != 0 {
				s.problems.Report(r.Context(), err)
				panic(http.ErrAbortHandler)
			}
			s.problems.Write(watched, r, err)
		}()
		next.ServeHTTP(watched, r)
	})
}
