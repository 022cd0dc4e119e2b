package watch

import "testing"

func TestHub(t *testing.T) {
	var h Hub
	one, forgetOne := h.Listen("a")
	two, forgetTwo := h.Listen("a")
	other, forgetOther := h.Listen("b")
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
	h.TellAll()
	check("told all", true, true, true)
	forgetOne()
	forgetTwo()
	h.Tell("a")
	check("forgotten", false, false, false)
	forgetOther()
	h.TellAll()
	check("all forgotten", false, false, false)
}
