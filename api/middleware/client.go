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

// client is who sent a request, as far as that matters for what they may do.
type client struct {
	// name is what the client is counted under and called in the log: key:NAME of
	// the key that was shown, or else the address; of IPv6 the network of 64 bits,
	// since that is what one subscriber gets.
	name string

	keyed bool // showed a key that is right
	wrong bool // showed one that is not

	// owner sits at the machine, and the service is for this machine alone: the
	// request came straight from here, and from no page of elsewhere.
	owner bool
}

type clientKey struct{}

// clientOf is the client whose request's context this is. The context of no request
// has a client without a name, who may do least.
func clientOf(ctx context.Context) client {
	c, _ := ctx.Value(clientKey{}).(client)
	return c
}

// ClientName returns what the client is called whose request's context this is.
func ClientName(ctx context.Context) string { return clientOf(ctx).name }

// IdentifyClient is middleware that finds out who sends a request.
func (a *Access) IdentifyClient(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := a.client(r)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), clientKey{}, c)))
	})
}

func (a *Access) client(r *http.Request) client {
	var c client
	peer := peerOf(r)
	c.name = nameOf(a.origin(peer, r.Header.Values("X-Forwarded-For")))
	c.owner = a.Local && peer.IsLoopback() && !a.proxy(peer) && !forwarded(r) && !foreign(r)
	if secret, any := shown(r); any && len(a.Keys) > 0 {
		name, found := holder(a.Keys, secret)
		if found {
			c.name = "key:" + name
		}
		c.keyed, c.wrong = found, !found
	}
	return c
}

// peerOf is the address at the other end of the request's connection.
func peerOf(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr) // the zero address if it is none, which nobody trusts
	return plainAddress(peer.Addr())
}

// plainAddress writes each address in one way: IPv4 as such, and without a zone.
func plainAddress(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// nameOf names the client at an address.
func nameOf(a netip.Addr) string {
	switch {
	case !a.IsValid():
		return "unknown"
	case a.Is4():
		return a.String()
	}
	return netip.PrefixFrom(a, 64).Masked().String()
}

// proxy tells whether what is at an address is trusted to say for whom it speaks.
func (a *Access) proxy(at netip.Addr) bool {
	return slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(at) })
}

// Crowded tells whether an address is this machine's or a trusted proxy's, behind
// which many clients may be.
func (a *Access) Crowded(at netip.Addr) bool { return at.IsLoopback() || a.proxy(at) }

// origin is the address that a request came from: the peer's, or, if that is a
// trusted proxy, what the proxy wrote at the end of X-Forwarded-For, and so on from
// right to left. What stands left of the first address that is not trusted may be
// anybody's invention, and so may everything left of what is no address.
func (a *Access) origin(peer netip.Addr, lines []string) netip.Addr {
	at := peer
	for _, line := range slices.Backward(lines) {
		for more := true; more; {
			var entry string
			if line, entry, more = cutLast(line); !a.proxy(at) {
				return at
			}
			before, ok := parseForwarded(strings.TrimSpace(entry))
			if !ok {
				return at
			}
			at = before
		}
	}
	return at
}

// cutLast cuts the last entry off a list with commas, and tells whether any are left.
func cutLast(list string) (rest, last string, more bool) {
	if comma := strings.LastIndexByte(list, ','); comma >= 0 {
		return list[:comma], list[comma+1:], true
	}
	return "", list, false
}

// parseForwarded reads an entry of X-Forwarded-For: an address, to which some
// proxies add the port.
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

// forwarded tells whether somebody on the way says that the request is not theirs.
func forwarded(r *http.Request) bool {
	return r.Header["X-Forwarded-For"] != nil || r.Header["Forwarded"] != nil
}

// foreign tells whether a browser sent the request for a page that is not the
// service's own.
func foreign(r *http.Request) bool {
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
			return netip.Prefix{}, fmt.Errorf("%q is no network and no address", text)
		}
		a = plainAddress(a)
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p.Masked(), nil
}
