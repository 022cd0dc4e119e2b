package servicetest

import (
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
)

// Redis is Redis or its fork Valkey. Its server writes nothing to the disk, so it is empty after a
// kill, and ready as soon as it listens.
var Redis = &Kind{
	Name:     "Redis",
	Variable: "TEST_REDIS_URL",
	debian:   "redis-server",
	find: func() string {
		for _, name := range []string{"redis-server", "valkey-server"} {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	},
	url:     func(port int) string { return fmt.Sprintf("redis://127.0.0.1:%d/0", port) },
	prepare: func(*Server) error { return nil },
	arguments: func(s *Server) []string {
		return []string{"--port", strconv.Itoa(s.port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no"}
	},
	ready:    (*Server).listens,
	shutdown: syscall.SIGTERM,
}
