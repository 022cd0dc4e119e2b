package api

import "sync"

// recent keeps what was made or asked for last, by what it is made of: so many things at
// least and twice as many at most. It is for things that follow from their key alone, take
// long to make and are not changed, and is safe for use by many at a time.
type recent[V any] struct {
	most       int // things in a generation
	mu         sync.Mutex
	young, old map[string]V
}

func newRecent[V any](most int) *recent[V] {
	return &recent[V]{most: most, young: map[string]V{}}
}

func (r *recent[V]) get(key []byte) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, found := r.young[string(key)]
	if !found {
		if v, found = r.old[string(key)]; found {
			r.keep(string(key), v)
		}
	}
	return v, found
}

func (r *recent[V]) put(key []byte, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(string(key), v)
}

func (r *recent[V]) keep(key string, v V) {
	if len(r.young) >= r.most {
		r.young, r.old = map[string]V{}, r.young
	}
	r.young[key] = v
}
