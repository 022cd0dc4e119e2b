package servicetest

import "syscall"

// attributes has the kernel run the process as its owner, out of reach of the
// terminal's Ctrl-C, and shut it down when this program dies, however that comes.
func (p *process) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: p.owner, Setpgid: true, Pdeathsig: p.kind.shutdown}
}
