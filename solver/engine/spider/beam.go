package spider

import (
	"math"
	"slices"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// beam is one search from the root, with one width.
//
// It handles the rows of the stock one by one. Between two deals it goes level by
// level. The positions that result from dealing the next row go into the pool. When ten
// levels have brought nothing better, the search continues from the pool.
//
// A kept position is its index in the log and its packed layout. The log has, for every
// position ever kept, the index of its parent and the move.
type beam struct {
	// Lifetime: one deal.
	g      *compiled
	clock  *solver.Clock
	budget int64
	seen   *transposition.Set[transposition.Word]
	board  *board // scratch: the position whose children are looked at
	made   layout // scratch: the position that is made

	// Lifetime: this beam.
	width       int
	words       int // of a kept position
	log         []entry
	logged      int
	kept        int64  // positions kept, in all beams
	beamSalt    uint64 // makes the keys of each beam differ in seen
	preferKinds bool   // positions of different kinds come first
	tieShift    uint   // the bits of a key that break ties start here
	discarded   bool   // a position was left out: finding nothing proves nothing
	won         int    // log index of a won position, or −1
	because     solver.Reason
	looks       int

	// Lifetime: from one deal of a row to the next.
	pool       positions // with the next row dealt
	poolScores []int32
	best       int // the best score since the last deal

	// Lifetime: one level.
	level     positions                       // of this level
	next      positions                       // of the next level, while it is made
	offered   []child                         // to the next level
	n         int                             // number of children offered
	ordered   []uint32                        // offered children, best first
	recent    []uint64                        // keys offered lately, by hash
	levelSalt uint64                          // makes the keys of each level differ in recent
	tooBad    struct{ offered, pooled int32 } // a score from here on is too bad to be kept
	counts    [buckets]uint32
	kinds     []uint64 // how many of each kind were chosen, by hash: kind, choice, number
	choice    uint32   // tells the choices made with kinds apart
	chosen    []uint64 // a bit for each offered child

	// Lifetime: one position.
	children []child
}

// positions is an array of n kept positions.
type positions struct {
	words []uint64
	n     int
}

// entry is how a position was reached.
type entry struct {
	parent uint32
	move   move
}

// slack is the number of children collected for each one kept, before the worse ones
// are dropped.
const slack = 4

// wordsPerWidth returns the words of memory that a beam needs for each unit of width,
// beside its log.
func wordsPerWidth(g *compiled) int {
	return 4*positionWords(g) + 1 + slack*int(unsafe.Sizeof(child{}))/8 + slack/2 + 4*slack + 1
}

// positionWords returns the words of a kept position.
func positionWords(g *compiled) int { return 1 + g.packed()/8 }

// newBeam divides memory into a beam's parts. The rest is the log.
func newBeam(clock *solver.Clock, b *board, width, attempt int, stack []uint64, seen *transposition.Set[transposition.Word]) *beam {
	g := b.g
	b.scanned = false // by other weights
	f := &beam{
		g: g, clock: clock, width: width, words: positionWords(g), seen: seen, board: b, won: -1,
		beamSalt: uint64(width+attempt<<32) * 0x9e3779b97f4a7c15,
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
	f.poolScores = memory.View[int32](cut(width))
	f.offered = memory.View[child](cut(slack * width * int(unsafe.Sizeof(child{})) / 8))
	f.ordered = memory.View[uint32](cut(slack * width / 2))
	recent := 1
	for recent*2 <= 2*slack*width {
		recent *= 2
	}
	f.recent, f.kinds = cut(recent), cut(recent)
	f.chosen = cut((slack*width + 63) / 64)
	f.portions(recent, func(from, to int) {
		clear(f.recent[from:to])
		clear(f.kinds[from:to])
	})
	f.log = memory.View[entry](stack)
	return f
}

// maxStale is the number of levels without a better position after which the search
// continues from the pool.
const maxStale = 10

// search runs until a position is won or none is left.
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
		// Step 1. Start from the best positions to which the next row was dealt.
		f.start()

		// Step 2. Make level after level, each from the best children of the last, until
		// maxStale levels have brought nothing better.
		for stale := 0; stale < maxStale && f.level.n > 0 && !f.ended(); stale++ {
			best := f.best
			f.advance()
			if f.best < best {
				stale = 0
			}
		}
		if f.ended() {
			return
		}

		// Step 3. Give up the last level. Its positions went on to the pool, dealt to.
		f.discarded = f.discarded || f.level.n > 0
	}
}

// ended reports whether a position is won or the search must stop.
func (f *beam) ended() bool { return f.won >= 0 || f.because != solver.NoReason }

// start makes the best of the pool the first level after a deal.
func (f *beam) start() {
	f.cutPool()
	f.best = math.MaxInt
	f.portions(f.pool.n, func(from, to int) {
		copy(f.level.words[from*f.words:to*f.words], f.pool.words[from*f.words:])
	})
	f.level.n, f.pool.n = f.pool.n, 0
	f.tooBad.pooled = math.MaxInt32
	for at := range f.level.n {
		f.load(&f.level, at)
		f.best = min(f.best, f.board.score)
		f.made = f.board.layout
		f.dealOut(&f.level, at, f.board.score)
		if f.stop() {
			return
		}
	}
}

// advance makes the next level.
func (f *beam) advance() {
	f.n, f.tooBad.offered = 0, math.MaxInt32
	f.levelSalt += 0x9e3779b97f4a7c15
	for at := range f.level.n {
		// Step 1. Compute the children of each position, without making them.
		f.load(&f.level, at)
		f.children = f.board.moves(f.children[:0], int(f.tooBad.offered))
		f.discarded = f.discarded || f.board.leftOut

		// Step 2. Collect those that are good enough.
		for _, c := range f.children {
			c.parent = uint32(at)
			f.offer(c)
		}
		if f.stop() {
			return
		}
	}
	// Step 3. Make the best of them the next level, and deal the next row to each.
	f.choose()
	f.level, f.next = f.next, f.level
}

// stop asks the clock now and then and reports whether the search must stop. It
// asks often, because writing a position to memory that was never touched can take as
// long as a thousand others.
func (f *beam) stop() bool {
	if f.looks++; f.looks%16 == 0 {
		f.because = f.clock.StopReason()
	}
	return f.because != solver.NoReason
}

// portions calls do for parts of the range 0 to n, with looks at the clock in between.
// It returns early when the search ends.
func (f *beam) portions(n int, do func(from, to int)) {
	const portion = 1 << 14
	for from := 0; from < n && !f.ended(); from += portion {
		do(from, min(from+portion, n))
		if n > portion {
			f.because = f.clock.StopReason()
		}
	}
}

// load makes a kept position that of the board.
func (f *beam) load(from *positions, at int) { f.board.read(f.packed(from, at)) }

// packed returns the packed layout of a kept position.
func (f *beam) packed(of *positions, at int) []byte {
	return memory.View[byte](of.words[at*f.words+1 : (at+1)*f.words])
}

// store keeps a position, the last one of the log.
func (f *beam) store(in *positions, at int, l *layout) {
	in.words[at*f.words] = uint64(f.logged - 1)
	l.pack(f.g, f.packed(in, at))
}

// note appends a position to the log. It returns false if the log is full.
func (f *beam) note(parent int, m move) bool {
	if f.logged == len(f.log) {
		f.because = solver.Memory
		return false
	}
	f.log[f.logged] = entry{parent: uint32(parent), move: m}
	f.logged++
	return true
}

// offer collects a child for the next level.
func (f *beam) offer(c child) {
	if c.score >= f.tooBad.offered {
		f.discarded = true
		return
	}
	key := c.key ^ f.levelSalt
	if recent := &f.recent[key&uint64(len(f.recent)-1)]; *recent != key {
		*recent = key
	} else {
		return
	}
	if f.n == len(f.offered) {
		f.cut()
		if f.ended() || c.score >= f.tooBad.offered {
			return
		}
	}
	f.offered[f.n] = c
	f.n++
}

// dealOut adds a kept position, which has been made and has this score, with the next row dealt to
// the pool. If rows are not dealt onto spaces, it fills them first, each with the move of the best
// score.
func (f *beam) dealOut(from *positions, at, score int) {
	l, place := &f.made, int(from.words[at*f.words])
	if int(l.dealt) == len(f.g.stock) {
		return
	}
	var moves [maxColumns + 1]move
	n := 0
	if !f.g.deals(l) {
		b := f.board
		for f.load(from, at); !f.g.deals(&b.layout); n++ {
			f.children = b.moves(f.children[:0], math.MaxInt32)
			best := child{score: math.MaxInt32}
			for _, c := range f.children {
				if c.move.to != toFoundation && b.length[c.move.to] == 0 && c.score < best.score {
					best = c
				}
			}
			if best.score == math.MaxInt32 || n == maxColumns {
				return
			}
			moves[n] = best.move
			b.make(best.move)
		}
		f.made, score = b.layout, b.score
	}
	moves[n], score = f.g.deal(l, score)
	if score >= int(f.tooBad.pooled) {
		f.discarded = true
		return
	}
	if f.pool.n == 2*f.width {
		f.cutPool()
		if score >= int(f.tooBad.pooled) {
			return
		}
	}
	for _, m := range moves[:n+1] {
		if !f.note(place, m) {
			return
		}
		place = f.logged - 1
	}
	l.do(f.g, moves[n])
	f.store(&f.pool, f.pool.n, l)
	f.poolScores[f.pool.n] = int32(score)
	f.pool.n++
	if l.won(f.g) {
		f.won = f.logged - 1
	}
}

// choose makes the best of the offered children the next level: where kinds are preferred, first
// one of each kind, then others.
func (f *beam) choose() {
	f.next.n = 0
	order := f.order()
	f.choice++
	others := order[:0]
	for _, i := range order {
		if f.next.n == f.width {
			f.discarded = true
			return
		}
		of := f.ofKind(f.offered[i].kind)
		if f.preferKinds && f.number(of) > 0 {
			others = append(others, i)
			continue
		}
		before := f.next.n
		if !f.keep(&f.offered[i]) {
			return
		}
		if f.preferKinds && f.next.n > before {
			f.kinds[of]++
		}
	}
	for _, i := range others {
		if f.next.n == f.width {
			f.discarded = true
			return
		}
		if !f.keep(&f.offered[i]) {
			return
		}
	}
}

// keep makes a child a position of the next level, if it was not seen before. It returns false if
// the search ended.
func (f *beam) keep(c *child) bool {
	if !f.seen.Add(transposition.Mix(c.key ^ f.beamSalt)) {
		return true
	}
	if f.budget > 0 && f.kept == f.budget {
		f.because = solver.States
		return false
	}
	f.kept++
	l := &f.made
	l.unpack(f.g, f.packed(&f.level, int(c.parent)))
	l.do(f.g, c.move)
	if !f.note(int(f.level.words[int(c.parent)*f.words]), c.move) {
		return false
	}
	place := f.logged - 1
	f.store(&f.next, f.next.n, l)
	f.next.n++
	f.best = min(f.best, int(c.score))
	if l.won(f.g) {
		f.won = place
		return false
	}
	f.dealOut(&f.next, f.next.n-1, int(c.score))
	return !f.stop() && !f.ended()
}

// path returns the moves that lead to log index at.
func (f *beam) path(at int) []move {
	var moves []move
	for ; at > 0; at = int(f.log[at].parent) {
		moves = append(moves, f.log[at].move)
	}
	slices.Reverse(moves)
	return moves
}
