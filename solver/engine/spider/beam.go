package spider

import (
	"context"
	"math"
	"slices"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// beam is one search from the root, with one width.
//
// It goes through the rows of the stock one by one. Between two deals it goes level by
// level; what its positions become when the next row is dealt to them is put in the
// pool, from which the search goes on when the levels bring nothing better any more.
//
// A position is kept as its place in the log and its packed layout; the log has, of
// every position that was ever kept, its parent's place and the move.
type beam struct {
	g     *rulebook
	ctx   context.Context
	width int

	words   int    // of a kept position
	level   places // the positions of a level
	next    places // those of the next one, while they are made
	pool    places // those with the next row dealt
	pooled  []int32
	worst   struct{ offered, pooled int32 } // no position with a score from here on is of use
	offered []child                         // to the next level
	n       int                             // how many of them there are
	ordered []uint32                        // the offered children, best first
	counts  [buckets]uint32
	recent  []uint64 // keys offered lately, where they hash to
	salt    uint64   // makes the keys of this level others than those of the last
	pass    uint64   // the same for the beam, in seen
	tie     uint     // the bits of a key that break ties lie above so many
	seen    *transposition.Set[transposition.Word]
	log     []entry
	logged  int

	board     *board
	children  []child
	best      int   // the best score between these two deals
	kept      int64 // positions kept, in all beams
	budget    int64
	discarded bool // a position was left out: that nothing was found means nothing
	because   solver.Because
	won       int // place in the log of a won position, −1
	looks     int
}

// places are so many kept positions.
type places struct {
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
	return 4*position(g) + 1 + slack*int(unsafe.Sizeof(child{}))/8 + slack/2 + 2*slack
}

// position is how many words a kept position takes.
func position(g *rulebook) int { return 1 + g.packed()/8 }

// newBeam cuts a beam's parts from memory. What is left of it is the log.
func newBeam(ctx context.Context, b *board, width int, stack []uint64, seen *transposition.Set[transposition.Word]) *beam {
	g := b.g
	f := &beam{
		g: g, ctx: ctx, width: width, words: position(g), seen: seen, board: b, won: -1,
		pass: uint64(width) * 0x9e3779b97f4a7c15,
	}
	seen.Expect(width * (g.rows() + 1) * 64)
	cut := func(n int) []uint64 {
		part := stack[:n:n]
		stack = stack[n:]
		return part
	}
	f.level.words = cut(width * f.words)
	f.next.words = cut(width * f.words)
	f.pool.words = cut(2 * width * f.words)
	f.pooled = memory.View[int32](cut(width))
	f.offered = memory.View[child](cut(slack * width * int(unsafe.Sizeof(child{})) / 8))
	f.ordered = memory.View[uint32](cut(slack * width / 2))
	recent := 1
	for recent*2 <= 2*slack*width {
		recent *= 2
	}
	f.recent = cut(recent)
	f.portions(len(f.recent), func(from, to int) { clear(f.recent[from:to]) })
	f.log = memory.View[entry](stack)
	return f
}

// patience is for how many levels the search goes on between two deals although no
// position is better than all before.
const patience = 10

// search goes on until a position is won or nothing is left.
func (f *beam) search(root *layout) {
	f.log[0] = entry{}
	f.logged = 1
	f.store(&f.pool, 0, root)
	f.pool.n = 1
	if root.won(f.g) {
		f.won = 0
		return
	}
	for range f.g.rows() + 1 {
		f.start()
		for stale := 0; stale < patience && f.level.n > 0 && !f.over(); stale++ {
			best := f.best
			f.advance()
			if f.best < best {
				stale = 0
			}
		}
		if f.over() {
			return
		}
		f.discarded = f.discarded || f.level.n > 0
	}
}

// over tells whether a position is won or the search must stop.
func (f *beam) over() bool { return f.won >= 0 || f.because != solver.Nothing }

// start makes the best of the pool the first level after a deal.
func (f *beam) start() {
	f.cutPool()
	f.best = math.MaxInt
	f.portions(f.pool.n, func(from, to int) {
		copy(f.level.words[from*f.words:to*f.words], f.pool.words[from*f.words:])
	})
	f.level.n, f.pool.n = f.pool.n, 0
	f.worst.pooled = math.MaxInt32
	for at := range f.level.n {
		f.load(&f.level, at)
		f.best = min(f.best, f.board.score)
		f.dealOut(int(f.level.words[at*f.words]))
		if f.stop() {
			return
		}
	}
}

// advance makes the next level.
func (f *beam) advance() {
	f.n, f.worst.offered = 0, math.MaxInt32
	f.salt += 0x9e3779b97f4a7c15
	for at := range f.level.n {
		f.load(&f.level, at)
		f.children = f.board.moves(f.children[:0])
		for _, c := range f.children {
			c.parent = uint32(at)
			f.offer(c)
		}
		if f.stop() {
			return
		}
	}
	f.choose()
	f.level, f.next = f.next, f.level
}

// stop looks at the clock now and then: often, because a position that is remembered
// where the memory was never touched may cost the system as much as a thousand others.
func (f *beam) stop() bool {
	if f.looks++; f.looks%16 == 0 {
		f.because = solver.Stop(f.ctx)
	}
	return f.because != solver.Nothing
}

// portions does something to n things, in portions between which it looks at the clock.
// When the search is over it does no more.
func (f *beam) portions(n int, do func(from, to int)) {
	const portion = 1 << 14
	for from := 0; from < n && !f.over(); from += portion {
		do(from, min(from+portion, n))
		if n > portion {
			f.because = solver.Stop(f.ctx)
		}
	}
}

// load unpacks a kept position onto the board.
func (f *beam) load(from *places, at int) {
	f.unpack(from, at, &f.board.layout)
	f.board.survey()
}

func (f *beam) unpack(from *places, at int, to *layout) {
	to.unpack(f.g, memory.View[byte](from.words[at*f.words+1:(at+1)*f.words]))
}

// store keeps a position, the last one of the log.
func (f *beam) store(in *places, at int, l *layout) {
	in.words[at*f.words] = uint64(f.logged - 1)
	l.pack(f.g, memory.View[byte](in.words[at*f.words+1:(at+1)*f.words]))
}

// note enters a position into the log; it fails if the log is full.
func (f *beam) note(parent int, m move) bool {
	if f.logged == len(f.log) {
		f.because = solver.Memory
		return false
	}
	f.log[f.logged] = entry{parent: uint32(parent), move: m}
	f.logged++
	return true
}

// offer takes a child into account.
func (f *beam) offer(c child) {
	if c.score >= f.worst.offered {
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
		if f.over() || c.score >= f.worst.offered {
			return
		}
	}
	f.offered[f.n] = c
	f.n++
}

// dealOut puts what the board becomes when the next row is dealt into the pool. Where
// it may not be dealt onto spaces, they are filled first, each with what is least
// missed elsewhere.
func (f *beam) dealOut(place int) {
	b := f.board
	if int(b.dealt) == len(f.g.stock) {
		return
	}
	var moves [mostColumns + 1]move
	n := 0
	for !b.deals() {
		f.children = b.moves(f.children[:0])
		best := child{score: math.MaxInt32}
		for _, c := range f.children {
			if c.move.to != toFoundation && b.length[c.move.to] == 0 && c.score < best.score {
				best = c
			}
		}
		if best.score == math.MaxInt32 || n == mostColumns {
			return
		}
		moves[n] = best.move
		n++
		b.do(f.g, best.move)
		b.survey()
	}
	c := b.deal()
	if c.score >= f.worst.pooled {
		f.discarded = true
		return
	}
	moves[n] = c.move
	n++
	if f.pool.n == 2*f.width {
		f.cutPool()
		if c.score >= f.worst.pooled {
			return
		}
	}
	for _, m := range moves[:n] {
		if !f.note(place, m) {
			return
		}
		place = f.logged - 1
	}
	b.do(f.g, c.move)
	f.store(&f.pool, f.pool.n, &b.layout)
	f.pooled[f.pool.n] = c.score
	f.pool.n++
	if b.won(f.g) {
		f.won = f.logged - 1
	}
}

// cutPool throws away all of the pool but the best.
func (f *beam) cutPool() {
	if f.pool.n <= f.width {
		return
	}
	f.discarded = true
	scores := f.pooled[:f.pool.n]
	low := slices.Min(scores)
	bucketOf := func(score int32) int { return min(int(score-low), buckets-1) }
	clear(f.counts[:])
	for _, score := range scores {
		f.counts[bucketOf(score)]++
	}
	last, room := f.last(f.width)
	n := 0
	f.portions(len(scores), func(from, to int) {
		for i, score := range scores[from:to] {
			bucket := bucketOf(score)
			if bucket > last || bucket == last && room == 0 {
				continue
			}
			if bucket == last {
				room--
			}
			copy(f.pool.words[n*f.words:(n+1)*f.words], f.pool.words[(from+i)*f.words:])
			f.pooled[n] = score
			n++
		}
	})
	f.pool.n = n
	f.worst.pooled = low + int32(last)
}

// last is the bucket in which the best so many end, and how many of them are in it.
func (f *beam) last(keep int) (bucket, room int) {
	for room = keep; room > int(f.counts[bucket]); bucket++ {
		room -= int(f.counts[bucket])
	}
	return bucket, room
}

// cut throws away all offered children but the best, twice as many as are kept.
func (f *beam) cut() {
	f.discarded = true
	low, most := f.count()
	if f.over() {
		return
	}
	last, room := f.last(2 * f.width)
	n := 0
	f.portions(f.n, func(from, to int) {
		for _, c := range f.offered[from:to] {
			bucket := f.bucketOf(c, low, most)
			if bucket > last || bucket == last && room == 0 {
				continue
			}
			if bucket == last {
				room--
			}
			f.offered[n] = c
			n++
		}
	})
	f.n = n
	f.worst.offered = low + int32(last/ties) + 1
}

// Children are put in order by counting them, in a bucket for each score and, of
// equal scores, for some bits of the key, which are as good as chance.
const (
	ties    = 8
	buckets = 1 << 15
)

func (f *beam) bucketOf(c child, low int32, most int) int {
	return min(int(c.score-low)*ties+int(c.key>>f.tie%ties), most)
}

// count counts the offered children in each bucket. It gives the lowest score and the
// last bucket.
func (f *beam) count() (low int32, most int) {
	low, high := f.offered[0].score, f.offered[0].score
	f.portions(f.n, func(from, to int) {
		for _, c := range f.offered[from:to] {
			low, high = min(low, c.score), max(high, c.score)
		}
	})
	most = min(int(high-low)*ties+ties, buckets) - 1
	clear(f.counts[:most+1])
	f.portions(f.n, func(from, to int) {
		for _, c := range f.offered[from:to] {
			f.counts[f.bucketOf(c, low, most)]++
		}
	})
	return low, most
}

// order lists the offered children, best first; none if the search is over.
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
	f.portions(f.n, func(from, to int) {
		for i, c := range f.offered[from:to] {
			at := &f.counts[f.bucketOf(c, low, most)]
			f.ordered[*at] = uint32(from + i)
			*at++
		}
	})
	if f.over() {
		return nil
	}
	return f.ordered[:f.n]
}

// choose makes the best of the offered children the next level.
func (f *beam) choose() {
	f.next.n = 0
	for _, i := range f.order() {
		if f.next.n == f.width {
			f.discarded = true
			break
		}
		c := &f.offered[i]
		if !f.seen.Add(transposition.Mix(c.key ^ f.pass)) {
			continue
		}
		if f.budget > 0 && f.kept == f.budget {
			f.because = solver.States
			return
		}
		f.kept++
		l := &f.board.layout
		f.unpack(&f.level, int(c.parent), l)
		l.do(f.g, c.move)
		if !f.note(int(f.level.words[int(c.parent)*f.words]), c.move) {
			return
		}
		place := f.logged - 1
		f.store(&f.next, f.next.n, l)
		f.next.n++
		f.best = min(f.best, int(c.score))
		if l.won(f.g) {
			f.won = place
			return
		}
		if int(l.dealt) < len(f.g.stock) {
			f.board.survey()
			f.dealOut(place)
		}
		if f.stop() || f.over() {
			return
		}
	}
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
