package spider

import (
	"context"
	"slices"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/table"
)

// beam is one search from the root, with one width.
//
// The positions of a level lie in strata, one for each number of rows left in the
// stock. A position is kept as its place in the log and its packed layout; the log
// has, of every position that was ever kept, its parent's place and the move.
type beam struct {
	g     *rulebook
	ctx   context.Context
	width int

	strata  []stratum // strata[s] has s rows left in the stock
	spare   []uint64  // a stratum's words, in which the next level of one is made
	words   int       // of a kept position
	offered []child   // to the stratum that is being made
	n       int       // how many of them there are
	worst   int32     // no child with a score from here on is of use
	ordered []uint32  // the offered children, best first
	counts  [buckets]uint32
	recent  []uint64 // keys offered lately, where they hash to
	salt    uint64   // makes the keys of this level others than those of the last
	pass    uint64   // the same for the beam, in seen
	seen    *table.Set[table.Word]
	log     []entry
	logged  int

	board     *board
	children  []child
	kept      int64 // positions kept, in all beams
	budget    int64
	discarded bool // a position was left out: that nothing was found means nothing
	because   solver.Because
	won       int // place in the log of a won position, −1
	looks     int
}

// stratum is the positions of a level with the same stock.
type stratum struct {
	words []uint64
	n     int
}

// entry is how a position was reached.
type entry struct {
	parent uint32
	move   move
}

// slack is how many children are collected for each that is kept, before the worse
// ones are thrown away.
const slack = 4

// needs is how many words of memory a beam needs for each unit of width, beside its
// log.
func needs(g *rulebook) int {
	return (g.rows()+2)*position(g) + slack*int(unsafe.Sizeof(child{}))/8 + slack/2 + 2*slack
}

// position is how many words a kept position takes.
func position(g *rulebook) int { return 1 + g.packed()/8 }

// newBeam cuts a beam's parts from memory. What is left of it is the log.
func newBeam(ctx context.Context, b *board, width int, stack []uint64, seen *table.Set[table.Word]) *beam {
	g := b.g
	f := &beam{
		g: g, ctx: ctx, width: width, words: position(g), seen: seen, board: b, won: -1,
		pass: uint64(width) * 0x9e3779b97f4a7c15,
	}
	seen.Expect(width * (g.rows() + 1) * 128)
	cut := func(n int) []uint64 {
		part := stack[:n:n]
		stack = stack[n:]
		return part
	}
	for range g.rows() + 1 {
		f.strata = append(f.strata, stratum{words: cut(width * f.words)})
	}
	f.spare = cut(width * f.words)
	f.offered = arena.View[child](cut(slack * width * int(unsafe.Sizeof(child{})) / 8))
	f.ordered = arena.View[uint32](cut(slack * width / 2))
	recent := 1
	for recent*2 <= 2*slack*width {
		recent *= 2
	}
	f.recent = cut(recent)
	clear(f.recent)
	f.log = arena.View[entry](stack)
	return f
}

// search goes level by level until a position is won, nothing is left, or the levels
// are too many.
func (f *beam) search(root *layout) {
	top := len(f.strata) - 1
	f.log[0] = entry{}
	f.logged = 1
	f.store(f.strata[top].words, 0, root)
	f.strata[top].n = 1
	for range levels * f.g.cards {
		alive := false
		for s := range f.strata {
			f.advance(s)
			if f.because != solver.Nothing || f.won >= 0 {
				return
			}
			alive = alive || f.strata[s].n > 0
		}
		if !alive {
			return
		}
	}
	f.discarded = true
}

// advance makes the next level of stratum s from its own moves and the deals of the
// one above, whose next level is not made yet.
func (f *beam) advance(s int) {
	f.n, f.worst = 0, 1<<30
	f.salt += 0x9e3779b97f4a7c15
	stratum := &f.strata[s]
	for at := range stratum.n {
		f.load(stratum.words, at)
		f.children = f.board.moves(f.children[:0])
		for _, c := range f.children {
			c.parent = uint32(at)
			f.offer(c)
		}
		if f.stop() {
			return
		}
	}
	if s+1 < len(f.strata) {
		above := &f.strata[s+1]
		for at := range above.n {
			f.load(above.words, at)
			if f.board.deals() {
				c := f.board.deal()
				c.parent = uint32(at)
				f.offer(c)
			}
			if f.stop() {
				return
			}
		}
	}
	f.choose(s)
}

// stop looks at the clock now and then.
func (f *beam) stop() bool {
	if f.looks++; f.looks%256 == 0 {
		f.because = solver.Stop(f.ctx)
	}
	return f.because != solver.Nothing
}

// load unpacks a kept position onto the board.
func (f *beam) load(words []uint64, at int) {
	f.unpack(words, at, &f.board.layout)
	f.board.survey()
}

func (f *beam) unpack(words []uint64, at int, to *layout) {
	to.unpack(f.g, arena.View[byte](words[at*f.words+1:(at+1)*f.words]))
}

func (f *beam) store(words []uint64, at int, l *layout) {
	words[at*f.words] = uint64(f.logged - 1)
	l.pack(f.g, arena.View[byte](words[at*f.words+1:(at+1)*f.words]))
}

// offer takes a child into account.
func (f *beam) offer(c child) {
	if c.score >= f.worst {
		f.discarded = true
		return
	}
	key := c.key ^ f.salt
	if recent := &f.recent[key&uint64(len(f.recent)-1)]; *recent != key {
		*recent = key
	} else {
		return
	}
	if f.n == len(f.offered) {
		f.cut()
		if c.score >= f.worst {
			return
		}
	}
	f.offered[f.n] = c
	f.n++
}

// cut throws away all offered children but the best, twice as many as are kept.
func (f *beam) cut() {
	f.discarded = true
	low, most := f.count()
	room, last := 2*f.width, 0
	for room > int(f.counts[last]) {
		room -= int(f.counts[last])
		last++
	}
	// All those below the last bucket, and of those in it as many as there is room for.
	n := 0
	for _, c := range f.offered[:f.n] {
		bucket := bucketOf(c, low, most)
		if bucket > last || bucket == last && room == 0 {
			continue
		}
		if bucket == last {
			room--
		}
		f.offered[n] = c
		n++
	}
	f.n = n
	f.worst = low + int32(last/ties) + 1
}

// Children are put in order by counting them, in a bucket for each score and, of
// equal scores, for some bits of the key, which are as good as chance.
const (
	ties    = 8
	buckets = 1 << 15
)

func bucketOf(c child, low int32, most int) int {
	return min(int(c.score-low)*ties+int(c.key%ties), most)
}

// count counts the offered children in each bucket. It gives the lowest score and the
// last bucket.
func (f *beam) count() (low int32, most int) {
	low, high := f.offered[0].score, f.offered[0].score
	for _, c := range f.offered[1:f.n] {
		low, high = min(low, c.score), max(high, c.score)
	}
	most = min(int(high-low)*ties+ties, buckets) - 1
	clear(f.counts[:most+1])
	for _, c := range f.offered[:f.n] {
		f.counts[bucketOf(c, low, most)]++
	}
	return low, most
}

// order lists the offered children, best first.
func (f *beam) order() []uint32 {
	if f.n == 0 {
		return nil
	}
	low, most := f.count()
	at := uint32(0)
	for i, n := range f.counts[:most+1] {
		f.counts[i] = at
		at += n
	}
	for i, c := range f.offered[:f.n] {
		at := &f.counts[bucketOf(c, low, most)]
		f.ordered[*at] = uint32(i)
		*at++
	}
	return f.ordered[:f.n]
}

// choose makes the best of the offered children the next level of stratum s.
func (f *beam) choose(s int) {
	n := 0
	for _, i := range f.order() {
		if n == f.width {
			f.discarded = true
			break
		}
		c := &f.offered[i]
		if !f.seen.Add(table.Mix(c.key ^ f.pass)) {
			continue
		}
		if f.budget > 0 && f.kept == f.budget {
			f.because = solver.States
			return
		}
		if f.logged == len(f.log) {
			f.because = solver.Memory
			return
		}
		f.kept++
		parents := f.strata[s].words
		if c.move.from == fromStock {
			parents = f.strata[s+1].words
		}
		l := &f.board.layout
		f.unpack(parents, int(c.parent), l)
		l.do(f.g, c.move)
		f.log[f.logged] = entry{parent: uint32(parents[int(c.parent)*f.words]), move: c.move}
		f.logged++
		f.store(f.spare, n, l)
		n++
		if l.won(f.g) {
			f.won = f.logged - 1
			return
		}
		if f.stop() {
			return
		}
	}
	f.strata[s].words, f.spare = f.spare, f.strata[s].words
	f.strata[s].n = n
}

// path is the moves that lead to place at of the log.
func (f *beam) path(at int) []move {
	var moves []move
	for ; at > 0; at = int(f.log[at].parent) {
		moves = append(moves, f.log[at].move)
	}
	slices.Reverse(moves)
	return moves
}
