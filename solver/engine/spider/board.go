package spider

import (
	"bytes"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// board is a layout with its score and its key, and for each card of a column the cost
// and the hash of the column up to that card.
type board struct {
	layout
	g     *compiled
	score int
	key   uint64
	run   [maxColumns]uint8
	kind  uint32             // a sum over the columns, see kindOf
	head  [maxColumns]uint8  // where the last cards in sequence begin
	kinds [maxColumns]uint32 // each column's term of the kind
	under [maxColumns]uint32 // what the term is without these cards
	cost  [maxColumns][maxCards + 1]int16
	hash  [maxColumns][maxCards + 1]uint64

	scanned bool // all of this belongs to the layout and the present weights
	leftOut bool // moves has left out children
}

func newBoard(g *compiled) *board { return &board{g: g} }

// read unpacks a kept layout, and computes what belongs to the columns that differ from the present
// ones: positions next to one another have most in common.
func (b *board) read(from []byte) {
	g := b.g
	b.dealt = from[0]
	at := 1 + copy(b.height[:card.Suits*g.copies], from[1:])
	lengths, downs := from[at:at+g.columns], from[at+g.columns:at+2*g.columns]
	at += 2 * g.columns
	for i, n := range lengths {
		cards := from[at : at+int(n)]
		at += int(n)
		if b.scanned && n == b.length[i] && downs[i] == b.down[i] && bytes.Equal(cards, b.cards[i][:n]) {
			continue
		}
		b.length[i], b.down[i] = n, downs[i]
		copy(b.cards[i][:], cards)
		b.scanColumn(i)
	}
	b.scanned = true
	b.sum()
}

// make makes a move.
func (b *board) make(m move) {
	b.do(b.g, m)
	for i := range b.g.columns {
		if m.from == fromStock || i == int(m.from) || i == int(m.to) {
			b.scanColumn(i)
		}
	}
	b.sum()
}

// sum computes from the columns, which have been scanned, what belongs to all of them.
func (b *board) sum() {
	b.score, b.key, b.kind = 0, inStock[b.dealt], 0
	out := b.g.cards - len(b.g.stock) + int(b.dealt)
	for i := range b.g.columns {
		n := int(b.length[i])
		b.score += int(b.cost[i][n]) + b.g.weights.hidden*int(b.down[i])
		b.key += b.share(i, b.hash[i][n])
		b.kind += b.kinds[i]
		out -= n
		if n == 0 {
			b.score += b.g.weights.space
		}
	}
	b.score += b.g.weights.up * out
}

func (b *board) scanColumn(i int) {
	n, down := int(b.length[i]), int(b.down[i])
	cards, cost, hash := &b.cards[i], &b.cost[i], &b.hash[i]
	below, c, h := code(0), int16(0), uint64(0)
	run := uint8(0)
	head, under, kind := 0, uint32(0), uint32(0)
	for k := range n {
		x := cards[k]
		c += b.g.pair[below][x]
		if k < down {
			h = extend(h, x+codes)
		} else {
			h = extend(h, x)
			if run > 0 && b.g.joins[x]>>below&1 != 0 {
				run++
			} else {
				run = 1
			}
		}
		cost[k+1], hash[k+1] = c, h
		if k == 0 || k <= down || below>>2 != x>>2+1 {
			head = k
			under = kind
			if k > 0 && k == down {
				under = kindOf(extend(hash[k-1], cards[k-1]))
			}
			kind = kindOf(h)
		}
		below = x
	}
	b.run[i] = run
	b.head[i], b.under[i], b.kinds[i] = uint8(head), under, kind
}

// extend hashes one more card of a column.
func extend(h uint64, x code) uint64 {
	h = (h ^ inColumn[x]) * 0x9fb21c651e98df25
	return h ^ h>>32
}

// kindOf returns a column's term of the kind, from the column's hash up to the head of its last
// cards in sequence, of whatever suits. Positions are of a kind if they differ only in the cards
// that lie in sequence on these heads.
func kindOf(h uint64) uint32 { return uint32((h ^ h>>29) * 0xbf58476d1ce4e5b9 >> 32) }

// share returns column i's term of the key. While the stock will be dealt to the
// columns, their order matters.
func (b *board) share(i int, h uint64) uint64 {
	if b.g.ordered && int(b.dealt) < len(b.g.stock) {
		h ^= inPlace[i]
	}
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return h ^ h>>31
}

var (
	inColumn [2 * codes]uint64 // face up, then face down
	inPlace  [maxColumns]uint64
	inStock  [maxCards + 1]uint64
)

func init() {
	next := transposition.Random(0x7370_6964_6572_2121)
	for _, keys := range [][]uint64{inColumn[:], inPlace[:], inStock[:]} {
		for i := range keys {
			keys[i] = next()
		}
	}
}

// child is a position that a move leads to, not yet made.
type child struct {
	key    uint64
	score  int32
	parent uint32
	move   move
	kind   uint32
}

// moves appends the children of all moves but the deal whose score is less than limit. It sets
// leftOut if there are others.
func (b *board) moves(to []child, limit int) []child {
	g := b.g
	b.leftOut = false
	var tops [maxColumns]code
	space := -1
	for j := range g.columns {
		if n := b.length[j]; n > 0 {
			tops[j] = b.cards[j][n-1]
		} else if space < 0 {
			space = j
		}
	}
	for i := range g.columns {
		top := tops[i]
		if top == 0 {
			continue
		}
		if g.runs {
			if b.hasRun(g, i) {
				to = b.up(to, i, g.king, limit)
			}
		} else if n := b.length[i]; b.foundation(g, b.cards[i][n-1:n]) >= 0 {
			to = b.up(to, i, 1, limit)
		}
		run := b.run[i]
		for j := range g.columns {
			// The group whose head is one lower than the target.
			below := tops[j]
			n := below>>2 - top>>2
			if j == i || below>>2 <= top>>2 || n > run {
				continue
			}
			head := top + (n-1)<<2
			onto := g.onto[head]
			if n > 1 {
				head = b.cards[i][b.length[i]-n]
				onto = g.ontoGroup[head]
			}
			if onto>>below&1 != 0 {
				to = b.child(to, i, j, n, limit)
			}
		}
		if space >= 0 {
			for n := uint8(1); n <= run && n < b.length[i]; n++ {
				if g.spaceTakes>>b.cards[i][b.length[i]-n]&1 != 0 {
					to = b.child(to, i, space, n, limit)
				}
			}
		}
	}
	return to
}

// deals reports whether the stock can be dealt.
func (g *compiled) deals(l *layout) bool {
	if int(l.dealt) == len(g.stock) {
		return false
	}
	return g.rules.Stock.OntoSpaces || !slices.Contains(l.length[:g.columns], 0)
}

// deal returns the move that deals the next row, and the score that it makes of the present one.
func (g *compiled) deal(l *layout, score int) (move, int) {
	n := min(g.columns, len(g.stock)-int(l.dealt))
	for i := range n {
		below := code(0)
		if l.length[i] > 0 {
			below = l.cards[i][l.length[i]-1]
		} else {
			score -= g.weights.space
		}
		score += int(g.pair[below][g.stock[int(l.dealt)+i]])
	}
	return move{from: fromStock, n: uint8(n)}, score
}

// child appends the child of moving the n top cards of column i to column j, unless its score is
// limit or more.
func (b *board) child(to []child, i, j int, n uint8, limit int) []child {
	from, at := int(b.length[i]), int(b.length[j])
	left := from - int(n)
	head, below := b.cards[i][left], code(0)
	score := b.without(i, left)
	if at > 0 {
		below = b.cards[j][at-1]
	} else {
		score -= b.g.weights.space
	}
	score += int(b.g.pair[below][head]) + int(b.cost[i][from]) - int(b.cost[i][left+1])
	if score >= limit {
		b.leftOut = true
		return to
	}
	hash := b.hash[j][at]
	for _, x := range b.cards[i][left:from] {
		hash = extend(hash, x)
	}
	key := b.keyWithout(i, left) + b.share(j, hash) - b.share(j, b.hash[j][at])
	kind := b.kindWithout(i, left)
	if at == 0 {
		kind += kindOf(extend(0, head))
	}
	return append(to, child{key: key, score: int32(score), move: move{from: uint8(i), to: uint8(j), n: n}, kind: kind})
}

// up appends the child of moving the n top cards of column i to a foundation, unless its score is
// limit or more.
func (b *board) up(to []child, i int, n uint8, limit int) []child {
	left := int(b.length[i] - n)
	score := b.without(i, left) + int(n)*b.g.weights.up
	if score >= limit {
		b.leftOut = true
		return to
	}
	return append(to, child{
		key: b.keyWithout(i, left), score: int32(score), move: move{from: uint8(i), to: toFoundation, n: n}, kind: b.kindWithout(i, left),
	})
}

// without returns the score of the board with only left cards in column i.
func (b *board) without(i, left int) int {
	score := b.score + int(b.cost[i][left]) - int(b.cost[i][b.length[i]])
	if left == 0 {
		score += b.g.weights.space
	} else if int(b.down[i]) == left {
		score -= b.g.weights.hidden
	}
	return score
}

// keyWithout returns the key of the board with only left cards in column i.
func (b *board) keyWithout(i, left int) uint64 {
	hash := b.hash[i][left]
	if left > 0 && int(b.down[i]) == left {
		hash = extend(b.hash[i][left-1], b.cards[i][left-1])
	}
	return b.key - b.share(i, b.hash[i][b.length[i]]) + b.share(i, hash)
}

// kindWithout returns the kind of the board with only left cards in column i.
func (b *board) kindWithout(i, left int) uint32 {
	if left == int(b.head[i]) {
		return b.kind + b.under[i] - b.kinds[i]
	}
	return b.kind
}
