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
	// name is what the client is counted under and called in the log: key:NAME if it has
	// a key, Pages, otherwise its IPv4 address or IPv6 /64 network, which is one subscriber.
	name string

	keyed bool // has a valid key
	wrong bool // has an invalid key

	use *keyUse // of a valid key or an invalid one; nil without

	// owner is the user of a local service: the request came directly from this machine,
	// and from no page of another origin.
	owner bool
}

// Pages is the name of the client that all pages of other origins are on a local service. They come
// from the owner's address, as the owner's browser has opened them, but have limits, jobs, keys and
// places of their own. They are one client, as a page may have any number of origins.
const Pages = "pages"

type clientKey struct{}

// clientOf returns the client of a context. Without a request that is a client without name
// or rights.
func clientOf(ctx context.Context) client {
	c, _ := ctx.Value(clientKey{}).(client)
	return c
}

// ClientName returns the name of the client of a context.
func ClientName(ctx context.Context) string { return clientOf(ctx).name }

// ClientSite returns the IPv6 /48 network that the client of a context is counted under as well,
// "" if it has a key or an IPv4 address.
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

// peerOf returns the address at the other end of the request's connection.
func peerOf(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr) // the zero address is not trusted
	return plainAddress(peer.Addr())
}

// plainAddress returns the one form of an address: IPv4 not mapped, and no zone.
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

// SiteOf returns the IPv6 /48 network of a client that is called by a /64 one, "" of others. Many
// providers give a whole /48 to a customer, who then has 65,536 names.
func SiteOf(client string) string {
	p, err := netip.ParsePrefix(client)
	if err != nil {
		return ""
	}
	return netip.PrefixFrom(p.Addr(), 48).Masked().String()
}

// proxy reports whether a trusted proxy has an address.
func (a *Access) proxy(at netip.Addr) bool {
	return slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(at) })
}

// Crowded reports whether many clients may share an address: the loopback interface's and
// trusted proxies'.
func (a *Access) Crowded(at netip.Addr) bool { return at.IsLoopback() || a.proxy(at) }

// origin returns the address that a request came from. That is the peer, or if the peer is a
// trusted proxy, the last entry of X-Forwarded-For, and so on from right to left. Entries
// left of the first untrusted address, or of one that is invalid, could be forged.
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
