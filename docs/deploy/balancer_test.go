//go:build balancer

package deploy

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// balance runs HAProxy as haproxy.cfg says, but on a port of this machine and before other
// replicas, and returns its URL. `make deployment` installs it.
func balance(t *testing.T, replicas [3]string) string {
	t.Helper()
	path, err := exec.LookPath("haproxy")
	if err != nil {
		t.Fatal("haproxy is not installed; make deployment installs it")
	}
	text, err := os.ReadFile("haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "haproxy.cfg")
	changed := strings.NewReplacer("bind :8080", "bind "+address,
		"172.28.80.11:8080", replicas[0], "172.28.80.12:8080", replicas[1], "172.28.80.13:8080", replicas[2]).Replace(string(text))
	if err := os.WriteFile(config, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	ctx, stop := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, path, "-db", "-f", config)
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = command.Wait()
		if t.Failed() {
			t.Logf("haproxy says:\n%s", &said)
		}
	})
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			return "http://" + address
		}
		if time.Since(began) > 10*time.Second {
			t.Fatal(err)
		}
	}
}

// replica stands for the service: it answers lines while they come, and no faster than it is read.
type replica struct {
	seen chan struct{} // a client has seen an event
	gone chan struct{} // a client has gone
	host chan string   // that a check of health asks for

	asked atomic.Int64 // how often a replica was asked about a position
}

func (s *replica) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	switch r.URL.Path {
	case "/healthz":
		select {
		case s.host <- r.Host:
		default:
		}
	case "/v1/batches":
		_ = out.EnableFullDuplex()
		for lines := bufio.NewScanner(r.Body); lines.Scan(); {
			fmt.Fprintf(w, "%s%0150d\n", lines.Text(), 0)
			_ = out.Flush()
		}
	case "/v1/games/klondike/positions/t5H":
		w.Header().Set("Cache-Control", "public, max-age=86400")
		w.Header().Set("Vary", "Accept-Encoding") // as the service does, which compresses
		_, _ = fmt.Fprint(w, s.asked.Add(1))
	case "/v1/games/klondike/positions/t6H":
		w.Header().Set("Cache-Control", "no-store")
		_, _ = fmt.Fprint(w, s.asked.Add(1))
	case "/v1/jobs/1/events":
		for range 20 {
			_, _ = io.WriteString(w, "data: {}\n\n")
			_ = out.Flush()
			<-s.seen
		}
	case "/v1/jobs/2/events":
		<-r.Context().Done()
		close(s.gone)
	default:
		_, _ = io.WriteString(w, strings.Join(r.Header.Values("X-Forwarded-For"), ","))
	}
}

// TestBalancer checks what the service needs of a balancer.
func TestBalancer(t *testing.T) {
	s := &replica{seen: make(chan struct{}), gone: make(chan struct{}), host: make(chan string, 1)}
	var servers [3]*httptest.Server
	var replicas [3]string
	for i := range servers {
		servers[i] = httptest.NewServer(s)
		defer servers[i].Close()
		replicas[i] = servers[i].Listener.Addr().String()
	}
	url := balance(t, replicas)
	client := &http.Client{Timeout: 20 * time.Second}
	ask := func(method, path string, body io.Reader) *http.Response {
		t.Helper()
		r, err := http.NewRequest(method, url+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer
	}

	t.Run("a check that a service on loopback answers", func(t *testing.T) {
		select {
		case host := <-s.host:
			if host != "localhost" {
				t.Errorf("it asks for the host %q", host)
			}
		case <-time.After(10 * time.Second):
			t.Error("replicas are not checked")
		}
	})
	t.Run("a batch larger than all buffers", func(t *testing.T) {
		const lines = 100_000
		text := bytes.Repeat([]byte(`{"game":"klondike","seed":"solvitaire:1","states":9}`+"\n"), lines)
		answer := ask("POST", "/v1/batches", io.MultiReader(bytes.NewReader(text))) // chunked
		answered := 0
		for in := bufio.NewScanner(answer.Body); in.Scan(); {
			answered++
		}
		if answered != lines {
			t.Errorf("%d of %d lines are answered", answered, lines)
		}
	})
	t.Run("a proven answer, which is kept", func(t *testing.T) {
		answers := func(position string) (list []string) {
			for range 3 {
				text, err := io.ReadAll(ask("GET", "/v1/games/klondike/positions/"+position, nil).Body)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, string(text))
			}
			return list
		}
		if list := answers("t5H"); !slices.Equal(list, []string{"1", "1", "1"}) {
			t.Errorf("proven: the answers number %s", list)
		}
		if list := answers("t6H"); !slices.Equal(list, []string{"2", "3", "4"}) {
			t.Errorf("unknown: the answers number %s", list)
		}
	})
	t.Run("events as they happen", func(t *testing.T) {
		events := 0
		for in := bufio.NewScanner(ask("GET", "/v1/jobs/1/events", nil).Body); in.Scan(); {
			if in.Text() != "" {
				events++
				s.seen <- struct{}{}
			}
		}
		if events != 20 {
			t.Errorf("%d events", events)
		}
	})
	t.Run("a client that goes", func(t *testing.T) {
		ctx, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer leave()
		r, err := http.NewRequestWithContext(ctx, "GET", url+"/v1/jobs/2/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Do(r); err == nil {
			t.Error("answered")
		}
		select {
		case <-s.gone:
		case <-time.After(5 * time.Second):
			t.Error("its request goes on")
		}
	})
	t.Run("the client's address", func(t *testing.T) {
		text, err := io.ReadAll(ask("GET", "/v1/games", nil).Body)
		if list := strings.Split(string(text), ","); err != nil || !slices.Equal(list, []string{"192.0.2.1", "127.0.0.1"}) {
			t.Errorf("X-Forwarded-For: %q, %v", text, err)
		}
	})
	t.Run("a replica that stops", func(t *testing.T) {
		servers[1].Close()
		for i := range 30 {
			method := []string{"GET", "POST"}[i%2]
			if answer := ask(method, "/v1/solve", http.NoBody); answer.StatusCode != http.StatusOK {
				t.Errorf("%s: status %d", method, answer.StatusCode)
			}
		}
	})
}
