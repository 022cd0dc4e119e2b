package jobs

import "sync"

// hub wakes those who wait for a change of a job that was made in this process. What
// others do is found by looking again.
type hub struct {
	mu      sync.Mutex
	waiting map[string]map[chan struct{}]struct{} // by the job's id; those for whom nobody waits are not in it
}

// listen gives a channel on which changes of a job are told, until forget is called.
func (h *hub) listen(id string) (changed <-chan struct{}, forget func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting == nil {
		h.waiting = map[string]map[chan struct{}]struct{}{}
	}
	if h.waiting[id] == nil {
		h.waiting[id] = map[chan struct{}]struct{}{}
	}
	c := make(chan struct{}, 1)
	h.waiting[id][c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiting[id], c)
		if len(h.waiting[id]) == 0 {
			delete(h.waiting, id)
		}
	}
}

// tell tells of a change.
func (h *hub) tell(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.waiting[id] {
		select {
		case c <- struct{}{}:
		default: // has not heard of the last one yet
		}
	}
}
