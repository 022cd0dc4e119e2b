package klondike

import (
	"math/rand/v2"
	"testing"
)

// TestTable notes random states in tables of all widths of keys, and small ones as
// often as to fill them: what is found is what was noted last, and as long as there is
// room all of it is.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for key := uint(leastBits + 1); key <= 62; key++ {
		for _, words := range []int{bucketSize << leastBits, bucketSize << (leastBits + 1), bucketSize<<11 + 5} {
			var table table
			table.reset(make([]uint64, words), key, always)
			if table.noteBits < 2 {
				t.Fatalf("%d bits for notes beside keys of %d", table.noteBits, key)
			}
			noted := map[uint64]uint64{}
			forgot := 0
			for range words {
				k := random.Uint64() & (1<<key - 1)
				if random.IntN(3) == 0 {
					k &= 0xFFF // many times
				}
				note := 1 + random.Uint64()%(1<<min(table.noteBits, 60)-1)
				table.set(table.mix(k), note)
				noted[k] = note
				if got := table.find(table.mix(k)); got != note {
					t.Fatalf("%d bits, key %x: %x, in fact %x", key, k, got, note)
				}
			}
			for k, note := range noted {
				switch got := table.find(table.mix(k)); got {
				case note:
				case 0:
					forgot++
				default:
					t.Fatalf("%d bits, key %x: %x, in fact %x", key, k, got, note)
				}
			}
			if len(noted) < words/3 && forgot > 0 || forgot > len(noted)/2 {
				t.Errorf("%d bits, %d words: %d of %d keys are forgotten", key, words, forgot, len(noted))
			}
			for range 1000 {
				k := random.Uint64() & (1<<key - 1)
				if got := table.find(table.mix(k)); got != noted[k] && got != 0 {
					t.Fatalf("%d bits: key %x, never noted: %x", key, k, got)
				}
			}
			if table.touched() > words {
				t.Fatalf("%d words touched of %d", table.touched(), words)
			}
			for i, w := range table.words[table.touched():] {
				if w != 0 {
					t.Fatalf("word %d was written to", i+table.touched())
				}
			}
		}
	}
}

// TestMix mixes all keys of few bits: all of them come out.
func TestMix(t *testing.T) {
	for key := uint(leastBits + 1); key <= 18; key++ {
		var table table
		table.reset(make([]uint64, bucketSize<<leastBits), key, always)
		seen := make([]bool, 1<<key)
		for k := range uint64(1 << key) {
			mixed := table.mix(k)
			if mixed>>key != 0 || seen[mixed] {
				t.Fatalf("%d bits: %x becomes %x, as another does or too long", key, k, mixed)
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
				t.Fatalf("%d bits, key %x: %x", key, k, got)
			}
		}
	}
}

// always lets a table grow to its end.
func always() bool { return true }
