package servicetest

import (
	"os/exec"
	"testing"
)

// Program is a program that tests run and that is no part of Go.
type Program struct {
	Name string // as people call it

	command string
	debian  string // Debian's package
}

// What tests of the client for TypeScript run.
var (
	Node       = &Program{"Node.js", "node", "nodejs"}
	TypeScript = &Program{"TypeScript", "tsc", "node-typescript"}
)

// Chromium is run by tests of the pages, which are no part of `make test`: with what it
// leans on it is 168 packages that a machine without a screen has no other use for. `make
// browser` installs it and runs them.
var Chromium = &Program{"Chromium", "chromium", "chromium"}

// Programs are all that `make test` needs.
var Programs = []*Program{Node, TypeScript}

func (p *Program) find() string {
	path, err := exec.LookPath(p.command)
	if err != nil {
		return ""
	}
	return path
}

// Command prepares to run a program, until the test ends.
func Command(t testing.TB, p *Program, arguments ...string) *exec.Cmd {
	t.Helper()
	return exec.CommandContext(t.Context(), Path(t, p), arguments...)
}

// Path is where a program is.
func Path(t testing.TB, p *Program) string {
	t.Helper()
	path := p.find()
	if path == "" {
		t.Fatalf("this test needs %s, which is not installed: `make test` installs it as root, with `%s`, on Debian; else see that there is a %s in the PATH", p.Name, installLine(p.debian), p.command)
	}
	return path
}
