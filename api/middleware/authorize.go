package middleware

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// Access says who may do what. Its zero value is that of a service open to the
// network: everybody may read and ask, nobody may do what needs a key.
type Access struct {
	Keys    []Key          // with any, everything but health, pages and reads needs one
	Local   bool           // the service listens on this machine only
	Hosts   []string       // by which names a service for this machine only is called, beside localhost
	Proxies []netip.Prefix // whose X-Forwarded-For counts
	Origins []string       // of pages of elsewhere that may ask; * for all
	Rates   Rates
}

// guard returns middleware that answers with the error of a check, if it has one.
func guard(problems *problem.Writer, check func(http.ResponseWriter, *http.Request) error) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := check(w, r); err != nil {
				problems.Write(w, r, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Authorize returns middleware that refuses what the client may not do.
func (a *Access) Authorize(problems *problem.Writer) func(http.Handler) http.Handler {
	return guard(problems, func(_ http.ResponseWriter, r *http.Request) error { return a.authorize(r) })
}

// authorize goes by the method, and of campaigns by the path: a call that is forgotten here
// needs a key wherever there are keys.
func (a *Access) authorize(r *http.Request) error {
	c := clientOf(r.Context())
	switch {
	case isHealth(r):
		return nil
	case c.wrong:
		return problem.New(problem.Unauthorized, "the key in Authorization is none of this server's")
	case IsRead(r):
		return nil
	case len(a.Keys) > 0 && !c.keyed:
		return problem.New(problem.Unauthorized, "this server wants a key for everything but reads: send Authorization: Bearer and the key")
	case r.Method == http.MethodDelete:
		return MayDo(r.Context(), "deletions need a key")
	case r.URL.Path == CampaignsPath, strings.HasPrefix(r.URL.Path, CampaignsPath+"/"):
		return MayDo(r.Context(), "campaigns need a key")
	}
	return nil
}

// CampaignsPath is that of the calls that keep workers busy for days.
const CampaignsPath = "/v1/campaigns"

// isHealth tells whether a request asks how the service is, which machines do that
// have no key and must not be told to come later.
func isHealth(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// IsRead reports whether a request changes nothing and costs no search.
func IsRead(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
}

// cheapPosts are the calls that change the method of a read only because a request
// does not fit into a URL.
var cheapPosts = []string{"/v1/replay", "/v1/convert"}

// isCheap tells whether a request can't cost a search. The deal of a day that nobody
// has asked about costs several.
func isCheap(r *http.Request) bool {
	if IsRead(r) {
		return !strings.HasSuffix(r.URL.Path, "/daily-deal")
	}
	return slices.Contains(cheapPosts, r.URL.Path)
}

// NeedKey returns what is wrong with a read that needs a key where there are keys.
func (a *Access) NeedKey(r *http.Request) error {
	if len(a.Keys) > 0 && !clientOf(r.Context()).keyed {
		return problem.New(problem.Unauthorized, "this needs a key: send Authorization: Bearer and the key")
	}
	return nil
}

// MayDo refuses what needs a key, or a client at the machine that the service is for.
func MayDo(ctx context.Context, what string) error {
	if c := clientOf(ctx); c.keyed || c.owner {
		return nil
	}
	return problem.New(problem.Forbidden, "%s where the service is open to others, and this one has none; whoever runs it sets API_KEYS", what)
}

// MayAskFresh refuses the field fresh, which makes the service work again for what it
// knows.
func MayAskFresh(ctx context.Context) error { return MayDo(ctx, "fresh: true needs a key") }
