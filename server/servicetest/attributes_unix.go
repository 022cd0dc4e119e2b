//go:build unix && !linux

package servicetest

import "syscall"

// attributes run the process as its owner, out of reach of the terminal's Ctrl-C.
func (s *Server) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: s.owner, Setpgid: true}
}
