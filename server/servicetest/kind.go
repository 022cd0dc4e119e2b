package servicetest

import (
	"path/filepath"
	"syscall"
)

// Kind is a kind of server: Postgres or Redis.
type Kind struct {
	Name     string // for messages
	Variable string // environment variable with the URL of the server that tests share

	debian    string        // Debian's package
	find      func() string // returns the path of the server's program, "" if there is none
	url       func(port int) string
	prepare   func(s *Server) error // creates files in the server's directory before its first start
	arguments func(s *Server) []string
	ready     func(s *Server) bool // whether the running server accepts requests
	shutdown  syscall.Signal       // ends the server without waiting for its clients
}

// Kinds are all kinds.
var Kinds = []*Kind{Postgres, Redis}

// newest returns the last match of a pattern, "" if there is none.
func newest(pattern string) string {
	found, _ := filepath.Glob(pattern) // sorted; the only error is a bad pattern
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}
