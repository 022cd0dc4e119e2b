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

// work is the work on a range.
type work struct {
	place
	cancel context.CancelCauseFunc
}

// running is the work that this process does.
type running struct{ ranges sync.Map } // of *work

// errEnded is why the work on a range ends when its campaign has ended.
var errEnded = errors.New("the campaign has ended")

// add notes the work on a range, until done is called.
func (r *running) add(at place, cancel context.CancelCauseFunc) (done func()) {
	w := &work{at, cancel}
	r.ranges.Store(w, nil)
	return func() {
		cancel(nil)
		r.ranges.Delete(w)
	}
}

// places returns the ranges that are worked on.
func (r *running) places() map[place]bool {
	places := map[place]bool{}
	for w := range r.ranges.Range {
		places[w.(*work).place] = true
	}
	return places
}

// has reports whether a campaign is worked on.
func (r *running) has(id string) bool {
	for w := range r.ranges.Range {
		if w.(*work).campaign == id {
			return true
		}
	}
	return false
}

// end ends the work on a campaign.
func (r *running) end(id string) {
	for w := range r.ranges.Range {
		if w := w.(*work); w.campaign == id {
			w.cancel(errEnded)
		}
	}
}
