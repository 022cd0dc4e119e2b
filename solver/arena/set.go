package arena

import "math/bits"

// Set remembers exact keys: words that are not zero. It forgets when it is full,
// and never confuses one key with another.
//
// It is an array of buckets of eight words, a cache line each. A key is mixed by a
// bijection first, so that equal words are equal keys, and its top bits choose the
// bucket. The set starts in a small part of the array and doubles in place as it
// fills: the words of bucket i go to buckets 2i and 2i+1, from the end backwards.
//
// It is for searches that can't come back to a state on their path, so that a key
// that is forgotten costs time and nothing else.
type Set struct {
	words []uint64
	bits  uint // logarithm of the buckets in use
	most  uint // of the buckets there are
	used  int
}

const bucket = 8

// NewSet makes a set of zeroed words.
func NewSet(words []uint64) *Set {
	s := &Set{words: words, bits: 6}
	s.most = max(s.bits, uint(bits.Len(uint(len(words)/bucket)))-1)
	return s
}

// Touched is how many words may have been written to.
func (s *Set) Touched() int { return bucket << s.bits }

// Add adds a key and tells whether it was new, as far as the set remembers.
func (s *Set) Add(key uint64) bool {
	// Two rounds of xor-shift and odd multiplication, each of them a bijection.
	key ^= key >> 32
	key *= 0xd6e8feb86659fd93
	key ^= key >> 29
	key *= 0x9fb21c651e98df25
	key ^= key >> 32
	for {
		at := int(key>>(64-s.bits)) * bucket
		line := s.words[at : at+bucket : at+bucket]
		free := -1
		for i, w := range line {
			if w == key {
				return false
			}
			if w == 0 {
				free = i
				break
			}
		}
		if size := bucket << s.bits; s.bits < s.most && (s.used*5 > size*3 || free < 0 && s.used*3 > size) {
			s.grow()
			continue
		}
		if free >= 0 {
			s.used++
		} else {
			free = int(key % bucket)
		}
		line[free] = key
		return true
	}
}

func (s *Set) grow() {
	for i := 1<<s.bits - 1; i >= 0; i-- {
		var old [bucket]uint64
		copy(old[:], s.words[i*bucket:])
		clear(s.words[i*bucket : (i+1)*bucket])
		at := [2]int{2 * i * bucket, (2*i + 1) * bucket}
		for _, w := range old {
			if w == 0 {
				break
			}
			half := w >> (63 - s.bits) & 1
			s.words[at[half]] = w
			at[half]++
		}
	}
	s.bits++
}
