package freecell

import (
	"math/bits"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// nodes are the states generated, each once and in order.
//
// A state is found by an index with open addressing. A slot holds 32 bits of the
// state's hash and its number, so the key of another state is hardly ever read; in the
// end the keys are compared. The index starts small and doubles: small searches stay in
// the processor's caches, and clearing it for the next problem costs what the last one
// used.
type nodes struct {
	list  []node
	count uint32
	slots []uint64 // hash 32 | number 32; numbers start at 1
	bits  uint     // log2 of the slots in use

	// The key that find has not found last: its hash, and the slot for it.
	hash uint64
	slot int

	// The nodes that are not yet expanded to the end are in the first queue and, once
	// there is a second one, in that too. A node is expanded from either, and skipped in
	// the other.
	first, second queue
	links         []uint32 // of the second queue
	hasSecond     bool
}

// node is a state, the step that led to it, and its link in the first queue.
type node struct {
	key    key
	parent uint32
	link   uint32
	step   step
	length uint16 // lengths of the steps from the start, summed
	cost   int16  // lasting cost of its columns, see value.go
	cursor uint16 // the first of the steps out of it that is not yet taken, or done
}

// done is the cursor of a node that is expanded to the end, or about to be.
const done = 1<<16 - 1

const minBits = 11

// reset empties the nodes and gives them memory. The words of table must be zero.
func (n *nodes) reset(table, stack []uint64) {
	const size = int(unsafe.Sizeof(node{}))
	count := min(len(stack)*8/(size+4), 1<<31)
	n.list, n.links = memory.View[node](stack[:count*size/8]), memory.View[uint32](stack[count*size/8:])
	n.count, n.slots, n.bits, n.hasSecond = 0, table, minBits, false
	n.first.reset()
}

// touched returns how many words of the index may have been written to.
func (n *nodes) touched() int { return 1 << n.bits }

func (k *key) hash() uint64 {
	hi, lo := bits.Mul64(k.lo^0x9fb21c651e98df25, k.hi^0xd6e8feb86659fd93)
	return hi ^ lo
}

// find reports whether a state is known. If it is not, add can add it.
func (n *nodes) find(k *key) bool {
	h := k.hash()
	mask := 1<<n.bits - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		s := n.slots[i]
		if s == 0 {
			n.slot, n.hash = i, h
			return false
		}
		if s>>32 == h>>32 && n.list[uint32(s)-1].key == *k {
			return true
		}
	}
}

// crowded reports whether the index should grow before another state is added.
func (n *nodes) crowded() bool { return int(n.count) >= 1<<(n.bits-1) && 2<<n.bits <= len(n.slots) }

// full reports whether there is no room for another state.
func (n *nodes) full() bool {
	return int(n.count) == len(n.list) || int(n.count) >= 7<<n.bits/8
}

// add adds the state that was not found last, with its value.
func (n *nodes) add(new node, value int) {
	n.count++
	new.link = n.first.put(n.count, value)
	n.list[n.count-1] = new
	n.slots[n.slot] = n.hash>>32<<32 | uint64(n.count)
	if n.hasSecond {
		n.putSecond(n.count, value)
	}
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

// recent has the states of the last nodes, as they were made. Most of the states that are
// expanded are among them, and need not be read from their keys.
type recent struct {
	slots [recentStates]made
	read  state // one that is no longer there
}

// made is a state, and the cost of the cards above wanted ones in it.
type made struct {
	state    state
	covering int
}

const (
	recentStates = 1 << 11
	// keptStates is how many of them are there for sure while the steps out of a state
	// are taken, which are fewer than the difference.
	keptStates = recentStates - 1<<9
)

// of returns the slot of a node.
func (r *recent) of(i uint32) *made { return &r.slots[i%recentStates] }
