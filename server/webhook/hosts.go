package webhook

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Hosts are the hosts that messages may be sent to, as HOST:PORT. The value is true for a private
// host, which may have any address and use plain http.
type Hosts map[string]bool

// privateMark precedes a private host in the configuration.
const privateMark = "private:"

// hostName matches a name or an IPv4 address.
var hostName = regexp.MustCompile(`^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$`)

// ParseHosts reads a list of hosts: HOST, HOST:PORT, private:HOST or private:HOST:PORT. An IPv6
// address is in brackets. An entry without a port allows port 443, and port 80 too if it is private.
func ParseHosts(list []string) (Hosts, error) {
	hosts := Hosts{}
	for _, entry := range list {
		entry = strings.ToLower(strings.TrimSpace(entry))
		if entry == "" {
			continue
		}
		text, private := strings.CutPrefix(entry, privateMark)
		host, port, ok := splitHost(text)
		if !ok {
			return nil, fmt.Errorf("%q is not a host; give HOST, HOST:PORT or %sHOST:PORT", entry, privateMark)
		}
		ports := []string{port}
		switch {
		case port != "":
		case private:
			ports = []string{"443", "80"}
		default:
			ports = []string{"443"}
		}
		for _, port := range ports {
			key := net.JoinHostPort(host, port)
			if _, twice := hosts[key]; twice {
				return nil, fmt.Errorf("%s is in the list twice", key)
			}
			hosts[key] = private
		}
	}
	return hosts, nil
}

// splitHost splits a host into its name and its port, which may be missing. It returns false if the
// text is not a host.
func splitHost(text string) (host, port string, ok bool) {
	u, err := url.Parse("https://" + text)
	if err != nil || u.Host != text || strings.HasSuffix(text, ":") {
		return "", "", false
	}
	host, port = u.Hostname(), u.Port()
	if n, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || n == 0 || strconv.FormatUint(n, 10) != port) {
		return "", "", false
	}
	_, err = netip.ParseAddr(host)
	return host, port, err == nil || hostName.MatchString(host)
}

// longestURL bounds a URL in bytes.
const longestURL = 2048

// Check returns the host of a URL, as HOST:PORT. If messages may not be sent to the URL, it returns
// an error that may be shown to the client.
func (h Hosts) Check(text string) (host string, err error) {
	if len(text) > longestURL {
		return "", fmt.Errorf("must have at most %d bytes", longestURL)
	}
	u, err := url.Parse(text)
	if wrong, ok := errors.AsType[*url.Error](err); ok {
		return "", fmt.Errorf("must be an https URL: %w", wrong.Err) // which names the part
	}
	switch {
	case err != nil, u.Scheme != "https" && u.Scheme != "http", u.Hostname() == "":
		return "", errors.New("must be an https URL")
	case u.User != nil:
		return "", errors.New("must have no user name or password")
	case u.Fragment != "":
		return "", errors.New("must have no fragment")
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", fmt.Errorf("port %s is not a number from 1 to 65535", port)
	}
	host = net.JoinHostPort(strings.ToLower(u.Hostname()), port)
	private, listed := h[host]
	switch {
	case u.Scheme != "https" && !private:
		return "", errors.New("must be an https URL")
	case !listed:
		return "", fmt.Errorf("host %s is not allowed; the operator must add it to WEBHOOK_HOSTS", host)
	}
	return host, nil
}
