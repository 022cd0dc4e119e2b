package watch

import "sync"

// Hub wakes goroutines when the job or campaign that they listen to changes. The zero Hub is ready
// for use.
type Hub struct {
	mu       sync.Mutex
	watchers map[Bell]string // the id that each watches
}

// Listen returns a channel that receives when the job or campaign with this id may have changed,
// until forget is called. Changes in quick succession may be received as one.
func (h *Hub) Listen(id string) (changed <-chan struct{}, forget func()) {
	bell := NewBell()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers == nil {
		h.watchers = map[Bell]string{}
	}
	h.watchers[bell] = id
	return bell, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers, bell)
	}
}

// Tell wakes the goroutines that listen to id.
func (h *Hub) Tell(id string) { h.wake(func(of string) bool { return of == id }) }

// TellAll wakes all goroutines that listen.
func (h *Hub) TellAll() { h.wake(func(string) bool { return true }) }

func (h *Hub) wake(which func(id string) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for bell, id := range h.watchers {
		if which(id) {
			bell.Ring()
		}
	}
}
