package webhook

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

const (
	dialTime     = 5 * time.Second
	headerTime   = 10 * time.Second // until an answer begins
	longestHead  = 16 << 10         // bytes of the header of an answer
	longestReply = 64 << 10         // bytes of the body of an answer that are read
)

// client returns a client for messages, which follows no redirects and uses no proxy. With a check, it
// connects only to addresses that pass.
func client(check func(netip.Addr) error) *http.Client {
	dialer := &net.Dialer{Timeout: dialTime}
	if check != nil {
		// It is called with each address that the name was resolved to, before the connection is made.
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			return check(at.Addr())
		}
	}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    dialTime,
			ResponseHeaderTimeout:  headerTime,
			MaxResponseHeaderBytes: longestHead,
			MaxIdleConnsPerHost:    atATime,
			IdleConnTimeout:        30 * time.Second,
			DisableCompression:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// guard refuses all addresses outside the public internet. Azure's machines reach services of their host
// at an address that looks public, so it is named here.
var guard = ssrf.New(ssrf.WithDeniedV4Prefixes(netip.MustParsePrefix("168.63.129.16/32")))

// public returns an error unless an address is one of the public internet.
func public(a netip.Addr) error {
	if err := guard.SafeAddr(a.Unmap()); err != nil {
		return fmt.Errorf("%s is not a public address: %w", a, err)
	}
	return nil
}
