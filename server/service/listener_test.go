package service

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
)

// bounded listens on loopback with a limit of connections in all. Addresses for which many returns
// true have no limit of their own.
func bounded(t *testing.T, most int, many func(netip.Addr) bool) *boundedListener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := boundListener(l.(*net.TCPListener), most, many)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func dial(t *testing.T, to net.Addr) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", to.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func none(netip.Addr) bool { return false }

// TestConnectionsOfOneAddress checks that connections beyond an address's limit are closed, that
// others are accepted, and that a connection that ends makes room.
func TestConnectionsOfOneAddress(t *testing.T) {
	l := bounded(t, 16, none) // two for each address
	accepted := make(chan net.Conn)
	go func() {
		defer close(accepted)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	dial(t, l.Addr())
	first := <-accepted
	dial(t, l.Addr())
	second := <-accepted
	third := dial(t, l.Addr())
	if _, err := third.Read(make([]byte, 1)); err == nil {
		t.Error("a third connection is open")
	}
	other := netip.MustParseAddr("203.0.113.9")
	if !l.enter(other) {
		t.Error("another address is refused")
	}
	l.leave(new(boundedConn), other)
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	_ = first.Close() // must not free a second place
	dial(t, l.Addr())
	again := <-accepted
	for _, c := range []net.Conn{second, again} {
		_ = c.Close()
	}
	if len(l.from) != 0 || l.all != 0 {
		t.Errorf("places in use without open connections: %v, %d in all", l.from, l.all)
	}
	_ = l.Close()
	for range accepted {
	}
}

// TestConnectionsInAll checks that Accept waits when all places are in use by requests, and that
// closing the listener ends the wait.
func TestConnectionsInAll(t *testing.T) {
	l := bounded(t, 2, func(netip.Addr) bool { return true })
	var open []net.Conn
	for range 2 {
		dial(t, l.Addr())
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
	}
	patient := dial(t, l.Addr())
	var waiting sync.WaitGroup
	waiting.Go(func() {
		c, err := l.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(c, "x")
		_ = c.Close()
	})
	_ = open[0].Close()
	if text, err := io.ReadAll(patient); string(text) != "x" || err != nil {
		t.Errorf("the client that waited got %q, %v", text, err)
	}
	waiting.Wait()

	dial(t, l.Addr())
	last, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	waiting.Go(func() {
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("Accept: %v", err)
		}
	})
	_ = l.Close()
	waiting.Wait()
	_ = open[1].Close()
}

// TestIdleConnections checks that a new connection takes the place of the one that has been idle for
// longest, whether that has had a request or not, and never of one with a request.
func TestIdleConnections(t *testing.T) {
	l := bounded(t, 3, func(netip.Addr) bool { return true })
	began, end, states := make(chan struct{}), make(chan struct{}), make(chan http.ConnState, 100)
	server := &http.Server{
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				began <- struct{}{}
				<-end
			}
		}),
		ConnState: func(c net.Conn, state http.ConnState) {
			l.note(c, state)
			states <- state
		},
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(l) })
	t.Cleanup(func() { _ = server.Close(); serving.Wait() })

	send := func(c net.Conn, path string) {
		if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Error(err)
		}
	}
	await := func(want http.ConnState) {
		for <-states != want {
		}
	}
	answered := func(c net.Conn) {
		t.Helper()
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%+v, %v", r, err)
		}
		await(http.StateIdle)
	}
	closed := func(c net.Conn) {
		t.Helper()
		if n, err := c.Read(make([]byte, 1)); n > 0 || err == nil {
			t.Error("the connection that was idle for longest sends something")
		}
	}
	slow := dial(t, l.Addr())
	send(slow, "/slow")
	<-began
	await(http.StateNew)
	used := dial(t, l.Addr())
	send(used, "/")
	answered(used)
	unused := dial(t, l.Addr())
	await(http.StateNew)
	if _, err := io.WriteString(unused, "GET /"); err != nil {
		t.Error(err)
	}
	third := dial(t, l.Addr())
	send(third, "/")
	answered(third)
	closed(used)
	fourth := dial(t, l.Addr())
	send(fourth, "/slow")
	<-began
	closed(unused)
	fifth := dial(t, l.Addr())
	send(fifth, "/slow")
	<-began
	closed(third)

	// All have requests: the next waits until one of them has ended.
	last := dial(t, l.Addr())
	send(last, "/")
	end <- struct{}{}
	answered(last)
	end <- struct{}{}
	end <- struct{}{}
}

// TestConnectionsOfProxy checks that a trusted proxy has no limit of its own, although other
// addresses of its /64 network have.
func TestConnectionsOfProxy(t *testing.T) {
	proxy, stranger := netip.MustParseAddr("2001:db8::5"), netip.MustParseAddr("2001:db8::6")
	l := bounded(t, 8, func(at netip.Addr) bool { return at == proxy }) // one for each address
	for range 3 {
		if !l.enter(proxy) {
			t.Error("a trusted proxy is refused")
		}
	}
	if l.enter(stranger) {
		t.Error("another address of its network is not refused")
	}
}

// TestConnectionsOfNetwork checks that clients of a /48 network have twice the connections of one,
// and that a trusted proxy in it takes none of them.
func TestConnectionsOfNetwork(t *testing.T) {
	proxy := netip.MustParseAddr("2001:db8:1::5")
	l := bounded(t, 16, func(at netip.Addr) bool { return at == proxy }) // two for each address
	for range 8 {
		if !l.enter(proxy) {
			t.Error("the trusted proxy is refused")
		}
	}
	for n := range 6 {
		peer := netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", n+1))
		if l.enter(peer) != (n < 4) {
			t.Errorf("connection %d of the network is accepted: %t", n+1, n >= 4)
		}
	}
	for _, other := range []string{"2001:db8:2::1", "203.0.113.9"} {
		if !l.enter(netip.MustParseAddr(other)) {
			t.Errorf("%s is refused", other)
		}
	}
	l.leave(new(boundedConn), netip.MustParseAddr("2001:db8:1:1::1"))
	if !l.enter(netip.MustParseAddr("2001:db8:1:ff::1")) {
		t.Error("a connection of the network is refused after one has ended")
	}
}
