package main

import "syscall"

// A `go run` that is terminated does not tell the program that it runs. So the kernel does, and the
// command and the servers stop.
func init() {
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGTERM), 0)
}
