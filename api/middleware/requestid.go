package middleware

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"

	"github.com/go-chi/chi/v5/middleware"
)

// plainID matches request ids from clients that are safe to log.
var plainID = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

// RequestID is middleware that gives each request an id and repeats it in the response. It
// keeps the client's own id if that is safe to log.
func RequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !plainID.MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), middleware.RequestIDKey, id)))
	})
}
