package memory

import "slices"

// Set remembers the keys of states. It is for searches that can't return to a state on their path.
// A key that the set forgets costs the search only time.
//
// A key is one word that identifies a state exactly, or two words that behave like random ones. The
// top bits of the key's first word choose a bucket of eight keys. [Mix] makes a key of an exact
// number. A Set grows like a [Table].
type Set[K Word | Pair] struct {
	keys    []K
	bits    uint // log2 of the buckets in use
	maxBits uint // log2 of the buckets available
	used    int
}

// Word is a key of one word, Pair a key of two. The zero key marks an empty entry.
type (
	Word [1]uint64
	Pair [2]uint64
)

// Mix returns the key of an exact number of at most 2^64 − 2. Different numbers have
// different keys.
func Mix(n uint64) Word {
	// Two rounds of xor-shift and odd multiplication. Each is a bijection that maps
	// only zero to zero.
	n++
	n ^= n >> 32
	n *= 0xd6e8feb86659fd93
	n ^= n >> 29
	n *= 0x9fb21c651e98df25
	return Word{n ^ n>>32}
}

// NewSet returns an empty set in the memory of words. They must be zero if [Set.Expect] enlarges
// the set.
func NewSet[K Word | Pair](words []uint64) *Set[K] {
	s := &Set[K]{keys: View[K](words), bits: 6, maxBits: 6}
	for len(s.keys) >= 2*BucketSize<<s.maxBits {
		s.maxBits++
	}
	clear(s.keys[:BucketSize<<s.bits])
	return s
}

// Expect makes room for the given number of additional keys, so that the set need not grow during a
// search. If the set is not empty, it may forget its keys.
func (s *Set[K]) Expect(keys int) {
	for s.bits < s.maxBits && (s.used+keys)*3 > BucketSize<<s.bits {
		s.bits++
	}
}

// Touched returns how many of the set's words, from the first on, may have been written to.
func (s *Set[K]) Touched() int {
	var k K
	return len(k) * BucketSize << s.bits
}

// Add adds a key and reports whether it was new, as far as the set remembers.
func (s *Set[K]) Add(key K) bool {
	var none K
	for {
		at := int(key[0]>>(64-s.bits)) * BucketSize
		line := s.keys[at : at+BucketSize : at+BucketSize]
		free := -1
		for i := range line {
			if line[i] == key {
				return false
			}
			if line[i] == none {
				free = i
				break
			}
		}
		if size := BucketSize << s.bits; s.bits < s.maxBits && (s.used*5 > size*3 || free < 0 && s.used*3 > size) {
			s.grow()
			continue
		}
		if free >= 0 {
			s.used++
		} else {
			free = int(key[0] % BucketSize)
		}
		line[free] = key
		return true
	}
}

// Touch reads the bucket of a key, so that the next call with the key does not wait for memory.
func (s *Set[K]) Touch(key K) uint64 { return s.keys[int(key[0]>>(64-s.bits))*BucketSize][0] }

// Has reports whether a key was added, as far as the set remembers.
func (s *Set[K]) Has(key K) bool {
	var none K
	at := int(key[0]>>(64-s.bits)) * BucketSize
	return key != none && slices.Contains(s.keys[at:at+BucketSize], key)
}

func (s *Set[K]) grow() {
	for i := 1<<s.bits - 1; i >= 0; i-- {
		Split(s.keys, i, func(key K) uint64 { return key[0] >> (63 - s.bits) & 1 })
	}
	s.bits++
}
