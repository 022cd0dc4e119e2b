package servicetest

import (
	"os/exec"
	"testing"
)

// Program is a program that tests run and that is not part of Go.
type Program struct{ name, command, debian string }

// Programs of the tests of the clients and of the book's first app.
var (
	Curl       = &Program{"curl", "curl", "curl"}
	Node       = &Program{"Node.js", "node", "nodejs"}
	TypeScript = &Program{"TypeScript", "tsc", "node-typescript"}
	Python     = &Program{"Python 3", "python3", "python3"}
)

// Chromium runs the tests of the pages. `make browser` installs it; `make test` does not, because
// it has 168 packages.
var Chromium = &Program{"Chromium", "chromium", "chromium"}

// Programs are all that `make test` needs.
var Programs = []*Program{Curl, Node, TypeScript, Python}

// Command returns a command that runs a program until the test ends.
func Command(t testing.TB, p *Program, arguments ...string) *exec.Cmd {
	t.Helper()
	return exec.CommandContext(t.Context(), Path(t, p), arguments...)
}

// Path returns the path of a program.
func Path(t testing.TB, p *Program) string {
	t.Helper()
	path, err := exec.LookPath(p.command)
	if err != nil {
		t.Fatalf("%s is not installed; on Debian, as root: %s", p.name, installLine(p.debian))
	}
	return path
}
