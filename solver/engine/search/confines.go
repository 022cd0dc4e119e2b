package search

import "math/bits"

// confines asks whether the columns could ever hold what has to leave its place, whatever the order:
// a bound by Lagrangian relaxation (docs/engines/holdings.md). What was possible once stays possible
// in it. So it grows sets: cards at hand, those that could be up, and how far each column and the
// waste could be dug out.
type confines struct {
	// Lifetime: one holding.
	c            *compiled
	deck         uint64
	columns      [][]code // dealt cards
	waste, stock []code
	talon        []code // scratch: both
	spaces       int
	upNow        pair // cards that are up
	hand         pair // these, and cards at hand
	up           pair // cards that could go up
	must         pair // loose cards, which must lie in columns if they are not up
	held         pair // the same with the cards of the waste that were dug out, and those that were turned
	hosts        pair // cards that could carry others, but for those of columns
	ends         pair // the same with the ends of columns
	reach        [maxOutlined]uint8

	// Lifetime: one search among holdings. For each column, and last for the waste: multipliers from
	// 0 to 1, which of them are not 0, and the bound when digging further failed last, with what has
	// come to help since.
	lambda  [maxOutlined + 1][codes]float32
	support [maxOutlined + 1]uint64
	bound   [maxOutlined + 1]float32
}

const (
	confineStates = 8    // what it takes to ask, in states of a search
	confineMost   = 16   // times that a holding asks, at most
	confineSteps  = 6    // of a subgradient
	confineLeast  = 1e-3 // a bound below this, negative, is no rounding error
)

// lost reports whether a holding is shown to be lost if so many cards of the talon are turned before
// another one is played.
func (b *confines) lost(e *holdings, t *holding, turned int) bool {
	b.begin(e, t, turned)
	waste := len(b.columns)
	dug := 0
	for turns := 0; ; turns++ {
		if turns > 0 {
			x := b.stock[turns-1]
			b.held.add(x)
			b.carries(x)
			b.comes(x)
		}
		for again := true; again; {
			again = false
			if b.allUp() {
				return false
			}

			// Step 1. Dig out the waste. All cards that lay above the next one, and all that were turned,
			// must have left it.
			for dug < len(b.waste) {
				x := b.waste[len(b.waste)-1-dug]
				held := b.held.with(x)
				if held.homeless(b.up, b.ends) > b.spaces && !b.fits(waste, held) {
					break
				}
				b.held, again = held, true
				b.carries(x)
				if dug++; dug < len(b.waste) {
					b.comes(b.waste[len(b.waste)-1-dug])
				}
			}

			// Step 2. Dig out each column.
			for i, column := range b.columns {
				for int(b.reach[i]) < len(column) {
					b.reach[i]++
					if !b.easily(i) && !b.fits(i, b.must) {
						b.reach[i]--
						break
					}
					again = true
					clear(b.bound[:]) // of others: this one may be dug out further
					if rest := len(column) - int(b.reach[i]); rest > 0 {
						b.comes(column[rest-1])
					}
				}
			}
		}
		if turns == len(b.stock) {
			return true
		}
	}
}

// forget sets all multipliers to 0, so that what is found does not depend on earlier searches.
func (b *confines) forget() {
	b.lambda, b.support = [maxOutlined + 1][codes]float32{}, [maxOutlined + 1]uint64{}
}

// begin sets what lies where.
func (b *confines) begin(e *holdings, t *holding, turned int) {
	b.c, b.deck, b.spaces = e.c, e.deck, int(t.spaces)
	b.must, b.held, b.hosts, b.ends, b.up = t.loose, t.loose, t.hosts, t.hosts, pair{}
	b.upNow, b.hand = t.up, t.up.plus(t.hosts)
	clear(b.bound[:])
	b.columns = b.columns[:0]
	for i := range e.columns {
		dealt := e.dealt(t, i)
		b.columns, b.reach[i] = append(b.columns, dealt), 0
		if len(dealt) > 0 {
			b.hosts.remove(dealt[len(dealt)-1])
		}
	}
	b.talon = b.talon[:0]
	waste := 0
	for n, x := range e.talon {
		if t.left[n>>6]>>(n&63)&1 == 0 {
			continue
		}
		b.talon = append(b.talon, x)
		if n < turned {
			waste++
		}
	}
	b.waste, b.stock = b.talon[:waste], b.talon[waste:]
	if waste > 0 {
		b.hand.add(b.waste[waste-1])
	}
	for suit := range code(4) {
		b.rise(suit)
	}
}

// comes notes that a card has come to hand.
func (b *confines) comes(x code) {
	b.hand.add(x)
	b.rise(x & 3)
}

// rise finds which cards of a suit could be up: those at hand, if the ones below could.
func (b *confines) rise(suit code) {
	below := 2
	for rank := uint8(1); rank <= uint8(b.c.rules.MaxRank); rank++ {
		x := rank<<2 | suit
		below = min(below, b.hand.count(x))
		for b.upNow.count(x)+b.up.count(x) < below {
			b.up.add(x)
			for i := range b.bound {
				b.bound[i] += b.lambda[i][x]
			}
		}
	}
}

// allUp reports whether all cards could be up.
func (b *confines) allUp() bool {
	kings := b.deck & (aces << (4 * (b.c.rules.MaxRank - 1)))
	return kings&^b.upNow.plus(b.up).two == 0
}

// carries notes that another card could carry one.
func (b *confines) carries(x code) {
	b.hosts.add(x)
	b.ends.add(x)
	for i := range b.bound {
		b.bound[i] += b.lambda[i][x-4]
	}
}

// easily reports whether column i could be dug out as far as it is reached, with no other column dug
// out. Its last card has just been moved: nothing lies on it, nor on the one that it uncovers.
func (b *confines) easily(i int) bool {
	must, hosts := b.must, b.ends
	column := b.columns[i]
	dug := column[len(column)-int(b.reach[i]):]
	for k, x := range dug {
		must.add(x)
		if k > 0 && k < len(dug)-1 {
			hosts.add(x)
		}
	}
	if len(dug) == 1 {
		hosts.remove(dug[0])
	}
	return must.homeless(b.up, hosts) <= b.spaces
}

// short returns how many cards of a code need a space, with those that lie in columns left out.
func (b *confines) short(x code, must, hosts *pair) int8 {
	return int8(must.count(x) - b.up.count(x) - hosts.count(x+4))
}

// best returns the depth to which column i is best dug out, and what that brings. If the whole of what
// is reached has to be dug, its last card has just been moved: nothing lies on it, nor on the one that
// it uncovers, nor in the space.
func (b *confines) best(i int, whole bool, lambda *[codes]float32) (gain float32, depth int) {
	column := b.columns[i]
	reach, value := int(b.reach[i]), float32(0)
	if whole {
		for d := range reach {
			x := column[len(column)-1-d]
			value -= lambda[x]
			if d+1 < reach {
				value += lambda[x-4]
			}
		}
		return value, reach
	}
	gain = -1e9
	for d := 0; ; d++ {
		here := value + 1 // a space
		if rest := len(column) - d; rest > 0 {
			here = value + lambda[column[rest-1]-4]
		}
		if here > gain {
			gain, depth = here, d
		}
		if d == reach {
			return gain, depth
		}
		x := column[len(column)-1-d]
		value += lambda[x-4] - lambda[x]
	}
}

// fits reports whether the bound leaves it open that column i is dug out as far as it is reached, or,
// if i is not one, the waste. must are the cards that have to be held, but for those of columns.
func (b *confines) fits(i int, must pair) bool {
	if b.bound[i] < -confineLeast {
		return false
	}
	lambda := &b.lambda[i]
	last := code(b.c.rules.MaxRank)<<2 + 3
	for range confineSteps {
		// Step 1. The bound: what each column brings at best, one by one.
		bound := float32(b.spaces)
		for set := b.support[i]; set != 0; set &= set - 1 {
			x := code(bits.TrailingZeros64(set))
			bound -= float32(lambda[x] * float32(b.short(x, &must, &b.hosts))) // rounded: the same on every processor
		}
		var depth [maxOutlined]int
		for j := range b.columns {
			if len(b.columns[j]) > 0 {
				var gain float32
				gain, depth[j] = b.best(j, j == i, lambda)
				bound += gain
			}
		}
		if bound < -confineLeast {
			b.bound[i] = bound
			return false
		}

		// Step 2. What is short of room with these depths.
		var short [codes]int8
		for x := code(4); x <= last; x++ {
			short[x] = b.short(x, &must, &b.hosts)
		}
		room := b.spaces
		for j, column := range b.columns {
			rest := len(column) - depth[j]
			for k := len(column) - 1; k >= rest; k-- {
				short[column[k]]++
				if j != i || k > rest {
					short[column[k]-4]--
				}
			}
			switch {
			case j == i || len(column) == 0:
			case rest == 0:
				room++
			default:
				short[column[rest-1]-4]--
			}
		}
		norm := float32(0)
		for x := code(4); x <= last; x++ {
			room -= int(max(0, short[x]))
			if short[x] > 0 && lambda[x] < 1 || short[x] < 0 && lambda[x] > 0 {
				norm += float32(short[x] * short[x])
			}
		}
		if room >= 0 || norm == 0 {
			break // it may fit
		}

		// Step 3. A step of the subgradient.
		length := 0.5 * (bound + 0.5) / norm
		b.support[i] = 0
		for x := code(4); x <= last; x++ {
			lambda[x] = min(1, max(0, lambda[x]+float32(length*float32(short[x]))))
			if lambda[x] > 0 {
				b.support[i] |= 1 << x
			}
		}
	}
	b.bound[i] = 0
	return true
}
