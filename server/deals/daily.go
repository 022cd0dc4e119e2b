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

// DailyVersion counts the ways in which deals of days were worked out. It is raised with
// whatever makes another deal the deal of a day: another derivation, other budgets, other
// grades, or an engine that wins deals which it did not win within States before, or wins
// them in another way, on which scores and so grades hang. That shows in testdata, which
// notes some days with their scores.
const DailyVersion = 1

// candidates is how many deals are tried for a day. That none is won and has the grade is
// not to be expected, unless a game has hardly any such deals.
const candidates = 500

// DailyCandidate is the deal that is the n-th to be tried for a day, counted from 0:
// scheme solvitaire, and as its number the first four bytes of the SHA-256 of
//
//	thoughtful daily deal 1 2026-11-22 klondike medium 0
//
// read as a big-endian number without its highest bit. The words, parted by single
// spaces, are these three, the version, date, game, grade (any, if none was asked for)
// and n. The deal of a day is the first of these that is won within States and has the
// grade.
func DailyCandidate(day winnable.Day, n int) deal.Seed {
	grade := day.Grade
	if grade == "" {
		grade = "any"
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "thoughtful daily deal %d %s %s %s %d", day.Version, day.Date, day.Game, grade, n))
	return deal.Seed{Scheme: deal.Solvitaire, Number: uint64(binary.BigEndian.Uint32(sum[:4]) &^ (1 << 31))}
}

// DateFormat is how a day is written.
const DateFormat = time.DateOnly

// errand is a deal of a day that somebody waits for.
type errand struct {
	done chan struct{}  // closed when it was worked out
	deal *winnable.Deal // nil if the day has none
}

const (
	mostErrands = 64   // days that are waited for at a time
	mostBarren  = 1000 // days without a deal that are kept in mind
)

// firstDate is the first day that has a deal.
const firstDate = "2020-01-01"

// Daily gives the deal of a day of a game, of a grade if one is given; of today, if the
// date is empty. It is stored, or the filler works it out, as soon as it is done with the
// deal in hand. If that takes longer than the context lasts, the error is *NotYet, and
// whoever asks again finds it done or on its way; it is *NoPool for a game without a
// pool, *BadDate for a day that is too far away, and *NoDaily if the day has no such deal.
func (d *Dealer) Daily(ctx context.Context, game, date, grade string) (winnable.Day, winnable.Deal, error) {
	if _, err := d.pool(game); err != nil {
		return winnable.Day{}, winnable.Deal{}, err
	}
	now := time.Now().UTC()
	lastDate := now.AddDate(1, 0, 0).Format(DateFormat)
	if date != "" && (date < firstDate || date > lastDate) {
		return winnable.Day{}, winnable.Deal{}, &BadDate{firstDate, lastDate}
	}
	date = cmp.Or(date, now.Format(DateFormat))
	day := winnable.Day{Game: game, Date: date, Grade: grade, Version: DailyVersion}
	if found, ok, err := d.store.Daily(ctx, day); ok || err != nil {
		return day, found, err
	}
	notYet := &NotYet{"the deal of this day is being worked out", soon}
	e := d.send(day)
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
		return winnable.Day{}, winnable.Deal{}, &NoDaily{day}
	}
	return day, *e.deal, nil
}

// BadDate is the error of a day that is too far away.
type BadDate struct{ First, Last string }

func (e *BadDate) Error() string { return "days go from " + e.First + " to " + e.Last }

// Field returns the parameter that is wrong.
func (e *BadDate) Field() string { return "date" }

// NoDaily is the error of a day that has no deal of a grade.
type NoDaily struct{ Day winnable.Day }

// NotFound reports that the client asks for what does not exist.
func (e *NoDaily) NotFound() bool { return true }

func (e *NoDaily) Error() string {
	return fmt.Sprintf("none of the %d deals of %s that were tried for %s can be won and is %s", candidates, e.Day.Game, e.Day.Date, e.Day.Grade)
}

// send has the deal of a day worked out; nil if too many are waited for.
func (d *Dealer) send(day winnable.Day) *errand {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.errands[day]
	if e == nil {
		if len(d.errands) >= mostErrands {
			return nil
		}
		e = &errand{done: make(chan struct{})}
		d.errands[day] = e
		d.queue = append(d.queue, day)
		d.stir()
	}
	return e
}

// runErrand works out the deal of a day that somebody waits for, and tells whether there
// was one.
func (d *Dealer) runErrand(ctx context.Context) (bool, error) {
	d.mu.Lock()
	if len(d.queue) == 0 {
		d.mu.Unlock()
		return false, nil
	}
	day := d.queue[0]
	e := d.errands[day]
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
	delete(d.errands, day)
	return true, nil
}

// nothing is done between two candidates of a day that somebody waits for.
func nothing(context.Context) (bool, error) { return false, nil }

// workOut finds the deal of a day and stores it; nil if there is none. Between two
// candidates it does what is more urgent.
func (d *Dealer) workOut(ctx context.Context, day winnable.Day, urgent func(context.Context) (bool, error)) (*winnable.Deal, error) {
	if found, ok, err := d.store.Daily(ctx, day); ok || err != nil {
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
		if err := d.store.Put(ctx, found.record); err != nil {
			return nil, err
		}
		return &found.deal, d.store.PutDaily(ctx, day, found.deal)
	}
	d.log.Warn("a day has no deal", "game", day.Game, "date", day.Date, "grade", day.Grade)
	if len(d.barren) >= mostBarren {
		clear(d.barren)
	}
	d.barren[day] = true
	return nil, nil
}

// prepareDay works out one deal of today or tomorrow that is not stored, and tells
// whether there was one.
func (d *Dealer) prepareDay(ctx context.Context) (bool, error) {
	now := time.Now().UTC()
	today, tomorrow := now.Format(DateFormat), now.AddDate(0, 0, 1).Format(DateFormat)
	for day := range d.ready {
		if day.Date < today {
			delete(d.ready, day)
		}
	}
	for _, date := range []string{today, tomorrow} {
		for _, grade := range append([]string{""}, d.grades...) {
			for _, g := range d.games {
				day := winnable.Day{Game: g.Name, Date: date, Grade: grade, Version: DailyVersion}
				if d.ready[day] {
					continue
				}
				_, err := d.workOut(ctx, day, d.runErrand)
				d.ready[day] = err == nil
				return true, err
			}
		}
	}
	return false, nil
}
