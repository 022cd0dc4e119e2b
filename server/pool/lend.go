package pool

import (
	"context"
	"runtime/debug"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// lendAfter is how long a search runs before idle workers help with it. Most searches are over
// by then.
const lendAfter = 10 * time.Millisecond

// Leader is an engine whose searches other engines can help with.
type Leader interface {
	Shortener
	// SearchWith is Search with helpers. If other engines can help, it calls offer with the function
	// help. A helper calls help with its own clock and engine; help returns when the search or that
	// clock ends. SearchWith returns when all helpers have returned.
	SearchWith(clock *solver.Clock, p *solver.Problem, b solver.Budget, offer func(help func(*solver.Clock, solver.Engine))) solver.Result
}

// joint is a search with which idle workers may help.
type joint struct {
	problem *solver.Problem
	help    func(*solver.Clock, solver.Engine)
	helpers int // at present
	over    bool
	fault   *Panic // of a helper
}

// loan is a worker that helps with a search.
type loan struct{ recall context.CancelFunc }

// lending returns a function that offers a search to idle workers after lendAfter, and one that ends that
// and returns a helper's panic.
func (p *Pool) lending(problem *solver.Problem) (offer func(help func(*solver.Clock, solver.Engine)), end func() *Panic) {
	s := &joint{problem: problem}
	var timer *time.Timer
	offer = func(help func(*solver.Clock, solver.Engine)) {
		s.help = help
		timer = time.AfterFunc(lendAfter, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if !s.over {
				p.joint = append(p.joint, s)
				p.arrived.Broadcast()
			}
		})
	}
	end = func() *Panic {
		if timer == nil {
			return nil
		}
		timer.Stop()
		p.mu.Lock()
		defer p.mu.Unlock()
		s.over = true
		p.joint = slices.DeleteFunc(p.joint, func(other *joint) bool { return other == s })
		return s.fault
	}
	return offer, end
}

// needy returns the search that an idle worker should help with: the one with the fewest
// helpers; nil if there is none, or no processor for it.
func (p *Pool) needy() *joint {
	if p.searching+p.lent >= p.Processors {
		return nil
	}
	var needy *joint
	for _, s := range p.joint {
		if s.helpers < p.Lend && (needy == nil || s.helpers < needy.helpers) {
			needy = s
		}
	}
	return needy
}

// lend has an idle worker help with a search, until that is over or a job needs the worker. It
// returns the worker's engine, a new one if the old one panicked. The pool's lock is held
// before and after, but not meanwhile.
func (p *Pool) lend(s *joint, engine solver.Engine) solver.Engine {
	ctx, recall := context.WithCancel(p.life)
	defer recall()
	l := &loan{recall}
	s.helpers++
	p.lent++
	p.loans = append(p.loans, l)
	p.report()
	p.mu.Unlock()
	fault := help(solver.NewClock(ctx), s, engine)
	if fault != nil {
		p.Observer.Panicked()
		Release(engine)
		engine = p.NewEngine()
	}
	p.mu.Lock()
	s.helpers--
	p.lent--
	if i := slices.Index(p.loans, l); i >= 0 {
		p.loans = slices.Delete(p.loans, i, i+1)
	} else {
		p.returning--
	}
	if fault != nil {
		s.fault = fault
	}
	if ctx.Err() == nil { // the helper has left by itself, so there is nothing to help with
		p.joint = slices.DeleteFunc(p.joint, func(other *joint) bool { return other == s })
	}
	p.report()
	return engine
}

// help has an engine help with a search, and recovers its panic.
func help(clock *solver.Clock, s *joint, engine solver.Engine) (fault *Panic) {
	defer func() {
		if v := recover(); v != nil {
			fault = &Panic{s.problem, v, debug.Stack()}
		}
	}()
	s.help(clock, engine)
	return nil
}

// recall calls lent workers back as far as jobs wait for which no worker is idle. They return
// within a millisecond or so.
func (p *Pool) recall() {
	idle := p.Workers - p.searching - p.lent
	for missing := len(p.waiting) - idle - p.returning; missing > 0 && len(p.loans) > 0; missing-- {
		last := len(p.loans) - 1
		p.loans[last].recall()
		p.loans = p.loans[:last]
		p.returning++
	}
}
