package shortest

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
)

// node is a position that the search has come to.
type node struct {
	key
	parent int32
	next   int32  // the node after it in its bucket
	g      uint16 // moves from the beginning
	h      uint16 // no fewer are left
	dead   bool   // a shorter way to its position was found, as another node
}

const nodeWords = 4

// nodes are all positions that a search has come to, and which of them wait to be
// looked at. They live in an arena: an index of slots, which tells the node of a
// position, in the first quarter of its table, nodes in the rest and in the stack.
type nodes struct {
	index []uint32 // nodes by their keys, plus one; grows within room
	room  []uint32
	a, b  []node
	size  int
	dirty int // words of the table that were written to

	first   int       // f of the first row
	buckets [][]int32 // lists of nodes by f and h, plus one
	least   []int     // no node of a row has a smaller h
}

func newNodes(table, stack []uint64) *nodes {
	cut := len(table) / 4
	room := arena.View[uint32](table[:cut])
	return &nodes{
		room: room, index: room[:min(len(room), 1<<12)],
		a: arena.View[node](table[cut:]), b: arena.View[node](stack),
	}
}

// at is a node.
func (n *nodes) at(i int32) *node {
	if int(i) < len(n.a) {
		return &n.a[i]
	}
	return &n.b[int(i)-len(n.a)]
}

// full tells whether there is no room for another node.
func (n *nodes) full() bool {
	return n.size == len(n.a)+len(n.b) || n.size*8 >= len(n.room)*7
}

// mix spreads a key.
func (k key) mix() uint64 {
	x := k.a*0x9e3779b97f4a7c15 ^ (k.b+k.a>>29)*0xbf58476d1ce4e5b9
	x ^= x >> 32
	x *= 0x94d049bb133111eb
	return x ^ x>>29
}

// find gives the slot of a position: that of its node, or the empty one in which it
// belongs.
func (n *nodes) find(k key) *uint32 {
	mask := uint64(len(n.index) - 1)
	for i := k.mix() & mask; ; i = (i + 1) & mask {
		slot := &n.index[i]
		if *slot == 0 || n.at(int32(*slot-1)).key == k {
			return slot
		}
	}
}

// grow doubles the index, if there is room.
func (n *nodes) grow() {
	if n.size*4 < len(n.index)*3 || len(n.index) == len(n.room) {
		return
	}
	clear(n.index)
	n.index = n.room[:2*len(n.index)]
	for i := range n.size {
		if at := n.at(int32(i)); !at.dead {
			*n.find(at.key) = uint32(i + 1)
		}
	}
}

// push adds a node to the nodes that wait.
func (n *nodes) push(i int32) {
	at := n.at(i)
	row := int(at.g+at.h) - n.first
	for row >= len(n.buckets) {
		n.buckets = append(n.buckets, nil)
		n.least = append(n.least, 0)
	}
	h := int(at.h)
	for h >= len(n.buckets[row]) {
		n.buckets[row] = append(n.buckets[row], 0)
	}
	n.least[row] = min(n.least[row], h)
	at.next = n.buckets[row][h]
	n.buckets[row][h] = i + 1
}

// pop gives a waiting node of a row, the one nearest to the end; −1 if none waits.
func (n *nodes) pop(row int) int32 {
	list := n.buckets[row]
	for ; n.least[row] < len(list); n.least[row]++ {
		head := &list[n.least[row]]
		for *head != 0 {
			i := *head - 1
			at := n.at(i)
			*head = at.next
			if !at.dead {
				return i
			}
		}
	}
	return -1
}
