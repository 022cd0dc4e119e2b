package klondike

import (
	"math/rand/v2"
	"testing"
)

// TestTable notes random states in tables with keys of all widths, small enough to fill
// up. A note that is found must be the last one, and while there is room all must be
// found.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for key := uint(leastBits + 1); key <= 62; key++ {
		for _, words := range []int{bucketSize << leastBits, bucketSize << (leastBits + 1), bucketSize<<11 + 5} {
			var table table
			table.reset(make([]uint64, words), key, always)
			if table.noteBits < 2 {
				t.Fatalf("%d bits for notes, keys of %d bits", table.noteBits, key)
			}
			set := map[uint64]uint64{}
			forgot := 0
			for range words {
				k := random.Uint64() & (1<<key - 1)
				if random.IntN(3) == 0 {
					k &= 0xFFF // so that keys occur many times
				}
				note := 1 + random.Uint64()%(1<<min(table.noteBits, 60)-1)
				table.set(table.mix(k), note)
				set[k] = note
				if got := table.find(table.mix(k)); got != note {
					t.Fatalf("%d bits, key %x: note %x, want %x", key, k, got, note)
				}
			}
			for k, note := range set {
				switch got := table.find(table.mix(k)); got {
				case note:
				case 0:
					forgot++
				default:
					t.Fatalf("%d bits, key %x: note %x, want %x", key, k, got, note)
				}
			}
			if len(set) < words/3 && forgot > 0 || forgot > len(set)/2 {
				t.Errorf("%d bits, %d words: %d of %d keys forgotten", key, words, forgot, len(set))
			}
			for range 1000 {
				k := random.Uint64() & (1<<key - 1)
				if got := table.find(table.mix(k)); got != set[k] && got != 0 {
					t.Fatalf("%d bits, key %x, never set: note %x", key, k, got)
				}
			}
			if table.touched() > words {
				t.Fatalf("%d words touched, of %d", table.touched(), words)
			}
			for i, w := range table.words[table.touched():] {
				if w != 0 {
					t.Fatalf("word %d written to, but not counted as touched", i+table.touched())
				}
			}
		}
	}
}

// TestMix mixes all keys of few bits: the result must be a permutation.
func TestMix(t *testing.T) {
	for key := uint(leastBits + 1); key <= 18; key++ {
		var table table
		table.reset(make([]uint64, bucketSize<<leastBits), key, always)
		seen := make([]bool, 1<<key)
		for k := range uint64(1 << key) {
			mixed := table.mix(k)
			if mixed>>key != 0 || seen[mixed] {
				t.Fatalf("%d bits: %x mixed to %x: not unique or too long", key, k, mixed)
			}
			seen[mixed] = true
		}
	}
}

// TestTableOfAll notes every key of few bits in a table with room for many more.
func TestTableOfAll(t *testing.T) {
	for key := uint(leastBits + 1); key <= 17; key++ {
		var table table
		table.reset(make([]uint64, bucketSize<<17), key, always)
		for k := range uint64(1 << key) {
			table.set(table.mix(k), k%3+1)
		}
		for k := range uint64(1 << key) {
			if got := table.find(table.mix(k)); got != k%3+1 {
				t.Fatalf("%d bits, key %x: note %x", key, k, got)
			}
		}
	}
}

// always lets a table grow to its end.
func always() bool { return true }
