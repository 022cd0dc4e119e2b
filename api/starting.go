package api

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Starting returns the handler of a service that waits for its store. It answers everything with 503, also
// /healthz: balancers send requests to a replica that is healthy, and others can answer them.
func Starting() http.Handler {
	const why = "the service is starting and waits for its database"
	r := chi.NewRouter()
	r.Get("/readyz", func(w http.ResponseWriter, _ *http.Request) {
		p := problem.New(problem.NotReady, "down: store: %s", why).Problem()
		problem.Send(w, p.Status, NotReady{p, Readiness{Parts: map[string]string{"store": down}}})
	})
	r.NotFound(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", problem.Seconds(2*time.Second))
		p := problem.New(problem.Unavailable, why).Problem()
		problem.Send(w, p.Status, p)
	})
	r.MethodNotAllowed(r.NotFoundHandler())
	return r
}
