package e2e

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// open starts a service that other machines can reach.
func open(t *testing.T, args ...string) *live {
	t.Helper()
	l := launch(t, nil, append([]string{"--listen", "0.0.0.0:0", "--data-dir", t.TempDir()}, args...)...)
	l.url = "http://127.0.0.1:" + l.service.Address[strings.LastIndex(l.service.Address, ":")+1:]
	return l
}

const (
	known  = `{"game":"klondike","seed":"solvitaire:2"}`
	fresh  = `{"game":"klondike","seed":"solvitaire:2","fresh":true}`
	secret = "correct-horse-battery-staple"
)

// send sends a request and checks the status and the type of the problem, which is empty for
// success. Header has names and values in turns.
func (c *client) send(t *testing.T, method, path, body string, status int, problem string, header ...string) http.Header {
	t.Helper()
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	reply, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var answer struct{ Type string }
	text, err := io.ReadAll(reply.Body)
	_ = json.Unmarshal(text, &answer) // not everything is JSON
	if err != nil || reply.StatusCode != status || problem != "" && answer.Type != "/problems/"+problem {
		t.Errorf("%s %s %s %v: status %d, want %d; %v %s", method, path, body, header, reply.StatusCode, status, err, text)
	}
	return reply.Header
}

// TestStrangers sends requests to a service that listens to the network and has no keys.
func TestStrangers(t *testing.T) {
	l := open(t)
	header := l.send(t, "POST", "/v1/solve", known, 200, "", "Origin", "https://example.org", "Host", "solitaire.example")
	for name, want := range map[string]string{
		"RateLimit-Policy": `"work";q=120;w=60`, "RateLimit": `"work";r=119;t=1`, "Access-Control-Allow-Origin": "*",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	l.send(t, "POST", "/v1/solve", fresh, 403, "forbidden")
	l.send(t, "POST", "/v1/solve", fresh, 403, "forbidden", "Authorization", "Bearer "+secret)
	l.send(t, "DELETE", "/v1/jobs/anything", "", 403, "forbidden")
	l.send(t, "GET", "/metrics", "", 200, "")
	l.send(t, "GET", "/v1/games", "", 200, "", "X-Forwarded-For", "not an address")
	for range 200 { // more than any rate limit
		l.send(t, "GET", "/healthz", "", 200, "")
	}
}

// TestKeys sends requests to a service with keys, also when it listens to loopback only.
func TestKeys(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", "127.0.0.1:0"} {
		t.Run(listen, func(t *testing.T) {
			l := open(t, "--listen", listen, "--api-keys", "alice:"+secret)
			right, wrong := "Bearer "+secret, "Bearer not-"+secret
			header := l.send(t, "POST", "/v1/solve", known, 401, "unauthorized")
			if got := header.Get("WWW-Authenticate"); got != "Bearer" {
				t.Errorf("WWW-Authenticate: %q", got)
			}
			l.send(t, "POST", "/v1/solve", known, 200, "", "Authorization", right)
			l.send(t, "POST", "/v1/solve", fresh, 200, "", "Authorization", right)
			l.send(t, "POST", "/v1/solve", known, 401, "unauthorized", "Authorization", wrong)
			l.send(t, "GET", "/v1/games", "", 200, "")
			l.send(t, "GET", "/v1/games", "", 401, "unauthorized", "Authorization", wrong)
			l.send(t, "GET", "/metrics", "", 401, "unauthorized")
			l.send(t, "GET", "/metrics", "", 200, "", "Authorization", right)
			l.send(t, "DELETE", "/v1/nothing", "", 401, "unauthorized")
			for _, path := range []string{"/healthz", "/readyz", "/", "/docs", "/openapi.json"} {
				l.send(t, "GET", path, "", 200, "")
			}
			if strings.Contains(l.log.String(), secret) || !strings.Contains(l.log.String(), "client=key:alice") {
				t.Errorf("log: %s", l.log)
			}
		})
	}
	serve := command(t, "", "serve", "--help", "--api-keys", secret)
	if strings.Contains(serve.out+serve.err, secret) {
		t.Error("the help shows the key")
	}
}

// TestHost sends other host names to a service that listens to loopback only.
func TestHost(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir(), "--allowed-hosts", "solitaire.example,cards.example")
	_, port, err := net.SplitHostPort(l.service.Address)
	if err != nil {
		t.Fatal(err)
	}
	l.send(t, "POST", "/v1/solve", fresh, 200, "")
	for _, host := range []string{"localhost:" + port, "[::1]:" + port, "cards.example"} {
		l.send(t, "GET", "/v1/games", "", 200, "", "Host", host)
	}
	for _, host := range []string{"evil.example", "evil.example:" + port, "0.0.0.0"} {
		l.send(t, "GET", "/v1/games", "", 421, "misdirected", "Host", host)
		l.send(t, "POST", "/v1/solve", known, 421, "misdirected", "Host", host)
	}
	// What browsers send for pages of other origins without a preflight.
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
		l.send(t, "POST", "/v1/solve", fresh, 415, "media-type", "Content-Type", kind, "Origin", "https://evil.example")
		l.send(t, "POST", "/v1/batches", fresh, 415, "media-type", "Content-Type", kind, "Origin", "https://evil.example")
	}
	l.send(t, "POST", "/v1/solve", fresh, 403, "forbidden", "Origin", "https://evil.example")
}

// TestProxies checks that each client behind a trusted proxy has its own rate limit, and that
// X-Forwarded-For of others is ignored.
func TestProxies(t *testing.T) {
	trusts := open(t, "--trusted-proxies", "127.0.0.0/8, ::1", "--rate-work", "1")
	for _, client := range []string{"203.0.113.1", "203.0.113.2", "10.0.0.1, 203.0.113.3", "2001:db8::1"} {
		trusts.send(t, "POST", "/v1/solve", known, 200, "", "X-Forwarded-For", client)
		header := trusts.send(t, "POST", "/v1/solve", known, 429, "too-many-requests", "X-Forwarded-For", "198.51.100.1, "+client)
		if after, err := strconv.Atoi(header.Get("Retry-After")); err != nil || after < 1 || after > 60 {
			t.Errorf("Retry-After: %q", header.Get("Retry-After"))
		}
	}
	trusts.send(t, "POST", "/v1/solve", known, 429, "", "X-Forwarded-For", "2001:db8::2") // the same subscriber

	distrusts := open(t, "--rate-work", "1")
	distrusts.send(t, "POST", "/v1/solve", known, 200, "", "X-Forwarded-For", "203.0.113.1")
	distrusts.send(t, "POST", "/v1/solve", known, 429, "too-many-requests", "X-Forwarded-For", "203.0.113.2")
	if n := distrusts.log.lines("status=429"); n > 0 {
		t.Errorf("%d rejected requests are in the log", n)
	}

	// A trusted proxy on this machine makes requests of other machines arrive on loopback.
	behind := open(t, "--listen", "127.0.0.1:0", "--trusted-proxies", "127.0.0.1")
	header := behind.send(t, "POST", "/v1/solve", known, 200, "", "X-Forwarded-For", "203.0.113.1")
	if header.Get("RateLimit") == "" {
		t.Error("no rate limit behind a proxy")
	}
	behind.send(t, "POST", "/v1/solve", fresh, 403, "forbidden", "X-Forwarded-For", "127.0.0.1")
	behind.send(t, "POST", "/v1/solve", fresh, 403, "forbidden")
}

// TestNoLimitsHere checks that requests from the same machine have a rate limit only if one is
// configured.
func TestNoLimitsHere(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	if header := l.send(t, "GET", "/v1/games", "", 200, ""); header.Get("RateLimit") != "" {
		t.Errorf("RateLimit: %q", header.Get("RateLimit"))
	}
	l = launch(t, nil, "--data-dir", t.TempDir(), "--rate-reads", "2")
	for _, status := range []int{200, 200, 429} {
		l.send(t, "GET", "/v1/games", "", status, "")
	}
}

// TestOddBodies sends bodies that the service refuses to read.
func TestOddBodies(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir(), "--max-body", "4KiB")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, known+strings.Repeat(" ", 1<<20))
	_ = z.Close()
	l.send(t, "POST", "/v1/solve", packed.String(), 415, "media-type", "Content-Encoding", "gzip")
	l.send(t, "POST", "/v1/batches", packed.String(), 415, "media-type", "Content-Encoding", "br", "Content-Type", "application/x-ndjson")
	l.send(t, "POST", "/v1/solve", strings.Repeat(" ", 5<<10)+known, 413, "too-large")
	l.send(t, "GET", "/v1/games/"+strings.Repeat("x", 16<<10), "", 404, "not-found")
	// A batch may be compressed. A line of it that is too long is told in its answer, after which the
	// connection is closed, as the rest of the body is not read.
	l.send(t, "POST", "/v1/batches", packed.String(), 200, "", "Content-Encoding", "gzip", "Content-Type", "application/x-ndjson")
}

// raw sends text over a new connection and returns all that comes back.
func (l *live) raw(t *testing.T, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", l.service.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, text) // the service may close the connection before
	back, _ := io.ReadAll(c)
	return string(back)
}

// TestHeaders sends headers that are too long, and one that never ends. The service closes both
// connections.
func TestHeaders(t *testing.T) {
	t.Parallel() // it waits for a timeout of the service
	l := launch(t, nil, "--data-dir", t.TempDir())
	long := strings.Repeat("x", 64<<10)
	for _, text := range []string{"GET /v1/games?" + long, "GET /v1/games HTTP/1.1\r\nHost: localhost\r\nX-Long: " + long} {
		if got := l.raw(t, text); got != "" && !strings.HasPrefix(got, "HTTP/1.1 431 ") {
			t.Errorf("long header: %s", got)
		}
	}
	began := time.Now()
	got := l.raw(t, "GET /v1/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	if took := time.Since(began); took > time.Minute || strings.Contains(got, "200 OK") {
		t.Errorf("header without end: after %v: %s", took, got)
	}
}

// TestSlowBodies sends a body that never ends, which must be answered too, and one that ends
// after its request's deadline.
func TestSlowBodies(t *testing.T) {
	t.Parallel() // it waits for a timeout of the service
	l := launch(t, nil, "--data-dir", t.TempDir(), "--max-deadline", "1s")
	const header = "POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
	if got := l.raw(t, header+"100\r\n\r\n{"); !strings.HasPrefix(got, "HTTP/1.1 400 ") || !strings.Contains(got, "reading the body failed") {
		t.Errorf("body without end: %s", got)
	}
	const late = `{"game":"klondike","seed":"solvitaire:2","deadline_ms":1}`
	c, err := net.Dial("tcp", l.service.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, header+strconv.Itoa(len(late))+"\r\nExpect: 100-continue\r\n\r\n")
	back := bufio.NewReader(c)
	// The service sends it when it begins to read the body, after the deadline began to count.
	if line, err := back.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatal(line, err)
	}
	time.Sleep(2 * time.Millisecond)
	_, _ = io.WriteString(c, late)
	if got, err := io.ReadAll(back); err != nil || !strings.Contains(string(got), `"verdict":"unknown","because":"deadline"`) {
		t.Errorf("late body: %s, %v", got, err)
	}
}

// TestFullStore sends requests to a service whose store is full. It answers, and keeps results
// in the cache only.
func TestFullStore(t *testing.T) {
	dir := t.TempDir()
	l := launch(t, nil, "--data-dir", dir, "--store-max", "1")
	l.solve(t, known)
	l.wait(t, "thoughtful_store_left_out_total", 1)
	l.wait(t, "thoughtful_backlog_records", 0)
	if again := l.solve(t, known); again.Source != solver.FromCache {
		t.Errorf("asked again: %+v", again)
	}
	if n := l.log.lines("half of STORE_MAX"); n != 1 {
		t.Errorf("%d warnings about the full store", n)
	}
	l.stop(t)
	l = launch(t, nil, "--data-dir", dir)
	if again := l.solve(t, known); again.Source != solver.FromSearch {
		t.Errorf("asked after a restart: %+v", again)
	}
}
