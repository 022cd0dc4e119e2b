package middleware

import (
	"context"
	"fmt"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Rates bound the requests of one client; 0 is no bound.
type Rates struct {
	Reads int // cheap requests a minute
	Work  int // requests a minute that may cost searches
	Queue int // requests with a body in progress at a time
}

// RateLimit bounds how often a minute each client may do something. The requests of a minute may
// come at once. All clients of an IPv6 /48 network together may do it [siteClients] times as often.
// A nil RateLimit is no bound.
//
// The number of known clients is bounded too. A client that is evicted has its whole minute
// again; the cache evicts clients that ask rarely, so a flood of addresses costs bounded
// memory and does not help those that ask most.
//
// Several processes may count together ([SharedRates]). A request must then be allowed by this
// process as well, so that a change of the shared counts can't allow more.
type RateLimit struct {
	name    string                       // in headers
	minute  int                          // of each client; 0 is no bound
	pages   int                          // of the client [Pages], likewise
	clients *lru.Cache[string, *account] // of networks, too
	shared  SharedRates                  // nil if this process counts alone
}

// account is what is known of a client or a network.
type account struct {
	*rate.Limiter
	share share
}

const (
	mostClients = 50_000 // known at a time, a few hundred bytes each
	siteClients = 16     // whose allowance a /48 network has, which may be one customer or many
)

// NewRateLimit returns a limit of requests per minute: minute is that of each client, pages that of the client
// [Pages]. 0 is no limit; if both are 0, NewRateLimit returns nil. Processes with the same rates count
// together; if rates is nil, this process counts alone.
func NewRateLimit(name string, minute, pages int, rates SharedRates) *RateLimit {
	if minute == 0 && pages == 0 {
		return nil
	}
	clients, err := lru.New[string, *account](mostClients)
	if err != nil {
		panic(err) // the only error is a size below 1
	}
	return &RateLimit{name, minute, pages, clients, rates}
}

// most returns how many requests a minute a client may make; 0 is no bound.
func (l *RateLimit) most(client string) int {
	switch {
	case l == nil:
		return 0
	case client == Pages:
		return l.pages
	}
	return l.minute
}

// of returns the account of a client or a network, of so many requests a minute.
func (l *RateLimit) of(name string, minute int) *account {
	if known, found := l.clients.Get(name); found {
		return known
	}
	a := &account{Limiter: rate.NewLimiter(rate.Limit(float64(minute)/60), minute)}
	if other, found, _ := l.clients.PeekOrAdd(name, a); found { // another request was quicker
		return other
	}
	return a
}

// balance is what is left of an allowance after a request. It is the client's allowance, or that of
// its network if the network's has refused the request.
type balance struct {
	allowed bool
	minute  int     // requests that the allowance has when it is whole, and gets a minute
	left    float64 // requests
	site    string  // the network, if the allowance is that
}

// after returns how long it takes to get so much of the allowance.
func (b *balance) after(requests float64) time.Duration {
	return time.Duration(requests / float64(b.minute) * float64(time.Minute))
}

// Spend counts one request of a client, and writes what is left of its allowance into the response's
// headers; nothing is left if its network has nothing left. The error says when to try again. Spend
// waits only for the answer of [SharedRates].
func (l *RateLimit) Spend(ctx context.Context, w http.ResponseWriter, client string) error {
	minute := l.most(client)
	if minute == 0 {
		return nil
	}
	b := l.spend(ctx, client, minute, time.Now())
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`%q;q=%d;w=60`, l.name, b.minute))
	w.Header().Set("RateLimit", fmt.Sprintf(`%q;r=%d;t=%s`, l.name, max(0, int(b.left)), problem.Seconds(b.after(float64(b.minute)-b.left))))
	if b.allowed {
		return nil
	}
	whose := ""
	if b.site != "" {
		whose = " of the network " + b.site
	}
	e := problem.New(problem.TooMany, "rate limit of %d requests a minute%s exceeded; see Retry-After", b.minute, whose)
	e.After = b.after(1 - b.left)
	return e
}

// spend counts one request of a client if this process and the shared counts allow it. If only the
// shared counts refuse, it is given back here, so that a client loses nothing by asking too early.
func (l *RateLimit) spend(ctx context.Context, client string, minute int, now time.Time) balance {
	own := l.of(client, minute)
	taken := reserve(own.Limiter, now)
	if taken == nil {
		return balance{false, minute, own.TokensAt(now), ""}
	}
	// What one client is refused does not count against its neighbours.
	var takenOfSite *rate.Reservation
	site := SiteOf(client)
	if site != "" {
		all := l.of(site, siteClients*minute)
		if takenOfSite = reserve(all.Limiter, now); takenOfSite == nil {
			taken.CancelAt(now)
			return balance{false, siteClients * minute, all.TokensAt(now), site}
		}
	}
	if l.shared != nil {
		if b, known := l.spendShared(ctx, client, site, minute, now); known {
			if !b.allowed {
				taken.CancelAt(now)
				if takenOfSite != nil {
					takenOfSite.CancelAt(now)
				}
			}
			return b
		}
	}
	return balance{true, minute, own.TokensAt(now), ""}
}

// reserve takes one token, or none and returns nil.
func reserve(limiter *rate.Limiter, now time.Time) *rate.Reservation {
	r := limiter.ReserveN(now, 1)
	if r.DelayFrom(now) > 0 {
		r.CancelAt(now)
		return nil
	}
	return r
}

// Wait waits until the client of a context may make one more request. It fails if the
// context ends, or would end, before.
func (l *RateLimit) Wait(ctx context.Context) error {
	client := ClientName(ctx)
	minute := l.most(client)
	if minute == 0 {
		return nil
	}
	if err := l.of(client, minute).Wait(ctx); err != nil {
		return err
	}
	site := SiteOf(client)
	if site != "" {
		if err := l.of(site, siteClients*minute).Wait(ctx); err != nil {
			return err
		}
	}
	if l.shared != nil {
		return l.waitShared(ctx, client, site, minute)
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
			return reads.Spend(r.Context(), w, client)
		default:
			return work.Spend(r.Context(), w, client)
		}
	})
}
