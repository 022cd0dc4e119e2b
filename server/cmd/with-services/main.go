// Command with-services starts the servers that tests need, runs a command with their URLs in its
// environment, and stops them:
//
//	go run ./server/cmd/with-services go test ./...
//
// If TEST_DATABASE_URL or TEST_REDIS_URL is set, that server is used and none is started. Missing
// programs are installed first, if possible (see package servicetest). The exit status is that of the
// command, or 125 if it could not be run. An interrupt is passed on to the command; the servers stop
// when the command has ended.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// failed is the exit status if the command was not run, as of env and nohup.
const failed = 125

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: with-services COMMAND [ARGUMENT…]")
		os.Exit(2)
	}
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "test services:", err)
	}
	os.Exit(status)
}

func run(command []string) (status int, err error) {
	ends := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, ends...)
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()

	if err := servicetest.Provide(os.Stderr, slices.Contains(command, "-race")); err != nil {
		fmt.Fprintln(os.Stderr, "test services:", err) // tests that need what is missing will fail
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	environment := os.Environ()
	for _, kind := range servicetest.Kinds {
		if os.Getenv(kind.Variable) != "" {
			continue
		}
		server, err := servicetest.Start(ctx, kind)
		if err != nil {
			return failed, err
		}
		defer func() {
			if e := server.Stop(); e != nil {
				status, err = failed, errors.Join(err, e)
			}
		}()
		fmt.Fprintf(os.Stderr, "test services: %s at %s\n", kind.Name, server.URL())
		environment = append(environment, kind.Variable+"="+server.URL())
	}
	return execute(command, environment, signals)
}

// execute runs the command in a process group of its own and passes signals on to the whole group,
// so that `go test` and the tests that it runs get each signal once.
func execute(command, environment []string, signals <-chan os.Signal) (int, error) {
	child := exec.Command(command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	child.Env = environment
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := child.Start(); err != nil {
		return failed, err
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = syscall.Kill(-child.Process.Pid, s.(syscall.Signal)) // unless it has ended
		case err := <-ended:
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				return failed, err
			}
			if how := child.ProcessState.Sys().(syscall.WaitStatus); how.Signaled() {
				return 128 + int(how.Signal()), nil
			}
			return child.ProcessState.ExitCode(), nil
		}
	}
}
