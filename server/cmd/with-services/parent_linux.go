package main

import "syscall"

// A `go run` that is terminated passes nothing on to the program that it runs. The
// kernel then tells it, so that it stops the command and the services all the same.
func init() {
	// Where the kernel won't, nothing is lost but that.
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGTERM), 0)
}
