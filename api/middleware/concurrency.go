package middleware

import (
	"net/http"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// ConcurrencyLimit bounds how many requests of a kind are in progress, in total and per
// client; 0 is no bound.
type ConcurrencyLimit struct {
	what string // kind of requests, in the plural
	most int
	each int

	mu    sync.Mutex // guards the fields below
	all   int
	taken map[string]int // by client; without zeros
}

// NewConcurrencyLimit returns a limit for requests of a kind, named in the plural.
func NewConcurrencyLimit(what string, most, each int) *ConcurrencyLimit {
	return &ConcurrencyLimit{what: what, most: most, each: each, taken: map[string]int{}}
}

// retryAfter is when to try again. How long the requests in progress take is not known.
const retryAfter = 10 * time.Second

// Enter takes a place for a client until leave is called. It does not wait: the error says
// when to try again.
func (l *ConcurrencyLimit) Enter(client string) (leave func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.most > 0 && l.all >= l.most:
		return nil, &problem.Error{Kind: problem.Busy, Detail: "too many " + l.what + "; try again later", After: retryAfter}
	case l.each > 0 && l.taken[client] >= l.each:
		return nil, &problem.Error{Kind: problem.TooMany, Detail: "you have too many " + l.what + "; end one first", After: retryAfter}
	}
	l.all++
	l.taken[client]++
	return func() { l.leave(client) }, nil
}

func (l *ConcurrencyLimit) leave(client string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.taken[client]--; l.taken[client] == 0 {
		delete(l.taken, client)
	}
}

// LimitBodies returns middleware that limits how many requests with a body, which may wait
// for a search, a client has in progress.
func LimitBodies(each int, problems *problem.Writer) func(http.Handler) http.Handler {
	bodies := NewConcurrencyLimit("requests in progress", 0, each)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !IsRead(r) {
				leave, err := bodies.Enter(ClientName(r.Context()))
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
