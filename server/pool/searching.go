package pool

import "context"

type searchingKey struct{}

// WithSearching returns a context with a function f. Work under this context calls f(true) when it
// begins a search, and f(false) when the search has ended.
func WithSearching(ctx context.Context, f func(begins bool)) context.Context {
	return context.WithValue(ctx, searchingKey{}, f)
}

// Searching reports the begin of a search to the function of [WithSearching], if the context has one.
// The caller calls ended when the search has ended.
func Searching(ctx context.Context) (ended func()) {
	f, _ := ctx.Value(searchingKey{}).(func(bool))
	if f == nil {
		return func() {}
	}
	f(true)
	return func() { f(false) }
}
