package proofs

import (
	"context"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ids returns bounds of the ids of the losses that are checked, which are digests.
func (s *Service) ids() (after, before solver.ID) {
	if s.Verify == Sampled {
		return "1-0", "1-1"
	}
	return "1-", "2"
}

// mostFailures is how many checks may fail before the others wait for the next time: the store may be away.
const mostFailures = 10

// check checks the stored losses that have not been checked. It rests after each for as long as that took.
func (s *Service) check(ctx context.Context) error {
	after, before := s.ids()
	failures := 0
	for {
		short, cancel := context.WithTimeout(ctx, timeout)
		losses, last, err := s.Store.UncheckedLosses(short, after, before, version)
		cancel()
		if err != nil {
			return fmt.Errorf("reading losses to check from the database: %w", err)
		}
		for _, id := range losses {
			began := time.Now()
			if err := s.verify(ctx, id); err != nil && ctx.Err() == nil { // the next check tries it again
				s.Log.Warn("checking a stored loss failed, trying again at the next check", "id", id, "error", err)
				if failures++; failures == mostFailures {
					return err
				}
			}
			select {
			case <-time.After(time.Since(began)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if after = last; last == "" {
			return nil
		}
	}
}

// verify checks a stored loss, unless it is none any more.
func (s *Service) verify(ctx context.Context, id solver.ID) error {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p, a, err := s.Recall(short, id)
	if err != nil || p == nil || a.Verdict != solver.Unwinnable {
		return err
	}
	began := time.Now()
	_, err = s.make(ctx, p, s.checking, 0)
	took := time.Since(began)
	outcome := s.outcome(err)
	mark := outcome
	switch outcome {
	case stopped:
		return err
	case doubtful:
		mark = unproven
	}
	if outcome != failed { // else it is marked
		short, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		if err := s.Store.MarkLoss(short, id, version, mark); err != nil {
			return err
		}
	}
	s.Observer.LossChecked(outcome, took) // when it is marked: what has been reported is not checked again
	return nil
}
