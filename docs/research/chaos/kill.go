package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// The parts that are killed.
const (
	replicaPart  = "replica"
	redisPart    = "Redis"
	postgresPart = "PostgreSQL"
)

// server is PostgreSQL or Redis.
type server struct {
	*servicetest.Server
	part string
	busy atomic.Bool // it is being started
}

// hit is a kill, or a SIGTERM.
type hit struct {
	number int
	at     time.Duration // since the start
	what   string
	down   time.Duration
}

// killing kills until it is enough, or the context ends. It sends each hit when the part works
// again.
func (r *run) killing(ctx context.Context, hits chan<- hit) {
	random := rand.New(rand.NewPCG(r.Seed, 1))
	for number := 1; number <= r.Kills; {
		wait := r.Least + time.Duration(random.Int64N(int64(r.Most-r.Least)+1))
		draw, which := random.Float64(), random.IntN(len(r.replicas))
		if pause(ctx, wait) != nil {
			return
		}
		h := hit{number: number, at: time.Since(r.start)}
		var back <-chan time.Duration
		switch {
		case r.Freeze > 0 && random.Float64() < r.Freeze:
			h.what, back = fmt.Sprintf("frozen %d", which), r.replicas[which].freeze()
		case !r.SQLite && draw < .15 && !r.redis.busy.Load():
			h.what, back = redisPart, r.restart(r.redis)
		case !r.SQLite && draw < .30 && !r.postgres.busy.Load():
			h.what, back = postgresPart, r.restart(r.postgres)
		case draw > .95:
			if r.replicas[which].end(syscall.SIGTERM) != nil {
				r.ledger.count(stops, 1)
			}
			continue
		default:
			h.what, back = fmt.Sprintf("%s %d", replicaPart, which), r.replicas[which].end(syscall.SIGKILL)
		}
		if back == nil {
			continue // it was down already
		}
		r.ledger.count(kills, 1)
		r.ledger.count(kills+": "+h.what, 1)
		number++
		r.background.Go(func() { r.awaitReturn(h, back, hits) })
		if number%10 == 1 {
			r.progress(number - 1)
		}
	}
}

// awaitReturn waits until a part that was killed works again, and then sends the hit.
func (r *run) awaitReturn(h hit, back <-chan time.Duration, hits chan<- hit) {
	select {
	case h.down = <-back:
		hits <- h
	case <-time.After(mostRecovery):
		r.ledger.fail(neverBack, "%s, killed %s after the start", h.what, h.at)
	case <-r.life.Done():
	}
}

// restart kills a server and starts it again. The channel receives how long it was down; nothing if
// it does not start.
func (r *run) restart(s *server) <-chan time.Duration {
	s.busy.Store(true)
	down := r.outages.begin(s.part)
	back := make(chan time.Duration, 1)
	if err := s.Kill(); err != nil {
		r.ledger.fail(endedByItself, "%s: %v", s.part, err)
	}
	r.background.Go(func() {
		ctx, cancel := context.WithTimeout(r.life, mostRecovery)
		defer cancel()
		if err := s.Start(ctx); err != nil {
			fmt.Fprintf(r.Log, "%s: %v\n", s.part, err)
			return // which awaitReturn counts
		}
		back <- r.outages.end(down)
		s.busy.Store(false)
	})
	return back
}
