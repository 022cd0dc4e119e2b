package servicetest

import (
	"cmp"
	_ "embed" // install.sh
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// Provide installs the missing programs: those of all servers, all [Programs], and a C compiler if
// compiler is true. The race detector needs a C compiler. Provide can install programs only as root
// on Debian and its derivatives. The installer's output goes to out. If Provide can't install them,
// its error has the command to run.
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
	return install(out, "", missing)
}

func installLine(packages ...string) string {
	return "apt-get update && apt-get install -y " + strings.Join(packages, " ")
}

//go:embed install.sh
var script string

// install installs Debian's packages. The root directory is "" except in tests.
func install(out io.Writer, root string, packages []string) error {
	command := exec.Command("sh", append([]string{"-c", script, "install.sh"}, packages...)...)
	command.Env = append(os.Environ(), "ROOT="+root)
	command.Stdout, command.Stderr = out, out
	// Ctrl-C would leave packages half configured.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Run(); err != nil {
		return fmt.Errorf("installing packages: %w", err)
	}
	return nil
}
