package search

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/transposition"
)

// offer is a step that may lead to a state of the next level or, from the stock, of the next
// stratum.
type offer struct {
	m      step
	kind   uint64 // states of one kind are alike: see kindOf
	score  int32
	parent uint32 // to the next level: its place in this one; to the pool: in the log
	island uint32 // its ancestor at the beginning of some stratum: see islandStrata
	_      uint32
}

// The best are found by counting, in a bucket for each score and, among equal scores, for
// two bits of the kind, which are as good as random.
const (
	ties    = 4
	buckets = 1 << 16
)

// kindOf returns a hash of the cards that are left in the talon and in a stacked reserve. Most
// of the states with the best scores differ in the order of some cards in the columns, and
// share what was played from the waste. So a level prefers states of different kinds.
//
// Without a stock, states are of a kind if their columns are alike up to the heads of their
// last groups.
func kindOf(s *state) uint64 {
	kind := uint64(0)
	if s.c.rules.Stock.Size == 0 {
		for i, n := range s.length {
			if n > 0 {
				head := int(s.run[i*s.stride+int(n)-1])
				kind += s.prefix[i*s.stride+head].Lo
			}
		}
		return kind
	}
	if s.c.rules.Reserve.Stacked {
		kind = inPlace[s.piled].Lo
	}
	return kind + s.talon.kind
}

// chooser finds the best of a list of offers.
type chooser struct {
	counts  [buckets]uint32
	order   []uint32 // the offers by score
	chosen  []uint64 // a bit for each offer
	memory  []uint64 // of kinds
	islands []int32  // how many of each island were chosen
	apart   bool     // islands have their share
	kinds   *transposition.Set[transposition.Word]
}

// choose sets the bits of keep offers: of each kind the best one, as long as few of its island are
// chosen; if these are fewer, the best of other kinds, and then the best of the others. It returns
// a score from which on another offer would not be chosen.
func (c *chooser) choose(offers []offer, keep int) (tooBad int32) {
	c.sort(offers)
	clear(c.chosen)
	c.forget()
	clear(c.islands)
	quota, full := int32(math.MaxInt32), false
	if c.apart {
		quota = max(1, int32(perIsland*keep/len(c.islands)))
	}
	n := 0
	for _, i := range c.order[:len(offers)] {
		if n == keep {
			if full {
				return math.MaxInt32 // it might, from another island
			}
			return tooBad
		}
		of := &c.islands[offers[i].island]
		if *of == quota {
			full = true
		} else if c.kinds.Add(transposition.Mix(offers[i].kind >> 1)) {
			c.chosen[i>>6] |= 1 << (i & 63)
			tooBad = offers[i].score + 1
			*of++
			n++
		}
	}
	for _, i := range c.order[:len(offers)] {
		if !full || n == keep {
			break
		}
		if !c.has(int(i)) && c.kinds.Add(transposition.Mix(offers[i].kind>>1)) {
			c.chosen[i>>6] |= 1 << (i & 63)
			n++
		}
	}
	for _, i := range c.order[:len(offers)] {
		if n < keep && !c.has(int(i)) {
			c.chosen[i>>6] |= 1 << (i & 63)
			n++
		}
	}
	return math.MaxInt32
}

// has reports whether an offer was chosen.
func (c *chooser) has(i int) bool { return c.chosen[i>>6]&(1<<(i&63)) != 0 }

// forget empties the set of kinds.
func (c *chooser) forget() {
	if c.kinds != nil {
		clear(c.memory[:c.kinds.Touched()])
	}
	c.kinds = transposition.NewSet[transposition.Word](c.memory)
}

// sort sets order.
func (c *chooser) sort(offers []offer) {
	low := int32(math.MaxInt32)
	for i := range offers {
		low = min(low, offers[i].score)
	}
	bucketOf := func(o *offer) int {
		return min(int(o.score-low)*ties+int(o.kind>>62), buckets-1)
	}
	last := 0
	for i := range offers {
		bucket := bucketOf(&offers[i])
		c.counts[bucket]++
		last = max(last, bucket)
	}
	before := uint32(0)
	for bucket := range c.counts[:last+1] {
		c.counts[bucket], before = before, before+c.counts[bucket]
	}
	for i := range offers {
		bucket := bucketOf(&offers[i])
		c.order[c.counts[bucket]] = uint32(i)
		c.counts[bucket]++
	}
	clear(c.counts[:last+1])
}

// offer collects a step for the next level.
func (f *beam) offer(o offer) {
	if o.score >= f.tooBad.offered {
		f.discarded = true
		return
	}
	if f.offers == len(f.offered) {
		f.cut(2 * f.width)
		if o.score >= f.tooBad.offered {
			return
		}
	}
	f.offered[f.offers] = o
	f.offers++
}

// cut drops all offers but the best.
func (f *beam) cut(keep int) {
	if f.offers <= keep {
		return
	}
	f.discarded = true
	f.tooBad.offered = f.chooser.choose(f.offered[:f.offers], keep)
	n := 0
	for i, o := range f.offered[:f.offers] {
		if f.chooser.has(i) {
			f.offered[n] = o
			n++
		}
	}
	f.offers = n
}

// choose makes the states of the best offers the next level, and turns the next cards of
// the stock for each.
func (f *beam) choose() {
	f.next.n = 0
	f.cut(f.width)
	loaded := -1
	for _, o := range f.offered[:f.offers] {
		if f.budget > 0 && f.kept == f.budget {
			f.because = solver.States
			return
		}
		f.kept++
		if loaded != int(o.parent) {
			loaded = int(o.parent)
			f.loadUnscanned(&f.level, loaded)
		}
		place := f.note(f.place(loaded), o.m)
		if f.stop() {
			return
		}
		f.make(o.m)
		f.settle()
		f.store(f.next.words, f.next.n, place)
		f.next.n++
		f.best = min(f.best, o.score)
		if f.state.c.turners != nil {
			f.scorer.begin(f.state)
			f.turnOn(place)
		}
		f.back(0)
	}
}

// offerToPool adds the present state, which step m led to, to the pool.
func (f *beam) offerToPool(m step, parent uint32, score int32) {
	if score >= f.tooBad.pooled {
		f.discarded = true
		return
	}
	if f.pool.n == len(f.pooled) {
		f.cutPool()
		if score >= f.tooBad.pooled {
			return
		}
	}
	f.store(f.pool.words, f.pool.n, parent)
	f.pooled[f.pool.n] = offer{m: m, kind: kindOf(f.state), score: score, parent: parent, island: f.island}
	f.pool.n++
}

// cutPool drops all of the pool but the best width states.
func (f *beam) cutPool() {
	if f.pool.n <= f.width {
		return
	}
	f.discarded = true
	f.tooBad.pooled = f.chooser.choose(f.pooled[:f.pool.n], f.width)
	n := 0
	for i, o := range f.pooled[:f.pool.n] {
		if !f.chooser.has(i) {
			continue
		}
		copy(f.pool.words[n*f.size:(n+1)*f.size], f.pool.words[i*f.size:])
		f.pooled[n] = o
		n++
	}
	f.pool.n = n
}
