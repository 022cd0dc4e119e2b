package api

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"

	"github.com/go-chi/chi/v5/middleware"
)

const requestIDHeader = "X-Request-Id"

// plainID is what a client's own request id may look like; it goes into the log.
var plainID = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

// identify gives each request an id, the client's own if it sent a plain one,
// and repeats it in the response.
func identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !plainID.MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), middleware.RequestIDKey, id)))
	})
}
