//go:build !linux

package campaign

// lowerPriority does nothing: threads have no priority here that a program may set.
func lowerPriority() {}
