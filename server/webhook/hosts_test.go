package webhook

import (
	"maps"
	"net"
	"net/netip"
	"strings"
	"testing"
)

func TestParseHosts(t *testing.T) {
	hosts, err := ParseHosts([]string{"Hooks.example.org", " other.example:8443", "private:[fd00::1]:9", "private:inside", ""})
	want := Hosts{"hooks.example.org:443": false, "other.example:8443": false, "[fd00::1]:9": true, "inside:443": true, "inside:80": true}
	if err != nil || !maps.Equal(hosts, want) {
		t.Errorf("%v, %v", hosts, err)
	}
	for _, bad := range []string{
		"https://hooks.example", "hooks.example/path", "me@hooks.example", "hooks.example:", "hooks.example:0", "hooks.example:70000",
		"hooks.example:080", "*.example", "private:", "fd00::1", "a b", "hooks.example?x", "-a", "é.example", "[fe80::1%eth0]x",
	} {
		if hosts, err := ParseHosts([]string{bad}); err == nil {
			t.Errorf("%q: %v", bad, hosts)
		}
	}
	if _, err := ParseHosts([]string{"a.example", "private:a.example:443"}); err == nil {
		t.Error("a host twice")
	}
}

func TestCheck(t *testing.T) {
	hosts, err := ParseHosts([]string{"hooks.example", "private:inside:8080", "private:both"})
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"https://hooks.example/told?a=1":                           "hooks.example:443",
		"https://HOOKS.example:443":                                "hooks.example:443",
		"http://inside:8080/":                                      "inside:8080",
		"https://inside:8080/":                                     "inside:8080",
		"http://both/":                                             "both:80",
		"https://both/":                                            "both:443",
		"http://hooks.example/":                                    "must be an https URL",
		"http://hooks.example:443/":                                "must be an https URL",
		"https://hooks.example:8443/":                              "not allowed",
		"https://hooks.example:https/":                             `invalid port ":https"`,
		"https://hooks.example:-1/":                                `invalid port ":-1"`,
		"https://hooks.example:0/":                                 "port 0 is not a number from 1 to 65535",
		"https://hooks.example:65536/":                             "port 65536 is not a number from 1 to 65535",
		"https://hooks.example./":                                  "not allowed",
		"https://hooks.example.evil.example/":                      "not allowed",
		"https://evil.example/hooks.example":                       "not allowed",
		"https://hooks.example@evil.example/":                      "must have no user name",
		"https://me:secret@hooks.example/":                         "must have no user name",
		"https://hooks.example/#a":                                 "must have no fragment",
		"https://inside/":                                          "not allowed",
		"https:///told":                                            "must be an https URL",
		"https:hooks.example":                                      "must be an https URL",
		"//hooks.example/":                                         "must be an https URL",
		"file://hooks.example/etc/passwd":                          "must be an https URL",
		"https://hooks.example\\@evil.example/":                    "must be an https URL",
		"https://hooks.example/\r\nHost: a":                        "must be an https URL",
		"":                                                         "must be an https URL",
		"https://hooks.example/" + strings.Repeat("a", longestURL): "at most",
	} {
		host, err := hosts.Check(url)
		if host != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %q, %v, want %q", url, host, err, want)
		}
	}
}

// TestPublic checks addresses of all special networks, and of others.
func TestPublic(t *testing.T) {
	for _, text := range []string{
		"127.0.0.1", "127.9.9.9", "0.0.0.0", "0.1.2.3", "10.0.0.7", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
		"100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.19.255.255", "203.0.113.9",
		"224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "fe80::1", "fe80::1%1", "fd00:ec2::254", "fc00::1", "ff02::1", "fec0::1", "2001:db8::1", "2001::1", "2002:7f00:1::1",
		"64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.7", "::ffff:169.254.169.254", "100::1", "3fff::1",
	} {
		if err := public(netip.MustParseAddr(text)); err == nil {
			t.Errorf("%s passes", text)
		}
	}
	for _, text := range []string{"1.1.1.1", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450:4001::200e"} {
		if err := public(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// noting sends the addresses of those that connect.
type noting struct {
	net.Listener
	connected chan string
}

func (n *noting) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err == nil {
		n.connected <- c.RemoteAddr().String()
	}
	return c, err
}
