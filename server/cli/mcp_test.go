package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// TestMCP asks a service of the process itself by the Model Context Protocol, and is answered.
func TestMCP(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	defer out.Close()
	ended := make(chan int, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var log bytes.Buffer
	go func() {
		ended <- Run(ctx, []string{"mcp", "--data-dir", t.TempDir()}, in, out, &log)
	}()
	ask := func(line string) string {
		if _, err := io.WriteString(feed, line+"\n"); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, "notifications/") {
			return ""
		}
		answer := make([]byte, 1<<20)
		n := 0
		for n == 0 || answer[n-1] != '\n' {
			more, err := answers.Read(answer[n:])
			if err != nil {
				t.Fatal(err)
			}
			n += more
		}
		return string(answer[:n])
	}
	ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	ask(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	got := ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":{"game":"free-cell","seed":"microsoft:11982"}}}`)
	if !strings.Contains(got, `"verdict":"unwinnable"`) {
		t.Errorf("answered %s", got)
	}
	feed.Close()
	if status := <-ended; status != exitDone {
		t.Errorf("status %d: %s", status, log.String())
	}
}
