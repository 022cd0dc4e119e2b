package chaos

import (
	"sync"
	"time"
)

// outages are the times when some part was down.
type outages struct {
	mu  sync.Mutex
	all []*outage
}

// outage is the time from a kill until the part works again; to is zero before that.
type outage struct {
	part     string
	from, to time.Time
}

func (o *outages) begin(part string) *outage {
	o.mu.Lock()
	defer o.mu.Unlock()
	down := &outage{part: part, from: time.Now()}
	o.all = append(o.all, down)
	return down
}

// end ends an outage and returns how long it lasted.
func (o *outages) end(down *outage) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	down.to = time.Now()
	return down.to.Sub(down.from)
}

// during reports whether a part was down at some moment of a time, or had been for less than
// settle before it. The empty part stands for any.
func (o *outages) during(part string, from, to time.Time, settle time.Duration) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, down := range o.all {
		if part != "" && down.part != part {
			continue
		}
		if down.from.Before(to) && (down.to.IsZero() || down.to.Add(settle).After(from)) {
			return true
		}
	}
	return false
}
