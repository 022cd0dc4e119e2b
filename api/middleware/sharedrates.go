package middleware

import (
	"context"
	"sync"
	"time"
)

// SharedRates counts the requests of clients for several processes together.
type SharedRates interface {
	// TakeTokens takes the same number of tokens, at most most, from every bucket. It returns that
	// number, which is 0 if a bucket is empty, and how many tokens are left in each. Bucket i holds
	// tokens[i] when it is full, and gets that many a minute. An error, which comes soon, means that
	// the processes can't count together now.
	TakeTokens(ctx context.Context, buckets []string, tokens []int, most int) (taken int, left []float64, err error)
}

const (
	aheadShare = 16 // the divisor of the allowance that is the most to be taken at a time
	aheadLife  = 10 * time.Second
)

// share is what this process knows of a client's allowance that several processes share.
//
// A round trip to the shared counts costs as much as the rest of a cached answer. So if a client asks
// again soon, several requests are taken from its allowance ahead: twice as many each time that they
// were used up, up to a sixteenth of the allowance. Requests that are not made within [aheadLife] are
// lost to the client.
type share struct {
	mu    sync.Mutex // held while the others are asked, which is then done once
	last  balance    // when they were asked last
	at    time.Time  // when that was
	until time.Time  // until then they need not be asked
	step  int        // how many requests were taken
	ahead int        // how many of them are not made yet
}

// spendShared counts one request of a client, which may make minute requests a minute, and returns what is
// left; false if the processes can't count together now.
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

// balance returns what is left now.
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
