package shortest

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
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
// looked at. They live in an arena: an index, which tells the node of a position, in the
// first half of its table; nodes in the stack, and then in the other half.
type nodes struct {
	index []uint64 // a node's number, plus one, and half of its key's mix; grows within room
	room  []uint64
	a, b  []node
	size  int
	most  int // nodes, and words of the index, that there have been at a time
	wide  int

	g, h    int       // how much a move made and a move left weigh in a row's number
	first   int       // the number of the first row
	row     int       // before this one, none waits
	buckets [][]int32 // lists of nodes by rows and by h, plus one
	least   []int     // no node of a row has a smaller h
}

func newNodes(table, stack []uint64) *nodes {
	cut := len(table) / 2
	return &nodes{
		room: table[:cut], index: table[:min(cut, 1<<12)],
		a: memory.View[node](stack), b: memory.View[node](table[cut:]),
	}
}

// reset forgets all nodes, and has those to come lie in rows by so many times the moves
// made, and so many times those left.
func (n *nodes) reset(g, h int) {
	n.noteUse()
	clear(n.index)
	n.index = n.room[:min(len(n.room), 1<<12)]
	n.size, n.g, n.h, n.first, n.row = 0, g, h, 0, 0
	n.buckets, n.least = n.buckets[:0], n.least[:0]
}

// at is a node.
func (n *nodes) at(i int32) *node {
	if int(i) < len(n.a) {
		return &n.a[i]
	}
	return &n.b[int(i)-len(n.a)]
}

// noteUse notes how much of the table has been used.
func (n *nodes) noteUse() {
	n.most, n.wide = max(n.most, n.size), max(n.wide, len(n.index))
}

// touched is how many words of the table were written to.
func (n *nodes) touched() int {
	n.noteUse()
	if n.most <= len(n.a) {
		return n.wide
	}
	return len(n.room) + (n.most-len(n.a))*nodeWords
}

// full reports whether there is no room for another node.
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

// slot is what the index has of a node.
func slot(i int, mix uint64) uint64 { return mix&^(1<<32-1) | uint64(i+1) }

// find gives the slot of a position, with the number of its node, or the empty one in
// which it belongs.
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

// grow doubles the index, if there is room. It stops when goOn says so, and leaves an
// index that is of no use any more.
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

// push adds a node to the nodes that wait.
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

// pop gives a waiting node of the first row that has one, of those the one nearest to
// the end; −1 if none waits.
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
