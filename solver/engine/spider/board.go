package spider

import "github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"

// board is a layout with its score and its key, and for each card of a column the cost
// and the hash of the column up to that card.
type board struct {
	layout
	g      *compiled
	score  int
	key    uint64
	spaces int // empty columns
	run    [maxColumns]uint8
	kind   uint32             // a sum over the columns, see kindOf
	head   [maxColumns]uint8  // where the last cards in sequence begin
	kinds  [maxColumns]uint32 // each column's term of the kind
	under  [maxColumns]uint32 // what the term is without these cards
	cost   [maxColumns][maxCards + 1]int16
	hash   [maxColumns][maxCards + 1]uint64

	after *board // scratch: where a deal is tried
}

func newBoard(g *compiled) *board { return &board{g: g, after: &board{g: g}} }

// scan computes everything from the layout.
func (b *board) scan() {
	b.score, b.key, b.spaces, b.kind = 0, inStock[b.dealt], 0, 0
	out := b.g.cards - len(b.g.stock) + int(b.dealt)
	for i := range b.g.columns {
		n := int(b.length[i])
		b.scanColumn(i)
		b.score += int(b.cost[i][n]) + b.g.weights.hidden*int(b.down[i])
		b.key += b.share(i, b.hash[i][n])
		b.kind += b.kinds[i]
		out -= n
		if n == 0 {
			b.spaces++
		}
	}
	b.score += b.g.weights.space*b.spaces + b.g.weights.up*out
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

// moves appends the children of all moves but the deal.
func (b *board) moves(to []child) []child {
	g := b.g
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
				to = append(to, b.up(i, g.king))
			}
		} else if n := b.length[i]; b.foundation(g, b.cards[i][n-1:n]) >= 0 {
			to = append(to, b.up(i, 1))
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
				to = append(to, b.child(i, j, n))
			}
		}
		if space >= 0 {
			for n := uint8(1); n <= run && n < b.length[i]; n++ {
				if g.spaceTakes>>b.cards[i][b.length[i]-n]&1 != 0 {
					to = append(to, b.child(i, space, n))
				}
			}
		}
	}
	return to
}

// deals reports whether the stock can be dealt.
func (b *board) deals() bool {
	return int(b.dealt) < len(b.g.stock) && (b.spaces == 0 || b.g.rules.Stock.OntoSpaces)
}

// deal returns the child of a deal of the stock. It is computed by making the deal.
func (b *board) deal() child {
	m := move{from: fromStock, n: uint8(min(b.g.columns, len(b.g.stock)-int(b.dealt)))}
	after := b.after
	after.layout = b.layout
	after.do(b.g, m)
	after.scan()
	return child{key: after.key, score: int32(after.score), move: m, kind: after.kind}
}

// child returns the child of moving the n top cards of column i to column j.
func (b *board) child(i, j int, n uint8) child {
	from, to := int(b.length[i]), int(b.length[j])
	left := from - int(n)
	head, below := b.cards[i][left], code(0)
	score, key := b.without(i, left)
	if to > 0 {
		below = b.cards[j][to-1]
	} else {
		score -= b.g.weights.space
	}
	score += int(b.g.pair[below][head]) + int(b.cost[i][from]) - int(b.cost[i][left+1])
	hash := b.hash[j][to]
	for _, x := range b.cards[i][left:from] {
		hash = extend(hash, x)
	}
	key += b.share(j, hash) - b.share(j, b.hash[j][to])
	kind := b.kind
	if left == int(b.head[i]) {
		kind += b.under[i] - b.kinds[i]
	}
	if to == 0 {
		kind += kindOf(extend(0, head))
	}
	return child{key: key, score: int32(score), move: move{from: uint8(i), to: uint8(j), n: n}, kind: kind}
}

// up returns the child of moving the n top cards of column i to a foundation.
func (b *board) up(i int, n uint8) child {
	score, key := b.without(i, int(b.length[i]-n))
	score += int(n) * b.g.weights.up
	kind := b.kind
	if int(b.length[i]-n) == int(b.head[i]) {
		kind += b.under[i] - b.kinds[i]
	}
	return child{key: key, score: int32(score), move: move{from: uint8(i), to: toFoundation, n: n}, kind: kind}
}

// without returns the score and the key of the board with only left cards in column i.
func (b *board) without(i, left int) (score int, key uint64) {
	n := b.length[i]
	hash := b.hash[i][left]
	score = b.score + int(b.cost[i][left]) - int(b.cost[i][n])
	if left == 0 {
		score += b.g.weights.space
	} else if int(b.down[i]) == left {
		score -= b.g.weights.hidden
		hash = extend(b.hash[i][left-1], b.cards[i][left-1])
	}
	return score, b.key - b.share(i, b.hash[i][n]) + b.share(i, hash)
}
