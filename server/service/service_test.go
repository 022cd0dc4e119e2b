package service

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// logged is a log that a test can read while the service writes it.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestNoConnectionsWhileStarting starts a service on a database that accepts connections and answers
// nothing. Clients are refused meanwhile.
func TestNoConnectionsWhileStarting(t *testing.T) {
	database, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	port, err := servicetest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	f := parse(t, "--listen", address, "--database-url", "postgres://user@"+database.Addr().String()+"/none?sslmode=disable")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := Start(ctx, f, f.Engines(), slog.New(slog.DiscardHandler))
		done <- err
	}()
	c, err := database.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c, err := net.Dial("tcp", address); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("connection %v, %v", c, err)
	}
	stop()
	if err := <-done; err == nil {
		t.Error("started without a database")
	}
}

// TestCutOff checks that a client that does not finish its request delays a stop no longer than
// configured.
func TestCutOff(t *testing.T) {
	f := parse(t, "--listen", "127.0.0.1:0", "--table-memory", "32MiB", "--data-dir", t.TempDir(), "--shutdown-grace", "0s")
	var log logged
	s, err := Start(t.Context(), f, f.Engines(), slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	s.linger = 50 * time.Millisecond
	c, err := net.Dial("tcp", s.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const head = "POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
		"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
	if _, err := c.Write([]byte(head)); err != nil {
		t.Fatal(err)
	}
	// The service sends it when it begins to read the body, which never comes.
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatal(line, err)
	}
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "connections of clients closed") {
		t.Errorf("log:\n%s", &log)
	}
}
