package service

import (
	"net"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
)

// AccessConfig configures API keys, rate limits, CORS, hosts and proxies. docs/run/access.md explains them.
type AccessConfig struct {
	APIKeys        string   `name:"api-keys" env:"API_KEYS" help:"API keys, comma-separated: SECRET, NAME:SECRET or NAME:sha256:DIGEST. With any, everything but health, pages and reads needs one." placeholder:"KEYS"`
	TrustedProxies []string `env:"TRUSTED_PROXIES" help:"Addresses or networks (CIDR) of proxies whose X-Forwarded-For is trusted, comma-separated. Each machine in a network can then claim any address." placeholder:"NETWORKS"`
	AllowedHosts   []string `env:"ALLOWED_HOSTS" help:"Host names, beside localhost, that a service on the loopback interface answers to, comma-separated." placeholder:"NAMES"`
	CORSOrigins    []string `name:"cors-origins" env:"CORS_ORIGINS" help:"Origins of other sites whose pages may use the API, comma-separated, for example https://example.org; * for all, or none." default:"*" placeholder:"ORIGINS"`

	RateReads   *int `env:"RATE_READS" help:"Reads per minute of one client; 0 for no limit (default: 600; none if only this machine has access, except for pages of other sites)." placeholder:"N"`
	RateWork    *int `env:"RATE_WORK" help:"Requests per minute of one client that may need a search; 0 for no limit (default: 120; none if only this machine has access, except for pages of other sites)." placeholder:"N"`
	ClientQueue *int `env:"CLIENT_QUEUE" help:"Requests with a body that one client may have in progress; 0 for no limit (default: a quarter of WORKERS + QUEUE; none if only this machine has access, except for pages of other sites)." placeholder:"N"`
}

// access returns the access rules of a service that listens at an address. The number of places is how
// many requests may be in progress.
func (f *AccessConfig) access(at net.Addr, listen string, places int) (middleware.Access, error) {
	keys, err := middleware.ParseKeys(f.APIKeys)
	if err != nil {
		return middleware.Access{}, Usagef("API_KEYS: %w", err)
	}
	a := middleware.Access{Keys: keys, Local: loopback(at), Hosts: f.AllowedHosts}
	if host, _, err := net.SplitHostPort(listen); err == nil {
		a.Hosts = append(a.Hosts, host) // it names this machine: listening there has worked
	}
	for _, text := range f.TrustedProxies {
		network, err := middleware.ParseNetwork(strings.TrimSpace(text))
		if err != nil {
			return middleware.Access{}, Usagef("TRUSTED_PROXIES: %q is neither a CIDR network nor an IP address", text)
		}
		a.Proxies = append(a.Proxies, network)
	}
	if a.Origins, err = f.origins(); err != nil {
		return middleware.Access{}, Usagef("CORS_ORIGINS: %w", err)
	}
	a.Pages = middleware.Rates{Reads: 600, Work: 120, Queue: max(1, places/4)}
	if !alone(&a) {
		a.Rates = a.Pages
	}
	for _, bound := range []struct {
		name      string
		flag      *int
		at, pages *int
	}{
		{"RATE_READS", f.RateReads, &a.Rates.Reads, &a.Pages.Reads},
		{"RATE_WORK", f.RateWork, &a.Rates.Work, &a.Pages.Work},
		{"CLIENT_QUEUE", f.ClientQueue, &a.Rates.Queue, &a.Pages.Queue},
	} {
		if bound.flag == nil {
			continue
		}
		if *bound.flag < 0 {
			return middleware.Access{}, Usagef("%s: must be at least 0", bound.name)
		}
		*bound.at, *bound.pages = *bound.flag, *bound.flag
	}
	return a, nil
}

// alone reports whether only this machine has access. Behind a proxy, all requests come from
// this machine.
func alone(a *middleware.Access) bool { return a.Local && len(a.Proxies) == 0 }

// origins returns the allowed origins; the word none stands for none.
func (f *AccessConfig) origins() ([]string, error) {
	var all []string
	for _, text := range f.CORSOrigins {
		text = strings.TrimSpace(text)
		if text == "none" && len(f.CORSOrigins) == 1 {
			return nil, nil
		}
		if err := middleware.CheckOrigin(text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// loopback reports whether an address is out of reach of other machines.
func loopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
