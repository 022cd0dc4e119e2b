package odds

import (
	"math/big"
	"math/bits"
)

// A card is held down by those under it in its column if among them are both cards that it
// could be laid on and a lower one of its suit, which has to go up first (Donkersteeg 2010,
// section 3.1.2.1). That can't happen to aces, nor to kings, which may fill a space.

// HeldBy is how often a card with so many others under it in its column is held down by those.
func (l Layout) HeldBy(under int) Share {
	count := new(big.Int)
	for rank := 2; rank < l.Ranks; rank++ {
		// Beside the two that could carry it some of the rest, not all of them without a
		// lower card of the suit.
		rest := l.pack() - 3
		ways := choose(rest, under-2)
		count.Add(count, ways.Sub(ways, choose(rest-(rank-1), under-2)))
	}
	return Share{times(count, big.NewInt(suits)), times(big.NewInt(int64(l.pack())), choose(l.pack()-1, under))}
}

// Formula is Donkersteeg's formula for how often a deal has such a card on top (2010, section
// 3.1.3), not rounded in between: that of the last column of Klondike, which has six cards
// under its top card.
func Formula() float64 {
	sum := 0.
	for x := 2.; x <= 12; x++ {
		sum += 1 - (50-x)/49*(49-x)/48*(48-x)/47*(47-x)/46
	}
	return 4. / 52 / 85 * sum
}

// HeldCards is how many cards of a deal are held down by those under them, on average, be
// they on top of their columns or not. The share of deals that have any is less, since some
// have two.
func (l Layout) HeldCards() float64 {
	mean := 0.
	for size := 1; size <= l.Columns; size++ {
		for under := range size {
			mean += l.HeldBy(under).Float()
		}
	}
	return mean
}

// HeldTops is in how many deals a column has its top card held down by those under it: a sum
// over the columns for which it may be so, less what was counted twice, and so on.
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
// down: for each choice of top cards the two that could carry each of them are given too, and
// must be others; of the rest of a column one at least is a lower card of its top card's suit.
//
// That a column has such a card is counted by choosing one of them and then anything else, less
// the same with two of them, and so on. So for several columns it is a sum over how many are
// chosen for each, from one up.
type tops struct {
	ranks   int
	sizes   []int // of the columns
	choices []choice
	ways    int64 // counted so far; all there are have room in it
}

// choice is how many lower cards are chosen for each column, and in how many ways the columns
// are filled then with what is left of the pack; less than none if that is taken away.
type choice struct {
	lower [4]int
	ways  int64
}

func newTops(ranks int, sizes []int) *tops {
	t := &tops{ranks: ranks, sizes: sizes}
	t.fill(choice{ways: 1}, 0)
	return t
}

// fill lists the choices that begin with one for the columns before i.
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
		c.ways *= few(left, size-3-c.lower[k])
		left -= size - 3 - c.lower[k]
	}
	t.choices = append(t.choices, c)
}

// share is how often the columns are dealt so.
func (t *tops) share() *big.Rat {
	// The four suits are alike, so the first top card is taken to be of the first.
	for rank := 2; rank < t.ranks; rank++ {
		t.choose(nil, topCard{rank, 0}, 0)
	}
	all := big.NewInt(1)
	left := suits * t.ranks
	for _, size := range t.sizes {
		all.Mul(all, times(big.NewInt(int64(left)), choose(left-1, size-1)))
		left -= size
	}
	return new(big.Rat).SetFrac(times(big.NewInt(suits), big.NewInt(t.ways)), all)
}

// topCard is a card on top of a column. Suits of one colour differ by two.
type topCard struct{ rank, suit int }

func (c topCard) bit() uint64 { return 1 << (suits*c.rank + c.suit) }

// carriers are the cards on which it could be laid.
func (c topCard) carriers() uint64 {
	other := suits*(c.rank+1) + 1 - c.suit&1
	return 1<<other | 1<<(other+2)
}

// below are the lower cards of its suit.
func (c topCard) below() uint64 {
	const first = 0x1111111111111110 // the suit numbered 0
	return first << c.suit & (1<<(suits*c.rank) - 1)
}

// choose adds a top card and goes on with the next column; once all have one it counts. Used
// are the top cards and those that could carry them.
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
			// What is below a card of the suit that lies lower is below this one too.
			left := lower[i]
			for j, o := range chosen {
				if o.suit == c.suit && o.rank < c.rank {
					left -= choice.lower[j]
				}
			}
			ways *= few(left, choice.lower[i])
		}
		t.ways += ways
	}
}

// few is in how many ways k of n things can be chosen, k being small.
func few(n, k int) int64 {
	if n < k {
		return 0
	}
	ways := int64(1)
	for i := range k {
		ways = ways * int64(n-i) / int64(i+1)
	}
	return ways
}
