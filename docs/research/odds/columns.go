package odds

import (
	"math/big"
	"math/bits"
)

// A card is held down if the cards under it in its column include both cards that it could be
// laid on, and a lower card of its suit, which has to go up first (Donkersteeg 2010, section
// 3.1.2.1). Aces can't be held down, and neither can kings, which may fill a space.

// HeldBy returns how often a card with the given number of cards under it in its column is held
// down.
func (l Layout) HeldBy(under int) Share {
	count := new(big.Int)
	for rank := 2; rank < l.Ranks; rank++ {
		// The two cards that could carry it, and others of the pack with at least one lower
		// card of the suit.
		rest := l.pack() - 3
		ways := choose(rest, under-2)
		count.Add(count, ways.Sub(ways, choose(rest-(rank-1), under-2)))
	}
	return Share{product(count, big.NewInt(suits)), product(big.NewInt(int64(l.pack())), choose(l.pack()-1, under))}
}

// HeldCards returns how many cards of a deal are held down on average, whether or not they
// are on top of their columns. The share of deals with such a card is smaller, since some
// deals have two.
func (l Layout) HeldCards() float64 {
	mean := 0.
	for size := 1; size <= l.Columns; size++ {
		for under := range size {
			mean += l.HeldBy(under).Float()
		}
	}
	return mean
}

// HeldTops returns in how many deals the top card of some column is held down. It is computed
// by inclusion and exclusion over the columns.
func (l Layout) HeldTops() Share {
	const least = 4 // cards of a column in which it can happen
	columns := max(0, l.Columns-least+1)
	sum := new(big.Rat)
	for set := 1; set < 1<<columns; set++ {
		var sizes []int
		for i := range columns {
			if set>>i&1 == 1 {
				sizes = append(sizes, least+i)
			}
		}
		held := newTops(l.Ranks, sizes).share()
		if len(sizes)%2 == 0 {
			held.Neg(held)
		}
		sum.Add(sum, held)
	}
	return Share{sum.Num(), sum.Denom()}
}

// tops counts in how many ways some columns can be dealt so that the top card of each is held
// down. Each top card fixes the two cards that could carry it, which must be different for all
// columns. Of the rest of a column at least one must be a lower card of the top card's suit.
//
// "At least one" is counted by inclusion and exclusion: the ways to choose one lower card and
// any others, minus the ways to choose two and any others, and so on. For several columns it
// is a sum over the numbers of lower cards that are chosen for each, from one up.
type tops struct {
	ranks   int
	sizes   []int // of the columns
	choices []choice
	ways    int64 // counted so far; there are too few ways to overflow
}

// choice is a term of the inclusion and exclusion: the number of lower cards chosen for each
// column, and the number of ways to fill the columns with the rest of the pack. The ways are
// negative if the term is subtracted.
type choice struct {
	lower [4]int
	ways  int64
}

func newTops(ranks int, sizes []int) *tops {
	t := &tops{ranks: ranks, sizes: sizes}
	t.fill(choice{ways: 1}, 0)
	return t
}

// fill appends all choices that begin with c for the columns before i.
func (t *tops) fill(c choice, i int) {
	if i < len(t.sizes) {
		for n := 1; n <= t.sizes[i]-3; n++ {
			c.lower[i] = n
			t.fill(c, i+1)
			c.ways = -c.ways
		}
		return
	}
	left := suits*t.ranks - 3*len(t.sizes)
	for _, n := range c.lower {
		left -= n
	}
	for k, size := range t.sizes {
		c.ways *= binomial(left, size-3-c.lower[k])
		left -= size - 3 - c.lower[k]
	}
	t.choices = append(t.choices, c)
}

// share returns how often the columns are dealt so.
func (t *tops) share() *big.Rat {
	// The four suits are alike, so only first top cards of the first suit are counted.
	for rank := 2; rank < t.ranks; rank++ {
		t.choose(nil, topCard{rank, 0}, 0)
	}
	all := big.NewInt(1)
	left := suits * t.ranks
	for _, size := range t.sizes {
		all.Mul(all, product(big.NewInt(int64(left)), choose(left-1, size-1)))
		left -= size
	}
	return new(big.Rat).SetFrac(product(big.NewInt(suits), big.NewInt(t.ways)), all)
}

// topCard is the top card of a column. Suits of one colour differ by two.
type topCard struct{ rank, suit int }

func (c topCard) bit() uint64 { return 1 << (suits*c.rank + c.suit) }

// carriers returns the two cards that it could be laid on.
func (c topCard) carriers() uint64 {
	other := suits*(c.rank+1) + 1 - c.suit&1
	return 1<<other | 1<<(other+2)
}

// below returns the lower cards of its suit.
func (c topCard) below() uint64 {
	const first = 0x1111111111111110 // the suit numbered 0
	return first << c.suit & (1<<(suits*c.rank) - 1)
}

// choose adds a top card and continues with the next column. When all columns have one, it
// counts the ways. The set used has the top cards and the cards that could carry them.
func (t *tops) choose(chosen []topCard, c topCard, used uint64) {
	needs := c.bit() | c.carriers()
	if used&needs != 0 {
		return
	}
	used |= needs
	if chosen = append(chosen, c); len(chosen) == len(t.sizes) {
		t.add(chosen, used)
		return
	}
	for suit := range suits {
		for rank := 2; rank < t.ranks; rank++ {
			t.choose(chosen, topCard{rank, suit}, used)
		}
	}
}

// add counts the ways with these top cards.
func (t *tops) add(chosen []topCard, used uint64) {
	var lower [4]int
	for i, c := range chosen {
		lower[i] = bits.OnesCount64(c.below() &^ used)
	}
	for _, choice := range t.choices {
		ways := choice.ways
		for i, c := range chosen {
			// Lower cards chosen for a lower top card of the same suit are used up.
			left := lower[i]
			for j, o := range chosen {
				if o.suit == c.suit && o.rank < c.rank {
					left -= choice.lower[j]
				}
			}
			ways *= binomial(left, choice.lower[i])
		}
		t.ways += ways
	}
}

// binomial returns the number of ways to choose k of n things. The result must fit in 64 bits.
func binomial(n, k int) int64 {
	if n < k {
		return 0
	}
	ways := int64(1)
	for i := range k {
		ways = ways * int64(n-i) / int64(i+1)
	}
	return ways
}
