package proofs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const (
	firstPause = time.Second
	lastPause  = time.Minute
)

// ids returns bounds of the ids of the losses that are checked, which are digests.
func (s *Service) ids() (after, before solver.ID) {
	if s.Verify == Sampled {
		return "1-0", "1-1"
	}
	return "1-", "2"
}

// verifyAll checks stored losses until the Service closes: lap after lap over all ids, and with a rest
// after a lap in which there was nothing to do. Of several processes each begins somewhere else, so
// that they rarely check the same loss.
func (s *Service) verifyAll() {
	first, before := s.ids()
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	after := solver.ID(string(first) + hex.EncodeToString(random[:]))
	for whole, checked, pause := false, 0, firstPause; s.life.Err() == nil; {
		ctx, cancel := context.WithTimeout(s.life, timeout)
		losses, last, err := s.Store.UncheckedLosses(ctx, after, before, version)
		cancel()
		if err != nil {
			if s.life.Err() == nil {
				s.Log.Warn("looking for losses to check failed", "retry_in", pause, "error", err)
			}
			s.rest(pause)
			pause = min(2*pause, lastPause)
			continue
		}
		pause = firstPause
		for _, id := range losses {
			if s.verify(id) {
				checked++
			}
			if s.life.Err() != nil {
				return
			}
		}
		if after = last; last != "" {
			continue
		}
		if after = first; whole && checked == 0 {
			s.rest(s.Again)
		}
		whole, checked = true, 0
	}
}

// rest waits, or until the Service closes.
func (s *Service) rest(pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-s.life.Done():
	}
}

// verify checks a stored loss, unless it is none any more, and reports whether it did. It rests
// afterwards for as long as the check took.
func (s *Service) verify(id solver.ID) (checked bool) {
	ctx, cancel := context.WithTimeout(s.life, timeout)
	p, a, err := s.Recall(ctx, id)
	cancel()
	if err != nil && s.life.Err() == nil {
		s.Log.Warn("reading a loss to check failed", "id", id, "error", err)
		s.rest(firstPause)
	}
	if p == nil || a.Verdict != solver.Unwinnable {
		return false
	}
	began := time.Now()
	_, err = s.make(s.life, p, s.checking, 0)
	took := time.Since(began)
	outcome, doubt := proven, false
	if limit, isLimit := errors.AsType[*Limit](err); isLimit {
		outcome, doubt = unproven, limit.Doubtful
	} else if wrong, isWrong := errors.AsType[*Wrong](err); isWrong {
		outcome = failed
		s.alarm(wrong)
	} else if err != nil {
		if s.life.Err() == nil {
			s.Log.Warn("checking a loss failed", "id", id, "error", err)
		}
		return false
	}
	if outcome != failed { // alarm has marked that
		ctx, cancel := context.WithTimeout(s.life, timeout)
		err := s.Store.MarkLoss(ctx, id, version, outcome)
		cancel()
		if err != nil && s.life.Err() == nil {
			s.Log.Warn("marking a checked loss failed", "id", id, "error", err)
			s.rest(firstPause)
		}
	}
	if doubt { // reported only now, when it is marked: what has been reported is not checked again
		outcome = doubtful
	}
	s.Observer.LossChecked(outcome, took)
	s.rest(took)
	return true
}
