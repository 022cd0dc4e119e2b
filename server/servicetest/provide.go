package servicetest

import (
	"cmp"
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

// Provide installs the programs of all servers and all [Programs] that are missing, and a C
// compiler if one is wanted (the race detector needs it). It can do so as root on Debian and its
// derivatives; the installer's output goes to out. Otherwise the error has the command to run.
func Provide(out io.Writer, compiler bool) error {
	var missing []string
	for _, kind := range Kinds {
		if kind.find() == "" {
			missing = append(missing, kind.debian)
		}
	}
	for _, program := range Programs {
		if _, err := exec.LookPath(program.command); err != nil {
			missing = append(missing, program.debian)
		}
	}
	if _, err := exec.LookPath(cmp.Or(os.Getenv("CC"), "gcc")); compiler && err != nil {
		missing = append(missing, "gcc", "libc6-dev")
	}
	if len(missing) == 0 {
		return nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		return fmt.Errorf("tests need these packages; on Debian, as root: %s", installLine(missing...))
	}
	fmt.Fprintf(out, "installing %s\n", strings.Join(missing, " "))
	return install(out, missing)
}

func installLine(packages ...string) string {
	return "apt-get update && apt-get install -y " + strings.Join(packages, " ")
}

// install installs Debian's packages, but starts none of their services, neither now nor when the
// machine starts again.
func install(out io.Writer, packages []string) (err error) {
	// Packages ask this program whether they may start their services.
	allow, err := temporary("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, allow()) }()
	remove, err := temporary("/etc/postgresql-common/createcluster.d/thoughtful-tests.conf", "create_main_cluster = false\n", 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()

	for _, arguments := range [][]string{{"update"}, append([]string{"install", "--no-install-recommends"}, packages...)} {
		command := exec.Command("apt-get", append([]string{"-y", "-q", "-o", "DPkg::Lock::Timeout=300"}, arguments...)...)
		command.Stdout, command.Stderr = out, out
		command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		// Ctrl-C would leave packages half configured.
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := command.Run(); err != nil {
			return fmt.Errorf("apt-get %s: %w", strings.Join(arguments, " "), err)
		}
	}
	if slices.Contains(packages, Redis.debian) {
		if said, err := exec.Command("update-rc.d", Redis.debian, "disable").CombinedOutput(); err != nil {
			return fmt.Errorf("update-rc.d: %w: %s", err, said)
		}
	}
	return nil
}

// temporary writes a file that exists until remove is called. An existing file, such as a
// container's policy on services, stays as it is.
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
