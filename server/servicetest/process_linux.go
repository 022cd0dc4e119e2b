package servicetest

import (
	"fmt"
	"os"
	"syscall"
)

// attributes has the kernel run the process as its owner, out of reach of the
// terminal's Ctrl-C, and shut it down when this program dies, however that comes.
func (p *process) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: p.owner, Setpgid: true, Pdeathsig: p.kind.shutdown}
}

// children lists the children that the first thread of a process has made.
func children(of int) ([]int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", of, of))
	if err != nil {
		return nil, err
	}
	return numbers(text)
}
