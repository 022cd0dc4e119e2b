package service

import (
	"net"
	"net/netip"
	"sync"
)

// boundedListener limits the number of connections. Those beyond the limit in all wait until
// another one ends; those beyond the limit of one address are closed. So one client with many
// idle connections takes no places from others, and idle connections time out soon.
type boundedListener struct {
	*net.TCPListener
	places chan struct{}         // holds an element for each connection
	each   int                   // connections from one address
	many   func(netip.Addr) bool // reports whether an address is shared by many clients, and so not limited

	close  sync.Once
	closed chan struct{}

	mu   sync.Mutex
	from map[netip.Addr]int // connections of each subscriber that has any
}

func boundListener(l *net.TCPListener, most int, many func(netip.Addr) bool) *boundedListener {
	return &boundedListener{
		TCPListener: l, places: make(chan struct{}, most), each: max(1, most/8), many: many,
		closed: make(chan struct{}), from: map[netip.Addr]int{},
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
	at := subscriber(peer)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.from[at] >= l.each && !l.many(peer) {
		return false
	}
	l.from[at]++
	return true
}

func (l *boundedListener) leave(peer netip.Addr) {
	at := subscriber(peer)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.from[at]--; l.from[at] == 0 {
		delete(l.from, at)
	}
	<-l.places
}

// subscriber returns the address under which connections are counted: for IPv6 the first of its
// 64-bit network.
func subscriber(peer netip.Addr) netip.Addr {
	if peer.Is6() && !peer.IsLoopback() {
		return netip.PrefixFrom(peer, 64).Masked().Addr()
	}
	return peer
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
