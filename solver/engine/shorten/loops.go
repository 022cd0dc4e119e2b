package shorten

// cutLoops removes from a path the part between two visits of a state.
func cutLoops(path []uint64) []uint64 {
	latest := make(map[uint64]int, len(path))
	for i, key := range path {
		latest[key] = i
	}
	var short []uint64
	for i := 0; i < len(path); i++ {
		i = latest[path[i]]
		short = append(short, path[i])
	}
	return short
}
