package servicetest

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// Postgres is PostgreSQL. Its server trusts every local connection as the superuser postgres, and
// does not wait for the disk: committed data survive a kill of the server, but not a power cut.
var Postgres = newPostgres("-c", "fsync=off", "-c", "full_page_writes=off")

// DurablePostgres is a PostgreSQL that waits for the disk, as it does by default.
var DurablePostgres = newPostgres()

func newPostgres(settings ...string) *Kind {
	return &Kind{
		Name:     "PostgreSQL",
		Variable: "TEST_DATABASE_URL",
		debian:   "postgresql",
		find:     findPostgres,
		url: func(port int) string {
			return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
		},
		prepare: initialise,
		arguments: func(s *Server) []string {
			return append([]string{
				"-D", s.data(), "-p", strconv.Itoa(s.port),
				"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=300",
			}, settings...)
		},
		ready:    postgresReady,
		shutdown: syscall.SIGINT, // fast shutdown
	}
}

// findPostgres also searches the directories of packages, which are not in the PATH on Debian.
// Versions have two digits.
func findPostgres() string {
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return path // beside initdb, which a link need not be
		}
	}
	return cmp.Or(
		newest("/usr/lib/postgresql/??/bin/postgres"),          // Debian
		newest("/usr/pgsql-??/bin/postgres"),                   // PostgreSQL's own packages for Red Hat
		newest("/opt/homebrew/opt/postgresql@??/bin/postgres"), // Homebrew
	)
}

// initialise creates an empty database cluster.
func initialise(s *Server) error {
	command := exec.Command(filepath.Join(filepath.Dir(s.program), "initdb"),
		"-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	command.Dir = s.dir
	command.SysProcAttr = s.attributes()
	runtime.LockOSThread() // see Server.run
	defer runtime.UnlockOSThread()
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// postgresReady reads the status file that the server keeps for its tools. After a kill it is
// still that of the killed server, with its process id.
func postgresReady(s *Server) bool {
	text, _ := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	return len(lines) > 7 && lines[0] == strconv.Itoa(s.command.Process.Pid) && strings.TrimSpace(lines[7]) == "ready"
}
