package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// The test binary can act as the program, as a command for the program to run, and as a parent of the
// program.
const (
	actAsProgram = "RUN_AS_PROGRAM"
	actAsCommand = "the-command"
	actAsParent  = "the-parent"
)

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 2 && os.Args[1] == actAsCommand:
		beCommand()
	case len(os.Args) == 2 && os.Args[1] == actAsParent:
		beParent()
	case os.Getenv(actAsProgram) != "":
		main()
	}
	os.Exit(m.Run())
}

// beCommand prints the URLs of the servers, and ends at the end of its standard input or at a signal.
func beCommand() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	for _, kind := range servicetest.Kinds {
		fmt.Println(os.Getenv(kind.Variable))
	}
	select {
	case <-ended:
		os.Exit(5)
	case s := <-told:
		os.Exit(100 + int(s.(syscall.Signal)))
	}
}

// beParent runs the program with the command, as `go run` does, until it is killed.
func beParent() {
	child := exec.Command(os.Args[0], os.Args[0], actAsCommand)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	fmt.Fprintln(os.Stderr, child.Run())
	os.Exit(1)
}

// program returns a command that runs the program with a command, with URLs of servers given or not.
func program(t *testing.T, given bool, command ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], command...)
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "TEST_") {
			c.Env = append(c.Env, variable)
		}
	}
	c.Env = append(c.Env, actAsProgram+"=1")
	if given {
		for _, kind := range servicetest.Kinds {
			c.Env = append(c.Env, kind.Variable+"=given://"+kind.Name)
		}
	}
	c.Stderr = t.Output()
	return c
}

// status returns the exit status of a command.
func status(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit == nil {
		return 0
	}
	return exit.ExitCode()
}

// refused reports whether nothing listens at a URL.
func refused(t *testing.T, text string) bool {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		t.Fatalf("%q is not a URL (%v)", text, err)
	}
	conn, err := net.Dial("tcp", u.Host)
	if err == nil {
		conn.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		command []string
		want    int
	}{
		{[]string{"true"}, 0},
		{[]string{"sh", "-c", "exit 7"}, 7},
		{[]string{"sh", "-c", "kill -9 $$"}, 128 + 9},
		{[]string{"/no/such/command"}, failed},
		{nil, 2},
	} {
		if got := status(t, program(t, true, c.command...).Run()); got != c.want {
			t.Errorf("%q: status %d, want %d", c.command, got, c.want)
		}
	}
}

func TestGivenServersAreUsed(t *testing.T) {
	out, err := program(t, true, "sh", "-c", "echo $TEST_DATABASE_URL $TEST_REDIS_URL").Output()
	if got, want := string(out), "given://PostgreSQL given://Redis\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

func TestServersLastAsLongAsTheCommand(t *testing.T) {
	for _, c := range []struct {
		how    string
		signal os.Signal
		want   int
	}{
		{"ended by itself", nil, 5},
		{"interrupted", os.Interrupt, 100 + int(syscall.SIGINT)},
		{"terminated", syscall.SIGTERM, 100 + int(syscall.SIGTERM)},
	} {
		t.Run(c.how, func(t *testing.T) {
			run := program(t, false, os.Args[0], actAsCommand)
			in, err := run.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := run.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			var urls []string
			for lines := bufio.NewScanner(out); len(urls) < 2 && lines.Scan(); {
				urls = append(urls, lines.Text())
				if refused(t, lines.Text()) {
					t.Errorf("nothing listens at %s", lines.Text())
				}
			}
			if len(urls) < 2 {
				t.Error("the command was not run")
			}
			if c.signal == nil {
				err = in.Close()
			} else {
				err = run.Process.Signal(c.signal)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := status(t, run.Wait()); got != c.want {
				t.Errorf("status %d, want %d", got, c.want)
			}
			for _, u := range urls {
				if !refused(t, u) {
					t.Errorf("something still listens at %s", u)
				}
			}
		})
	}
}
