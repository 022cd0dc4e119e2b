package api

import (
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// seats bound how many requests of a kind there are at a time, in all and of one
// client; 0 is no bound.
type seats struct {
	what string // the requests, in the plural
	most int
	each int

	mu    sync.Mutex // guards what follows
	all   int
	taken map[string]int // by client; those who have none are not in it
}

func newSeats(what string, most, each int) *seats {
	return &seats{what: what, most: most, each: each, taken: map[string]int{}}
}

// enter takes a place for a client, who leaves it by the call that it is given. Without
// one it says when to try again.
func (s *seats) enter(client string) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.most > 0 && s.all >= s.most:
		return nil, &problem.Error{Kind: problem.Busy, Detail: "all places for " + s.what + " are taken; try again later", After: seatPause}
	case s.each > 0 && s.taken[client] >= s.each:
		return nil, &problem.Error{Kind: problem.TooMany, Detail: "you have as many " + s.what + " as one client may have; end one of them first", After: seatPause}
	}
	s.all++
	s.taken[client]++
	return func() { s.leave(client) }, nil
}

// seatPause is when to try again if all places are taken: nobody knows how long those
// who have them will stay.
const seatPause = 10 * time.Second

func (s *seats) leave(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.taken[client]--; s.taken[client] == 0 {
		delete(s.taken, client)
	}
}
