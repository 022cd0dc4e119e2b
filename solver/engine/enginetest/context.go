package enginetest

import "context"

// EndsAfter returns a context that is cancelled at the call of Err after the given number of
// calls. So a search that checks it stops at the same moment every time.
func EndsAfter(looks int) context.Context {
	return &countdown{context.Background(), looks}
}

// countdown implements EndsAfter. Its Done channel is never closed.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}
