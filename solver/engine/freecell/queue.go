package freecell

// queue has nodes by value: a linked list for each value, the newest node first.
type queue struct {
	first [values]uint32
	least int // the lists before this one are empty
	most  int // and those after this one
}

// values is the number of different values in a queue. Greater values count as the greatest of
// these.
const values = 8192

func (q *queue) reset() {
	clear(q.first[:q.most+1])
	q.least, q.most = values, 0
}

// put adds a node and returns its link.
func (q *queue) put(i uint32, value int) (link uint32) {
	value = min(max(value, 0), values-1)
	link, q.first[value] = q.first[value], i
	q.least, q.most = min(q.least, value), max(q.most, value)
	return link
}

// peek returns the first node of the least value, which is then q.least, or 0 if the
// queue is empty.
func (q *queue) peek() uint32 {
	for ; q.least <= q.most; q.least++ {
		if i := q.first[q.least]; i != 0 {
			return i
		}
	}
	return 0
}

// Figures of the search, found by trial.
const (
	later = 11 // added to the value of a node that is put back

	secondEvery  = 4  // one expansion in secondEvery is from the second queue
	secondLength = 2  // added to a node's value there for each unit of its length
	secondUp     = 25 // and for each card on the foundations
)

// take removes the node to expand next from its queue, and returns 0 if there is none.
// It also returns the node's value in the first queue, or second if it is from the
// other one.
func (n *nodes) take(expanded int) (i uint32, value int, second bool) {
	if n.hasSecond && expanded%secondEvery == 0 {
		for i = n.second.peek(); i != 0; i = n.second.peek() {
			n.second.first[n.second.least] = n.links[i-1]
			if n.list[i-1].cursor != done {
				return i, 0, true
			}
		}
	}
	for i = n.first.peek(); i != 0; i = n.first.peek() {
		n.first.first[n.first.least] = n.list[i-1].link
		if n.list[i-1].cursor != done {
			return i, n.first.least, false
		}
	}
	return 0, 0, false
}

// putBack puts a node that is not wholly expanded back into the first queue. The second
// one, if it had the node, still has it.
func (n *nodes) putBack(i uint32, cursor uint16, value int) {
	n.list[i-1].cursor = cursor
	n.list[i-1].link = n.first.put(i, value)
}

// startSecond puts all nodes of the first queue into the second one, too.
func (n *nodes) startSecond() {
	n.hasSecond = true
	n.second.reset()
	for value := n.first.most; value >= n.first.least; value-- {
		for i := n.first.first[value]; i != 0; i = n.list[i-1].link {
			n.putSecond(i, value)
		}
	}
}

// putSecond puts a node of a value in the first queue into the second one.
func (n *nodes) putSecond(i uint32, value int) {
	at := &n.list[i-1]
	n.links[i-1] = n.second.put(i, value+secondLength*int(at.length)+secondUp*at.key.up())
}
