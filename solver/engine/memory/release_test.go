package memory

import "testing"

// TestRelease checks that a table is zero after its memory was given back, and the arena usable.
func TestRelease(t *testing.T) {
	for _, bytes := range []int64{1 << 16, 3<<20 + 8, 1 << 27} {
		a := New(bytes)
		for round := range 3 {
			table, stack := a.Take()
			for i := range table {
				if table[i] != 0 {
					t.Fatalf("%d bytes, round %d: word %d of %d is not zero", bytes, round, i, len(table))
				}
				table[i] = ^uint64(i)
			}
			for i := range stack {
				stack[i] = uint64(i)
			}
			a.Done(len(table))
			a.Release()
		}
	}
}

// BenchmarkNew makes arenas that nobody needs afterwards.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New(1 << 29)
	}
}
