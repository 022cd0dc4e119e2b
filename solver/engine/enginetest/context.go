package enginetest

import "context"

// EndsAfter is a context that is cancelled once it has been looked at so often: a
// search that it ends stops at the same moment every time.
func EndsAfter(looks int) context.Context {
	return &countdown{context.Background(), looks}
}

// countdown implements EndsAfter. It can't be waited for.
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
