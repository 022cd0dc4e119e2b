//go:build !linux

package campaign

// lower does nothing: threads have no priorities of their own here, or none that a program
// may set.
func lower() {}
