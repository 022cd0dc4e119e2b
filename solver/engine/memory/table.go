package memory

import (
	"math/bits"
)

// Table remembers the keys of the states that a search entered. It is for searches that could go
// round in circles, so it never forgets a state on the search's path.
//
// The table is an array of buckets. A bucket has eight entries in two cache lines:
//
//	entry.a   [ pin 1 | weight 6 | key.Lo, low 57 bits ]
//	entry.b   [ key.Hi ]
//
// The top bits of key.Lo choose the bucket. They include the seven bits that the entry does not
// hold, so bucket and entry together hold all 128 bits of the key. An empty entry is zero. The
// weight of every other entry is at least one.
//
// The states on the path from the root to the present state are pinned. When a bucket is full, an
// entry that is not pinned is replaced: the one with the lightest subtree. The weight is the
// logarithm of the number of states in the subtree.
//
// The table starts in a small part of the array, and doubles in place as it fills (see the package
// comment).
type Table struct {
	entries []entry
	bits    uint // log2 of the buckets in use
	maxBits uint // log2 of the buckets available
	used    int

	// pinned holds the pinned states for which there was no room in their buckets.
	pinned map[Key]struct{}
}

// Key identifies a state: 128 bits that behave like random ones.
type Key struct{ Lo, Hi uint64 }

// Plus returns the sum of two keys.
func (k Key) Plus(o Key) Key { return Key{k.Lo + o.Lo, k.Hi + o.Hi} }

// Minus returns the difference of two keys.
func (k Key) Minus(o Key) Key { return Key{k.Lo - o.Lo, k.Hi - o.Hi} }

// Pair returns the key as a key of a [Set].
func (k Key) Pair() Pair { return Pair{k.Lo, k.Hi} }

type entry struct{ a, b uint64 }

const (
	minBits   = 8
	pinBit    = 1 << 63
	lowMask   = 1<<57 - 1
	weightOne = 1 << 57

	// maxPinned bounds the pinned states outside the array.
	maxPinned = 1 << 16
)

// NewTable returns an empty table in the memory of words, which must be zero. It can grow to the
// largest power of two of buckets that fits.
func NewTable(words []uint64) *Table {
	t := &Table{entries: View[entry](words), bits: minBits, maxBits: minBits}
	for len(t.entries) >= 2*BucketSize<<t.maxBits {
		t.maxBits++
	}
	return t
}

// Touched returns how many of the table's words, from the first on, may have been written to.
func (t *Table) Touched() int { return 2 * BucketSize << t.bits }

// Found is a result of [Table.Enter].
type Found uint8

const (
	Known Found = iota // the state was entered before
	Fresh              // it is new and is entered now
	Full               // it is new, and there is no room for it
)

// Pin is the place of a state on the path: [Table.Enter] returns it, and [Table.Unpin] takes it.
type Pin struct {
	entered int64 // states entered before this one
	index   int32 // its entry; −1 if it is kept outside the array
	bits    uint8 // the table's size when it was entered
}

// Enter looks up a state. If the state is new, Enter enters and pins it. entered is the number of
// states entered before.
func (t *Table) Enter(k Key, entered int64) (Pin, Found) {
	for {
		start := int(k.Lo>>(64-t.bits)) * BucketSize
		bucket := t.entries[start : start+BucketSize : start+BucketSize]
		low := k.Lo & lowMask
		free := -1
		for i := range bucket {
			e := &bucket[i]
			if e.a&lowMask == low && e.b == k.Hi && e.a != 0 {
				return Pin{}, Known
			}
			if e.a == 0 {
				free = i
				break
			}
		}
		if len(t.pinned) > 0 {
			if _, ok := t.pinned[k]; ok {
				return Pin{}, Known
			}
		}
		if t.mayGrow(free < 0) {
			t.grow()
			continue
		}
		if free >= 0 {
			t.used++
		} else if free = victim(bucket, int(k.Hi)); free < 0 {
			if t.bits < t.maxBits {
				t.grow()
				continue
			}
			return Pin{entered, -1, uint8(t.bits)}, t.pinOutside(k)
		}
		bucket[free] = entry{pinBit | weightOne | low, k.Hi}
		return Pin{entered, int32(start + free), uint8(t.bits)}, Fresh
	}
}

// victim returns the entry of a full bucket to be replaced, −1 if all are pinned. Among
// equals the key decides, so that not always the newest entry goes.
func victim(bucket []entry, turn int) int {
	lightest, at := uint64(pinBit), -1
	for i := range BucketSize {
		i = (i + turn) & (BucketSize - 1)
		if w := bucket[i].a &^ lowMask; w < lightest {
			lightest, at = w, i
		}
	}
	return at
}

// mayGrow reports whether to double the table before a state is entered: at a load of
// three fifths, or of one third if the state's bucket is full.
func (t *Table) mayGrow(crowded bool) bool {
	size := BucketSize << t.bits
	return t.bits < t.maxBits && (t.used*5 > size*3 || crowded && t.used*3 > size)
}

func (t *Table) pinOutside(k Key) Found {
	if len(t.pinned) == maxPinned {
		return Full
	}
	if t.pinned == nil {
		t.pinned = make(map[Key]struct{})
	}
	t.pinned[k] = struct{}{}
	return Fresh
}

// grow doubles the buckets in use.
func (t *Table) grow() {
	for i := 1<<t.bits - 1; i >= 0; i-- {
		Split(t.entries, i, func(e entry) uint64 { return e.a >> (63 - t.bits) & 1 })
	}
	t.bits++
}

// Unpin unpins a state that has left the path, and records how many states were entered below it.
// entered is the number of states entered until now. The table may have grown since Enter.
func (t *Table) Unpin(k Key, p Pin, entered int64) {
	index := int(p.index)
	if index < 0 || uint(p.bits) != t.bits {
		index = t.find(k)
	}
	if index < 0 {
		delete(t.pinned, k)
		return
	}
	weight := uint64(bits.Len64(uint64(entered - p.entered))) // at least 1, for the state itself
	t.entries[index].a = t.entries[index].a&lowMask | weight<<57
}

// Touch reads a word of each of the two cache lines of a key's bucket. Call it for several keys in
// a row, and use the words only after the last call. Then the processor fetches all the lines at
// the same time.
func (t *Table) Touch(k Key) uint64 {
	start := int(k.Lo>>(64-t.bits)) * BucketSize
	return t.entries[start].b ^ t.entries[start+BucketSize/2].b
}

// Has reports whether a state was entered, as far as the table remembers.
func (t *Table) Has(k Key) bool {
	if t.find(k) >= 0 {
		return true
	}
	if len(t.pinned) == 0 {
		return false
	}
	_, ok := t.pinned[k]
	return ok
}

func (t *Table) find(k Key) int {
	start := int(k.Lo>>(64-t.bits)) * BucketSize
	for i := start; i < start+BucketSize; i++ {
		if e := t.entries[i]; e.a != 0 && e.a&lowMask == k.Lo&lowMask && e.b == k.Hi {
			return i
		}
	}
	return -1
}
