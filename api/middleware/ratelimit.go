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
// which may come at once. All clients of an IPv6 /48 network together may do it [siteClients]
// times as often. A nil RateLimit is no bound.
//
// The number of known clients is bounded too. A client that is evicted has its whole minute
// again; the cache evicts clients that ask rarely, so a flood of addresses costs bounded
// memory and does not help those that ask most.
type RateLimit struct {
	name    string // in headers
	minute  int
	clients *otter.Cache[string, *rate.Limiter] // of networks, too
}

const (
	mostClients = 50_000 // known at a time, a few hundred bytes each
	siteClients = 16     // whose allowance a /48 network has, which may be one customer or many
)

// NewRateLimit returns a limit of so many requests a minute; nil for 0.
func NewRateLimit(name string, minute int) *RateLimit {
	if minute == 0 {
		return nil
	}
	return &RateLimit{name, minute, otter.Must(&otter.Options[string, *rate.Limiter]{MaximumSize: mostClients})}
}

// of returns the limiter of a client or a network, of so many requests a minute.
func (l *RateLimit) of(name string, minute int) *rate.Limiter {
	limiter, _ := l.clients.ComputeIfAbsent(name, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Limit(float64(minute)/60), minute), false
	})
	return limiter
}

// ofSite returns the limiter of a client's /48 network; nil if it has none.
func (l *RateLimit) ofSite(client string) *rate.Limiter {
	site := siteOf(client)
	if site == "" {
		return nil
	}
	return l.of(site, siteClients*l.minute)
}

// Spend counts one request of a client, and writes what is left into the response's headers: of
// its own allowance, or none if its network has none left. It does not wait: the error says when
// to try again.
func (l *RateLimit) Spend(w http.ResponseWriter, client string) error {
	if l == nil {
		return nil
	}
	limiter, now, whose := l.of(client, l.minute), time.Now(), ""
	allowed := limiter.AllowN(now, 1)
	// What one client is refused does not count against its neighbours.
	if site := l.ofSite(client); allowed && site != nil && !site.AllowN(now, 1) {
		limiter, allowed, whose = site, false, " of the network "+siteOf(client)
	}
	minute, left := limiter.Burst(), limiter.TokensAt(now)
	after := func(tokens float64) time.Duration {
		return time.Duration(tokens / float64(limiter.Limit()) * float64(time.Second))
	}
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`%q;q=%d;w=60`, l.name, minute))
	w.Header().Set("RateLimit", fmt.Sprintf(`%q;r=%d;t=%s`, l.name, max(0, int(left)), problem.Seconds(after(float64(minute)-left))))
	if allowed {
		return nil
	}
	e := problem.New(problem.TooMany, "rate limit of %d requests a minute%s exceeded; see Retry-After", minute, whose)
	e.After = after(1 - left)
	return e
}

// Wait waits until the client of a context may make one more request. It fails if the
// context ends, or would end, before.
func (l *RateLimit) Wait(ctx context.Context) error {
	if l == nil {
		return nil
	}
	client := ClientName(ctx)
	if err := l.of(client, l.minute).Wait(ctx); err != nil {
		return err
	}
	if site := l.ofSite(client); site != nil {
		return site.Wait(ctx)
	}
	return nil
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
