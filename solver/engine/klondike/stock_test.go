package klondike

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// stockBoard returns a board with a stock only: a card for each place.
func stockBoard(draw, size int, unlimited bool) *board {
	b := &board{draw: draw, unlimited: unlimited}
	b.every, b.mod = everyDraw(draw)
	for at := range size {
		b.cards[at], b.place[at] = 1<<at, uint8(at)
	}
	b.layout.stock = uint(size)
	return b
}

// turning turns a stock draw by draw and returns the places that come to the top of the
// waste in this pass, and those that come there after a redeal only.
func turning(b *board, s *state) (pass, redeal uint32) {
	var left []uint32
	for at := range maxStock {
		if s.stock>>at&1 != 0 {
			left = append(left, 1<<at)
		}
	}
	through := func(waste int) (had uint32) {
		for {
			if waste > 0 {
				had |= left[waste-1]
			}
			if waste == len(left) {
				return had
			}
			waste = min(waste+b.draw, len(left))
		}
	}
	pass = through(int(s.waste))
	if s.waste > 0 && (b.unlimited || s.redeals > 0) {
		redeal = through(0) &^ pass
	}
	return pass, redeal
}

// TestReach compares the cards available from a stock with turning it, for whole stocks
// and for stocks with cards taken out, for every draw and number of cards turned.
func TestReach(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for draw := 1; draw <= 24; draw++ {
		for _, unlimited := range []bool{false, true} {
			b := stockBoard(draw, maxStock, unlimited)
			stocks := []uint32{1<<24 - 1, 1<<maxStock - 1, 1 << 31, 1, 0}
			for range 40 {
				stocks = append(stocks, random.Uint32()&random.Uint32(), random.Uint32()|random.Uint32())
			}
			for _, stock := range stocks {
				fresh := state{stock: stock}
				had, _ := turning(b, &fresh)
				for waste := range bits.OnesCount32(stock) + 1 {
					s := state{stock: stock, waste: uint8(waste), redeals: uint8(random.IntN(2))}
					pass, redeal := b.reach(&s)
					wantPass, wantRedeal := turning(b, &s)
					if pass != wantPass || redeal != wantRedeal {
						t.Fatalf("draw %d, %+v: reach %b and %b, want %b and %b", draw, s, pass, redeal, wantPass, wantRedeal)
					}
					if unlimited && b.pure(&s) != (pass|redeal == had) && b.pure(&s) {
						t.Fatalf("draw %d, %+v: wrongly pure", draw, s)
					}
					for all := pass | redeal; all != 0; all &= all - 1 {
						at := all & -all
						next := s
						b.take(&next, uint64(at))
						want := state{stock: stock &^ at, waste: uint8(bits.OnesCount32(stock & (at - 1))), redeals: s.redeals}
						if redeal&at != 0 && !unlimited {
							want.redeals--
						}
						if next != want {
							t.Fatalf("draw %d, %+v, place %b taken: %+v, want %+v", draw, s, at, next, want)
						}
					}
				}
			}
		}
	}
}

// TestFreeStock takes cards from a free stock: nothing is turned.
func TestFreeStock(t *testing.T) {
	b := stockBoard(3, 24, false)
	s := state{stock: 1<<24 - 1, waste: 7, redeals: 2, freeStock: true}
	b.take(&s, 1<<20)
	if want := (state{stock: 1<<24 - 1 - 1<<20, waste: 7, redeals: 2, freeStock: true}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// TestLossNotes notes losses of a stock with several numbers of cards turned and
// redeals left, and checks which other states they prove lost: those reached from a
// noted one by turning cards, also with redeals to spare.
func TestLossNotes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	losses := 0
	for range 4000 {
		size := 1 + random.IntN(24)
		redeals := random.IntN(4) - 1
		b := stockBoard(1+random.IntN(min(size, 8)), size, redeals == rules.Unlimited)
		b.ranks, b.layout.columns = 13, 1
		if !b.layout.fix(b, &deal.Position{RedealsLeft: redeals}) {
			t.Fatalf("stock of %d: key too long", size)
		}
		var table table
		table.reset(make([]uint64, bucketSize<<leastBits), b.layout.key, always)
		e := searcher{board: b, table: &table}

		s := state{stock: uint32(1<<size - 1)}
		if random.IntN(2) == 0 {
			s.stock &= random.Uint32()
		}
		n := bits.OnesCount32(s.stock)
		proven := map[[2]int]bool{} // cards turned, redeals left
		for range 1 + random.IntN(4) {
			s.waste, s.redeals = uint8(random.IntN(n+1)), uint8(random.IntN(max(0, redeals)+1))
			e.noteLost(&s, table.mix(b.key(&s)))
			for waste, left := int(s.waste), int(s.redeals); left >= 0; {
				for fewer := range left + 1 {
					proven[[2]int{waste, fewer}] = true
				}
				switch {
				case waste < n:
					waste = min(waste+b.draw, n)
				case !b.unlimited:
					waste = 0
					left--
				case left == 0:
					waste, left = 0, -1
					for ; waste < n; waste += b.draw {
						proven[[2]int{waste, 0}] = true
					}
				}
			}
		}
		for waste := range n + 1 {
			for left := range max(0, redeals) + 1 {
				s.waste, s.redeals = uint8(waste), uint8(left)
				r := e.lookUp(&edge{state: s, mixed: table.mix(b.key(&s))})
				known := r != unclear
				want := proven[[2]int{waste, left}]
				if known && (r != isLost || !want) || !known && want && !b.layout.exact {
					t.Fatalf("draw %d, stock of %d of %d, %d turned, %d redeals left: lost %v, proven lost %v",
						b.draw, n, size, waste, left, known, proven)
				}
				if known {
					losses++
				}
			}
		}
	}
	if losses < 20_000 {
		t.Errorf("only %d losses found", losses)
	}
}
