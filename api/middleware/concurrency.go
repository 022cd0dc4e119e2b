package middleware

import (
	"net/http"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// ConcurrencyLimit bounds how many requests of a kind are in progress, in total and per
// client; 0 is no bound. All clients of an IPv6 /48 network together may have twice as many as
// one, but no more than three quarters of the total.
type ConcurrencyLimit struct {
	what string // kind of requests, in the plural
	most int
	each int
	site int // of one /48 network

	mu    sync.Mutex // guards the fields below
	all   int
	taken map[string]int // by client and by network; without zeros
}

// NewConcurrencyLimit returns a limit for requests of a kind, named in the plural.
func NewConcurrencyLimit(what string, most, each int) *ConcurrencyLimit {
	site := 2 * each
	if most > 0 {
		site = max(each, min(site, most*3/4))
	}
	return &ConcurrencyLimit{what: what, most: most, each: each, site: site, taken: map[string]int{}}
}

// retryAfter is when to try again. How long the requests in progress take is not known.
const retryAfter = 10 * time.Second

// Enter takes a place for a client until leave is called. It does not wait: the error says
// when to try again.
func (l *ConcurrencyLimit) Enter(client string) (leave func(), err error) {
	site := SiteOf(client)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.most > 0 && l.all >= l.most:
		return nil, &problem.Error{Kind: problem.Busy, Detail: "too many " + l.what + "; try again later", After: retryAfter}
	case l.each > 0 && l.taken[client] >= l.each:
		return nil, &problem.Error{Kind: problem.TooMany, Detail: "you have too many " + l.what + "; end one first", After: retryAfter}
	case l.each > 0 && site != "" && l.taken[site] >= l.site:
		return nil, &problem.Error{Kind: problem.TooMany, Detail: "too many " + l.what + " of the network " + site + "; try again later", After: retryAfter}
	}
	l.add(client, site, 1)
	return func() { l.leave(client, site) }, nil
}

func (l *ConcurrencyLimit) leave(client, site string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(client, site, -1)
}

func (l *ConcurrencyLimit) add(client, site string, n int) {
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
	ofEach, ofPages := NewConcurrencyLimit(what, 0, each), NewConcurrencyLimit(what, 0, pages)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !IsRead(r) {
				client, bodies := ClientName(r.Context()), ofEach
				if client == Pages {
					bodies = ofPages
				}
				leave, err := bodies.Enter(client)
				if err != nil {
					problems.Write(w, r, err)
					return
				}
				defer leave()
			}
			next.ServeHTTP(w, r)
		})
	}
}
