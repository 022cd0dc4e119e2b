package spider

import "github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"

// board is a layout and what is known of it: for each card of a column, the score
// and the hash of the column up to that card.
type board struct {
	layout
	g      *rulebook
	score  int
	key    uint64
	spaces int // columns without cards
	run    [mostColumns]uint8
	cost   [mostColumns][mostCards + 1]int16
	hash   [mostColumns][mostCards + 1]uint64

	after *board // where a deal is tried
}

func newBoard(g *rulebook) *board { return &board{g: g, after: &board{g: g}} }

// survey works everything out.
func (b *board) survey() {
	b.score, b.key, b.spaces = 0, inStock[b.dealt], 0
	out := b.g.cards - len(b.g.stock) + int(b.dealt)
	for i := range b.g.columns {
		n := int(b.length[i])
		b.surveyColumn(i)
		b.score += int(b.cost[i][n]) + b.g.weights.hidden*int(b.down[i])
		b.key += b.share(i, b.hash[i][n])
		out -= n
		if n == 0 {
			b.spaces++
		}
	}
	b.score += b.g.weights.space*b.spaces + b.g.weights.up*out
}

func (b *board) surveyColumn(i int) {
	n, down := int(b.length[i]), int(b.down[i])
	cards, cost, hash := &b.cards[i], &b.cost[i], &b.hash[i]
	below, c, h := code(0), int16(0), uint64(0)
	run := uint8(0)
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
		below = x
	}
	b.run[i] = run
}

// extend hashes one more card of a column.
func extend(h uint64, x code) uint64 {
	h = (h ^ inColumn[x]) * 0x9fb21c651e98df25
	return h ^ h>>32
}

// share is what a column adds to the key. While the stock will be dealt to the
// columns it matters which is which.
func (b *board) share(i int, h uint64) uint64 {
	if b.g.ordered && int(b.dealt) < len(b.g.stock) {
		h ^= inPlace[i]
	}
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return h ^ h>>31
}

var (
	inColumn [2 * codes]uint64 // face up, and face down
	inPlace  [mostColumns]uint64
	inStock  [mostCards + 1]uint64
)

func init() {
	next := transposition.Random(0x7370_6964_6572_2121)
	for _, keys := range [][]uint64{inColumn[:], inPlace[:], inStock[:]} {
		for i := range keys {
			keys[i] = next()
		}
	}
}

// child is a position that a move leads to.
type child struct {
	key    uint64
	score  int32
	parent uint32
	move   move
}

// moves appends all moves but the deal, as children.
func (b *board) moves(to []child) []child {
	g := b.g
	var tops [mostColumns]code
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

// deals tells whether the stock can be dealt.
func (b *board) deals() bool {
	return int(b.dealt) < len(b.g.stock) && (b.spaces == 0 || b.g.rules.Stock.Spaces)
}

// deal is the child that a deal of the stock leads to. It is worked out by making it.
func (b *board) deal() child {
	m := move{from: fromStock, n: uint8(min(b.g.columns, len(b.g.stock)-int(b.dealt)))}
	after := b.after
	after.layout = b.layout
	after.do(b.g, m)
	after.survey()
	return child{key: after.key, score: int32(after.score), move: m}
}

// child works out what becomes of the board when the n top cards of column i go to
// column j.
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
	return child{key: key, score: int32(score), move: move{from: uint8(i), to: uint8(j), n: n}}
}

// up works out what becomes of the board when the n top cards of column i go to a
// foundation.
func (b *board) up(i int, n uint8) child {
	score, key := b.without(i, int(b.length[i]-n))
	score += int(n) * b.g.weights.up
	return child{key: key, score: int32(score), move: move{from: uint8(i), to: toFoundation, n: n}}
}

// without is the score and the key of the board with so many cards left of column i.
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
