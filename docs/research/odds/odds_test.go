package odds

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// formula returns, by Donkersteeg's formula (2010, section 3.1.3), how often the top card of
// Klondike's last column is held down by the six cards under it. It does not round in between.
func formula() float64 {
	sum := 0.
	for x := 2.; x <= 12; x++ {
		sum += 1 - (50-x)/49*(49-x)/48*(48-x)/47*(47-x)/46
	}
	return 4. / 52 / 85 * sum
}

// TestPublished compares with the numbers that Donkersteeg (2010) prints.
func TestPublished(t *testing.T) {
	s := Klondike(3).Unplayable()
	if s.Count.String() != "72099595172416" || s.Of.String() != "28837689349669200" {
		t.Errorf("unplayable: %v of %v", s.Count, s.Of)
	}
	for _, c := range []struct {
		what     string
		percent  float64
		decimals int
		printed  string
	}{
		{"unplayable", 100 * s.Float(), 5, "0.25002"},
		{"no ace", 100 * Klondike(3).NoAce().Float(), 1, "24.4"},
		{"the last column's top card held down", 100 * Klondike(3).HeldBy(6).Float(), 2, "0.40"},
		{"the same, by its formula", 100 * formula(), 2, "0.40"},
	} {
		if got := fmt.Sprintf("%.*f", c.decimals, c.percent); got != c.printed {
			t.Errorf("%s: %s %%, printed %s %%", c.what, got, c.printed)
		}
	}
	if predicted, counted := formula(), Klondike(3).HeldBy(6).Float(); math.Abs(predicted-counted) > 1e-15 {
		t.Errorf("by the formula %v, counted %v", predicted, counted)
	}
}

// fits reports whether the first of two cards may be laid on the second. Cards are numbered
// suits*rank + suit, with ranks from 0.
func fits(upper, lower int) bool {
	return lower/suits == upper/suits+1 && (lower-upper)%2 != 0
}

// sets calls do with each set of size cards that are not used.
func sets(pack, size int, used uint64, do func(set uint64)) {
	var add func(from, size int, set uint64)
	add = func(from, size int, set uint64) {
		if size == 0 {
			do(set)
			return
		}
		for c := from; c < pack; c++ {
			if used>>c&1 == 0 {
				add(c+1, size-1, set|1<<c)
			}
		}
	}
	add(0, size, 0)
}

// TestTinyDecks compares the counts by visible cards with an enumeration of all their choices.
func TestTinyDecks(t *testing.T) {
	for _, l := range []Layout{
		{Ranks: 2, Columns: 2, Turn: 1},
		{Ranks: 3, Columns: 3, Turn: 2},
		{Ranks: 3, Columns: 2, Turn: 3},
		{Ranks: 4, Columns: 3, Turn: 3},
		{Ranks: 4, Columns: 3, Turn: 10},
		{Ranks: 4, Columns: 4, Turn: 1},
		{Ranks: 5, Columns: 3, Turn: 7},
	} {
		var all, unplayable, noAce, even, odd int64
		sets(l.pack(), l.Columns, 0, func(tops uint64) {
			sets(l.pack(), l.Reachable(), tops, func(stock uint64) {
				all++
				plays, aces, evens, odds := false, 0, 0, 0
				for seen := tops | stock; seen != 0; seen &= seen - 1 {
					c := bits.TrailingZeros64(seen)
					switch rank := c/suits + 1; {
					case rank == 1:
						aces++
					case rank%2 == 0:
						evens++
					default:
						odds++
					}
					for on := tops; on != 0; on &= on - 1 {
						plays = plays || fits(c, bits.TrailingZeros64(on))
					}
				}
				if aces == 0 {
					noAce++
					if !plays {
						unplayable++
					}
				}
				if evens == l.visible() {
					even++
				}
				if odds == l.visible() {
					odd++
				}
			})
		})
		for _, c := range []struct {
			what    string
			share   Share
			counted int64
		}{
			{"unplayable", l.Unplayable(), unplayable},
			{"no ace", l.NoAce(), noAce},
			{"even ranks", l.EvenRanks(), even},
			{"odd ranks", l.OddRanks(), odd},
		} {
			if got, want := c.share.Float(), float64(c.counted)/float64(all); math.Abs(got-want) > 1e-12 {
				t.Errorf("%+v: %s: %v, enumerated %d of %d, %v", l, c.what, c.share, c.counted, all, want)
			}
		}
		if s := l.Unplayable(); s.Of.Int64() != all || s.Count.Int64() != unplayable {
			t.Errorf("%+v: unplayable: %v, enumerated %d of %d", l, s, unplayable, all)
		}
	}
}

// held reports whether a card is held down by a set of others.
func held(c int, under uint64, pack int) bool {
	lower, carriers := false, 0
	for other := range pack {
		if under>>other&1 == 0 {
			continue
		}
		lower = lower || other%suits == c%suits && other < c
		if fits(c, other) {
			carriers++
		}
	}
	return lower && carriers == 2
}

// TestHeldTops compares with an enumeration of all ways to deal some columns of a tiny deck.
func TestHeldTops(t *testing.T) {
	for _, c := range []struct {
		ranks int
		sizes []int
	}{
		{3, []int{4}},
		{4, []int{5}},
		{4, []int{7}},
		{4, []int{4, 4}},
		{4, []int{4, 5}},
		{4, []int{5, 4}},
		{4, []int{5, 5}},
		{5, []int{4, 6}},
		{5, []int{4, 4, 5}},
		{5, []int{4, 4, 4, 4}},
	} {
		pack := suits * c.ranks
		var deal func(sizes []int, used uint64) int64
		deal = func(sizes []int, used uint64) (ways int64) {
			if len(sizes) == 0 {
				return 1
			}
			for top := range pack {
				if used>>top&1 == 1 {
					continue
				}
				sets(pack, sizes[0]-1, used|1<<top, func(under uint64) {
					if held(top, under, pack) {
						ways += deal(sizes[1:], used|1<<top|under)
					}
				})
			}
			return ways
		}
		counted := newTops(c.ranks, c.sizes)
		counted.share()
		if got, want := suits*counted.ways, deal(c.sizes, 0); got != want {
			t.Errorf("%d ranks, columns of %v: %d ways, enumerated %d", c.ranks, c.sizes, got, want)
		}
	}
	if got := (Layout{Ranks: 4, Columns: 3, Turn: 1}).HeldTops(); got.Count.Sign() != 0 {
		t.Errorf("three columns: %v", got)
	}
}

// TestDealt compares with random deals of Klondike.
func TestDealt(t *testing.T) {
	const deals = 40_000
	random := rand.New(rand.NewPCG(1, 2))
	l := Klondike(3)
	var unplayable, noAce, heldTops, heldCards int
	var pack [52]int
	for i := range pack {
		pack[i] = i
	}
	for range deals {
		random.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
		var tops, seen []int
		top, at := false, 0
		for column := range l.Columns {
			under := uint64(0)
			for depth := range column + 1 {
				if c := pack[at]; depth >= 3 && held(c, under, len(pack)) {
					heldCards++
					top = top || depth == column
				}
				under |= 1 << pack[at]
				at++
			}
			tops = append(tops, pack[at-1])
		}
		if top {
			heldTops++
		}
		seen = append(seen, tops...)
		for i := at + l.Turn - 1; i < len(pack); i += l.Turn {
			seen = append(seen, pack[i])
		}
		plays, ace := false, false
		for _, c := range seen {
			ace = ace || c < suits
			for _, on := range tops {
				plays = plays || fits(c, on)
			}
		}
		if !ace {
			noAce++
			if !plays {
				unplayable++
			}
		}
	}
	for _, c := range []struct {
		what    string
		counted int
		mean    float64
	}{
		{"unplayable", unplayable, l.Unplayable().Float()},
		{"no ace", noAce, l.NoAce().Float()},
		{"a top card held down", heldTops, l.HeldTops().Float()},
		{"cards held down", heldCards, l.HeldCards()},
	} {
		want := c.mean * deals
		if spread := math.Sqrt(want); math.Abs(float64(c.counted)-want) > 4*spread {
			t.Errorf("%s: %d of %d deals, expected %.1f", c.what, c.counted, deals, want)
		}
	}
}
