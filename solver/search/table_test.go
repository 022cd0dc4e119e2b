package search

import (
	"math/rand/v2"
	"testing"
)

// TestTable enters and leaves random states, as a search does, in a table far too
// small for them: what is on the path must always be known, and what was never
// entered never.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, words := range []int{1 << 12, 1 << 13, 1 << 15} {
		memory := make([]uint64, words)
		for range 3 {
			clear(memory)
			table := newTable(memory)
			type pinned struct {
				key   key
				index int
				bits  uint
			}
			var path []pinned
			entered := map[key]bool{}
			forgotten := 0
			for range 200_000 {
				if random.IntN(2) == 0 && len(path) > 0 {
					p := path[len(path)-1]
					path = path[:len(path)-1]
					table.unpin(p.key, p.index, p.bits, 1+random.Int64N(1000))
					continue
				}
				k := key{random.Uint64(), random.Uint64()}
				switch random.IntN(4) {
				case 0: // differs from a known one in a single bit
					if len(path) > 0 {
						k = path[random.IntN(len(path))].key
						if bit := random.Uint64N(128); bit < 64 {
							k.lo ^= 1 << bit
						} else {
							k.hi ^= 1 << (bit - 64)
						}
					}
				case 1:
					for known := range entered { // any one
						k = known
						break
					}
				}
				index, what := table.enter(k)
				switch {
				case what == known && !entered[k]:
					t.Fatal("a state is known that was never entered")
				case what == full:
					t.Fatal("the table is full")
				case what == fresh:
					if entered[k] {
						forgotten++
					}
					entered[k] = true
					path = append(path, pinned{k, index, table.bits})
				}
			}
			for _, p := range path {
				if _, what := table.enter(p.key); what != known {
					t.Fatal("a state on the path was forgotten")
				}
			}
			if size := bucketSize << table.maxBits; len(entered) > 4*size && forgotten == 0 {
				t.Errorf("%d states in %d entries, and none was forgotten", len(entered), size)
			}
		}
	}
}

// TestTableRemembers checks that a table with room enough forgets next to nothing
// while it grows.
func TestTableRemembers(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	table := newTable(make([]uint64, 1<<19))
	var keys []key
	for range bucketSize << table.maxBits / 2 {
		k := key{random.Uint64(), random.Uint64()}
		index, what := table.enter(k)
		if what != fresh {
			t.Fatal("a random key was known")
		}
		table.unpin(k, index, table.bits, 1)
		keys = append(keys, k)
	}
	forgotten := 0
	for _, k := range keys {
		if table.find(k) < 0 {
			forgotten++
		}
	}
	if forgotten*100 > len(keys) {
		t.Errorf("%d of %d states forgotten", forgotten, len(keys))
	}
}

// TestFull fills a table with nothing but a path.
func TestFull(t *testing.T) {
	table := newTable(make([]uint64, 1<<12))
	random := rand.New(rand.NewPCG(7, 7))
	var path []key
	for {
		k := key{random.Uint64(), random.Uint64()}
		_, what := table.enter(k)
		if what == full {
			break
		}
		path = append(path, k)
	}
	if len(path) < maxPinned {
		t.Errorf("full after %d states", len(path))
	}
	for _, k := range path {
		if _, what := table.enter(k); what != known {
			t.Fatal("a state on the path was forgotten")
		}
	}
}
