package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Rates bound what one client may ask for; 0 is no bound.
type Rates struct {
	Reads int // cheap requests a minute
	Work  int // requests a minute that may cost a search
	Queue int // requests with a body that may be in progress at a time
}

// allowance is how often each client may do something: so many times a minute, and
// no more than a minute's worth at once. A nil allowance is without bound.
//
// What is known of clients is bounded as well. A client who is forgotten has the
// whole allowance again; that those are not who ask most is the cache's doing, which
// keeps what is used often. So a stranger with a million addresses takes the memory
// of the most clients that are known, and nothing from others.
type allowance struct {
	name    string // what the headers call it
	minute  int
	clients *otter.Cache[string, *rate.Limiter]
}

const mostClients = 50_000 // that are known at a time, a few hundred bytes each

func newAllowance(name string, minute int) *allowance {
	if minute == 0 {
		return nil
	}
	return &allowance{name, minute, otter.Must(&otter.Options[string, *rate.Limiter]{MaximumSize: mostClients})}
}

func (a *allowance) of(c client) *rate.Limiter {
	limiter, _ := a.clients.ComputeIfAbsent(c.name, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Limit(float64(a.minute)/60), a.minute), false
	})
	return limiter
}

// spend takes one request from a client's allowance, and says in the response's
// headers what is left of it. The error says to come back later.
func (a *allowance) spend(w http.ResponseWriter, c client) error {
	if a == nil {
		return nil
	}
	limiter, now := a.of(c), time.Now()
	allowed := limiter.AllowN(now, 1)
	left := limiter.TokensAt(now)
	after := func(tokens float64) time.Duration {
		return time.Duration(tokens / float64(limiter.Limit()) * float64(time.Second))
	}
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`%q;q=%d;w=60`, a.name, a.minute))
	w.Header().Set("RateLimit", fmt.Sprintf(`%q;r=%d;t=%s`, a.name, max(0, int(left)), problem.Seconds(after(float64(a.minute)-left))))
	if allowed {
		return nil
	}
	e := problem.New(problem.TooMany, "one client may make %d requests of this kind a minute; Retry-After says when the next one may come", a.minute)
	e.After = after(1 - left)
	return e
}

// pace waits until a client may ask for one more thing, for what asks many things
// in one request. The error is the context's, or says that it would end before.
func (a *allowance) pace(ctx context.Context) error {
	if a == nil {
		return nil
	}
	return a.of(clientOf(ctx)).Wait(ctx)
}
