package middleware

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// CheckHost returns middleware that refuses requests to a local service under a foreign host name.
// A web page can make the name of its own server resolve to this machine (DNS rebinding). The
// browser then sends the page's requests here, but with that name as the host.
func (a *Access) CheckHost(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error {
		if a.Local && !a.hasHost(r.Host) {
			return problem.New(problem.Misdirected, "this server answers only to localhost; see ALLOWED_HOSTS")
		}
		return nil
	})
}

// CheckPath returns middleware that answers 404 if the path has a NUL or is not valid UTF-8. Names
// and ids are never like this, and PostgreSQL refuses to compare such a text.
func CheckPath(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error {
		if !utf8.ValidString(r.URL.Path) || strings.ContainsRune(r.URL.Path, 0) {
			return problem.New(problem.NotFound, "the path has a NUL character or is not valid UTF-8")
		}
		return nil
	})
}

// hasHost reports whether a Host header, with or without a port, names this machine: a
// loopback address, localhost, or a configured name.
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
