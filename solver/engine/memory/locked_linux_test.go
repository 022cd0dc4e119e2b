package memory

import (
	"syscall"
	"testing"
)

// TestReleaseLocked releases an arena whose pages the system keeps: its table is zeroed all the same
// before it is lent.
func TestReleaseLocked(t *testing.T) {
	a := New(least)
	if err := syscall.Mlock(bytesOf(a.table)); err != nil {
		t.Fatal(err)
	}
	a.Take()
	a.Done(10)
	a.Release()
	table, _ := a.Take()
	for i, word := range table {
		if word != 0 {
			t.Fatalf("word %d of %d is %d", i, len(table), word)
		}
	}
}
