package middleware

import (
	"net/http"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// ConcurrencyLimit bounds the requests of a kind that are in progress, or their bytes: in total and for each
// client. 0 means no bound. The clients of an IPv6 /48 network share twice what one client may have, and
// never more than three quarters of the total.
type ConcurrencyLimit struct {
	what  string        // what is counted, in the plural
	After time.Duration // when to try again
	most  int64
	each  int64
	site  int64 // of one /48 network

	mu    sync.Mutex // guards the fields below
	all   int64
	taken map[string]int64 // by client and by network; without zeros
}

// retryAfter is when to try again. How long the requests in progress take is not known.
const retryAfter = 10 * time.Second

// NewConcurrencyLimit returns a limit for requests of a kind, named in the plural.
func NewConcurrencyLimit(what string, most, each int64) *ConcurrencyLimit {
	site := 2 * each
	if most > 0 {
		site = max(each, min(site, most*3/4))
	}
	return &ConcurrencyLimit{what: what, After: retryAfter, most: most, each: each, site: site, taken: map[string]int64{}}
}

// Enter takes a place for a client until leave is called. It does not wait: the error says
// when to try again.
func (l *ConcurrencyLimit) Enter(client string) (leave func(), err error) {
	return func() { l.Leave(client, 1) }, l.Take(client, 1)
}

// Take is Enter for n places, until [ConcurrencyLimit.Leave].
func (l *ConcurrencyLimit) Take(client string, n int64) error {
	site := SiteOf(client)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.most > 0 && l.all+n > l.most:
		return &problem.Error{Kind: problem.Busy, Detail: "too many " + l.what + "; try again later", After: l.After}
	case l.each > 0 && l.taken[client]+n > l.each:
		return &problem.Error{Kind: problem.TooMany, Detail: "you have too many " + l.what + "; end one first", After: l.After}
	case l.each > 0 && site != "" && l.taken[site]+n > l.site:
		return &problem.Error{Kind: problem.TooMany, Detail: "too many " + l.what + " of the network " + site + "; try again later", After: l.After}
	}
	l.add(client, site, n)
	return nil
}

// Leave gives places back.
func (l *ConcurrencyLimit) Leave(client string, n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(client, SiteOf(client), -n)
}

func (l *ConcurrencyLimit) add(client, site string, n int64) {
	l.all += n
	for _, name := range []string{client, site} {
		if name == "" {
			continue // no /48 network
		}
		if l.taken[name] += n; l.taken[name] == 0 {
			delete(l.taken, name)
		}
	}
}

// LimitBodies returns middleware that limits how many requests with a body, which may wait
// for a search, a client has in progress, and how many the client [Pages] has.
func LimitBodies(each, pages int, problems *problem.Writer) func(http.Handler) http.Handler {
	const what = "requests in progress"
	ofEach, ofPages := NewConcurrencyLimit(what, 0, int64(each)), NewConcurrencyLimit(what, 0, int64(pages))
	return func(next http.Handler) http.Handler {
		return problems.Handle(func(w http.ResponseWriter, r *http.Request) error {
			if !IsRead(r) {
				client, bodies := ClientName(r.Context()), ofEach
				if client == Pages {
					bodies = ofPages
				}
				leave, err := bodies.Enter(client)
				if err != nil {
					return err
				}
				defer leave()
			}
			next.ServeHTTP(w, r)
			return nil
		})
	}
}
