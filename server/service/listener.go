package service

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
)

// boundedListener limits the number of connections. One beyond the limit in all takes the place of
// the one that has been idle for longest, and waits if none is idle. Those beyond the limit of one
// address, or of an IPv6 /48 network, which may have twice as many, are closed. So clients with many
// idle connections take no places from others.
type boundedListener struct {
	*net.TCPListener
	most int
	each int                   // connections from one address
	many func(netip.Addr) bool // reports whether an address is shared by many clients, and so not limited

	mu     sync.Mutex                             // guards what follows
	room   sync.Cond                              // a connection has ended or is idle, or the listener is closed
	all    int                                    // connections
	idle   *simplelru.LRU[*boundedConn, struct{}] // those without a request
	from   map[string]int                         // connections of each client and site that has any, by name
	closed bool
}

func boundListener(l *net.TCPListener, most int, many func(netip.Addr) bool) *boundedListener {
	b := &boundedListener{TCPListener: l, most: most, each: max(1, most/8), many: many, from: map[string]int{}}
	b.room.L = &b.mu
	b.idle, _ = simplelru.NewLRU[*boundedConn, struct{}](math.MaxInt, nil) // the only error is a size below 1
	return b
}

// Accept waits for a connection within the limit of its address, and for a place for it.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.AcceptTCP()
		if err != nil {
			return nil, err
		}
		peer := c.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap().WithZone("")
		if l.enter(peer) {
			accepted := &boundedConn{TCPConn: c}
			accepted.leave = sync.OnceFunc(func() { l.leave(accepted, peer) })
			if l.makeRoom() {
				return accepted, nil
			}
			_ = accepted.Close()
			return nil, net.ErrClosed
		}
		_ = c.Close()
	}
}

// Close also wakes an Accept that waits for a place.
func (l *boundedListener) Close() error {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.room.Broadcast()
	return l.TCPListener.Close()
}

// makeRoom closes idle connections until there are no more than may be, and waits where none is idle.
// It reports whether the listener is open.
func (l *boundedListener) makeRoom() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.all > l.most && !l.closed {
		c, _, found := l.idle.RemoveOldest()
		if !found {
			l.room.Wait()
			continue
		}
		l.mu.Unlock()
		_ = c.Close()
		l.mu.Lock()
	}
	return !l.closed
}

// note is the ConnState of the server: it tells which connections are idle. One whose header is not
// complete has no request yet.
func (l *boundedListener) note(conn net.Conn, state http.ConnState) {
	c := conn.(*boundedConn)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle.Remove(c)
	if (state == http.StateNew || state == http.StateIdle) && !c.left {
		l.idle.Add(c, struct{}{})
		l.room.Signal()
	}
}

func (l *boundedListener) enter(peer netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	client := middleware.NameOf(peer)
	if site := middleware.SiteOf(client); !l.many(peer) && (l.from[client] >= l.each || l.from[site] >= 2*l.each) {
		return false
	}
	l.add(peer, 1)
	return true
}

func (l *boundedListener) leave(c *boundedConn, peer netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.left = true
	l.idle.Remove(c)
	l.add(peer, -1)
	l.room.Signal()
}

// add counts connections of a peer. Those of an address that many clients share, which may be as
// many as there are, do not count for its site.
func (l *boundedListener) add(peer netip.Addr, n int) {
	l.all += n
	names := []string{middleware.NameOf(peer)}
	if site := middleware.SiteOf(names[0]); site != "" && !l.many(peer) {
		names = append(names, site)
	}
	for _, at := range names {
		if l.from[at] += n; l.from[at] == 0 {
			delete(l.from, at)
		}
	}
}

// boundedConn frees its place when it is closed.
type boundedConn struct {
	*net.TCPConn
	leave func()
	left  bool // guarded by the listener's lock
}

func (c *boundedConn) Close() error {
	err := c.TCPConn.Close()
	c.leave()
	return err
}
