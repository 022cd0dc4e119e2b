package servicetest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// With this environment variable the test binary starts a server and waits to be killed.
const actAsHolder = "SERVICETEST_HOLD"

func TestMain(m *testing.M) {
	if name := os.Getenv(actAsHolder); name != "" {
		hold(name)
	}
	os.Exit(m.Run())
}

// hold starts a server, prints its process id and directory, and waits to be killed.
func hold(name string) {
	for _, kind := range Kinds {
		if kind.Name != name {
			continue
		}
		s, err := Start(context.Background(), kind)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(s.command.Process.Pid, s.dir)
		select {}
	}
}

func TestServerDiesWithItsStarter(t *testing.T) {
	for _, kind := range Kinds {
		if kind.find() == "" {
			t.Fatalf("%s is not installed", kind.Name)
		}
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			holder := exec.CommandContext(t.Context(), os.Args[0])
			holder.Env = append(os.Environ(), actAsHolder+"="+kind.Name)
			out, err := holder.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := holder.Start(); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			var pid int
			var dir string
			if _, err := fmt.Sscan(line, &pid, &dir); err != nil {
				t.Fatalf("%s: %q", err, line)
			}
			defer os.RemoveAll(dir)
			if err := holder.Process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			_ = holder.Wait() // it was killed
			for runs(pid) {   // until the test times out, if the server outlives its starter
				pause(t.Context())
			}
		})
	}
}

// runs reports whether a process runs. A zombie does not.
func runs(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return err == nil && !strings.Contains(string(text), "State:\tZ")
}

// TestServerOutlivesThread starts servers from goroutines whose threads end with them, as those of
// campaigns do.
func TestServerOutlivesThread(t *testing.T) {
	for _, kind := range Kinds {
		t.Run(kind.Name, func(t *testing.T) {
			var s *Server
			var err error
			thread := os.Getpid()
			for thread == os.Getpid() { // the first thread never ends
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					runtime.LockOSThread() // and never unlock it
					if thread = syscall.Gettid(); thread != os.Getpid() {
						s, err = Start(context.Background(), kind)
					}
				}()
				<-ended
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := s.Stop(); err != nil {
					t.Error(err)
				}
			})
			for err == nil {
				time.Sleep(time.Millisecond)
				_, err = os.Stat(fmt.Sprintf("/proc/self/task/%d", thread))
			}
			select {
			case <-s.gone:
				t.Error("the server has ended with the thread")
			case <-time.After(300 * time.Millisecond):
			}
		})
	}
}
