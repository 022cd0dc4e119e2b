package middleware

import (
	"context"
	"sync"
	"time"
)

// SharedRates counts the requests of clients for several processes together.
type SharedRates interface {
	// TakeTokens takes the same number of tokens, up to most, from every bucket. It returns this
	// number as taken, which is 0 if a bucket is empty. It returns the tokens left in each bucket
	// as left. Bucket i holds at most tokens[i] and gets tokens[i] per minute. If the shared counts
	// are not available, TakeTokens returns an error without a long wait.
	TakeTokens(ctx context.Context, buckets []string, tokens []int, most int) (taken int, left []float64, err error)
}

const (
	aheadShare = 16 // one request to the shared counts takes at most this part of an allowance: a sixteenth
	aheadLife  = 10 * time.Second
)

// share is the state of a shared allowance of a client in this process.
//
// A request to the shared counts costs as much as the rest of a cached answer. So if a client asks
// again soon, this process takes several tokens at once. It doubles their number each time that
// they are used up, up to a sixteenth of the allowance. Tokens that are not used within [aheadLife]
// are lost to the client.
type share struct {
	mu    sync.Mutex // held during a request to the shared counts, so that there is only one at a time
	last  balance    // the answer of the last request to the shared counts
	at    time.Time  // when that request was made
	until time.Time  // before this time, no new request is needed
	step  int        // how many tokens the last request took
	ahead int        // how many of them are still unused
}

// spendShared counts one request of a client with an allowance of minute requests per minute. It
// returns what is left. It returns false if the shared counts are not available.
func (l *RateLimit) spendShared(ctx context.Context, client, site string, minute int, now time.Time) (b balance, known bool) {
	s := &l.of(client, minute).share
	s.mu.Lock()
	defer s.mu.Unlock()
	recent := now.Before(s.until)
	switch {
	case recent && s.ahead > 0:
		s.ahead--
		return s.balance(now), true
	case recent && !s.last.allowed:
		return s.balance(now), true
	case recent:
		s.step = min(2*s.step, max(1, minute/aheadShare))
	default:
		s.step = 1
	}
	buckets, tokens := []string{l.name + " " + client}, []int{minute}
	if site != "" {
		buckets, tokens = append(buckets, l.name+" "+site), append(tokens, siteClients*minute)
	}
	taken, left, err := l.shared.TakeTokens(ctx, buckets, tokens, s.step)
	if err != nil {
		s.until, s.ahead = time.Time{}, 0
		return balance{}, false
	}
	s.at, s.step, s.ahead = now, taken, max(0, taken-1)
	s.last, s.until = balance{taken > 0, minute, left[0], ""}, now.Add(aheadLife)
	if taken == 0 {
		if left[0] >= 1 && site != "" {
			s.last = balance{false, siteClients * minute, left[1], site}
		}
		s.until = now.Add(s.last.after(1 - s.last.left))
	}
	return s.balance(now), true
}

// balance returns what is left of the allowance now.
func (s *share) balance(now time.Time) balance {
	b := s.last
	b.left = min(float64(b.minute), b.left+float64(s.ahead)+now.Sub(s.at).Minutes()*float64(b.minute))
	return b
}

// waitShared waits until a client may make one more request.
func (l *RateLimit) waitShared(ctx context.Context, client, site string, minute int) error {
	for {
		b, known := l.spendShared(ctx, client, site, minute, time.Now())
		if b.allowed || !known {
			return nil
		}
		after := b.after(1 - b.left)
		if deadline, timed := ctx.Deadline(); timed && time.Until(deadline) < after {
			return context.DeadlineExceeded
		}
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
