package middleware

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

// RateLimit is how often each client may do something: so many times a minute, and
// no more than a minute's worth at once. A nil RateLimit is without bound.
//
// What is known of clients is bounded as well. A client who is forgotten has the
// whole minute again; that those are not who ask most is the cache's doing, which
// keeps what is used often. So a stranger with a million addresses takes the memory
// of the most clients that are known, and nothing from others.
type RateLimit struct {
	name    string // what the headers call it
	minute  int
	clients *otter.Cache[string, *rate.Limiter]
}

const mostClients = 50_000 // that are known at a time, a few hundred bytes each

// NewRateLimit returns a limit of so many requests a minute; nil for 0.
func NewRateLimit(name string, minute int) *RateLimit {
	if minute == 0 {
		return nil
	}
	return &RateLimit{name, minute, otter.Must(&otter.Options[string, *rate.Limiter]{MaximumSize: mostClients})}
}

func (l *RateLimit) of(client string) *rate.Limiter {
	limiter, _ := l.clients.ComputeIfAbsent(client, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Limit(float64(l.minute)/60), l.minute), false
	})
	return limiter
}

// Spend takes one request from what a client has left, and says in the response's
// headers what is left of it. The error says to come back later.
func (l *RateLimit) Spend(w http.ResponseWriter, client string) error {
	if l == nil {
		return nil
	}
	limiter, now := l.of(client), time.Now()
	allowed := limiter.AllowN(now, 1)
	left := limiter.TokensAt(now)
	after := func(tokens float64) time.Duration {
		return time.Duration(tokens / float64(limiter.Limit()) * float64(time.Second))
	}
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`%q;q=%d;w=60`, l.name, l.minute))
	w.Header().Set("RateLimit", fmt.Sprintf(`%q;r=%d;t=%s`, l.name, max(0, int(left)), problem.Seconds(after(float64(l.minute)-left))))
	if allowed {
		return nil
	}
	e := problem.New(problem.TooMany, "one client may make %d requests of this kind a minute; Retry-After says when the next one may come", l.minute)
	e.After = after(1 - left)
	return e
}

// Wait waits until the client of a context may ask for one more thing, for what asks many things
// in one request. The error is the context's, or says that it would end before.
func (l *RateLimit) Wait(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.of(ClientName(ctx)).Wait(ctx)
}

// LimitRate returns middleware that counts requests against the limits of reads and of work.
// A request that is refused for another reason has still been made, and counts.
func LimitRate(reads, work *RateLimit, problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(w http.ResponseWriter, r *http.Request) error {
		switch client := ClientName(r.Context()); {
		case isHealth(r):
			return nil
		case isCheap(r):
			return reads.Spend(w, client)
		default:
			return work.Spend(w, client)
		}
	})
}
