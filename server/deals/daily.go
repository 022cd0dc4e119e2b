package deals

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// DailyVersion is the version of the derivation of daily deals. It is raised with every change
// that makes another deal the deal of a day: of the derivation, of budgets, of grades, or of an
// engine that wins other deals within its budget, or wins them differently, which changes scores
// and so grades. The days and scores in testdata show that.
const DailyVersion = 7

// candidates is how many deals are tried for a day. One of them almost always is won and has
// the grade, unless a game has hardly any such deals.
const candidates = 500

// DailyCandidate returns the n-th deal to be tried for a day, counted from 0: scheme
// solvitaire, and as its number the first four bytes of the SHA-256 of
//
//	thoughtful daily deal 1 2026-11-22 klondike medium 0
//
// read as a big-endian number without its highest bit. The words, separated by single spaces,
// are these three, the version, date, game, grade (any, if none was asked for) and n. The deal
// of a day is the first of these that is won within difficulty.StatesOf and has the grade.
func DailyCandidate(day winnable.Day, n int) deal.Seed {
	grade := day.Grade
	if grade == "" {
		grade = "any"
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "thoughtful daily deal %d %s %s %s %d", day.Version, day.Date, day.Game, grade, n))
	return deal.Seed{Scheme: deal.Solvitaire, Number: uint64(binary.BigEndian.Uint32(sum[:4]) &^ (1 << 31))}
}

// DateFormat is the layout of a date.
const DateFormat = time.DateOnly

// pendingDay is a day whose deal was requested and is not stored yet.
type pendingDay struct {
	done chan struct{}  // closed when the deal is there
	deal *winnable.Deal // nil if the day has none
}

const (
	maxPending = 64   // pending days at a time
	maxBarren  = 1000 // days without a deal that are remembered
)

// firstDate is the first day that has a deal.
const firstDate = "2020-01-01"

// Daily returns the deal of a day of a game, of a grade unless that is empty; of today, if the
// date is empty. If it is not stored, Daily waits for the filler to find it, which begins when
// it is done with its current deal. The error is *NotYet if the context ends before, *NotFound
// for a game without a pool or a day without such a deal, and *BadParameter for a day that is
// too far away.
func (d *Dealer) Daily(ctx context.Context, game, date, grade string) (winnable.Day, winnable.Deal, error) {
	if _, err := d.pool(game); err != nil {
		return winnable.Day{}, winnable.Deal{}, err
	}
	now := time.Now().UTC()
	lastDate := now.AddDate(1, 0, 0).Format(DateFormat)
	if date != "" && (date < firstDate || date > lastDate) {
		return winnable.Day{}, winnable.Deal{}, &BadParameter{"date", "must be from " + firstDate + " to " + lastDate}
	}
	date = cmp.Or(date, now.Format(DateFormat))
	day := winnable.Day{Game: game, Date: date, Grade: grade, Version: DailyVersion}
	short, cancel := context.WithTimeout(ctx, storeTime)
	found, ok, err := d.Store.Daily(short, day)
	cancel()
	if ok || err != nil {
		return day, found, err
	}
	notYet := &NotYet{"the deal of this day is being searched for", soon}
	e := d.request(day)
	if e == nil {
		return winnable.Day{}, winnable.Deal{}, notYet
	}
	select {
	case <-e.done:
	case <-d.life.Done():
		return winnable.Day{}, winnable.Deal{}, notYet
	case <-ctx.Done():
		return winnable.Day{}, winnable.Deal{}, notYet
	}
	if e.deal == nil {
		return winnable.Day{}, winnable.Deal{}, &NotFound{
			fmt.Sprintf("no %s deal for %s: none of %d candidates of %s was won and has this difficulty", grade, date, candidates, game),
		}
	}
	return day, *e.deal, nil
}

// request queues a day for the filler; nil if too many are pending.
func (d *Dealer) request(day winnable.Day) *pendingDay {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.pending[day]
	if e == nil {
		if len(d.pending) >= maxPending {
			return nil
		}
		e = &pendingDay{done: make(chan struct{})}
		d.pending[day] = e
		d.queue = append(d.queue, day)
		d.wake.Ring()
	}
	return e
}

// workOutPending finds the deal of the oldest pending day, and reports whether there was
// one.
func (d *Dealer) workOutPending(ctx context.Context) (bool, error) {
	d.mu.Lock()
	if len(d.queue) == 0 {
		d.mu.Unlock()
		return false, nil
	}
	day := d.queue[0]
	e := d.pending[day]
	d.mu.Unlock()

	found, err := d.workOut(ctx, day, nothing)
	if err != nil {
		return true, err
	}
	e.deal = found
	close(e.done)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = d.queue[1:]
	delete(d.pending, day)
	return true, nil
}

// nothing is not urgent.
func nothing(context.Context) (bool, error) { return false, nil }

// workOut finds the deal of a day and stores it; nil if there is none. Between two candidates
// it calls urgent.
func (d *Dealer) workOut(ctx context.Context, day winnable.Day, urgent func(context.Context) (bool, error)) (*winnable.Deal, error) {
	if found, ok, err := d.Store.Daily(ctx, day); ok || err != nil {
		return &found, err
	}
	if d.barren[day] {
		return nil, nil
	}
	g, err := d.pool(day.Game)
	if err != nil {
		return nil, err
	}
	for n := range d.candidates {
		if _, err := urgent(ctx); err != nil {
			return nil, err
		}
		found, err := d.attempt(ctx, g, DailyCandidate(day, n))
		if err != nil {
			return nil, err
		}
		if found == nil || day.Grade != "" && day.Grade != found.deal.Grade {
			continue
		}
		if err := d.Store.Put(ctx, found.record); err != nil {
			return nil, err
		}
		return &found.deal, d.Store.PutDaily(ctx, day, found.deal)
	}
	d.Log.Warn("day without a deal", "game", day.Game, "date", day.Date, "grade", day.Grade)
	if len(d.barren) >= maxBarren {
		clear(d.barren)
	}
	d.barren[day] = true
	return nil, nil
}

// prepareDay finds one deal of today or tomorrow that is not stored yet, and reports whether
// there was one.
func (d *Dealer) prepareDay(ctx context.Context) (bool, error) {
	now := time.Now().UTC()
	today, tomorrow := now.Format(DateFormat), now.AddDate(0, 0, 1).Format(DateFormat)
	for day := range d.ready {
		if day.Date < today {
			delete(d.ready, day)
		}
	}
	for _, date := range []string{today, tomorrow} {
		for _, grade := range append([]string{""}, d.Grades...) {
			for _, g := range d.games {
				day := winnable.Day{Game: g.Name, Date: date, Grade: grade, Version: DailyVersion}
				if d.ready[day] {
					continue
				}
				_, err := d.workOut(ctx, day, d.workOutPending)
				d.ready[day] = err == nil
				return true, err
			}
		}
	}
	return false, nil
}
