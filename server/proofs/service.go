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
	// Recall returns the problem with an id and what is stored of it; a nil problem for nothing. It
	// deletes the records of a loss that [FalseLosses] has.
	Recall func(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error)
	False  *FalseLosses
	// Solve searches with an engine, to confirm that a loss is none.
	Solve    func(ctx context.Context, p *solver.Problem) (solver.Result, error)
	Seals    *seal.Keys
	Gate     *pool.Gate // searches come first; nil for no gate
	Log      *slog.Logger
	Observer Observer

	States int           // that a proof may list
	Time   time.Duration // to make and check one, without pauses
	Bytes  int64         // of all proofs that are kept

	Verify string // which stored losses are checked: Off, Sampled or All
}

// Which stored losses are checked.
const (
	Off     = "off"
	Sampled = "sampled" // those whose id begins with 1-0, one of sixteen
	All     = "all"
)

// Observer receives events for metrics.
type Observer interface {
	// Proved reports a proof that was asked for: made, limit, doubtful, failed or stopped.
	Proved(outcome string, took time.Duration)
	// LossChecked reports the check of a stored loss: proven, unproven, doubtful or failed.
	LossChecked(outcome string, took time.Duration)
	// FalseLosses reports how many losses failed their check, here or in another process.
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
	// patience is how long a proof that somebody waits for gives way to searches before it goes on for
	// a moment.
	patience = 100 * time.Millisecond
	// refresh is how often the false losses of other processes are read.
	refresh = 30 * time.Second
	// timeout bounds one call of the store, and readTime one that somebody waits for.
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

// New starts a Service. It checks stored losses when a process starts with these duties.
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

// Close ends the reading of false losses. The queue has to have stopped before.
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
			s.Log.Warn("reading false losses failed", "error", err)
		}
		cancel()
		s.Observer.FalseLosses(s.False.Count())
	}
}

// Proof returns the kept file that proves the loss of a problem; false if there is none, or if it has
// another version than checkers accept.
func (s *Service) Proof(ctx context.Context, id solver.ID) ([]byte, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	if s.False.Has(id) {
		return nil, false, nil
	}
	file, found, err := s.Store.Proof(ctx, id)
	if errors.Is(err, solver.ErrDamaged) {
		s.Log.ErrorContext(ctx, "damaged proof, made again when it is asked for", "id", id, "error", err)
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

// JobID returns the id of the job in which the proof of a loss is made for a client: always the same
// one, so that a client that asks again finds it, and nobody else can guess it.
func (s *Service) JobID(id solver.ID, client string) string {
	mark := s.Seals.Sum("proof job", []byte(id), []byte(client))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mark)
}

// ErrNoLoss is the error of a problem of which no loss is stored.
var ErrNoLoss error = noLoss{}

type noLoss struct{}

func (noLoss) Error() string { return "the deal is not known to be unwinnable" }

// NotFound reports that there is nothing to prove.
func (noLoss) NotFound() bool { return true }

// Prove makes the proof of a stored loss and keeps it, and returns how many bytes it has. The error
// is ErrNoLoss, a *Limit, a *Busy, a *Wrong, or the context's.
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
	s.Log.Error("a loss failed its check: it is no longer answered; if an engine is wrong, its epoch must be raised",
		"id", id, "problem", w.Problem.Text(), "error", w.Why)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.life), timeout)
	defer cancel()
	if err := s.False.add(ctx, id); err != nil {
		s.Log.Error("false loss not marked, trying again", "id", id, "error", err)
	}
	s.Observer.FalseLosses(s.False.Count())
	if _, _, err := s.Recall(ctx, id); err != nil { // which deletes it
		s.Log.Error("false loss not deleted", "id", id, "error", err)
	}
}
