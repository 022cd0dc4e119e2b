package memory

import "testing"

// TestTakeZeroed writes to parts of the table of arenas of several sizes and takes it
// again.
func TestTakeZeroed(t *testing.T) {
	for _, bytes := range []int64{1 << 16, 1 << 22, 3 << 20, 1 << 27} {
		a := New(bytes)
		table, _ := a.Take()
		for _, part := range []int{0, 1, len(table) / 3, len(table)} {
			for i := range table[:part] {
				table[i] = ^uint64(i)
			}
			a.Done(part)
			if table, _ = a.Take(); len(table) == 0 {
				t.Fatal("no table")
			}
			for i, w := range table {
				if w != 0 {
					t.Fatalf("%d bytes: word %d of %d not zero after %d were written", bytes, i, len(table), part)
				}
			}
		}
	}
}

func BenchmarkTake(b *testing.B) {
	a := New(1 << 28)
	for b.Loop() {
		table, _ := a.Take()
		for i := 0; i < len(table); i += 512 {
			table[i] = 1
		}
		a.Done(len(table))
	}
}
