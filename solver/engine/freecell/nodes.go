package freecell

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// nodes are the states generated, each once and in order, with the queue of those not
// yet expanded.
//
// A state is found by an index with open addressing. A slot holds 32 bits of the
// state's hash and its number, so the key of another state is hardly ever read; in the
// end the keys are compared. The index starts small and doubles: small searches stay in
// the processor's caches, and clearing it for the next problem costs what the last one
// used.
//
// The queue is a linked list for each value; of equal values the newest node comes
// first.
type nodes struct {
	list  []node
	count uint32
	slots []uint64 // hash 32 | number 32; numbers start at 1
	bits  uint     // log2 of the slots in use
	first [values]uint32
	least int // all lists before this one are empty
}

// values is the number of values that the queue tells apart.
const values = 8192

// node is a state, the step that led to it, and its link in the queue.
type node struct {
	key    key
	parent uint32
	next   uint32
	step   step
	length uint16 // lengths of the steps from the start, summed
	cost   int16  // of its columns, see value.go
}

const minBits = 9

// reset empties the nodes and gives them memory. The words of table must be zero.
func (n *nodes) reset(table, stack []uint64) {
	*n = nodes{list: memory.View[node](stack), slots: table, bits: minBits, least: values}
	if len(n.list) > 1<<31 {
		n.list = n.list[:1<<31]
	}
}

// touched returns how many words of the index may have been written to.
func (n *nodes) touched() int { return 1 << n.bits }

func (k *key) hash() uint64 {
	hi, lo := bits.Mul64(k.lo^0x9fb21c651e98df25, k.hi^0xd6e8feb86659fd93)
	return hi ^ lo
}

// find looks up a state. If it is new, find returns the slot that it will take.
func (n *nodes) find(k *key) (slot int, known bool) {
	h := k.hash()
	mask := 1<<n.bits - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		s := n.slots[i]
		if s == 0 {
			return i, false
		}
		if s>>32 == h>>32 && n.list[uint32(s)-1].key == *k {
			return i, true
		}
	}
}

// crowded reports whether the index should grow before another state is added.
func (n *nodes) crowded() bool { return int(n.count) >= 1<<(n.bits-1) && 2<<n.bits <= len(n.slots) }

// full reports whether there is no room for another state.
func (n *nodes) full() bool {
	return int(n.count) == len(n.list) || int(n.count) >= 7<<n.bits/8
}

// add adds a new state.
func (n *nodes) add(slot int, new node, value int) {
	value = min(max(value, 0), values-1)
	h := new.key.hash()
	new.next = n.first[value]
	n.list[n.count] = new
	n.count++
	n.first[value] = n.count
	n.least = min(n.least, value)
	n.slots[slot] = h>>32<<32 | uint64(n.count)
}

// pop removes the node of least value from the queue and returns its number, 0 if the
// queue is empty.
func (n *nodes) pop() uint32 {
	for ; n.least < values; n.least++ {
		if i := n.first[n.least]; i != 0 {
			n.first[n.least] = n.list[i-1].next
			return i
		}
	}
	return 0
}

// grow doubles the index. It polls goOn; if that returns false, grow returns false and
// the index is unusable.
func (n *nodes) grow(goOn func() bool) bool {
	const piece = 1 << 13
	for i := 0; i < 1<<n.bits; i += piece {
		if clear(n.slots[i:min(i+piece, 1<<n.bits)]); !goOn() {
			return false
		}
	}
	n.bits++
	mask := 1<<n.bits - 1
	for i := range n.list[:n.count] {
		if i%piece == piece-1 && !goOn() {
			return false
		}
		h := n.list[i].key.hash()
		at := int(h) & mask
		for n.slots[at] != 0 {
			at = (at + 1) & mask
		}
		n.slots[at] = h>>32<<32 | uint64(i+1)
	}
	return true
}
