package service

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// TestCollectWhenIdle checks that garbage is collected after work, once.
func TestCollectWhenIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := collectWhenIdle()
		var before, after, later runtime.MemStats
		waste := make([]byte, 4*worthwhile)
		runtime.KeepAlive(waste)
		runtime.ReadMemStats(&before)
		time.Sleep(3 * idleEvery)
		runtime.ReadMemStats(&after)
		time.Sleep(10 * idleEvery)
		runtime.ReadMemStats(&later)
		if after.NumForcedGC == before.NumForcedGC || later.NumForcedGC != after.NumForcedGC {
			t.Errorf("%d forced collections after work, %d later", after.NumForcedGC-before.NumForcedGC, later.NumForcedGC-after.NumForcedGC)
		}
		if err := stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}
