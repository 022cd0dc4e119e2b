package threadtime_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/threadtime"
)

// TestNow checks that a busy thread's time passes, and a sleeping one's hardly does.
func TestNow(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	now := func() time.Duration {
		at, known := threadtime.Now()
		if !known {
			t.Fatal("not known")
		}
		return at
	}
	began := now()
	time.Sleep(100 * time.Millisecond)
	if slept := now() - began; slept > 50*time.Millisecond {
		t.Errorf("%s in a sleep of 100 ms", slept)
	}
	for began = now(); now()-began < 5*time.Millisecond; {
	}
}
