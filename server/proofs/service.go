package proofs

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base32"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// Store keeps proofs and the marks of checked losses, as a [store.Store] does.
type Store interface {
	Proof(ctx context.Context, id solver.ID) (file []byte, found bool, err error)
	PutProof(ctx context.Context, id solver.ID, file []byte, most int64) error
	UncheckedLosses(ctx context.Context, after, before solver.ID, version int) (losses []solver.ID, last solver.ID, err error)
	MarkLoss(ctx context.Context, id solver.ID, version int, outcome string) error
}

// Options configure a Service.
type Options struct {
	Store Store
	// Recall returns the problem with an id and its stored answer. The problem is nil if nothing is
	// stored. If the problem is in False, Recall deletes its records.
	Recall func(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error)
	False  *FalseLosses
	// Solve searches with an engine, to confirm a win.
	Solve    func(ctx context.Context, p *solver.Problem) (solver.Result, error)
	Seals    *seal.Keys
	Gate     *pool.Gate // makes proofs give way to searches; nil for no gate
	Log      *slog.Logger
	Observer Observer

	States int           // how many states a proof may list
	Time   time.Duration // limit for making and checking a proof, without pauses
	Bytes  int64         // limit of the total size of stored proofs

	Verify string // which stored losses to check: Off, Sampled or All
}

// Which stored losses are checked.
const (
	Off     = "off"
	Sampled = "sampled" // those whose id begins with 1-0, one of sixteen
	All     = "all"
)

// Observer receives events for metrics.
type Observer interface {
	// Proved reports the outcome of a proof that a client asked for: made, limit, doubtful, failed or
	// stopped.
	Proved(outcome string, took time.Duration)
	// LossChecked reports the outcome of the check of a stored loss: proven, unproven, doubtful or
	// failed.
	LossChecked(outcome string, took time.Duration)
	// FalseLosses reports how many losses failed their check, in all processes.
	FalseLosses(n int)
}

// The outcomes of a check.
const (
	proven   = store.LossProven
	unproven = store.LossUnproven
	failed   = store.LossFailed

	doubtful = "doubtful" // marked as unproven
	stopped  = "stopped"  // not marked
)

const (
	// patience is how long a proof with a waiting client gives way to searches before it goes on for a
	// moment.
	patience = 100 * time.Millisecond
	// refresh is how often the false losses of other processes are read.
	refresh = 30 * time.Second
	// timeout bounds one call of the store, and readTime one call with a waiting client.
	timeout  = 5 * time.Second
	readTime = 2 * time.Second
)

// Service makes proofs and checks losses.
type Service struct {
	Options
	asked, checking chan struct{} // hold one element while a proof is made for somebody, or to check a loss

	life    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
}

// New starts a Service and adds the check of stored losses to the duties, unless Verify is Off. The
// checks begin once the queue is started with these duties.
func New(o Options, d *queue.Duties) *Service {
	s := &Service{Options: o, asked: make(chan struct{}, 1), checking: make(chan struct{}, 1)}
	s.life, s.end = context.WithCancel(context.Background())
	s.Observer.FalseLosses(s.False.Count())
	s.running.Go(s.readFalse)
	if s.Verify == Sampled || s.Verify == All {
		queue.Check(d, s.check)
	}
	return s
}

// Close stops reading false losses. The caller must stop the queue before.
func (s *Service) Close(context.Context) error {
	s.end()
	s.running.Wait()
	return nil
}

// readFalse reads the false losses of other processes now and then.
func (s *Service) readFalse() {
	for again := time.Tick(refresh); ; {
		select {
		case <-again:
		case <-s.life.Done():
			return
		}
		ctx, cancel := context.WithTimeout(s.life, timeout)
		if err := s.False.Read(ctx); err != nil && s.life.Err() == nil {
			s.Log.Warn("reading false losses from the database failed", "error", err)
		}
		cancel()
		s.Observer.FalseLosses(s.False.Count())
	}
}

// Proof returns the stored file that proves the loss of a problem. It returns false if there is none,
// or if checkers don't accept its version.
func (s *Service) Proof(ctx context.Context, id solver.ID) ([]byte, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	if s.False.Has(id) {
		return nil, false, nil
	}
	file, found, err := s.Store.Proof(ctx, id)
	if errors.Is(err, solver.ErrDamaged) {
		s.Log.ErrorContext(ctx, "stored proof is damaged, will be made again on request", "id", id, "error", err)
		return nil, false, nil
	}
	return file, found && accepted(file), err
}

// accepted reports whether a compressed file has the version that checkers accept.
func accepted(file []byte) bool {
	text, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return false
	}
	first, err := bufio.NewReader(text).ReadString('\n')
	return err == nil && first == proof.FirstLine+"\n"
}

// JobID returns the id of the job that makes the proof of a loss for a client. It is the same each
// time, so that a client that asks again finds the job. Others can't guess it.
func (s *Service) JobID(id solver.ID, client string) string {
	mark := s.Seals.Sum("proof job", []byte(id), []byte(client))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mark)
}

// ErrNoLoss is the error for a problem that is not stored as unwinnable.
var ErrNoLoss error = noLoss{}

type noLoss struct{}

func (noLoss) Error() string { return "the deal is not known to be unwinnable" }

// NotFound makes this error a 404.
func (noLoss) NotFound() bool { return true }

// Prove makes and stores the proof of a stored loss, and returns its size in bytes. If the proof is
// stored already, it returns the size of that. The error is ErrNoLoss, a *Limit, a *Busy, a *Wrong,
// the store's or the context's.
func (s *Service) Prove(ctx context.Context, id solver.ID) (bytes int, err error) {
	if file, found, err := s.Proof(ctx, id); err == nil && found {
		return len(file), nil // somebody else had it made
	}
	p, a, err := s.Recall(ctx, id)
	switch {
	case err != nil:
		return 0, err
	case p == nil || a.Verdict != solver.Unwinnable:
		return 0, ErrNoLoss
	}
	began := time.Now()
	m, err := s.make(ctx, p, s.asked, patience)
	if err == nil && int64(len(m.file)) > s.Bytes {
		err = &Limit{Bytes: s.Bytes}
	}
	outcome := s.outcome(err)
	s.Observer.Proved(cmp.Or(map[string]string{proven: "made", unproven: "limit"}[outcome], outcome), time.Since(began))
	if err != nil {
		return 0, err
	}
	short, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	return len(m.file), s.Store.PutProof(short, id, m.file, s.Bytes)
}

// outcome returns the outcome of a proof that was made with an error. If the loss has failed its check, it raises the
// alarm, which marks the loss.
func (s *Service) outcome(err error) string {
	limit, limited := errors.AsType[*Limit](err)
	wrong, refused := errors.AsType[*Wrong](err)
	switch {
	case err == nil:
		return proven
	case refused:
		s.alarm(wrong)
		return failed
	case limited && limit.Doubtful:
		return doubtful
	case limited:
		return unproven
	}
	return stopped
}

// alarm reports a loss that failed its check, and has all processes refuse it.
func (s *Service) alarm(w *Wrong) {
	id := w.Problem.ID()
	s.Log.Error("stored loss failed its check and is no longer answered; if an engine is wrong, raise the epoch",
		"id", id, "problem", w.Problem.Text(), "error", w.Why)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.life), timeout)
	defer cancel()
	if err := s.False.add(ctx, id); err != nil {
		s.Log.Error("marking a loss as false failed, trying again later", "id", id, "error", err)
	}
	s.Observer.FalseLosses(s.False.Count())
	if _, _, err := s.Recall(ctx, id); err != nil { // which deletes it
		s.Log.Error("deleting a false loss failed", "id", id, "error", err)
	}
}
