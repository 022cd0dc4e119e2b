package middleware

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// CheckHost returns middleware that refuses requests that name a host which a service for this machine alone
// does not have. A page of elsewhere can make its own name mean this machine (DNS
// rebinding); to the browser it is then the service's own page, but the name is
// still the page's.
func (a *Access) CheckHost(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error {
		if a.Local && !a.hasHost(r.Host) {
			return problem.New(problem.Misdirected, "this service does not answer for the host %q; whoever runs it lists names in ALLOWED_HOSTS", problem.Clip(r.Host))
		}
		return nil
	})
}

// hasHost tells whether a Host header, with or without a port, names this machine:
// by an address, by localhost, or by a name that was configured.
func (a *Access) hasHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	} else if bare, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(bare, "]")
	}
	if address, err := netip.ParseAddr(host); err == nil {
		return plainAddress(address).IsLoopback()
	}
	host = strings.TrimSuffix(host, ".")
	return strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(a.Hosts, func(name string) bool { return strings.EqualFold(host, name) })
}
