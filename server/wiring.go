package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/analyst"
	"github.com/thoughtful-solitaire/thoughtful/server/bulk"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// judge is the Book as api knows it: a Judge and a Library whose errors mean
// what api can explain.
type judge struct {
	book    *verdict.Book
	metrics *metrics
}

func (j *judge) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error) {
	a, err := j.book.Answer(ctx, p, b, fresh)
	return a, j.explain(err)
}

func (j *judge) Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
	p, a, err := j.book.Recall(ctx, id)
	return p, a, j.explain(err)
}

func (j *judge) explain(err error) error {
	var full *pool.Busy
	switch {
	case errors.As(err, &full):
		j.metrics.busy.Inc()
		return &busy{full}
	case errors.Is(err, pool.ErrClosed), errors.Is(err, verdict.ErrClosed):
		return fmt.Errorf("%w: the service is stopping", api.ErrUnavailable)
	default:
		return err
	}
}

// advice is the analyst as api knows it, whose errors mean what api can explain.
type advice struct {
	*analyst.Analyst
	judge *judge
}

func (a *advice) Moves(ctx context.Context, p *solver.Problem, b solver.Budget) (analysis.Position, error) {
	found, err := a.Analyst.Moves(ctx, p, b)
	return found, a.judge.explain(err)
}

func (a *advice) Game(ctx context.Context, p *solver.Problem, moves []game.Move, b solver.Budget) (analysis.Played, error) {
	found, err := a.Analyst.Game(ctx, p, moves, b)
	return found, a.judge.explain(err)
}

func (a *advice) Advise(ctx context.Context, s *player.Sight, plan []game.Move, samples int, seed uint64) (player.Advice, error) {
	found, err := a.Analyst.Advise(ctx, s, plan, samples, seed)
	return found, a.judge.explain(err)
}

// lender lends the pool's engines, as api knows it, whose errors mean what api can explain.
type lender struct {
	workers *pool.Pool
	judge   *judge
}

func (l *lender) Lend(ctx context.Context, p *solver.Problem, task func(context.Context, solver.Engine)) error {
	return l.judge.explain(l.workers.Do(ctx, p, task))
}

// patient is the Judge of bulk work as api knows it, an api.Patient.
type patient struct {
	bulk  *bulk.Judge
	judge *judge
}

func (p *patient) Answer(ctx context.Context, q *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	a, err := p.bulk.Answer(ctx, q, b, fresh, within)
	return a, p.judge.explain(err)
}

// busy is an api.Busy.
type busy struct{ *pool.Busy }

func (b *busy) RetryAfter() time.Duration { return b.Busy.RetryAfter }

func (b *busy) Unwrap() error { return b.Busy }

// health asks the parts that the service leans on. It is an api.Health. Whoever runs
// the service may ask as often as they like, and so may everybody: the parts are asked
// once a second at most.
type health struct {
	parts map[string]func(context.Context) error
	log   *slog.Logger

	mu     sync.Mutex // guards what follows, and lets one ask for all who come meanwhile
	asked  time.Time
	faults map[string]error
}

// pingTimeout bounds one question to one part, and is how long the answer holds.
const pingTimeout = time.Second

func (h *health) Ready(ctx context.Context) map[string]error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.faults != nil && time.Since(h.asked) < pingTimeout {
		return h.faults
	}
	// The answer is for others too, who have not gone if this one has.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	var all sync.WaitGroup
	var lock sync.Mutex
	faults := map[string]error{}
	for name, ping := range h.parts {
		all.Go(func() {
			err := ping(ctx)
			if err != nil {
				h.log.Warn("a part is down", "part", name, "error", err)
			}
			lock.Lock()
			defer lock.Unlock()
			faults[name] = err
		})
	}
	all.Wait()
	h.faults, h.asked = faults, time.Now()
	return faults
}
