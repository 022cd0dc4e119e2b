package verdict

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// tier is one of the places of records: the backlog, a cache or the store.
type tier struct {
	Records
	put     func(context.Context, solver.Record) error // of a cache
	name    string                                     // for operators
	place   Place
	source  solver.Source // of answers that come from it
	timeout time.Duration
	health  watch.Breaker
}

func cacheTier(c Cache, name string, place Place, timeout time.Duration) *tier {
	return &tier{Records: c, put: c.Put, name: name, place: place, source: solver.FromCache, timeout: timeout}
}

var errBackingOff = errors.New("backing off after a failure")

// read returns what a tier has of a problem; nil for nothing, or if the tier fails.
func (s *Service) read(ctx context.Context, t *tier, p *solver.Problem) *remembered {
	m, _ := s.readID(ctx, t, p.ID(), p.Text(), func(r *solver.Record) error { return s.verify(p, r) })
	return m
}

// readID returns the record that a tier has under an id, if it is of the current epoch and
// passes the check; nil for none. A record that is damaged or does not pass is logged and deleted. The
// problem's text is for the log, empty if not known. The error is that of a tier that failed.
func (s *Service) readID(
	ctx context.Context, t *tier, id solver.ID, problem string, check func(*solver.Record) error,
) (*remembered, error) {
	r, found, err := ask(ctx, s, t, func(ctx context.Context) (solver.Record, bool, error) { return t.Get(ctx, id) })
	damaged := errors.Is(err, solver.ErrDamaged)
	if found && r.Epoch == solver.Epoch {
		err = check(&r)
		damaged = err != nil
	}
	look := Miss
	switch {
	case damaged:
		s.deleteDamaged(t, id, cmp.Or(problem, r.Problem), err)
		err = nil
	case errors.Is(err, errBackingOff):
		look = Skipped
	case err != nil:
		look = Failed
	case found && r.Epoch == solver.Epoch:
		look = Hit
	}
	s.Observer.Looked(t.place, look)
	if look != Hit {
		return nil, err
	}
	return &remembered{record: r, answer: answerOf(&r, t.source), from: t}, nil
}

// ask calls a tier within its timeout, unless it is backing off.
func ask[T any](ctx context.Context, s *Service, t *tier, call func(context.Context) (T, bool, error)) (value T, found bool, err error) {
	if !t.health.Ready() {
		return value, false, errBackingOff
	}
	short, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	value, found, err = call(short)
	switch {
	case err == nil, errors.Is(err, solver.ErrDamaged):
		s.note(t, nil) // it does answer
	case ctx.Err() == nil: // else it is not the tier's fault
		s.note(t, err)
	}
	return value, found && err == nil, err
}

func (s *Service) deleteDamaged(t *tier, id solver.ID, problem string, damage error) {
	s.Observer.Refused(t.place)
	s.Log.Error("deleting a damaged record", "in", t.name, "id", id, "problem", problem, "error", damage)
	short, cancel := context.WithTimeout(s.life, t.timeout)
	defer cancel()
	if err := t.Delete(short, id); err != nil {
		s.Log.Error("damaged record not deleted", "in", t.name, "id", id, "error", err)
	}
}

// bringNear puts a proven record into the caches that are nearer than the tier from which it is;
// nothing if it is nil. Copying an unknown verdict would reset its age.
func (s *Service) bringNear(m *remembered) {
	switch {
	case m == nil || m.record.Verdict == solver.Unknown:
	case m.from == s.store:
		s.offer(&m.record)
	case m.from != nil && m.from == s.cache:
		s.put(s.near, &m.record)
	}
}

// offer puts a record into the caches. What other processes find out soon proves or outdates an unknown,
// so that is kept in this process only if no cache is shared.
func (s *Service) offer(r *solver.Record) {
	if r.Verdict != solver.Unknown || s.cache == nil {
		s.put(s.near, r)
	}
	if s.cache != nil {
		s.put(s.cache, r)
	}
}

// put puts a record into a cache, unless that failed a moment ago.
func (s *Service) put(t *tier, r *solver.Record) {
	if t.health.Ready() {
		short, cancel := context.WithTimeout(s.life, t.timeout)
		defer cancel()
		s.note(t, t.put(short, *r))
	}
}

// note records how a tier's call went, and logs changes.
func (s *Service) note(t *tier, err error) {
	switch changed := t.health.Note(err); {
	case changed && err != nil:
		s.Log.Warn(t.name+" failed: asked for verdicts once a second until it works", "place", t.place, "error", err)
	case changed:
		s.Log.Info(t.name+" works again", "place", t.place)
	}
}

// storeCached queues a record for the store that only the caches have.
func (s *Service) storeCached(r *solver.Record) {
	if r.Unstored {
		r.Unstored = false
		s.backlog.Add(*r)
	}
}
