package memory

import (
	"math/rand/v2"
	"testing"
)

// TestTable enters and leaves random states, as a search does, in a table far too small
// for them. States on the path must always be known, and states that were never entered
// must not.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, words := range []int{1 << 12, 1 << 13, 1 << 15} {
		memory := make([]uint64, words)
		for range 3 {
			clear(memory)
			table := NewTable(memory)
			type pinned struct {
				key Key
				pin Pin
			}
			var path []pinned
			entered := map[Key]bool{}
			forgotten := 0
			for range 200_000 {
				if random.IntN(2) == 0 && len(path) > 0 {
					p := path[len(path)-1]
					path = path[:len(path)-1]
					table.Unpin(p.key, p.pin, 1+random.Int64N(1000))
					continue
				}
				k := Key{random.Uint64(), random.Uint64()}
				switch random.IntN(4) {
				case 0: // differs from a known key in one bit
					if len(path) > 0 {
						k = path[random.IntN(len(path))].key
						if bit := random.Uint64N(128); bit < 64 {
							k.Lo ^= 1 << bit
						} else {
							k.Hi ^= 1 << (bit - 64)
						}
					}
				case 1:
					for known := range entered { // an arbitrary one
						k = known
						break
					}
				}
				pin, what := table.Enter(k, 0)
				switch {
				case what == Known && !entered[k]:
					t.Fatal("state known that was never entered")
				case what == Full:
					t.Fatal("table full")
				case what == Fresh:
					if entered[k] {
						forgotten++
					}
					entered[k] = true
					path = append(path, pinned{k, pin})
				}
			}
			for _, p := range path {
				if _, what := table.Enter(p.key, 0); what != Known {
					t.Fatal("state on the path forgotten")
				}
			}
			if size := BucketSize << table.maxBits; len(entered) > 4*size && forgotten == 0 {
				t.Errorf("%d states in %d entries, none forgotten", len(entered), size)
			}
		}
	}
}

// TestTableRemembers checks that a table with enough room forgets next to nothing while
// it grows.
func TestTableRemembers(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	table := NewTable(make([]uint64, 1<<19))
	var keys []Key
	for range BucketSize << table.maxBits / 2 {
		k := Key{random.Uint64(), random.Uint64()}
		pin, what := table.Enter(k, 0)
		if what != Fresh {
			t.Fatal("random key known")
		}
		table.Unpin(k, pin, 1)
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

// TestFull fills a table with a path only.
func TestFull(t *testing.T) {
	table := NewTable(make([]uint64, 1<<12))
	random := rand.New(rand.NewPCG(7, 7))
	var path []Key
	for {
		k := Key{random.Uint64(), random.Uint64()}
		_, what := table.Enter(k, 0)
		if what == Full {
			break
		}
		path = append(path, k)
	}
	if len(path) < maxPinned {
		t.Errorf("full after %d states, want at least %d", len(path), maxPinned)
	}
	for _, k := range path {
		if _, what := table.Enter(k, 0); what != Known {
			t.Fatal("state on the path forgotten")
		}
	}
}

// TestHas checks that Has agrees with Enter and Add.
func TestHas(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	table, set := NewTable(make([]uint64, 1<<12)), NewSet[Pair](make([]uint64, 1<<12))
	for range 10_000 {
		k := Key{random.Uint64N(1000) << 54, random.Uint64N(10)}
		known := table.Has(k)
		if pin, what := table.Enter(k, 0); known != (what == Known) {
			t.Fatalf("Has %v, then Enter %v", known, what)
		} else if what == Fresh && random.IntN(2) == 0 {
			table.Unpin(k, pin, 1)
		}
		pair := Pair{k.Lo, k.Hi}
		if has := set.Has(pair); pair != (Pair{}) && has == set.Add(pair) {
			t.Fatalf("Has %v, then Add %v", has, has)
		}
	}
	if set.Has(Pair{}) {
		t.Error("Has reports the zero key")
	}
}
