package main

import (
	"fmt"
	"net"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api"
)

// accessFlags configure who may do what. docs/security.md explains them.
type accessFlags struct {
	APIKeys        string   `name:"api-keys" env:"API_KEYS" help:"Keys, with commas between: SECRET, NAME:SECRET or NAME:sha256:DIGEST. With any, everything but health, pages and reads needs one." placeholder:"KEYS"`
	TrustedProxies []string `env:"TRUSTED_PROXIES" help:"Networks (CIDR) or addresses of proxies whose X-Forwarded-For counts, with commas between." placeholder:"NETWORKS"`
}

// access is who may do what with a service that listens at an address.
func (f *accessFlags) access(at net.Addr) (api.Access, error) {
	keys, err := api.ParseKeys(f.APIKeys)
	if err != nil {
		return api.Access{}, usage{fmt.Errorf("API_KEYS: %w", err)}
	}
	a := api.Access{Keys: keys, Local: loopback(at)}
	for _, text := range f.TrustedProxies {
		network, err := api.ParseNetwork(strings.TrimSpace(text))
		if err != nil {
			return api.Access{}, usage{fmt.Errorf("TRUSTED_PROXIES: %q is no network, such as 10.0.0.0/8, and no address", text)}
		}
		a.Proxies = append(a.Proxies, network)
	}
	return a, nil
}

// loopback tells whether who listens at an address is out of reach of other machines.
func loopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
