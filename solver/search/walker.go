package search

// walker is a state and the path that led to it, which every search here walks
// forwards and backwards.
type walker struct {
	state   *state
	path    []step // from the root to the state
	listed  []step // the steps out of one state
	relaxed relaxation
}

// make makes a step; it fails if there is no memory left for the path.
func (w *walker) make(m step) bool {
	if len(w.path) == cap(w.path) {
		return false
	}
	w.state.do(&m)
	w.path = append(w.path, m)
	return true
}

// settle makes the steps that are made without asking, and leaves the state looked
// around in. It fails like make.
func (w *walker) settle() bool {
	w.state.lookAround()
	for {
		m, ok := w.state.forced()
		if !ok {
			return true
		}
		if !w.make(m) {
			return false
		}
		w.state.lookAround()
	}
}

// back takes steps back until the path has the given length.
func (w *walker) back(length int) {
	for len(w.path) > length {
		last := len(w.path) - 1
		w.state.undo(&w.path[last])
		w.path = w.path[:last]
	}
}
