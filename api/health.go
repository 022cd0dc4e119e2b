package api

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// Alive is the answer of a running process.
type Alive struct {
	Status string `json:"status" example:"ok"` // ok
} //	@name	Alive

// Readiness is the state of the parts that the service depends on.
type Readiness struct {
	Ready bool              `json:"ready"`                                                // whether no part is down
	Parts map[string]string `json:"parts" example:"store:up,cache:up,backlog:up,disk:up"` // up, degraded or down, by name
	Why   map[string]string `json:"why,omitempty" example:"disk:files were deleted"`      // what is wrong with a part, where more than its state can be told
} //	@name	Readiness

// The states of a part. The service answers although a part is degraded, from what it can read
// and remember, but a person should look at it.
const (
	up       = "up"
	degraded = "degraded"
	down     = "down"
)

// PartStates lists the states of a part.
var PartStates = []string{up, degraded, down}

// PartState returns the state of a part. The parameter fault is the part's fault, or nil.
func PartState(fault error) string {
	if fault == nil {
		return up
	}
	if f, ok := errors.AsType[interface {
		error
		Degraded() bool
	}](fault); ok && f.Degraded() {
		return degraded
	}
	return down
}

// NotReady is the problem of a service with a part that is down.
type NotReady struct {
	problem.Problem
	Readiness
} //	@name	NotReady

// getAlive answers GET /healthz.
//
//	@ID			alive
//	@Summary	Liveness check
//	@Success	200	{object}	Alive
//	@Failure	503	{object}	problem.Problem	"unavailable"
//	@Router		/healthz [get]
func getAlive(w http.ResponseWriter, r *http.Request) error {
	return reply.Send(w, r, http.StatusOK, Alive{"ok"})
}

// getReady answers GET /readyz.
//
//	@ID			ready
//	@Summary	Readiness check, with the parts that are down
//	@Success	200	{object}	Readiness
//	@Failure	503	{object}	NotReady	"not-ready"
//	@Router		/readyz [get]
func (o *Options) getReady(w http.ResponseWriter, r *http.Request) error {
	answer := Readiness{Ready: true, Parts: map[string]string{}}
	var faulty []string // parts that are down
	faults := o.Health.Ready(r.Context())
	for _, part := range slices.Sorted(maps.Keys(faults)) {
		answer.Parts[part] = PartState(faults[part])
		if told, ok := errors.AsType[interface {
			error
			Detail() string
		}](faults[part]); ok {
			if answer.Why == nil {
				answer.Why = map[string]string{}
			}
			answer.Why[part] = told.Detail()
		}
		if answer.Parts[part] == down {
			faulty = append(faulty, part)
		}
	}
	if len(faulty) == 0 {
		return reply.Send(w, r, http.StatusOK, answer)
	}
	answer.Ready = false
	p := problem.New(problem.NotReady, "down: %s", strings.Join(faulty, ", ")).Problem()
	problem.Send(w, p.Status, NotReady{p, answer})
	return nil
}

// getMetrics answers GET /metrics.
//
//	@ID			metrics
//	@Summary	Metrics for Prometheus
//	@Produce	plain
//	@Router		/metrics [get]
func (o *Options) getMetrics(w http.ResponseWriter, r *http.Request) error {
	if err := o.Access.NeedKey(r); err != nil {
		return err
	}
	o.Metrics.ServeHTTP(w, r)
	return nil
}

// Starting returns the handler of a service that waits for its store. It answers every request with 503.
// That includes /healthz, so that a balancer sends its requests to other replicas.
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
