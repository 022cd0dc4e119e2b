package proofs

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// version is raised when package prove or proof changes so that losses should be checked again.
const version = 4

// Limit is the error of a proof that was not found within a limit. The loss may be true or false. Only
// one field is set: the limit that was reached, or Doubtful.
type Limit struct {
	States int           // limit of states
	Bytes  int64         // limit of the file's size
	Time   time.Duration // limit of time

	// Doubtful is true if the writer of proofs took the position for winnable, but no win was found.
	Doubtful bool
}

// Unproven marks the error as one that does not contradict the loss.
func (*Limit) Unproven() bool { return true }

func (l *Limit) Error() string {
	if l.Doubtful {
		return "found neither a proof of the loss nor a win"
	}
	const elsewhere = "; the command thoughtful prove can search further"
	if l.Bytes > 0 {
		return fmt.Sprintf("the proof has more than %d bytes%s", l.Bytes, elsewhere)
	}
	if l.States > 0 {
		return fmt.Sprintf("no proof found within %d states%s", l.States, elsewhere)
	}
	return fmt.Sprintf("no proof found within %s%s", l.Time, elsewhere)
}

// Busy is the error of a proof that was not begun in time, because other proofs were being made.
type Busy struct{ later time.Duration }

func (*Busy) Error() string { return "other proofs are being made; try again later" }

// RetryAfter returns how long to wait before the next attempt.
func (b *Busy) RetryAfter() time.Duration { return b.later }

// Wrong is the error of a loss that failed its check: a win was found, or its proof is not valid.
type Wrong struct {
	Problem *solver.Problem
	Why     error
}

func (w *Wrong) Error() string {
	return fmt.Sprintf("the loss %s failed its check: %v", w.Problem.ID(), w.Why)
}

func (w *Wrong) Unwrap() error { return w.Why }

// made is a proof that was made and checked.
type made struct {
	file   []byte // compressed
	states int
}

// make makes a proof and checks it, when its turn comes. It pauses while searches need the processors,
// but at most for patience at a time. If patience is 0, it pauses as long as they do. The error is a
// *Limit, a *Busy, a *Wrong, or the context's.
func (s *Service) make(ctx context.Context, p *solver.Problem, turns chan struct{}, patience time.Duration) (made, error) {
	select {
	case turns <- struct{}{}:
		defer pool.Searching(ctx)()
		defer func() { <-turns }()
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return made{}, ctx.Err()
		}
		return made{}, &Busy{s.Time}
	}
	turn, leave := s.Gate.Enter(ctx, patience)
	defer leave()
	clock := turn.Within(s.Time)

	position := p.Position()
	known := prove.Certificate(p.Rules(), &position)
	var file bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return made{}, err
	}
	states, err := prove.Write(clock, compressed, p, known, s.States)
	switch {
	case errors.Is(err, prove.ErrWinnable):
		if s.win(clock, p) {
			return made{}, &Wrong{p, err}
		}
		s.Log.Error("the proof writer calls a stored loss winnable, but no win was found", "id", p.ID(), "problem", p.Text())
		return made{}, &Limit{Doubtful: true}
	case errors.Is(err, prove.ErrTooManyStates):
		return made{}, &Limit{States: s.States}
	case clock.StopReason() != solver.NoReason:
		return made{}, s.stopReason(ctx)
	case err == nil:
		err = compressed.Close()
	}
	if err != nil {
		return made{}, err
	}
	text, err := gzip.NewReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		return made{}, &Wrong{p, err}
	}
	report, err := proof.Check(paced{text, clock}, s.States)
	switch {
	case clock.StopReason() != solver.NoReason: // then the check ended in the middle
		return made{}, s.stopReason(ctx)
	case err != nil:
		return made{}, &Wrong{p, fmt.Errorf("the checker refused the proof: %w", err)}
	case report.Problem.Text() != p.Text():
		return made{}, &Wrong{p, fmt.Errorf("the proof is about another problem, %s", report.Problem.ID())}
	}
	return made{file.Bytes(), states}, nil
}

// stopReason returns the error of work that was stopped: a *Limit, unless ctx was cancelled.
func (s *Service) stopReason(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return &Limit{Time: s.Time}
}

// paced is a reader whose reads pause where the clock does, and fail when it has ended.
type paced struct {
	io.Reader
	by *solver.Clock
}

func (p paced) Read(text []byte) (int, error) {
	if err := p.by.Err(); err != nil {
		return 0, err
	}
	return p.Reader.Read(text)
}
