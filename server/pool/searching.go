package pool

import "context"

type searchingKey struct{}

// WithSearching returns a context that has f called when work under it begins a search, with true, and
// when the search has ended, with false.
func WithSearching(ctx context.Context, f func(begins bool)) context.Context {
	return context.WithValue(ctx, searchingKey{}, f)
}

// Searching calls the context's function, if it has one: a search begins. The returned function calls it
// at the end.
func Searching(ctx context.Context) (ended func()) {
	f, _ := ctx.Value(searchingKey{}).(func(bool))
	if f == nil {
		return func() {}
	}
	f(true)
	return func() { f(false) }
}
