package api

import (
	"strconv"
	"testing"
)

// TestRecent puts more things than are kept, and asks for one of them all the time.
func TestRecent(t *testing.T) {
	const most = 10
	r := newRecent[int](most)
	if _, found := r.get([]byte("1")); found {
		t.Error("nothing was put there")
	}
	for n := range 100 * most {
		r.put([]byte(strconv.Itoa(n)), n)
		for _, last := range []int{0, max(0, n-most/4), n} {
			if v, found := r.get([]byte(strconv.Itoa(last))); !found || v != last {
				t.Fatalf("after %d: %d, %t in place of %d", n, v, found, last)
			}
		}
		if kept := len(r.young) + len(r.old); kept > 2*most {
			t.Fatalf("%d are kept", kept)
		}
	}
	if _, found := r.get([]byte("1")); found {
		t.Error("what nobody asked for is kept for ever")
	}
}
