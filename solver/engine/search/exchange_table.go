package search

import "github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"

// outlineStatus is what is known of an outline.
type outlineStatus uint64

const (
	outlineUnknown outlineStatus = iota
	outlineTried                 // a search from it was given up
	outlineOpen                  // a won one can be reached from it
	outlineLost                  // none
	outlineEntered               // by the present search
	outlineBits    = 7
)

// outlineTable remembers what is known of outlines. It is an array of buckets of eight keys. The
// three lowest bits of a key's second half are the status; the top bits of its first half choose
// the bucket. The array begins small and doubles in place as it fills.
type outlineTable struct {
	keys    []key
	bits    uint // log2 of the buckets in use
	maxBits uint
}

const (
	outlineBucket  = memory.BucketSize
	outlineMinBits = 6
	outlineLeast   = 2 * outlineBucket << outlineMinBits // words of the smallest table
)

// newOutlineTable returns an empty table in words, which may hold anything.
func newOutlineTable(words []uint64) outlineTable {
	t := outlineTable{keys: memory.View[key](words), bits: outlineMinBits, maxBits: outlineMinBits}
	for len(t.keys) >= 2*outlineBucket<<t.maxBits {
		t.maxBits++
	}
	clear(t.keys[:outlineBucket<<t.bits])
	return t
}

func (t *outlineTable) bucket(k key) []key {
	at := int(k.Lo>>(64-t.bits)) * outlineBucket
	return t.keys[at : at+outlineBucket : at+outlineBucket]
}

// get returns what is known of an outline.
func (t *outlineTable) get(k key) outlineStatus {
	for _, o := range t.bucket(k) {
		if o.Lo == k.Lo && o.Hi&^outlineBits == k.Hi&^outlineBits {
			return outlineStatus(o.Hi & outlineBits)
		}
	}
	return outlineUnknown
}

// set notes what is known of an outline. Where its bucket is full it forgets another one, but
// none that the present search has entered: that could send the search round in circles. It
// returns false if there is no room.
func (t *outlineTable) set(k key, status outlineStatus) bool {
	for {
		bucket := t.bucket(k)
		at, forgotten := -1, outlineEntered
		for i, o := range bucket {
			if o == (key{}) || o.Lo == k.Lo && o.Hi&^outlineBits == k.Hi&^outlineBits {
				at, forgotten = i, outlineUnknown
				break
			}
			if s := outlineStatus(o.Hi & outlineBits); s < forgotten {
				at, forgotten = i, s
			}
		}
		if forgotten > outlineUnknown && t.bits < t.maxBits {
			t.grow()
			continue
		}
		if at < 0 {
			return false
		}
		bucket[at] = key{k.Lo, k.Hi&^outlineBits | uint64(status)}
		return true
	}
}

// grow doubles the buckets in use.
func (t *outlineTable) grow() {
	for i := 1<<t.bits - 1; i >= 0; i-- {
		memory.Split(t.keys, i, func(k key) uint64 { return k.Lo >> (63 - t.bits) & 1 })
	}
	t.bits++
}
