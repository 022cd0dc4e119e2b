package memory

// Random returns a SplitMix64 generator (Steele, Lea & Flood 2014) with the given seed. Keys are
// made from fixed seeds, so that a search takes the same course on every machine.
func Random(seed uint64) func() uint64 {
	return func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

// Scramble mixes the bits of a word with the finalizer of MurmurHash3, a bijection that is not
// linear.
func Scramble(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
