package watch

import "sync"

// Hub wakes watchers when what they watch changes. The zero Hub is ready for use.
type Hub struct {
	mu       sync.Mutex
	watchers map[string]map[*watcher]struct{} // by id; ids without watchers are left out
}

// watcher waits for another version than the one it knows.
type watcher struct {
	known   int64
	changed Bell
}

// Listen returns a channel that receives when id may have another version than known, until
// forget is called. Changes in quick succession may be received as one.
func (h *Hub) Listen(id string, known int64) (changed <-chan struct{}, forget func()) {
	w := &watcher{known, NewBell()}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers == nil {
		h.watchers = map[string]map[*watcher]struct{}{}
	}
	if h.watchers[id] == nil {
		h.watchers[id] = map[*watcher]struct{}{}
	}
	h.watchers[id][w] = struct{}{}
	return w.changed, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers[id], w)
		if len(h.watchers[id]) == 0 {
			delete(h.watchers, id)
		}
	}
}

// Tell wakes the watchers of id.
func (h *Hub) Tell(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers[id] {
		w.changed.Ring()
	}
}

// TellAll wakes all watchers.
func (h *Hub) TellAll() { h.Compare(nil) }

// Compare wakes watchers that know another version than the given one, and those of ids
// without a version, which may be deleted.
func (h *Hub) Compare(versions map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, watchers := range h.watchers {
		version, there := versions[id]
		for w := range watchers {
			if !there || version != w.known {
				w.changed.Ring()
			}
		}
	}
}

// Watched reports whether there are watchers.
func (h *Hub) Watched() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.watchers) > 0
}
