package webhook

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
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

// special are networks of addresses that are in no public network, or lead into others, beside those
// that package netip knows.
var special = prefixes(
	"0.0.0.0/8",        // this network
	"100.64.0.0/10",    // between providers and their customers; metadata of some clouds
	"168.63.129.16/32", // services of the host in Azure
	"192.0.0.0/24",     // protocols
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // relays of 6to4
	"198.18.0.0/15",    // measurements
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"240.0.0.0/4",      // reserved
	"2001::/23",        // protocols, Teredo among them
	"2001:db8::/32",    // documentation
	"2002::/16",        // 6to4, which has an address of version 4 in it
	"3fff::/20",        // documentation
)

// unicast is what is assigned of the addresses of version 6. Those that have an address of version 4 in
// them, such as NAT64's, are outside, and so are private and local ones.
var unicast = netip.MustParsePrefix("2000::/3")

func prefixes(list ...string) []netip.Prefix {
	var all []netip.Prefix
	for _, text := range list {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// public returns an error unless an address is one of the public internet.
func public(a netip.Addr) error {
	a = a.Unmap().WithZone("")
	ok := a.IsGlobalUnicast() && !a.IsPrivate() && (a.Is4() || unicast.Contains(a))
	for _, p := range special {
		ok = ok && !p.Contains(a)
	}
	if !ok {
		return fmt.Errorf("%s is not a public address", a)
	}
	return nil
}
