package servicetest

import (
	"path/filepath"
	"slices"
	"syscall"
)

// Kind is a service that tests talk to: Postgres or Redis.
type Kind struct {
	Name     string // as people call it
	Variable string // the environment variable with the URL of the server that tests share

	debian    string // Debian's package
	container string // the service in compose.yml, and what a server's folder is called after

	find      func() string // the path of the server's program, "" if this machine has none
	url       func(port int) string
	prepare   func(p *process) error // makes what the server wants to find in its folder
	arguments func(p *process) []string
	ready     func(p *process) bool // whether the running server takes requests
	shutdown  syscall.Signal        // asks the server to end without waiting for its clients
}

// Kinds are all there are.
var Kinds = []*Kind{Postgres, Redis}

// newest is the last of the files that a pattern names, its numbers compared as
// numbers, so that version 15 comes after version 9.
func newest(pattern string) string {
	found, _ := filepath.Glob(pattern) // the only error is a bad pattern
	if len(found) == 0 {
		return ""
	}
	return slices.MaxFunc(found, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare([]byte(a), []byte(b))
	})
}
