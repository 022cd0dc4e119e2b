package campaign

import (
	"context"
	"errors"
	"sync"
)

// place is where a range begins, by which it is known.
type place struct {
	campaign string
	first    int64
}

// running is the work that this process does: the cancel functions of ranges, by *place, as a range may be
// begun again before its work has ended.
type running struct{ sync.Map }

// errEnded is why the work on a range ends when its campaign has ended.
var errEnded = errors.New("the campaign has ended")

// add notes the work on a range, until done is called.
func (r *running) add(at place, cancel context.CancelCauseFunc) (done func()) {
	r.Store(&at, cancel)
	return func() {
		cancel(nil)
		r.Delete(&at)
	}
}

// places returns the ranges that are worked on.
func (r *running) places() map[place]bool {
	places := map[place]bool{}
	for at := range r.Range {
		places[*at.(*place)] = true
	}
	return places
}

// has reports whether a campaign is worked on.
func (r *running) has(id string) bool {
	for at := range r.places() {
		if at.campaign == id {
			return true
		}
	}
	return false
}

// end ends the work on a campaign.
func (r *running) end(id string) {
	for at, cancel := range r.Range {
		if at.(*place).campaign == id {
			cancel.(context.CancelCauseFunc)(errEnded)
		}
	}
}
