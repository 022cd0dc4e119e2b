//go:build unix && !linux

package servicetest

import "syscall"

// attributes has the kernel run the process as its owner, out of reach of the
// terminal's Ctrl-C.
func (p *process) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: p.owner, Setpgid: true}
}
