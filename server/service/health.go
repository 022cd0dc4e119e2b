package service

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// health asks the parts that the service leans on. It is an api.Health. Whoever runs
// the service may ask as often as they like, and so may everybody: the parts are asked
// once a second at most.
type health struct {
	parts map[string]func(context.Context) error
	log   *slog.Logger

	mu     sync.Mutex // guards what follows, and lets one ask for all who come meanwhile
	asked  time.Time
	faults map[string]error
}

// pingTimeout bounds one question to one part, and is how long the answer holds.
const pingTimeout = time.Second

func (h *health) Ready(ctx context.Context) map[string]error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.faults != nil && time.Since(h.asked) < pingTimeout {
		return h.faults
	}
	// The answer is for others too, who have not gone if this one has.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	var all sync.WaitGroup
	var lock sync.Mutex
	faults := map[string]error{}
	for name, ping := range h.parts {
		all.Go(func() {
			err := ping(ctx)
			if err != nil {
				h.log.Warn("a part is down", "part", name, "error", err)
			}
			lock.Lock()
			defer lock.Unlock()
			faults[name] = err
		})
	}
	all.Wait()
	h.faults, h.asked = faults, time.Now()
	return faults
}
