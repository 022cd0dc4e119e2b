package chaos

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// behind starts the proxy in front of these addresses.
func behind(t *testing.T, addresses ...string) (url string) {
	t.Helper()
	var replicas []*replica
	for n, address := range addresses {
		replicas = append(replicas, &replica{number: n, address: address})
	}
	url, stop, err := serveProxy(t.Context(), replicas)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

// refusing returns an address that refuses connections.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestProxyRetriesOnlyWhatWasNotSent has replicas that refuse connections, and one that breaks them
// off.
func TestProxyRetriesOnlyWhatWasNotSent(t *testing.T) {
	var served atomic.Int64
	works := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body)
	}))
	defer works.Close()
	breaks := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		served.Add(1)
		panic(http.ErrAbortHandler)
	}))
	defer breaks.Close()
	post := func(url string) (int, string) {
		t.Helper()
		response, err := http.Post(url, "text/plain", strings.NewReader("question"))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(text)
	}
	url := behind(t, refusing(t), strings.TrimPrefix(works.URL, "http://"), refusing(t))
	for range 4 {
		if status, text := post(url); status != http.StatusOK || text != "question" {
			t.Errorf("status %d, %q", status, text)
		}
	}
	url = behind(t, strings.TrimPrefix(breaks.URL, "http://"))
	if status, _ := post(url); status != http.StatusBadGateway || served.Load() != 1 {
		t.Errorf("status %d after %d requests", status, served.Load())
	}
}

// TestProxyStreams reads an answer while the request is sent.
func TestProxyStreams(t *testing.T) {
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := http.NewResponseController(w)
		_ = c.EnableFullDuplex()
		for lines := bufio.NewScanner(r.Body); lines.Scan(); _ = c.Flush() {
			fmt.Fprintln(w, lines.Text())
		}
	}))
	defer echo.Close()
	body, in := io.Pipe()
	go fmt.Fprintln(in, "0")
	response, err := http.Post(behind(t, strings.TrimPrefix(echo.URL, "http://")), "text/plain", body)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for n := range 3 {
		if !lines.Scan() || lines.Text() != fmt.Sprint(n) {
			t.Fatalf("line %q, %v", lines.Text(), lines.Err())
		}
		fmt.Fprintln(in, n+1)
	}
	in.Close()
}

// TestCheck checks right and wrong answers.
func TestCheck(t *testing.T) {
	q := question{"klondike", "solvitaire:2", solver.Winnable}
	p, err := solver.Numbered(q.game, q.seed)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		answer
		right bool
	}{
		"unknown":         {answer{ID: p.ID(), Verdict: solver.Unknown, Because: solver.Deadline}, true},
		"no reason":       {answer{ID: p.ID(), Verdict: solver.Unknown}, false},
		"another problem": {answer{ID: "1-0", Verdict: solver.Winnable}, false},
		"another verdict": {answer{ID: p.ID(), Verdict: solver.Unwinnable}, false},
		"no solution":     {answer{ID: p.ID(), Verdict: solver.Winnable}, false},
	} {
		if err := q.check(&test.answer, true); err == nil != test.right {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := q.check(&answer{ID: p.ID(), Verdict: solver.Winnable}, false); err != nil {
		t.Error(err)
	}
}
