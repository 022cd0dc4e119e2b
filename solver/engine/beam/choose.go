package beam

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// offer is a step that may lead to a state of the next level or, from the stock, of the next
// stratum.
type offer struct {
	m      state.Step
	kind   uint64 // states of one kind are alike: see kindOf
	score  int32
	parent uint32 // its place in its level
	island uint32 // its ancestor at the beginning of some stratum: see islandStrata
	taken  backs  // taken back before m, onto its column
	quiet  bool   // the step forces no other
}

// Offers are sorted by buckets. A bucket has the offers with one score and the same two bits of the
// kind, which break ties at random. A bucket's number has two digits, and the offers are sorted by
// one digit after the other.
const (
	ties      = 4
	digitBits = 8
	digit     = 1 << digitBits
	buckets   = digit * digit
)

// kindOf returns a hash of the cards that are left in the talon and in a stacked reserve, and of how
// many are face down. Most of the states with the best scores differ in the order of some cards in the
// columns, and share what was played from the waste. So a level prefers states of different kinds.
//
// Without a stock, states are of a kind if their columns are alike up to the heads of their
// last groups. In games like Spider, it is the heads of the last cards in sequence, of whatever suits.
func kindOf(s *state.State) uint64 {
	kind := uint64(0)
	if s.C.Stockless || s.C.LikeSpider {
		for i, n := range s.Length {
			kind += lastHead(s, i, int(n))
		}
		return kind
	}
	if s.C.Rules.Reserve.Stacked {
		kind = state.InPlace[s.Piled].Lo
	}
	for _, down := range s.Down {
		kind += uint64(down) * perDownKind
	}
	return kind + s.Talon.Kind
}

// perDownKind tells kinds apart by the number of cards that are face down.
const perDownKind = 0x9e37_79b9_7f4a_7c15

// lastHead returns a hash of column i, of n cards, up to the head of its last group or sequence.
func lastHead(s *state.State, i, n int) uint64 {
	if n == 0 {
		return 0
	}
	at := i * s.Stride
	head := int(s.Run[at+n-1])
	if s.C.LikeSpider {
		for down := int(s.Down[i]); head > down && s.Cards[at+head-1]>>2 == s.Cards[at+head]>>2+1; {
			head = int(s.Run[at+head-1])
		}
	}
	return s.Prefix[at+head].Lo
}

// chooser finds the best of a list of offers.
type chooser struct {
	sorted  []uint64 // the offers by their buckets: the bucket and, in the lower half, the place
	other   []uint64 // for sort
	chosen  []uint64 // a bit for each offer
	memory  []uint64 // of kinds
	islands []int32  // how many of each island were chosen
	apart   bool     // islands have their share
	kinds   *memory.Set[memory.Word]
}

// choose chooses keep offers and sets their bits. It takes the best offer of each kind, until the
// quota of the offer's island is full. If these offers are too few, it takes the best of each kind
// of full islands, and then the best of all others. Another offer with at least the returned score
// would not be chosen.
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
	for _, key := range c.sorted[:len(offers)] {
		i := uint32(key)
		if n == keep {
			if full {
				return math.MaxInt32 // an offer from another island might be chosen
			}
			return tooBad
		}
		of := &c.islands[offers[i].island]
		if *of == quota {
			full = true
		} else if c.kinds.Add(memory.Mix(offers[i].kind >> 1)) {
			c.chosen[i>>6] |= 1 << (i & 63)
			tooBad = offers[i].score + 1
			*of++
			n++
		}
	}
	for _, key := range c.sorted[:len(offers)] {
		i := uint32(key)
		if !full || n == keep {
			break
		}
		if !c.has(int(i)) && c.kinds.Add(memory.Mix(offers[i].kind>>1)) {
			c.chosen[i>>6] |= 1 << (i & 63)
			n++
		}
	}
	for _, key := range c.sorted[:len(offers)] {
		i := uint32(key)
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
	c.kinds = memory.NewSet[memory.Word](c.memory)
}

// sort sets sorted.
func (c *chooser) sort(offers []offer) {
	if len(offers) == 0 {
		return
	}
	low := int32(math.MaxInt32)
	for i := range offers {
		low = min(low, offers[i].score)
	}
	var counts [2][digit]uint32 // of each value of the lower and the upper digit
	from, to := c.sorted[:len(offers)], c.other[:len(offers)]
	for i := range offers {
		o := &offers[i]
		bucket := min(uint64(o.score-low)*ties+o.kind>>62, buckets-1)
		counts[0][bucket%digit]++
		counts[1][bucket/digit]++
		from[i] = bucket<<32 | uint64(i)
	}
	for k, shift := range [...]int{32, 32 + digitBits} {
		if counts[k][from[0]>>shift%digit] == uint32(len(offers)) {
			continue // all offers have the same digit
		}
		before := uint32(0)
		for value, n := range &counts[k] {
			counts[k][value], before = before, before+n
		}
		for _, key := range from {
			at := &counts[k][key>>shift%digit]
			to[*at] = key
			*at++
		}
		from, to = to, from
	}
	c.sorted, c.other = from[:cap(from)], to[:cap(to)]
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

// cut drops all offers but the keep best.
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

// offerToPool adds a kept state, with the step that turns its next cards, to the pool. It returns
// the state's place there, −1 if the state is not good enough.
func (f *beam) offerToPool(o *offer, in *kept) int {
	if o.score >= f.tooBad.pooled {
		f.discarded = true
		return -1
	}
	if f.pool.n == len(f.pooled) {
		f.cutPool()
		if o.score >= f.tooBad.pooled {
			return -1
		}
	}
	n, at := f.pool.n, int(o.parent)
	copy(f.pool.words[n*f.size:(n+1)*f.size], in.words[at*f.size:])
	f.pooled[n] = *o
	f.pool.n++
	return n
}

// cutPool drops all states of the pool but the width best.
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
		f.pooled[n], f.arrive[n] = o, f.arrive[i]
		n++
	}
	f.pool.n = n
}
