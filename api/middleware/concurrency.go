package middleware

import (
	"net/http"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// ConcurrencyLimit bounds the requests of one kind that are in progress, or their bytes. There is a
// bound for all clients together and one for each client; 0 means no bound. The clients of an IPv6
// /48 network together may have twice as much as one client, but not more than three quarters of
// the total.
type ConcurrencyLimit struct {
	what  string        // the plural name of what is counted
	After time.Duration // when to try again
	most  int64
	each  int64
	site  int64 // of one /48 network

	mu    sync.Mutex // guards the fields below
	all   int64
	taken map[string]int64 // places taken by each client and each network; has no zeros
}

// retryAfter is the time after which a refused client may try again. The time is a guess: how long
// the requests in progress take is not known.
const retryAfter = 10 * time.Second

// NewConcurrencyLimit returns a limit of most places in total and each places for a client. The
// parameter what names the counted things, in the plural.
func NewConcurrencyLimit(what string, most, each int64) *ConcurrencyLimit {
	site := 2 * each
	if most > 0 {
		site = max(each, min(site, most*3/4))
	}
	return &ConcurrencyLimit{what: what, After: retryAfter, most: most, each: each, site: site, taken: map[string]int64{}}
}

// Enter takes one place for a client. The client keeps it until leave is called. Enter does not
// wait: if no place is free, the error says when to try again.
func (l *ConcurrencyLimit) Enter(client string) (leave func(), err error) {
	return func() { l.Leave(client, 1) }, l.Take(client, 1)
}

// Take takes n places for a client, which keeps them until [ConcurrencyLimit.Leave]. It does not
// wait.
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

// Leave gives n places of a client back.
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

// LimitBodies returns middleware that limits how many requests with a body a client has in
// progress. Such requests may wait for a search. pages is the limit of the client [Pages], each
// that of any other client.
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
