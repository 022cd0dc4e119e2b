package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// onTerminal runs a command whose standard error is a terminal, and standard output too if out is
// nil. It returns what was written to the terminal; look is called with the text so far.
func onTerminal(t *testing.T, columns uint16, out io.Writer, do func(c console), look ...func(sofar string)) string {
	t.Helper()
	t.Setenv("TERM", "xterm")
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	written := make(chan string)
	go func() {
		var text []byte
		for more := make([]byte, 4096); ; {
			n, err := master.Read(more)
			text = append(text, more[:n]...)
			for _, see := range look {
				see(string(text))
			}
			if err != nil { // the other end is closed
				written <- string(text)
				return
			}
		}
	}()
	c := console{t.Context(), strings.NewReader(""), out, slave, false}
	if out == nil {
		c.out = slave
	}
	do(c)
	if err := slave.Close(); err != nil {
		t.Fatal(err)
	}
	return <-written
}

var upAndErase = regexp.MustCompile("^\x1b\\[([0-9]+)A\x1b\\[J")

// screen returns what a terminal shows at the end. What was written may erase only whole lines at
// the end.
func screen(t *testing.T, written string) string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(written, "\r\n", "\n")) {
		for {
			erased := upAndErase.FindStringSubmatch(line)
			if erased == nil {
				break
			}
			n, err := strconv.Atoi(erased[1])
			if err != nil || n > len(lines) {
				t.Fatalf("%q erases more lines than there are in %q", line, written)
			}
			lines, line = lines[:len(lines)-n], line[len(erased[0]):]
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// benchLine matches a row of bench, its header and the lines of its summary.
var benchLine = regexp.MustCompile(`^(game,seed,verdict,.*|klondike,solvitaire:[0-9]+,(un)?winnable,,[0-9.]+,[0-9]+,[0-9]*|20 deals: .*|seconds: .*|solutions: .*|peak memory: .*)$`)

func TestConcurrentProgress(t *testing.T) {
	// Shortening would take most of the time, and does not matter for the bar.
	args := []string{"bench", small, "--game", "klondike", "--seeds", "solvitaire:1-20", "--without", "shortening"}
	t.Run("rows to a file", func(t *testing.T) {
		for _, columns := range []uint16{120, 20, 1} {
			var out bytes.Buffer
			written := onTerminal(t, columns, &out, func(c console) { run(c, args) })
			if len(table(t, out.String())) != 20 || strings.Contains(out.String(), "\x1b") {
				t.Errorf("rows:\n%s", &out)
			}
			if columns == 120 && !strings.Contains(written, "100.0 % [") || columns == 120 && !strings.Contains(written, "20/20 | ") {
				t.Errorf("no bar in %q", written)
			}
			if left := screen(t, written); !strings.HasPrefix(left, "20 deals: ") || strings.Count(left, "\n") != 4 {
				t.Errorf("%d columns: terminal:\n%s", columns, left)
			}
		}
	})
	t.Run("rows to the terminal", func(t *testing.T) {
		written := onTerminal(t, 120, nil, func(c console) { run(c, args) })
		left := screen(t, written)
		for line := range strings.Lines(left) {
			if !benchLine.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("garbled: %q", line)
			}
		}
		if strings.Count(left, "\n") != 1+20+4 {
			t.Errorf("terminal:\n%s", left)
		}
	})
	t.Run("a terminal that can't erase", func(t *testing.T) {
		var out bytes.Buffer
		for _, kind := range []string{"dumb", ""} {
			written := onTerminal(t, 120, &out, func(c console) {
				t.Setenv("TERM", kind)
				run(c, args)
			})
			if strings.Contains(written, "\x1b") || strings.Contains(written, "20/20") {
				t.Errorf("TERM=%q: %q", kind, written)
			}
		}
	})
	t.Run("no terminal", func(t *testing.T) {
		t.Setenv("TERM", "xterm")
		in, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			run(console{t.Context(), strings.NewReader(""), io.Discard, out, false}, args)
			out.Close()
		}()
		text, err := io.ReadAll(in)
		if err != nil || !strings.HasPrefix(string(text), "20 deals: ") || strings.Contains(string(text), "\x1b") {
			t.Errorf("%q (%v)", text, err)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		out := writer(func(p []byte) (int, error) {
			if strings.Contains(string(p), "solvitaire:2,") {
				cancel()
			}
			return len(p), nil
		})
		written := onTerminal(t, 120, out, func(c console) {
			c.ctx = ctx
			run(c, args)
		})
		if left := screen(t, written); strings.Contains(left, "%") || !strings.Contains(left, "stopped after") {
			t.Errorf("terminal:\n%s", left)
		}
	})
}

func TestProgressOfSolve(t *testing.T) {
	for _, c := range []struct {
		name, game string
		deadline   string
		shown      bool
	}{
		{"long", "american-toad", "1300ms", true},
		{"short", "american-toad", "10ms", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			written := onTerminal(t, 120, &out, func(to console) {
				if status := run(to, []string{"solve", small, "--game", c.game, "--seed", "solvitaire:3", "--deadline", c.deadline, "--json"}); status != exitUnknown {
					t.Errorf("status %d", status)
				}
			})
			if shown := strings.Contains(written, " of 1.3s"); shown != c.shown || screen(t, written) != "" {
				t.Errorf("%q", written)
			}
			if strings.Count(out.String(), "\n") != 1 || out.Bytes()[0] != '{' {
				t.Errorf("answer: %s", &out)
			}
		})
	}
}

func TestPace(t *testing.T) {
	for _, c := range []struct {
		done, left int64
		took       time.Duration
		want       string
	}{
		{0, 10, time.Second, ""},
		{10, 10, 0, ""},
		{100, 0, 10 * time.Second, "10/s"},
		{1, 1, 4 * time.Second, "0.25/s, 4s left"},
		{1000, 99_000, 10 * time.Second, "100/s, 16m30s left"},
		{1000, 999_000, 10 * time.Second, "100/s, 2h47m left"},
		{100, 1_000_000, 10 * time.Second, "10/s, 27h47m left"},
		{100, 2_000_000, 10 * time.Second, "10/s, 2d7h left"},
	} {
		if got := pace(c.done, c.left, c.took); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
