package watch

import "sync"

// Hub wakes watchers when what they watch changes. The zero Hub is ready for use.
type Hub struct {
	mu       sync.Mutex
	watchers map[*watcher]struct{}
}

// watcher waits for another version of id than the one it knows.
type watcher struct {
	id      string
	known   int64
	changed Bell
}

// Listen returns a channel that receives when id may have another version than known, until
// forget is called. Changes in quick succession may be received as one.
func (h *Hub) Listen(id string, known int64) (changed <-chan struct{}, forget func()) {
	w := &watcher{id, known, NewBell()}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers == nil {
		h.watchers = map[*watcher]struct{}{}
	}
	h.watchers[w] = struct{}{}
	return w.changed, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers, w)
	}
}

// wake wakes some watchers.
func (h *Hub) wake(which func(*watcher) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers {
		if which(w) {
			w.changed.Ring()
		}
	}
}

// Tell wakes the watchers of id.
func (h *Hub) Tell(id string) { h.wake(func(w *watcher) bool { return w.id == id }) }

// TellAll wakes all watchers.
func (h *Hub) TellAll() { h.Compare(nil) }

// Compare wakes watchers that know another version than the given one, and those of ids
// without a version, which may be deleted.
func (h *Hub) Compare(versions map[string]int64) {
	h.wake(func(w *watcher) bool {
		version, there := versions[w.id]
		return !there || version != w.known
	})
}

// Watched reports whether there are watchers.
func (h *Hub) Watched() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.watchers) > 0
}
