package middleware

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// networks are the networks of trusted proxies.
var networks = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48"), netip.MustParsePrefix("192.0.2.7/32"),
}

// proxies draws addresses in networks, strangers draws others.
func proxies() *rapid.Generator[netip.Addr] {
	return rapid.Custom(func(t *rapid.T) netip.Addr {
		switch rapid.IntRange(0, 2).Draw(t, "network") {
		case 0:
			return netip.AddrFrom4([4]byte{10, rapid.Byte().Draw(t, "b"), 0, rapid.Byte().Draw(t, "d")})
		case 1:
			a := netip.MustParseAddr("2001:db8:ffff::").As16()
			a[15] = rapid.Byte().Draw(t, "last")
			return netip.AddrFrom16(a)
		}
		return netip.MustParseAddr("192.0.2.7")
	})
}

func strangers() *rapid.Generator[netip.Addr] {
	return rapid.Custom(func(t *rapid.T) netip.Addr {
		if rapid.Bool().Draw(t, "IPv4") {
			return netip.AddrFrom4([4]byte(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "bytes")))
		}
		return plainAddress(netip.AddrFrom16([16]byte(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "bytes"))))
	}).Filter(func(a netip.Addr) bool { return !(&Access{Proxies: networks}).proxy(a) })
}

// written writes an address in one of the ways of proxies.
func written(t *rapid.T, a netip.Addr) string {
	mapped := netip.AddrFrom16(a.As16()).String() // ::ffff:… of IPv4
	ways := []string{a.String(), mapped, netip.AddrPortFrom(a, 4711).String(), " " + a.String() + "\t"}
	if a.Is6() {
		ways = append(ways, "["+a.String()+"]", strings.ToUpper(a.StringExpanded()))
	}
	return rapid.SampledFrom(ways).Draw(t, "written")
}

// TestForwarded sends any X-Forwarded-For through trusted proxies, each of which adds the address
// that it sees. The client's address is always found. The header of a direct request is ignored.
func TestForwarded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := &Access{Proxies: networks}
		stranger := strangers().Draw(t, "stranger")
		lines := rapid.SliceOfN(rapid.OneOf(
			rapid.String(),
			rapid.StringMatching(`(10\.0\.0\.[1-9], ?)*[0-9a-f:.\[\], ]*`),
		), 0, 3).Draw(t, "invented")
		if got := a.origin(stranger, lines); got != stranger {
			t.Fatalf("%q directly from %s: client %s", lines, stranger, got)
		}
		peer := stranger
		for range rapid.IntRange(1, 4).Draw(t, "hops") {
			entry := written(t, peer)
			if len(lines) > 0 && rapid.Bool().Draw(t, "same line") {
				lines[len(lines)-1] += "," + entry
			} else {
				lines = append(lines, entry)
			}
			peer = proxies().Draw(t, "proxy")
		}
		if got := a.origin(peer, lines); got != stranger {
			t.Fatalf("%q from %s: client %s, want %s", lines, peer, got, stranger)
		}
	})
}

func TestForwardedByHand(t *testing.T) {
	a := &Access{Proxies: networks}
	for _, c := range []struct {
		peer  string
		lines []string
		want  string
	}{
		{"203.0.113.9", []string{"198.51.100.1"}, "203.0.113.9"},
		{"10.0.0.1", nil, "10.0.0.1"},
		{"10.0.0.1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.1", []string{"1.2.3.4, 198.51.100.1, 10.0.0.2"}, "198.51.100.1"},
		{"10.0.0.1", []string{"1.2.3.4", "198.51.100.1", "10.0.0.2"}, "198.51.100.1"},
		{"10.0.0.1", []string{"198.51.100.1, nonsense"}, "10.0.0.1"},
		{"10.0.0.1", []string{"198.51.100.1, nonsense, 10.0.0.2"}, "10.0.0.2"},
		{"10.0.0.1", []string{"198.51.100.1,"}, "10.0.0.1"},
		{"10.0.0.1", []string{""}, "10.0.0.1"},
		{"10.0.0.1", []string{"unknown"}, "10.0.0.1"},
		{"10.0.0.1", []string{"_hidden"}, "10.0.0.1"},
		{"10.0.0.1", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"10.0.0.1", []string{"[2001:db8::1]:443"}, "2001:db8::1"},
		{"10.0.0.1", []string{"[2001:db8::1]"}, "2001:db8::1"},
		{"10.0.0.1", []string{"[198.51.100.1]"}, "10.0.0.1"},
		{"10.0.0.1", []string{"fe80::1%eth0"}, "fe80::1"},
		{"10.0.0.1", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"::ffff:10.0.0.1", []string{"198.51.100.1, ::ffff:10.0.0.2"}, "198.51.100.1"},
		{"2001:db8:ffff::1", []string{"198.51.100.1"}, "198.51.100.1"},
	} {
		if got := a.origin(plainAddress(netip.MustParseAddr(c.peer)), c.lines); got.String() != c.want {
			t.Errorf("%q from %s: client %s, want %s", c.lines, c.peer, got, c.want)
		}
	}
}

// FuzzForwarded checks that for any header the client is the peer or an address in the header, and
// that only the headers of trusted proxies count.
func FuzzForwarded(f *testing.F) {
	f.Add("10.0.0.1", "198.51.100.1, 10.0.0.2")
	f.Add("192.0.2.7", "[::1]:80,,::ffff:1.2.3.4")
	f.Add("203.0.113.9", strings.Repeat("10.0.0.1,", 100))
	f.Fuzz(func(t *testing.T, peer, line string) {
		from, err := netip.ParseAddr(peer)
		if err != nil {
			return
		}
		a := &Access{Proxies: networks}
		from = plainAddress(from)
		got := a.origin(from, []string{line})
		if got == from {
			return
		}
		if !a.proxy(from) {
			t.Errorf("%q directly from %s: client %s", line, from, got)
		}
		if !slices.ContainsFunc(strings.Split(line, ","), func(entry string) bool {
			there, ok := parseForwarded(strings.TrimSpace(entry))
			return ok && there == got
		}) {
			t.Errorf("%q from %s: client %s", line, from, got)
		}
	})
}

func TestClientNames(t *testing.T) {
	for from, want := range map[string]string{
		"203.0.113.9:1": "203.0.113.9", "[::ffff:203.0.113.9]:1": "203.0.113.9", "[2001:db8:1:2:3::4]:1": "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::]:1": "2001:db8:1:2::/64", "[fe80::1%eth0]:1": "fe80::/64", "": "unknown", "@": "unknown",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = from
		if got := new(Access).client(r); got.name != want || got.owner || got.keyed {
			t.Errorf("%s: name %+v, want %s", from, got, want)
		}
	}
}

// TestOwner checks which requests count as coming from the machine's owner, and which as coming from pages
// of other origins.
func TestOwner(t *testing.T) {
	const secret = "correct-horse-battery-staple"
	keys, err := ParseKeys("alice:" + secret)
	if err != nil {
		t.Fatal(err)
	}
	local, keyed := Access{Local: true}, Access{Local: true, Keys: keys}
	behind := Access{Local: true, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	for _, c := range []struct {
		name   string
		access Access
		from   string
		header http.Header
		want   string // owner, pages, or empty
	}{
		{"here", local, "127.0.0.1:1", nil, "owner"},
		{"here, IPv6", local, "[::1]:1", nil, "owner"},
		{"here, both at once", local, "[::ffff:127.0.0.1]:1", nil, "owner"},
		{"the service's own page", local, "127.0.0.1:1", http.Header{"Origin": {"http://example.com"}}, "owner"},
		{"a page of elsewhere", local, "127.0.0.1:1", http.Header{"Origin": {"http://example.org"}}, Pages},
		{"a page of another port", local, "127.0.0.1:1", http.Header{"Origin": {"http://example.com:81"}}, Pages},
		{"a page of nowhere", local, "127.0.0.1:1", http.Header{"Origin": {"null"}}, Pages},
		{"two pages", local, "127.0.0.1:1", http.Header{"Origin": {"http://example.com", "http://example.com"}}, Pages},
		{"a link of another site", local, "127.0.0.1:1", http.Header{"Sec-Fetch-Site": {"cross-site"}}, Pages},
		{"a link of another port", local, "127.0.0.1:1", http.Header{"Sec-Fetch-Site": {"same-site"}}, Pages},
		{"a link of the service's own page", local, "127.0.0.1:1", http.Header{"Sec-Fetch-Site": {"same-origin"}}, "owner"},
		{"an address typed in", local, "127.0.0.1:1", http.Header{"Sec-Fetch-Site": {"none"}}, "owner"},
		{"two sites", local, "127.0.0.1:1", http.Header{"Sec-Fetch-Site": {"none", "cross-site"}}, Pages},
		{"a page, through a proxy that is not known", local, "127.0.0.1:1", http.Header{"X-Forwarded-For": {"127.0.0.1"}, "Sec-Fetch-Site": {"cross-site"}}, Pages},
		{"a page with a key", keyed, "127.0.0.1:1", http.Header{"Authorization": {"Bearer " + secret}, "Sec-Fetch-Site": {"cross-site"}}, ""},
		{"a page with a wrong key", keyed, "127.0.0.1:1", http.Header{"Authorization": {"Bearer not-" + secret}, "Sec-Fetch-Site": {"cross-site"}}, Pages},
		{"a page, on a service for others", Access{}, "127.0.0.1:1", http.Header{"Sec-Fetch-Site": {"cross-site"}}, ""},
		{"a page, through a proxy", behind, "127.0.0.1:1", http.Header{"X-Forwarded-For": {"203.0.113.9"}, "Sec-Fetch-Site": {"cross-site"}}, ""},
		{"elsewhere", local, "203.0.113.9:1", nil, ""},
		{"a service for others", Access{}, "127.0.0.1:1", nil, ""},
		{"forwarded", local, "127.0.0.1:1", http.Header{"X-Forwarded-For": {"127.0.0.1"}}, ""},
		{"forwarded by another header", local, "127.0.0.1:1", http.Header{"Forwarded": {"for=127.0.0.1"}}, ""},
		{"through a proxy", behind, "127.0.0.1:1", nil, ""},
	} {
		r := httptest.NewRequest("POST", "/v1/solve", nil) // its host is example.com
		r.RemoteAddr = c.from
		if c.header != nil {
			r.Header = c.header
		}
		if got := c.access.client(r); got.owner != (c.want == "owner") || (got.name == Pages) != (c.want == Pages) {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

func TestParseNetwork(t *testing.T) {
	for text, want := range map[string]string{
		"10.1.2.3/8": "10.0.0.0/8", "192.0.2.7": "192.0.2.7/32", "::1": "::1/128", "2001:db8::/32": "2001:db8::/32",
		"::ffff:10.0.0.0/104": "10.0.0.0/8", "::ffff:192.0.2.7": "192.0.2.7/32", "0.0.0.0/0": "0.0.0.0/0",
	} {
		if got, err := ParseNetwork(text); err != nil || got.String() != want {
			t.Errorf("%s is read as %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "10.0.0.0/33", "10.0.0/8", "proxy.example", "10.0.0.1:80", "::/129", "fe80::1%eth0/64"} {
		if got, err := ParseNetwork(text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

// TestHosts checks the hosts to which a service on loopback answers.
func TestHosts(t *testing.T) {
	a := &Access{Local: true, Hosts: []string{"solitaire.example"}}
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LocalHost.": true, "127.0.0.1": true, "127.0.0.1:80": true, "127.1.2.3": true,
		"[::1]": true, "[::1]:8080": true, "::1": true, "[::ffff:127.0.0.1]:80": true,
		"solitaire.example": true, "Solitaire.Example:8080": true,
		"": false, ":8080": false, "evil.example": false, "localhost.evil.example": false, "evil.example:127": false,
		"127.0.0.1.evil.example": false, "0.0.0.0": false, "192.168.1.7": false, "[2001:db8::1]": false, "localhost:80:80": false,
		"127.0.0.1@evil.example": false, "solitaire.example..": false,
	} {
		if got := a.hasHost(host); got != want {
			t.Errorf("the host %q: %t", host, got)
		}
	}
}

// FuzzHost checks that no other name is accepted as this machine's.
func FuzzHost(f *testing.F) {
	for _, host := range []string{"localhost:80", "[::1]:80", "127.0.0.1", "[evil]", "x:"} {
		f.Add(host)
	}
	f.Fuzz(func(t *testing.T, host string) {
		if !new(Access).hasHost(host) {
			return
		}
		plain := strings.ToLower(host)
		if !strings.HasPrefix(plain, "localhost") && !strings.HasPrefix(plain, "127.") && !strings.Contains(plain, "::") && !strings.Contains(plain, "0:") {
			t.Errorf("host %q is accepted", host)
		}
	})
}

func TestCheckOrigin(t *testing.T) {
	for _, text := range []string{"*", "https://example.org", "http://localhost:3000", "http://[::1]:80"} {
		if err := CheckOrigin(text); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{"", "example.org", "https://example.org/", "https://me@example.org", "https://*.example.org/x", "ftp://example.org", "null", "https://"} {
		if CheckOrigin(text) == nil {
			t.Errorf("origin %q is accepted", text)
		}
	}
}
