package service

import (
	"context"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"sync"
	"time"
)

const (
	// idleEvery is how often the process looks whether it is idle: it has then allocated less than
	// idleAt bytes since.
	idleEvery = 3 * time.Second
	idleAt    = 1 << 20
	// worthwhile is how much was allocated since the last collection that makes another worth its time.
	worthwhile = 4 << 20
)

// collectWhenIdle collects garbage when the process has become idle, and gives its memory back to the
// system, until it is stopped. Go by itself keeps what it needed under load for minutes.
func collectWhenIdle() (stop func(context.Context) error) {
	life, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		var before, collected uint64
		for tick := time.Tick(idleEvery); ; {
			select {
			case <-life.Done():
				return
			case <-tick:
			}
			now := allocated()
			if now-before < idleAt && now-collected > worthwhile {
				debug.FreeOSMemory()
				collected = now
			}
			before = now
		}
	})
	return func(context.Context) error {
		end()
		running.Wait()
		return nil
	}
}

// allocated returns how many bytes of Go's heap were allocated since the start.
func allocated() uint64 {
	sample := []runtimemetrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	runtimemetrics.Read(sample)
	return sample[0].Value.Uint64()
}
