package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// abuse adds what nobody should do to the traffic: bodies that are made to be expensive, paths
// that are no text, and clients that leave in the middle, send slowly, or don't read.
func (t *traffic) abuse() {
	hostile := klondike(2, `,"moves":[`+strings.Repeat("0,", 131_000)+"0"+strings.Repeat(" ", 700_000)+"]")
	paths := []string{"/v1/deals/%00", "/v1/jobs/%ff", "/v1/games/" + strings.Repeat("k", 5000), "/v1/campaigns/..%2f..%2f"}
	t.add("hostile body", time.Second, func(ctx context.Context, s *service, n int) (reply, error) {
		return s.call(ctx, []string{"/v1/replay", "/v1/solve", "/v1/convert"}[n%3], hostile)
	}, 400, 503)
	t.add("odd path", 100*time.Millisecond, func(ctx context.Context, s *service, n int) (reply, error) {
		return s.call(ctx, paths[n%len(paths)], "")
	}, 404)
	t.add("left stream", 500*time.Millisecond, leaveStream, 200)
	t.raw("disconnect", 200*time.Millisecond, disconnect)
	t.raw("slow", time.Second, sendSlowly)
	t.raw("unread batch", time.Second, leaveUnread)
}

// raw adds a kind that uses a connection by itself. Whatever comes of it is expected.
func (t *traffic) raw(name string, pace time.Duration, use func(ctx context.Context, conn net.Conn, n int)) {
	t.add(name, pace, func(ctx context.Context, s *service, n int) (reply, error) {
		conn, err := net.Dial("tcp", s.address)
		if err != nil {
			return reply{}, err
		}
		defer conn.Close()
		defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
		use(ctx, conn, n)
		return reply{}, nil
	}, 0)
}

// disconnect closes the connection within a request, a search, or an answer.
func disconnect(ctx context.Context, conn net.Conn, n int) {
	request := wire("localhost", "/v1/solve", fmt.Sprintf(`{"game":"forty-thieves","seed":"solvitaire:%d","deadline_ms":5000}`, 7_000_000+n))
	switch n % 4 {
	case 0: // within the header
		request = request[:40]
	case 1: // within the body
		request = request[:len(request)-10]
	case 2: // within the answer
		request = wire("localhost", "/v1/solve", klondike(2, ""))
	}
	_, _ = conn.Write(request)
	if n%4 == 2 {
		_, _ = conn.Read(make([]byte, 100))
		return
	}
	_ = pause(ctx, 50*time.Millisecond)
}

// sendSlowly sends a byte of its header now and then, until the service closes the connection.
func sendSlowly(ctx context.Context, conn net.Conn, _ int) {
	for _, b := range wire("localhost", "/v1/solve", klondike(2, "")) {
		if _, err := conn.Write([]byte{b}); err != nil || pause(ctx, 500*time.Millisecond) != nil {
			return
		}
	}
}

// leaveUnread sends a batch, reads the beginning of its answers, and leaves after a while.
func leaveUnread(ctx context.Context, conn net.Conn, n int) {
	var lines strings.Builder
	for i := range 200 {
		fmt.Fprintln(&lines, klondike((n+i)%100+1, ""))
	}
	request := strings.Replace(string(wire("localhost", "/v1/batches", lines.String())), "application/json", "application/x-ndjson", 1)
	_, _ = conn.Write([]byte(request))
	_, _ = conn.Read(make([]byte, 1000))
	_ = pause(ctx, 3*time.Second)
}

// leaveStream follows a job until its first event.
func leaveStream(ctx context.Context, s *service, n int) (reply, error) {
	r, err := s.call(ctx, "/v1/solve", fmt.Sprintf(`{"game":"forty-thieves","seed":"solvitaire:%d","states":50000}`, 8_000_000+n), "Prefer", "respond-async")
	if err != nil || r.status != http.StatusAccepted {
		// A busy service may refuse, and what it knows it answers at once.
		if r.status == http.StatusServiceUnavailable {
			r.status = http.StatusOK
		}
		return r, err
	}
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+r.header.Get("Location")+"/events", nil)
	if err != nil {
		return reply{}, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	line, err := bufio.NewReader(response.Body).ReadString('\n')
	if err == io.EOF {
		err = nil
	}
	return reply{response.StatusCode, response.Header, []byte(line)}, err
}
