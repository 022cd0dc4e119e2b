package watch

import "testing"

func TestHub(t *testing.T) {
	var h Hub
	one, forgetOne := h.Listen("a", 1)
	two, forgetTwo := h.Listen("a", 2)
	other, forgetOther := h.Listen("b", 1)
	woken := func(c <-chan struct{}) bool {
		select {
		case <-c:
			return true
		default:
			return false
		}
	}
	check := func(what string, want ...bool) {
		t.Helper()
		for i, c := range []<-chan struct{}{one, two, other} {
			if woken(c) != want[i] {
				t.Errorf("%s: watcher %d woken: %t", what, i, !want[i])
			}
		}
	}
	check("nothing", false, false, false)
	h.Tell("a")
	h.Tell("a")
	check("told", true, true, false)
	h.Compare(map[string]int64{"a": 2, "b": 1})
	check("other versions", true, false, false)
	h.Compare(map[string]int64{"a": 2})
	check("b is gone", true, false, true)
	forgetOne()
	forgetTwo()
	h.Tell("a")
	check("forgotten", false, false, false)
	if !h.Watched() {
		t.Error("not watched")
	}
	forgetOther()
	if h.Watched() {
		t.Error("still watched")
	}
}
