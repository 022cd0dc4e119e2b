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

// Rates are the limits of one client; 0 means no limit.
type Rates struct {
	Reads int // cheap requests a minute
	Work  int // requests a minute that may cost searches
	Queue int // requests with a body in progress at a time
}

// RateLimit limits the requests of each client per minute. A client may send all requests of a
// minute at once. All clients of an IPv6 /48 network together may send [siteClients] times as many.
// A nil RateLimit sets no limit.
//
// The number of known clients is limited too. A client that is evicted from the cache gets a full
// allowance again. The cache evicts clients that ask rarely. So many new addresses cost little
// memory, and do not help the clients that ask most.
//
// Several processes may count together ([SharedRates]). Each process still applies the limit by
// itself too, so a change of the shared counts can't allow more.
type RateLimit struct {
	name    string                       // its name in response headers
	minute  int                          // requests per minute of each client; 0 means no limit
	pages   int                          // requests per minute of the client [Pages]; 0 means no limit
	clients *lru.Cache[string, *account] // accounts of clients and of networks, by name
	shared  SharedRates                  // nil if this process counts alone
}

// account counts the requests of a client or a network.
type account struct {
	*rate.Limiter
	share share
}

const (
	mostClients = 50_000 // clients and networks in the cache, a few hundred bytes each
	siteClients = 16     // a /48 network has the allowance of 16 clients, since it may be one customer or many
)

// NewRateLimit returns a limit of requests per minute: pages for the client [Pages], and minute for
// any other client. 0 means no limit; if both are 0, NewRateLimit returns nil. Processes with the
// same shared rates count together. If rates is nil, this process counts alone.
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

// most returns how many requests per minute a client may make; 0 means no limit.
func (l *RateLimit) most(client string) int {
	switch {
	case l == nil:
		return 0
	case client == Pages:
		return l.pages
	}
	return l.minute
}

// of returns the account of a client or a network. minute is its allowance in requests per minute.
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

// balance is the rest of an allowance after a request. It is the allowance of the client. If the
// allowance of the network refused the request, it is that of the network.
type balance struct {
	allowed bool
	minute  int     // the full allowance in requests, and how many are added per minute
	left    float64 // the requests that are left
	site    string  // the name of the network; "" if it is the client's allowance
}

// after returns the time until this many requests are added to the allowance.
func (b *balance) after(requests float64) time.Duration {
	return time.Duration(requests / float64(b.minute) * float64(time.Minute))
}

// Spend counts one request of a client, and writes the rest of its allowance into the response
// headers. The rest is 0 if the allowance of its network is used up. The error says when to try
// again. Spend waits only for [SharedRates].
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
// shared counts refuse it, this process does not count it, so a client loses nothing when it asks
// too early.
func (l *RateLimit) spend(ctx context.Context, client string, minute int, now time.Time) balance {
	own := l.of(client, minute)
	taken := reserve(own.Limiter, now)
	if taken == nil {
		return balance{false, minute, own.TokensAt(now), ""}
	}
	// A refused request of one client does not count against other clients of its network.
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

// reserve takes one token. If there is none, it returns nil.
func reserve(limiter *rate.Limiter, now time.Time) *rate.Reservation {
	r := limiter.ReserveN(now, 1)
	if r.DelayFrom(now) > 0 {
		r.CancelAt(now)
		return nil
	}
	return r
}

// Wait waits until the client of a context may make one more request. It fails if the context ends
// first, or if its deadline is too early.
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

// LimitRate returns middleware that counts each request against the limit of reads or of work. It
// counts requests that are refused later, too.
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
