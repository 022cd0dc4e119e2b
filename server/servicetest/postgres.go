package servicetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Postgres is PostgreSQL. Its server trusts every local connection as the
// superuser postgres, and does not wait for the disk: it survives being killed,
// as the kernel still writes what it was given, but not a power cut.
var Postgres = &Kind{
	Name:      "PostgreSQL",
	Variable:  "TEST_DATABASE_URL",
	debian:    "postgresql",
	container: "postgres",
	find:      findPostgres,
	url: func(port int) string {
		return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	},
	prepare: initialise,
	arguments: func(p *process) []string {
		return []string{
			"-D", p.data(), "-p", strconv.Itoa(p.port),
			"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
			"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=300",
		}
	},
	ready:    postgresReady,
	shutdown: syscall.SIGINT, // "fast shutdown" in its manual
}

// findPostgres looks where its packages put the server, which on Debian is not in
// the PATH.
func findPostgres() string {
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return path // beside its tools, which a link need not be
		}
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin/postgres",          // Debian
		"/usr/pgsql-*/bin/postgres",                   // PostgreSQL's own packages for Red Hat
		"/opt/homebrew/opt/postgresql@*/bin/postgres", // Homebrew
	} {
		if path := newest(pattern); path != "" {
			return path
		}
	}
	return ""
}

// initialise makes an empty database cluster.
func initialise(p *process) error {
	command := exec.Command(filepath.Join(filepath.Dir(p.program), "initdb"),
		"-D", p.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	command.Dir = p.dir
	command.SysProcAttr = p.attributes()
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func (p *process) data() string { return filepath.Join(p.dir, "data") }

// postgresReady reads the file in which the server tells its own tools about
// itself. After a kill the file of the dead server is still there, with its
// process id.
func postgresReady(p *process) bool {
	text, err := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	if err != nil {
		return false
	}
	lines := strings.Split(string(text), "\n")
	return len(lines) > 7 && lines[0] == strconv.Itoa(p.command.Process.Pid) && strings.TrimSpace(lines[7]) == "ready"
}
