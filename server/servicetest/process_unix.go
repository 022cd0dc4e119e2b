//go:build unix && !linux

package servicetest

import (
	"errors"
	"os/exec"
	"strconv"
	"syscall"
)

// attributes has the kernel run the process as its owner, out of reach of the
// terminal's Ctrl-C.
func (p *process) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: p.owner, Setpgid: true}
}

// children lists the children of a process.
func children(of int) ([]int, error) {
	text, err := exec.Command("pgrep", "-P", strconv.Itoa(of)).Output()
	var none *exec.ExitError
	if errors.As(err, &none) && none.ExitCode() == 1 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return numbers(text)
}
