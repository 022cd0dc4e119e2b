package middleware

import (
	"net/http"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// ConcurrencyLimit bounds how many requests of a kind are in progress, in all and of one
// client; 0 is no bound.
type ConcurrencyLimit struct {
	what string // the requests, in the plural
	most int
	each int

	mu    sync.Mutex // guards what follows
	all   int
	taken map[string]int // by client; those who have none are not in it
}

// NewConcurrencyLimit returns a limit of requests that are called what, in the plural.
func NewConcurrencyLimit(what string, most, each int) *ConcurrencyLimit {
	return &ConcurrencyLimit{what: what, most: most, each: each, taken: map[string]int{}}
}

// retryAfter is when to try again: how long the requests in progress take is not known.
const retryAfter = 10 * time.Second

// Enter takes a place for a client, until leave is called; without a place the error says
// when to try again.
func (l *ConcurrencyLimit) Enter(client string) (leave func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.most > 0 && l.all >= l.most:
		return nil, &problem.Error{Kind: problem.Busy, Detail: "all places for " + l.what + " are taken; try again later", After: retryAfter}
	case l.each > 0 && l.taken[client] >= l.each:
		return nil, &problem.Error{Kind: problem.TooMany, Detail: "you have as many " + l.what + " as one client may have; end one of them first", After: retryAfter}
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
