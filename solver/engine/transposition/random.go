package transposition

// Random gives the numbers of SplitMix64 (Steele, Lea & Flood 2014) from a seed, one
// after the other. Keys are put together from numbers of fixed seeds, so that they, and
// with them the course of a search, are the same everywhere.
func Random(seed uint64) func() uint64 {
	return func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}
