package middleware

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// client is the sender of a request.
type client struct {
	// name identifies the client in limits and in the log. It is key:NAME for a client with a key,
	// and Pages for pages of other origins. Otherwise it is the IPv4 address or the IPv6 /64
	// network, which belongs to one subscriber.
	name string

	keyed bool // has a valid key
	wrong bool // has an invalid key

	use *keyUse // the use of a valid or an invalid key; nil without a key

	// owner reports that the client is the user of a local service. Its request came directly from
	// this machine, and not from a page of another origin.
	owner bool
}

// Pages is the client name that a local service gives to all web pages of other origins. Their
// requests come from the owner's address, because the owner's browser opened them, but they have
// limits, jobs and idempotency keys of their own. All pages are one client, because a page can use
// any number of origins.
const Pages = "pages"

type clientKey struct{}

// clientOf returns the client of a context. If the context has no request, the client has no name
// and no rights.
func clientOf(ctx context.Context) client {
	c, _ := ctx.Value(clientKey{}).(client)
	return c
}

// ClientName returns the name of the client of a context.
func ClientName(ctx context.Context) string { return clientOf(ctx).name }

// ClientSite returns the IPv6 /48 network of the client of a context, which has limits too. It is
// "" if the client has a key or an IPv4 address.
func ClientSite(ctx context.Context) string { return SiteOf(ClientName(ctx)) }

// IdentifyClient is middleware that identifies the client of a request.
func (a *Access) IdentifyClient(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := a.client(r)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), clientKey{}, c)))
	})
}

func (a *Access) client(r *http.Request) client {
	var c client
	peer := peerOf(r)
	c.name = NameOf(a.origin(peer, r.Header.Values("X-Forwarded-For")))
	if a.Local && peer.IsLoopback() && !a.proxy(peer) {
		if isCrossOrigin(r) {
			c.name = Pages
		} else {
			c.owner = !wasForwarded(r)
		}
	}
	if secret, any := bearerToken(r); any && len(a.Keys) > 0 {
		name, found := nameOfKey(a.Keys, secret)
		c.use = &keyUse{key: name, address: c.name}
		if found {
			c.name = "key:" + name
		} else {
			c.use.key = unknownKey(secret)
		}
		c.keyed, c.wrong = found, !found
	}
	return c
}

// peerOf returns the address of the other end of the request's connection.
func peerOf(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr) // the zero address is not trusted
	return plainAddress(peer.Addr())
}

// plainAddress returns an address without a zone, and an IPv4-mapped IPv6 address as IPv4.
func plainAddress(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// NameOf returns the name of the client at an address.
func NameOf(a netip.Addr) string {
	switch {
	case !a.IsValid():
		return "unknown"
	case a.Is4():
		return a.String()
	}
	return netip.PrefixFrom(a, 64).Masked().String()
}

// SiteOf returns the IPv6 /48 network of a client that is named by its /64 network. It returns ""
// for other clients. Many providers give a customer a whole /48 network, which has 65,536 such
// names.
func SiteOf(client string) string {
	p, err := netip.ParsePrefix(client)
	if err != nil {
		return ""
	}
	return netip.PrefixFrom(p.Addr(), 48).Masked().String()
}

// proxy reports whether an address belongs to a trusted proxy.
func (a *Access) proxy(at netip.Addr) bool {
	return slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(at) })
}

// Crowded reports whether many clients may share an address. This is the case for the loopback
// interface and for trusted proxies.
func (a *Access) Crowded(at netip.Addr) bool { return at.IsLoopback() || a.proxy(at) }

// origin returns the address that a request came from. It starts with the peer of the connection
// and goes through X-Forwarded-For from right to left, as long as the address is a trusted proxy.
// It stops at the first untrusted or invalid address, because a client can forge the entries to the
// left of it.
func (a *Access) origin(peer netip.Addr, lines []string) netip.Addr {
	at := peer
	for _, entry := range slices.Backward(strings.Split(strings.Join(lines, ","), ",")) {
		before, ok := parseForwarded(strings.TrimSpace(entry))
		if !ok || !a.proxy(at) {
			break
		}
		at = before
	}
	return at
}

// parseForwarded reads an entry of X-Forwarded-For: an address, which may have a port.
func parseForwarded(entry string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(entry); err == nil {
		return plainAddress(a), true
	}
	if a, err := netip.ParseAddrPort(entry); err == nil {
		return plainAddress(a.Addr()), true
	}
	bare, ok := strings.CutPrefix(entry, "[")
	if bare, closed := strings.CutSuffix(bare, "]"); ok && closed {
		if a, err := netip.ParseAddr(bare); err == nil && a.Is6() {
			return plainAddress(a), true
		}
	}
	return netip.Addr{}, false
}

// wasForwarded reports whether a request went through a proxy.
func wasForwarded(r *http.Request) bool {
	return r.Header["X-Forwarded-For"] != nil || r.Header["Forwarded"] != nil
}

// isCrossOrigin reports whether a browser sent a request for a page of another origin. Browsers leave
// Origin out of some requests, such as those of links and images, but not Sec-Fetch-Site. Another
// port of this machine is same-site and another origin.
func isCrossOrigin(r *http.Request) bool {
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "same-origin" && site != "none" {
			return true
		}
	}
	origins := r.Header["Origin"]
	if len(origins) == 0 {
		return false
	}
	origin, err := url.Parse(origins[0])
	return len(origins) > 1 || err != nil || !strings.EqualFold(origin.Host, r.Host) || r.Host == ""
}

// ParseNetwork reads a network in CIDR notation, or a single address.
func ParseNetwork(text string) (netip.Prefix, error) {
	p, err := netip.ParsePrefix(text)
	if err != nil {
		a, err := netip.ParseAddr(text)
		if err != nil || a.Zone() != "" {
			return netip.Prefix{}, fmt.Errorf("%q is neither a CIDR network nor an IP address", text)
		}
		a = plainAddress(a)
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p.Masked(), nil
}
