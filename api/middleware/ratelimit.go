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

// Rates bound the requests of one client; 0 is no bound.
type Rates struct {
	Reads int // cheap requests a minute
	Work  int // requests a minute that may cost searches
	Queue int // requests with a body in progress at a time
}

// RateLimit bounds how often each client may do something: so many times a minute, all of
// which may come at once. A nil RateLimit is no bound.
//
// The number of known clients is bounded too. A client that is evicted has its whole minute
// again; the cache evicts clients that ask rarely, so a flood of addresses costs bounded
// memory and does not help those that ask most.
type RateLimit struct {
	name    string // in headers
	minute  int
	clients *otter.Cache[string, *rate.Limiter]
}

const mostClients = 50_000 // known at a time, a few hundred bytes each

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

// Spend counts one request of a client, and writes what is left into the response's headers.
// It does not wait: the error says when to try again.
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
	e := problem.New(problem.TooMany, "rate limit of %d requests a minute exceeded; see Retry-After", l.minute)
	e.After = after(1 - left)
	return e
}

// Wait waits until the client of a context may make one more request. It fails if the
// context ends, or would end, before.
func (l *RateLimit) Wait(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.of(ClientName(ctx)).Wait(ctx)
}

// LimitRate returns middleware that counts requests against the limits of reads and of work,
// also those that are refused later.
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
