package campaign

import "sync"

// hub wakes those who wait for a campaign to change.
type hub struct {
	mu      sync.Mutex
	waiting map[string]map[*listener]struct{} // by the campaign's id; never empty
	begun   func()                            // called, without the lock, when the first begins to wait
}

// listener waits for a version other than a known one.
type listener struct {
	known   int64
	changed chan struct{} // holds one element
}

// listen adds a listener, until forget is called.
func (h *hub) listen(id string, known int64) (l *listener, forget func()) {
	l = &listener{known, make(chan struct{}, 1)}
	h.mu.Lock()
	first := len(h.waiting) == 0
	if h.waiting == nil {
		h.waiting = map[string]map[*listener]struct{}{}
	}
	if h.waiting[id] == nil {
		h.waiting[id] = map[*listener]struct{}{}
	}
	h.waiting[id][l] = struct{}{}
	h.mu.Unlock()
	if first {
		h.begun()
	}
	return l, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting[id], l)
		if len(h.waiting[id]) == 0 {
			delete(h.waiting, id)
		}
	}
}

// tell wakes those who wait for a campaign.
func (h *hub) tell(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.waiting[id] {
		l.wake()
	}
}

// compare wakes those who know a version other than these, or wait for a campaign that is not
// among them: it may have been deleted.
func (h *hub) compare(versions map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, all := range h.waiting {
		version, there := versions[id]
		for l := range all {
			if !there || version != l.known {
				l.wake()
			}
		}
	}
}

// anybody reports whether anybody waits.
func (h *hub) anybody() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.waiting) > 0
}

func (l *listener) wake() {
	select {
	case l.changed <- struct{}{}:
	default: // it will notice both changes
	}
}
