package servicetest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Provide sees to it that this machine can run a server of every kind and every
// program, and, if a C compiler is wanted (the race detector needs one), that there
// is one. What is missing it installs where it may: as root, on Debian and its
// children, telling out what the installer says. The error says what line to paste.
// Without leave to install, a program that is missing is no error: out is told, and
// the tests that need it will fail.
func Provide(out io.Writer, compiler bool) error {
	var missing []string
	for _, kind := range Kinds {
		if kind.find() == "" {
			missing = append(missing, kind.debian)
		}
	}
	services := len(missing)
	for _, program := range Programs {
		if program.find() == "" {
			missing = append(missing, program.debian)
		}
	}
	programs := missing[services:]
	if compiler && !hasCompiler() {
		missing = append(missing, "gcc", "libc6-dev")
	}
	_, err := exec.LookPath("apt-get")
	switch {
	case len(missing) == 0:
		return nil
	case err == nil && os.Geteuid() == 0:
		return install(out, missing)
	case len(missing) == services+len(programs) && (services == 0 || dockerRuns()):
		for _, program := range programs {
			fmt.Fprintf(out, "not installed: %s; tests that need it will fail\n", program)
		}
		return nil
	}
	return fmt.Errorf("the tests need %s, and there is neither leave to install it nor Docker; run this, or its like on this system:\n\n\tsudo sh -c '%s'\n\nor name servers to use: %s=postgres://… %s=redis://…",
		strings.Join(missing, ", "), installLine(missing...), Postgres.Variable, Redis.Variable)
}

// hasCompiler reports whether cgo finds a compiler.
func hasCompiler() bool {
	name := os.Getenv("CC")
	if name == "" {
		name = "gcc"
	}
	_, err := exec.LookPath(name)
	return err == nil
}

func installLine(packages ...string) string {
	return "apt-get update && apt-get install -y " + strings.Join(packages, " ")
}

// install installs Debian's packages and none of their services: nothing of them
// runs when it returns, nor after the machine's next start.
func install(out io.Writer, packages []string) (err error) {
	fmt.Fprintf(out, "installing %s\n", strings.Join(packages, " "))
	apt := func(arguments ...string) error {
		command := exec.Command("apt-get", append([]string{"-y", "-q", "-o", "DPkg::Lock::Timeout=300"}, arguments...)...)
		command.Stdout, command.Stderr = out, out
		command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		// Ctrl-C would leave packages half configured.
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := command.Run(); err != nil {
			return fmt.Errorf("apt-get %s: %w", strings.Join(arguments, " "), err)
		}
		return nil
	}
	if err := apt("update"); err != nil {
		return err
	}

	// Packages ask this program whether they may start their services.
	remove, err := temporary("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()

	if slices.Contains(packages, Postgres.debian) {
		// The package that makes a database cluster on PostgreSQL's first
		// installation comes before it, to be told that none is wanted.
		if err := apt("install", "--no-install-recommends", "postgresql-common"); err != nil {
			return err
		}
		remove, err := temporary("/etc/postgresql-common/createcluster.d/thoughtful-tests.conf", "create_main_cluster = false\n", 0o644)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, remove()) }()
	}
	if err := apt(append([]string{"install", "--no-install-recommends"}, packages...)...); err != nil {
		return err
	}
	if slices.Contains(packages, Redis.debian) {
		if said, err := exec.Command("update-rc.d", Redis.debian, "disable").CombinedOutput(); err != nil {
			return fmt.Errorf("update-rc.d: %w: %s", err, said)
		}
	}
	return nil
}

// temporary writes a file that is to be there until remove is called. If there is
// one already, such as a container's policy on services, it stays as it is.
func temporary(path, text string, mode os.FileMode) (remove func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, os.ErrExist) {
		return func() error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	return func() error { return os.Remove(path) }, nil
}
