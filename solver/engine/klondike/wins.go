package klondike

// wins is a set of states that are won.
type wins struct {
	slots []uint64 // a power of two of them; zero is empty
	used  int
}

// turned returns the key of a state in such a set: the state's key and the cards
// turned, which that key may leave out. Two states share a key with a chance of 2^-58
// at most; then a player takes a state for won that is not.
func (b *board) turned(s *state, mixed uint64) uint64 {
	waste := uint64(s.waste)
	if b.unlimited && b.pure(s) {
		waste = 1<<turnedBits - 1 // makes no difference
	}
	return (mixed<<turnedBits^waste)*0x9e3779b97f4a7c15 | 1
}

func (w *wins) clear() {
	clear(w.slots)
	w.used = 0
}

// slot returns where a key is, or would be.
func (w *wins) slot(k uint64) *uint64 {
	mask := uint64(len(w.slots) - 1)
	i := k >> 32 & mask
	for w.slots[i] != 0 && w.slots[i] != k {
		i = (i + 1) & mask
	}
	return &w.slots[i]
}

func (w *wins) has(k uint64) bool { return w.used > 0 && *w.slot(k) != 0 }

func (w *wins) add(k uint64) {
	if 2*w.used >= len(w.slots) {
		old := w.slots
		w.slots, w.used = make([]uint64, max(1<<8, 2*len(old))), 0
		for _, k := range old {
			if k != 0 {
				w.add(k)
			}
		}
	}
	if at := w.slot(k); *at == 0 {
		*at = k
		w.used++
	}
}
