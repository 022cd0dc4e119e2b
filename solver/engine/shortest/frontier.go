package shortest

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

// node is a position that the search has reached.
type node struct {
	key
	parent int32
	next   int32  // next node of its bucket
	g      uint16 // moves from the start
	h      uint16 // lower bound of the moves left
	dead   bool   // a shorter way to the position was found and has its own node
}

const nodeWords = 4

// nodes has all positions reached, and the queue of those to be expanded. It uses the memory of
// an arena: the first half of the table for the index from keys to nodes, the stack and then the
// other half of the table for the nodes.
type nodes struct {
	index []uint64 // hash table of slots; grows within room
	room  []uint64
	a, b  []node
	size  int
	most  int // greatest size so far
	wide  int // greatest length of the index so far

	g, h    int       // weights of a move made and of a move left, in a row's number
	first   int       // number of row 0
	row     int       // no earlier row has a node
	buckets [][]int32 // by row and h: the first node plus one
	least   []int     // by row: lower bound of h
}

func newNodes(table, stack []uint64) *nodes {
	cut := len(table) / 2
	return &nodes{
		room: table[:cut], index: table[:min(cut, 1<<12)],
		a: memory.View[node](stack), b: memory.View[node](table[cut:]),
	}
}

// reset removes all nodes and sets the weights of moves made and of moves left.
func (n *nodes) reset(g, h int) {
	n.noteUse()
	clear(n.index)
	n.index = n.room[:min(len(n.room), 1<<12)]
	n.size, n.g, n.h, n.first, n.row = 0, g, h, 0, 0
	n.buckets, n.least = n.buckets[:0], n.least[:0]
}

func (n *nodes) at(i int32) *node {
	if int(i) < len(n.a) {
		return &n.a[i]
	}
	return &n.b[int(i)-len(n.a)]
}

// noteUse records how much of the memory is in use.
func (n *nodes) noteUse() {
	n.most, n.wide = max(n.most, n.size), max(n.wide, len(n.index))
}

// touched returns how many words of the table may have been written.
func (n *nodes) touched() int {
	n.noteUse()
	if n.most <= len(n.a) {
		return n.wide
	}
	return len(n.room) + (n.most-len(n.a))*nodeWords
}

func (n *nodes) full() bool {
	return n.size == len(n.a)+len(n.b) || n.size*8 >= len(n.room)*7
}

// mix hashes a key.
func (k key) mix() uint64 {
	x := k.a*0x9e3779b97f4a7c15 ^ (k.b+k.a>>29)*0xbf58476d1ce4e5b9
	x ^= x >> 32
	x *= 0x94d049bb133111eb
	return x ^ x>>29
}

// slot is the index entry of a node: half of its key's hash, and its number plus one.
func slot(i int, mix uint64) uint64 { return mix&^(1<<32-1) | uint64(i+1) }

// find returns the slot of a position and the number of its node; or the empty slot for it, and
// −1.
func (n *nodes) find(k key, mix uint64) (at *uint64, node int32) {
	mask := uint64(len(n.index) - 1)
	for i := mix & mask; ; i = (i + 1) & mask {
		switch at := &n.index[i]; {
		case *at == 0:
			return at, -1
		case (*at^mix)>>32 == 0:
			if node := int32(uint32(*at) - 1); n.at(node).key == k {
				return at, node
			}
		}
	}
}

// grow doubles the index when it gets full, if there is room. If goOn returns false it stops, and
// the index is invalid.
func (n *nodes) grow(goOn func() bool) {
	if n.size*4 < len(n.index)*3 || len(n.index) == len(n.room) {
		return
	}
	clear(n.index)
	n.index = n.room[:2*len(n.index)]
	mask := uint64(len(n.index) - 1)
	for i := range n.size {
		if i%4096 == 4095 && !goOn() {
			return
		}
		at := n.at(int32(i))
		if at.dead {
			continue
		}
		mix := at.mix()
		j := mix & mask
		for n.index[j] != 0 {
			j = (j + 1) & mask
		}
		n.index[j] = slot(i, mix)
	}
}

// push adds a node to the queue.
func (n *nodes) push(i int32) {
	at := n.at(i)
	row := int(at.g)*n.g + int(at.h)*n.h
	if n.size == 1 {
		n.first = row
	}
	row = max(row-n.first, 0)
	for row >= len(n.buckets) {
		n.buckets = append(n.buckets, nil)
		n.least = append(n.least, 0)
	}
	h := int(at.h)
	for h >= len(n.buckets[row]) {
		n.buckets[row] = append(n.buckets[row], 0)
	}
	n.least[row], n.row = min(n.least[row], h), min(n.row, row)
	at.next = n.buckets[row][h]
	n.buckets[row][h] = i + 1
}

// pop removes and returns a node of the first row that has one, one with the least h; −1 if the
// queue is empty.
func (n *nodes) pop() int32 {
	for ; n.row < len(n.buckets); n.row++ {
		list := n.buckets[n.row]
		for h := &n.least[n.row]; *h < len(list); *h++ {
			for head := &list[*h]; *head != 0; {
				i := *head - 1
				at := n.at(i)
				if *head = at.next; !at.dead {
					return i
				}
			}
		}
	}
	return -1
}
