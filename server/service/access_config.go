package service

import (
	"net"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
)

// AccessConfig configure who may do what. docs/access.md explains them.
type AccessConfig struct {
	APIKeys        string   `name:"api-keys" env:"API_KEYS" help:"Keys, with commas between: SECRET, NAME:SECRET or NAME:sha256:DIGEST. With any, everything but health, pages and reads needs one." placeholder:"KEYS"`
	TrustedProxies []string `env:"TRUSTED_PROXIES" help:"Networks (CIDR) or addresses of proxies whose X-Forwarded-For counts, with commas between." placeholder:"NETWORKS"`
	AllowedHosts   []string `env:"ALLOWED_HOSTS" help:"Names, with commas between, beside localhost by which a service on the loopback interface is called." placeholder:"NAMES"`
	CORSOrigins    []string `name:"cors-origins" env:"CORS_ORIGINS" help:"Origins, with commas between, of pages of elsewhere that may read and ask: such as https://example.org, * for all, or none." default:"*" placeholder:"ORIGINS"`

	RateReads   *int `env:"RATE_READS" help:"Reads a minute of one client; 0 is no bound (default: 600, none for this machine alone)." placeholder:"N"`
	RateWork    *int `env:"RATE_WORK" help:"Requests a minute of one client that may need a search; 0 is no bound (default: 120, none for this machine alone)." placeholder:"N"`
	ClientQueue *int `env:"CLIENT_QUEUE" help:"Requests with a body, questions and batches, that one client may have in progress; 0 is no bound (default: a quarter of WORKERS and QUEUE, none for this machine alone)." placeholder:"N"`
}

// access is who may do what with a service that listens at an address and can have
// so many requests for work in progress.
func (f *AccessConfig) access(at net.Addr, listen string, places int) (middleware.Access, error) {
	keys, err := middleware.ParseKeys(f.APIKeys)
	if err != nil {
		return middleware.Access{}, Usagef("API_KEYS: %w", err)
	}
	a := middleware.Access{Keys: keys, Local: loopback(at), Hosts: f.AllowedHosts}
	if host, _, err := net.SplitHostPort(listen); err == nil {
		a.Hosts = append(a.Hosts, host) // which means this machine, or nobody could have listened
	}
	for _, text := range f.TrustedProxies {
		network, err := middleware.ParseNetwork(strings.TrimSpace(text))
		if err != nil {
			return middleware.Access{}, Usagef("TRUSTED_PROXIES: %q is no network, such as 10.0.0.0/8, and no address", text)
		}
		a.Proxies = append(a.Proxies, network)
	}
	if a.Origins, err = f.origins(); err != nil {
		return middleware.Access{}, Usagef("CORS_ORIGINS: %w", err)
	}
	if !alone(&a) {
		a.Rates = middleware.Rates{Reads: 600, Work: 120, Queue: max(1, places/4)}
	}
	for _, bound := range []struct {
		name string
		flag *int
		at   *int
	}{{"RATE_READS", f.RateReads, &a.Rates.Reads}, {"RATE_WORK", f.RateWork, &a.Rates.Work}, {"CLIENT_QUEUE", f.ClientQueue, &a.Rates.Queue}} {
		if bound.flag == nil {
			continue
		}
		if *bound.at = *bound.flag; *bound.at < 0 {
			return middleware.Access{}, Usagef("%s: at least 0", bound.name)
		}
	}
	return a, nil
}

// alone tells whether the service is for this machine alone: behind a proxy, strangers come
// from this machine too.
func alone(a *middleware.Access) bool { return a.Local && len(a.Proxies) == 0 }

// origins are those of pages of elsewhere; the word none stands for none.
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

// loopback tells whether who listens at an address is out of reach of other machines.
func loopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
