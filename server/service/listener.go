package service

import (
	"net"
	"net/netip"
	"sync"
)

// boundedListener limits the number of connections. Those beyond the limit in all wait until
// another one ends; those beyond the limit of one address, or of an IPv6 /48 network, which may
// have twice as many, are closed. So one client with many idle connections takes no places from
// others, and idle connections time out soon.
type boundedListener struct {
	*net.TCPListener
	places chan struct{}         // holds an element for each connection
	each   int                   // connections from one address
	many   func(netip.Addr) bool // reports whether an address is shared by many clients, and so not limited

	close  sync.Once
	closed chan struct{}

	mu   sync.Mutex
	from map[netip.Prefix]int // connections of each subscriber and site that has any
}

func boundListener(l *net.TCPListener, most int, many func(netip.Addr) bool) *boundedListener {
	return &boundedListener{
		TCPListener: l, places: make(chan struct{}, most), each: max(1, most/8), many: many,
		closed: make(chan struct{}), from: map[netip.Prefix]int{},
	}
}

// Accept waits for a place, then for a connection within the limit of its address.
func (l *boundedListener) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	for {
		c, err := l.AcceptTCP()
		if err != nil {
			<-l.places
			return nil, err
		}
		peer := c.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap().WithZone("")
		if l.enter(peer) {
			return &boundedConn{TCPConn: c, leave: sync.OnceFunc(func() { l.leave(peer) })}, nil
		}
		_ = c.Close()
	}
}

// Close also wakes an Accept that waits for a place.
func (l *boundedListener) Close() error {
	l.close.Do(func() { close(l.closed) })
	return l.TCPListener.Close()
}

func (l *boundedListener) enter(peer netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.many(peer) && (l.from[subscriber(peer)] >= l.each || l.from[site(peer)] >= 2*l.each) {
		return false
	}
	l.add(peer, 1)
	return true
}

func (l *boundedListener) leave(peer netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(peer, -1)
	<-l.places
}

// add counts connections of a peer. Those of an address that many clients share, which may be as
// many as there are, do not count for its site.
func (l *boundedListener) add(peer netip.Addr, n int) {
	networks := []netip.Prefix{subscriber(peer)}
	if at := site(peer); at.IsValid() && !l.many(peer) {
		networks = append(networks, at)
	}
	for _, at := range networks {
		if l.from[at] += n; l.from[at] == 0 {
			delete(l.from, at)
		}
	}
}

// subscriber returns the network under which connections are counted: for IPv6 that of 64 bits.
func subscriber(peer netip.Addr) netip.Prefix {
	bits := peer.BitLen()
	if peer.Is6() && !peer.IsLoopback() {
		bits = 64
	}
	return netip.PrefixFrom(peer, bits).Masked()
}

// site returns the IPv6 network of 48 bits, under which connections are counted too; for IPv4 the
// zero one.
func site(peer netip.Addr) netip.Prefix {
	if !peer.Is6() {
		return netip.Prefix{}
	}
	return netip.PrefixFrom(peer, 48).Masked()
}

// boundedConn frees its place when it is closed.
type boundedConn struct {
	*net.TCPConn
	leave func()
}

func (c *boundedConn) Close() error {
	err := c.TCPConn.Close()
	c.leave()
	return err
}
