package middleware

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Access configures who may do what. The zero value is open to the network: every client may read
// and ask, and no client may do what needs a key.
type Access struct {
	Keys    []Key          // if there are any, every call needs one except health checks, pages and reads
	Local   bool           // the service listens on the loopback interface only
	Hosts   []string       // the host names of a local service, besides localhost
	Proxies []netip.Prefix // trusted proxies, whose X-Forwarded-For is used
	Origins []string       // whose pages may make cross-origin requests; * means all origins
	Rates   Rates
	Pages   Rates       // the rates of the client [Pages], in place of Rates
	Shared  SharedRates // the counts that several processes share; nil if this process counts alone
}

// guard returns middleware that calls check. If check fails, the middleware answers with its error.
func guard(problems *problem.Writer, check func(http.ResponseWriter, *http.Request) error) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return problems.Handle(func(w http.ResponseWriter, r *http.Request) error {
			if err := check(w, r); err != nil {
				return err
			}
			next.ServeHTTP(w, r)
			return nil
		})
	}
}

// Authorize returns middleware that refuses calls that the client may not make.
func (a *Access) Authorize(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error { return a.authorize(r) })
}

// authorize decides by method and path. A new call is closed until a rule opens it here.
func (a *Access) authorize(r *http.Request) error {
	c := clientOf(r.Context())
	switch {
	case isHealth(r):
		return nil
	case c.wrong:
		return problem.New(problem.Unauthorized, "unknown API key")
	case IsRead(r):
		return nil
	case len(a.Keys) > 0 && !c.keyed:
		return problem.New(problem.Unauthorized, "API key required: send Authorization: Bearer KEY")
	case r.Method == http.MethodDelete:
		return MayDo(r.Context(), "delete", "deletions need an API key")
	case r.URL.Path == CampaignsPath, strings.HasPrefix(r.URL.Path, CampaignsPath+"/"):
		return MayDo(r.Context(), "campaign", "campaigns need an API key")
	}
	return nil
}

// CampaignsPath is the path of the calls that keep workers busy for days.
const CampaignsPath = "/v1/campaigns"

// isHealth reports whether a request is a health check. Health checks have no key and no
// rate limit.
func isHealth(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// IsRead reports whether a request changes nothing.
func IsRead(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
}

// cheapPosts are calls that count as reads. They use POST because their requests do not fit into a
// URL.
var cheapPosts = []string{"/v1/replay", "/v1/convert"}

// costlyReads are the reads that may cost a search, or a similar amount of processor time.
var costlyReads = []struct {
	under, end string // of the path
	within     string // a part of the path
	query      string // the parameter that makes the read costly; "" if the read is always costly
	later      bool   // it counts as work only when it starts a job
}{
	{under: "/v1/", end: "/proof", later: true},
	{under: "/v1/", end: ".png"},
	{under: "/v1/", end: "/daily-deal", query: "solution"},
	{under: "/v1/", end: "/winnable-deals", query: "solution"}, // of up to a thousand deals
	{under: "/v1/games/", within: "/positions/"},               // it may search for a verdict
	{under: "/v1/games/", end: "/solution"},                    // it may search for the solution
	{under: "/v1/games/", end: "/solution.txt"},                // it may search for the solution
	{under: "/v1/", end: "/stats/pairs"},                       // it compares the results of two games
	{under: "/v1/", end: "/results"},                           // of a campaign, up to a million
}

// isCostly reports whether a read is costly. later reports whether it counts as work only when it
// starts a job.
func isCostly(r *http.Request) (costly, later bool) {
	for _, c := range costlyReads {
		if strings.HasPrefix(r.URL.Path, c.under) && strings.HasSuffix(r.URL.Path, c.end) && strings.Contains(r.URL.Path, c.within) && (c.query == "" || r.URL.Query().Has(c.query)) {
			return true, c.later
		}
	}
	return false, false
}

// isCheap reports whether a request counts as a read, not as work.
func isCheap(r *http.Request) bool {
	if IsRead(r) {
		costly, later := isCostly(r)
		return !costly || later
	}
	return slices.Contains(cheapPosts, r.URL.Path)
}

// NeedKey returns an error if keys are configured and the request has no valid key.
func (a *Access) NeedKey(r *http.Request) error {
	if len(a.Keys) > 0 && !clientOf(r.Context()).keyed {
		return problem.New(problem.Unauthorized, "API key required: send Authorization: Bearer KEY")
	}
	return nil
}

// MayDo returns an error unless the client has a key or is the owner. The audit log notes the use
// of the key under the name of the privilege. Calls that only show more pass an empty privilege and
// are not noted. The parameter what begins the error text.
func MayDo(ctx context.Context, privilege, what string) error {
	if c := clientOf(ctx); c.keyed || c.owner {
		if c.use != nil && privilege != "" {
			c.use.privilege.Store(&privilege)
		}
		return nil
	}
	return problem.New(problem.Forbidden, "%s on a server open to the network; the operator must configure API_KEYS", what)
}

// ListedClient returns the name of the client whose jobs the request may list. For a client with a
// key this is the client itself. For the owner of a service without keys it is empty, which means
// all clients.
func (a *Access) ListedClient(r *http.Request) (string, error) {
	if err := a.NeedKey(r); err != nil {
		return "", err
	}
	c := clientOf(r.Context())
	if c.keyed {
		return c.name, nil
	}
	return "", MayDo(r.Context(), "", "lists of jobs need an API key")
}

// WebhookOwner returns the name of the client whose secret signs the webhooks of a request. A
// client with a key has its own secret. The owner of a service without keys has one secret for all
// addresses.
func WebhookOwner(ctx context.Context) (string, error) {
	if err := MayDo(ctx, "", "webhooks need an API key"); err != nil {
		return "", err
	}
	if c := clientOf(ctx); c.keyed {
		return c.name, nil
	}
	return "owner", nil
}

// MayAskFresh returns an error if the client may not set fresh, which repeats a search.
func MayAskFresh(ctx context.Context) error {
	return MayDo(ctx, "fresh", "fresh requests need an API key")
}
