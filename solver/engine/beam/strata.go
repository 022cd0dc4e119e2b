package beam

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// beam is one search from the root, with one width and one set of weights.
//
// A turn of the stock makes a state look worse, so states compete only with states that took as many
// turns: a stratum. Within a stratum the search goes level by level, one step each. Each kept
// state, with the next card turned, goes into the pool. The best states of the pool begin the next
// stratum.
type beam struct {
	// Lifetime: one search.
	*Engine
	clock  *solver.Clock
	budget int64

	// Lifetime: this beam.
	scorer    scorer
	width     int
	takesBack bool
	size      int // words of a kept state
	log       []logged
	used      int   // entries of the log
	kept      int64 // states kept, in all beams
	discarded bool  // a state was left out
	won       bool  // the present state is won, and path leads to it
	because   solver.Reason
	looks     int
	strata    int           // begun
	keys      []memory.Word // of the states that the listed steps lead to
	peeked    []peeked      // of the listed steps, in games like Spider
	returns   []state.Step  // for takeBack
	laid      []state.Step  // for layOn
	read      uint64
	chooser   chooser

	// Lifetime: one stratum.
	seen   []uint64 // memory of known
	known  *memory.Set[memory.Word]
	pool   kept // states whose next cards pooled turns
	pooled []offer
	arrive []memory.Word // the keys of the states of the pool, with these cards turned
	best   int32         // the best score of the stratum

	// Lifetime: one level.
	level, next kept
	offered     []offer // to the next level
	chosen      []offer // those of which the next level is made
	offers      int
	tooBad      struct{ offered, pooled int32 } // offers with at least these scores are not kept
}

// kept is an array of n states. Each has a word with its place in the log and its island, and then
// the packed state.
type kept struct {
	words []uint64
	n     int
}

// logged is how a state was reached.
type logged struct {
	m      state.Step
	parent uint32
	_      uint32
}

const (
	// slack is the number of offers collected for each one kept.
	slack = 4
	// seenFor is the number of states of a stratum that are remembered for each unit of the width.
	seenFor = 256
	// patience is the number of full levels that may bring no better score before the
	// search goes on to the next stratum, spiderPatience the same in games like Spider, and
	// lastPatience in the last stratum.
	patience, spiderPatience, lastPatience = 4, 10, 30
	// Every islandStrata strata, each state that begins the stratum gets an island of its own. The
	// states that it leads to belong to this island until the islands are made again. A level
	// prefers at most perIsland states of an island. docs/inside/beams.md says why.
	islandStrata, perIsland = 8, 4
)

// firstWord returns the first word of a kept state.
func firstWord(place, island uint32) uint64 { return uint64(island)<<32 | uint64(place) }

// store keeps the present state at a place of words.
func (e *Engine) store(words []uint64, at int, place uint32) {
	size := e.words()
	words = words[at*size : (at+1)*size]
	words[0] = firstWord(place, e.island)
	e.Pack(e.State, memory.View[byte](words[1:]))
}

// perWidth returns the words of memory that a beam needs for each unit of its width,
// beside the log and what needs kindWords.
func (e *Engine) perWidth() int {
	return 4*e.words() + (slack+3)*int(unsafe.Sizeof(offer{}))/8 + 2*slack + 4
}

// kindWords returns the words of the set of kinds.
func kindWords(width int) int { return 1 << max(9, bits.Len(uint(4*width))) }

// widest returns the width of the widest beam that fits the memory, with a log.
func (e *Engine) widest(words, stack []uint64) int {
	width := max(1, min(len(stack)/4/e.perWidth(), len(words)/64))
	for width > 1 && width*e.perWidth()+kindWords(width) > len(stack)/2 {
		width /= 2
	}
	return width
}

// newBeam divides memory into a beam's parts. The rest is the log.
func newBeam(clock *solver.Clock, e *Engine, r rung, base weights, words, stack []uint64) *beam {
	f := &beam{Engine: e, clock: clock, width: r.width, takesBack: r.takesBack, size: e.words()}
	f.scorer = newScorer(base, &e.scored)
	if r.seed != 0 {
		f.scorer.vary(r.seed)
	}
	cut := func(n int) []uint64 {
		part := stack[:n:n]
		stack = stack[n:]
		return part
	}
	f.level.words = cut(f.width * f.size)
	f.next.words = cut(f.width * f.size)
	f.pool.words = cut(2 * f.width * f.size)
	perOffer := int(unsafe.Sizeof(offer{})) / 8
	f.pooled = memory.View[offer](cut(2 * f.width * perOffer))
	f.arrive = memory.View[memory.Word](cut(2 * f.width))
	f.offered = memory.View[offer](cut(slack * f.width * perOffer))
	f.chosen = memory.View[offer](cut(f.width * perOffer))
	f.chooser.sorted, f.chooser.other = cut(slack*f.width), cut(slack*f.width)
	f.chooser.chosen = cut((slack*f.width + 63) / 64)
	f.chooser.memory = cut(kindWords(f.width))
	f.chooser.islands = memory.View[int32](cut((f.width + 1) / 2))
	clear(f.chooser.memory)
	f.log = memory.View[logged](stack)
	f.log = f.log[:min(len(f.log), math.MaxUint32)]
	n := 1 << 9
	for n < seenFor*f.width && 2*n <= len(words) {
		n *= 2
	}
	f.seen = words[:n]
	return f
}

// ended reports whether a state is won or the search must stop.
func (f *beam) ended() bool { return f.won || f.because != solver.NoReason }

// stop asks the clock now and then and reports whether the search must stop.
func (f *beam) stop() bool {
	if f.looks++; f.looks%16 == 0 && f.because == solver.NoReason {
		f.because = f.clock.StopReason()
	}
	return f.ended()
}

// search runs until a state is won or none is left.
func (f *beam) search() {
	defer f.forget()
	f.used = 1 // entry 0 is the root
	copy(f.pool.words, f.root)
	f.Unpack(f.State, memory.View[byte](f.root[1:]))
	f.State.Scan()
	f.pool.n, f.pooled[0], f.arrive[0] = 1, offer{score: f.scorer.begin(f.State), kind: kindOf(f.State)}, word(f.State.Key)
	for first := true; f.pool.n > 0 && !f.ended(); first = false {
		f.start(first)
		for stale := 0; f.offers > 0 && !f.ended(); {
			best := f.best
			f.cut(f.width)
			for _, o := range f.offered[:f.offers] {
				f.best = min(f.best, o.score)
			}
			if stale += f.offers; f.best < best {
				stale = 0
			}
			f.advance(!f.over(stale))
			if f.over(stale) {
				f.discarded = true
				break
			}
		}
	}
}

// over reports whether the stratum ends. It ends after a number of levels without a better score.
func (f *beam) over(stale int) bool {
	patience := patience
	if f.State.C.LikeSpider {
		patience = spiderPatience
	}
	return stale >= lastPatience*f.width || stale >= patience*f.width && f.pool.n > 0
}

// start makes the best of the pool the first level of a stratum.
func (f *beam) start(first bool) {
	f.forget()
	f.cutPool()
	f.best, f.tooBad.pooled = math.MaxInt32, math.MaxInt32
	n := f.pool.n
	copy(f.next.words, f.pool.words[:n*f.size])
	settled := f.techniques.Islands && !first && f.strata%islandStrata == 0
	f.chooser.apart = f.chooser.apart || settled
	f.strata++
	turned := f.chosen[:copy(f.chosen, f.pooled[:n])]
	for _, k := range f.arrive[:n] {
		f.known.Add(k)
	}
	f.pool.n, f.offers, f.tooBad.offered = 0, 0, math.MaxInt32
	f.level, f.next = f.next, f.level
	f.level.n = n
	for at := range turned {
		o := &turned[at]
		f.load(&f.level, at)
		place := f.place(at)
		if settled {
			f.island = uint32(at)
		}
		if !first {
			if place = f.note(place, o.m); f.because != solver.NoReason {
				return
			}
			f.reach(o)
		}
		if f.State.Won() {
			f.win(place)
			return
		}
		f.store(f.level.words, at, place)
		f.best = min(f.best, o.score)
		f.scorer.resume(f.State, o.score, o.kind)
		f.expand(place, uint32(at))
		if f.stop() {
			return
		}
		f.turnOn(&f.level, at)
		f.BackTo(0)
	}
}

// forget empties the set of the states of a stratum.
func (f *beam) forget() {
	if f.known != nil {
		clear(f.seen[:f.known.Touched()])
	}
	f.known = memory.NewSet[memory.Word](f.seen)
}

// word returns the part of a key by which the states of a stratum are told apart; never
// zero, which stands for no key.
func word(k memory.Key) memory.Word { return memory.Word{(k.Lo ^ k.Hi>>32) | 1} }

// place returns the place in the log of a state of the level.
func (f *beam) place(at int) uint32 { return uint32(f.level.words[at*f.size]) }

// load makes a kept state the present one. It is not scanned.
func (f *beam) load(from *kept, at int) {
	f.Unpack(f.State, memory.View[byte](from.words[at*f.size+1:(at+1)*f.size]))
	f.island = uint32(from.words[at*f.size] >> 32)
	f.Path = f.Path[:0]
}

// note appends a step to the log and returns its place. If the log is full the search ends.
func (f *beam) note(parent uint32, m state.Step) uint32 {
	if f.used == len(f.log) {
		f.because = solver.Memory
		return 0
	}
	f.log[f.used] = logged{m: m, parent: parent}
	f.used++
	return uint32(f.used - 1)
}

// win ends the search: it replays the steps that led to a place of the log.
func (f *beam) win(place uint32) {
	var steps []state.Step
	for ; place > 0; place = f.log[place].parent {
		steps = append(steps, f.log[place].m)
	}
	f.Unpack(f.State, memory.View[byte](f.root[1:]))
	f.Path = append(f.Path[:0], f.opening...)
	for _, m := range slices.Backward(steps) {
		f.Path = slices.Grow(f.Path, settling)
		last := m.Flags&state.Unsettled == 0
		m.Flags &^= state.Unsettled
		if f.Make(m); last {
			f.Settle()
		}
	}
	f.won = true
}

// noteAll appends the steps of an offer to the log and returns the place of the last one.
func (f *beam) noteAll(parent uint32, o *offer) uint32 {
	o.taken.each(o.m.J, func(m state.Step) {
		m.Flags |= state.Unsettled
		parent = f.note(parent, m)
	})
	return f.note(parent, o.m)
}

// reach makes the steps of an offer, and those that they force.
func (f *beam) reach(o *offer) {
	o.taken.each(o.m.J, func(m state.Step) { f.Make(m) })
	f.Make(o.m)
	if o.quiet {
		f.State.Scan()
	} else {
		f.Settle()
	}
}

// advance makes the states of the chosen offers the next level. For each state it turns the next
// cards of the stock and, if expand is set, collects offers for the level after that. So each state
// is made only once.
func (f *beam) advance(expand bool) {
	chosen := f.chosen[:copy(f.chosen, f.offered[:f.offers])]
	f.next.n, f.offers, f.tooBad.offered = 0, 0, math.MaxInt32
	loaded := -1
	for i := range chosen {
		if f.budget > 0 && f.kept == f.budget {
			f.because = solver.States
			return
		}
		f.kept++
		o := &chosen[i]
		if loaded != int(o.parent) {
			loaded = int(o.parent)
			f.load(&f.level, loaded)
		}
		place := f.noteAll(f.place(loaded), o)
		if f.stop() {
			return
		}
		f.reach(o)
		at := f.next.n
		f.store(f.next.words, at, place)
		f.next.n++
		f.scorer.resume(f.State, o.score, o.kind)
		if expand {
			if f.expand(place, uint32(at)); f.ended() {
				return
			}
		}
		f.turnOn(&f.next, at)
		f.BackTo(0)
	}
	f.level, f.next = f.next, f.level
}

// expand offers what the steps out of the present state lead to. It is kept at a place of its
// level, and of the log.
func (f *beam) expand(place, at uint32) {
	if f.ended() {
		return
	}
	f.Listed = f.State.Generate(f.Listed[:0])
	if f.State.C.LikeSpider {
		f.dropBad()
	}
	f.touch()
	for i := range f.Listed {
		if f.try(i, place, at); f.ended() {
			return
		}
	}
	if f.takesBack && !f.State.MustChoose() {
		f.takeBack(place, at)
	}
}

// touch computes the keys of the states that the listed steps lead to, and reads the memory of
// known for all of them before any result is needed, so that the processor waits once.
func (f *beam) touch() {
	f.keys = f.keys[:0]
	read := uint64(0)
	for i := range f.Listed {
		k := word(f.State.KeyAfter(&f.Listed[i]))
		f.keys = append(f.keys, k)
		read |= f.known.Touch(k)
	}
	f.read = read // keeps the reads from being optimized away
}

// try offers the state that the i-th listed step leads to, if it is new and good enough.
func (f *beam) try(i int, place, parent uint32) {
	m := f.Listed[i]
	if !f.known.Add(f.keys[i]) {
		return
	}
	if f.State.Quiet(&m) {
		var p peeked
		if f.State.C.LikeSpider {
			p = f.peeked[i]
		} else {
			p.score, p.kind = f.scorer.peek(f.State, &m)
		}
		f.offer(offer{m: m, kind: p.kind, score: p.score, parent: parent, island: f.island, quiet: true})
		return
	}
	here, space := len(f.Path), f.State.Space
	f.Make(m)
	f.Settle()
	if len(f.Path) == here+1 || f.known.Add(word(f.State.Key)) {
		if f.State.Won() {
			if place := f.note(place, m); f.because == solver.NoReason {
				f.win(place)
			}
			return
		}
		score := f.scorer.afresh(f.State)
		f.offer(offer{m: m, kind: kindOf(f.State), score: score, parent: parent, island: f.island})
	}
	f.BackTo(here)
	f.State.Space = space // for quiet
}

// turnOn adds to the pool what the present state, which is kept, becomes when the next cards of the
// stock are turned. The scorer has begun with it. What Scan found is lost, except Space.
func (f *beam) turnOn(in *kept, at int) {
	if f.State.C.Turners == nil || f.State.MustChoose() {
		return
	}
	f.Listed = f.State.Turns(f.Listed[:0])
	for _, m := range f.Listed {
		o := offer{m: m, parent: uint32(at), island: f.island}
		if o.quiet = f.State.Quiet(&m); o.quiet {
			o.score, o.kind = f.scorer.peek(f.State, &m)
			if n := f.offerToPool(&o, in); n >= 0 {
				f.arrive[n] = word(f.State.KeyAfter(&m))
			}
			continue
		}
		here, space := len(f.Path), f.State.Space
		f.Make(m)
		f.Settle()
		o.score, o.kind = f.scorer.afresh(f.State), kindOf(f.State)
		if n := f.offerToPool(&o, in); n >= 0 {
			f.arrive[n] = word(f.State.Key)
		}
		f.BackTo(here)
		f.State.Space = space
	}
}
