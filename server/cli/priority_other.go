//go:build !unix

package cli

// giveWay does nothing: a process has no nice value here.
func giveWay(int) error { return nil }
