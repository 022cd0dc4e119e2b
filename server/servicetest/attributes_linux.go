package servicetest

import "syscall"

// attributes run the process as its owner, out of reach of the terminal's Ctrl-C, and shut it down
// when this program ends in any way.
func (s *Server) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: s.owner, Setpgid: true, Pdeathsig: s.kind.shutdown}
}
