package service

import (
	"net"
	"net/netip"
	"sync"
)

// boundedListener takes so many connections at a time and no more: in all, whoever
// comes then waits until another one ends; and from one address, whoever comes then
// is hung up on. So somebody who opens connections and says nothing takes places
// from nobody else until there are many of them, and those that say nothing are
// closed soon.
type boundedListener struct {
	*net.TCPListener
	places chan struct{}         // holds something for each connection
	each   int                   // connections from one address
	many   func(netip.Addr) bool // whether many speak from an address, which is not bounded then

	close  sync.Once
	closed chan struct{}

	mu   sync.Mutex
	from map[netip.Addr]int // connections from each subscriber that has any
}

func boundListener(l *net.TCPListener, most int, many func(netip.Addr) bool) *boundedListener {
	return &boundedListener{
		TCPListener: l, places: make(chan struct{}, most), each: max(1, most/8), many: many,
		closed: make(chan struct{}), from: map[netip.Addr]int{},
	}
}

// Accept waits for a place and then for a connection that may have it.
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
		_ = c.Close() // nobody is told anything
	}
}

// Close also wakes whoever waits for a place.
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

// subscriber is an address as connections are counted under: of IPv6 the first of
// its network of 64 bits.
func subscriber(peer netip.Addr) netip.Addr {
	if peer.Is6() && !peer.IsLoopback() {
		return netip.PrefixFrom(peer, 64).Masked().Addr()
	}
	return peer
}

// boundedConn gives its place back when it is closed.
type boundedConn struct {
	*net.TCPConn
	leave func()
}

func (c *boundedConn) Close() error {
	err := c.TCPConn.Close()
	c.leave()
	return err
}
