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

// CheckHost returns middleware that refuses requests to a local service under a foreign host
// name. A page can make its own name resolve to this machine (DNS rebinding); the browser
// then takes the service for the page's own server, but sends the page's name.
func (a *Access) CheckHost(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error {
		if a.Local && !a.hasHost(r.Host) {
			return problem.New(problem.Misdirected, "this server answers only to localhost; see ALLOWED_HOSTS")
		}
		return nil
	})
}

// CheckPath returns middleware that answers 404 for paths that are not text. No name or id is
// such a path, and PostgreSQL refuses to compare with one.
func CheckPath(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error {
		if !utf8.ValidString(r.URL.Path) || strings.ContainsRune(r.URL.Path, 0) {
			return problem.New(problem.NotFound, "the path is not UTF-8 text, or has a NUL")
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
