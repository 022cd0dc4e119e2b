package klondike

import (
	"sync/atomic"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// table is a transposition table: it remembers states that are proven lost or won, with
// a note each. It may forget entries; those that it has are true.
//
// It is an array of buckets of eight words, one cache line each. An entry is
//
//	[ the low bits of the mixed key | note ]
//
// The top bits of the mixed key choose the bucket. They are at least as many as the
// entry leaves out, so place and entry together hold the whole key. Empty entries are
// zero; notes never are. The table doubles as it fills, in place and from its end: the
// entries of bucket i go to 2i and 2i+1. When it can't grow, an entry of a full bucket
// is replaced; the new key chooses which.
//
// Several threads may use the words at the same time, each with a table of its own (team.go).
// So words are read and, if there is a team, written atomically.
type table struct {
	words []uint64
	keyBits, noteBits,
	bits uint // log2 of the buckets in use
	maxBits uint // log2 of the buckets available
	used    int
	goOn    func() bool // polled while the table grows
	team    *member     // others that use the words at the same time; nil for none
}

const (
	bucketSize = memory.BucketSize
	leastBits  = 9
)

// noteBits returns the number of bits that an entry has for a note, beside a key of key
// bits.
func noteBits(key uint) uint {
	if key < leastBits {
		return 64
	}
	if key > 63 {
		return 0
	}
	return 64 - (key - leastBits)
}

// reset makes the table empty. The words must be zero; keys have key bits.
func (t *table) reset(words []uint64, key uint, goOn func() bool) {
	*t = table{words: words, goOn: goOn, keyBits: max(key, leastBits+1), bits: leastBits, maxBits: leastBits}
	t.noteBits = noteBits(t.keyBits)
	for len(words) >= 2*bucketSize<<t.maxBits {
		t.maxBits++
	}
}

// touched returns how many words may have been written to.
func (t *table) touched() int { return bucketSize << t.bits }

// mix spreads keys: a bijection on numbers of keyBits bits.
func (t *table) mix(key uint64) uint64 {
	mask := uint64(1)<<t.keyBits - 1
	half := t.keyBits / 2
	key = key * 0xd6e8feb86659fd93 & mask
	key ^= key >> half
	key = key * 0x9fb21c651e98df25 & mask
	return key ^ key>>half
}

func (t *table) bucket(mixed uint64) []uint64 {
	at := int(mixed>>(t.keyBits-t.bits)) * bucketSize
	return t.words[at : at+bucketSize : at+bucketSize]
}

// entry is a mixed key without its top bits, with a zero note.
func (t *table) entry(mixed uint64) uint64 { return mixed << t.noteBits }

// find returns the note of a state, zero if there is none.
func (t *table) find(mixed uint64) uint64 {
	want := t.entry(mixed)
	bucket := t.bucket(mixed)
	for i := range bucket {
		e := atomic.LoadUint64(&bucket[i])
		if (e^want)>>t.noteBits == 0 && e != 0 {
			return e & (1<<t.noteBits - 1)
		}
	}
	return 0
}

// touch reads the state's bucket, so that the processor fetches it.
func (t *table) touch(mixed uint64) uint64 {
	return atomic.LoadUint64(&t.words[int(mixed>>(t.keyBits-t.bits))*bucketSize])
}

// set replaces the note of a state.
func (t *table) set(mixed, note uint64) {
	want := t.entry(mixed)
	for {
		bucket := t.bucket(mixed)
		free := -1
		for i := range bucket {
			e := atomic.LoadUint64(&bucket[i])
			if e == 0 {
				free = i
				break
			}
			if (e^want)>>t.noteBits == 0 {
				t.store(&bucket[i], want|note)
				return
			}
		}
		if t.bits < t.maxBits && (free < 0 || t.used*5 > bucketSize<<t.bits*3) {
			if t.team == nil || !t.team.helper {
				if !t.grow() {
					return
				}
				continue
			}
			t.team.signal.Or(growing)
		}
		if free < 0 {
			free = int(mixed % bucketSize)
		} else {
			t.used++
		}
		t.store(&bucket[free], want|note)
		return
	}
}

// store writes an entry, which others may read or replace at the same time.
func (t *table) store(to *uint64, entry uint64) {
	if t.team == nil {
		*to = entry
	} else {
		atomic.StoreUint64(to, entry)
	}
}

// grow doubles the buckets in use. It returns false if the search must end first; then
// the table is unusable.
func (t *table) grow() (whole bool) {
	if t.team != nil {
		t.team.lock()
		defer func() { t.team.unlock(!whole) }()
	}
	// The top bit of an entry's part of the key is this many places below the key's top
	// bit.
	cut := t.keyBits - (64 - t.noteBits)
	half := 63 - (t.bits - cut) // separates the two halves of a bucket
	for i := 1<<t.bits - 1; i >= 0; i-- {
		if i%(1<<14) == 1<<13 && !t.goOn() {
			t.bits++ // written to so far
			return false
		}
		memory.Split(t.words, i, func(entry uint64) uint64 { return entry >> half & 1 })
	}
	t.bits++
	return true
}
