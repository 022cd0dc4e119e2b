package api

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

// quotas are an Access at work: what each client has left.
type quotas struct {
	reads, work *allowance
	bodies      *seats // of requests that have one, and may wait for a search
}

func newQuotas(r Rates) *quotas {
	return &quotas{newAllowance("reads", r.Reads), newAllowance("work", r.Work), newSeats("requests in progress", 0, r.Queue)}
}

// admit refuses what the client may not do, or not now. Who may not at all has
// still asked, which counts.
func (s *service) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isHealth(r) {
			next.ServeHTTP(w, r)
			return
		}
		c := clientOf(r.Context())
		allowance := s.quotas.work
		if isCheap(r) {
			allowance = s.quotas.reads
		}
		err := allowance.spend(w, c)
		if err == nil {
			err = s.mayCall(r, c)
		}
		if err == nil && !isRead(r) {
			var leave func()
			if leave, err = s.quotas.bodies.enter(c.name); err == nil {
				defer leave()
			}
		}
		if err != nil {
			s.problems.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// mayCall goes by the method, and of campaigns by the path: a call that is forgotten
// here needs a key wherever there are keys.
func (s *service) mayCall(r *http.Request, c client) error {
	switch {
	case c.wrong:
		return problem.New(problem.Unauthorized, "the key in Authorization is none of this server's")
	case isRead(r):
		return nil
	case len(s.Access.Keys) > 0 && !c.keyed:
		return problem.New(problem.Unauthorized, "this server wants a key for everything but reads: send Authorization: Bearer and the key")
	case r.Method == http.MethodDelete:
		return mayDo(r.Context(), "deletions need a key")
	case r.URL.Path == campaignsPath, strings.HasPrefix(r.URL.Path, campaignsPath+"/"):
		return mayDo(r.Context(), "campaigns need a key")
	}
	return nil
}

// campaignsPath is that of the calls that keep workers busy for days.
const campaignsPath = "/v1/campaigns"

// isHealth tells whether a request asks how the service is, which machines do that
// have no key and must not be told to come later.
func isHealth(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

func isRead(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
}

// cheapPosts are the calls that change the method of a read only because a request
// does not fit into a URL.
var cheapPosts = []string{"/v1/replay", "/v1/convert"}

// isCheap tells whether a request can't cost a search. The deal of a day that nobody
// has asked about costs several.
func isCheap(r *http.Request) bool {
	if isRead(r) {
		return !strings.HasSuffix(r.URL.Path, "/daily-deal")
	}
	return slices.Contains(cheapPosts, r.URL.Path)
}

// guarded is for reads that need a key where there are keys.
func (s *service) guarded(next http.HandlerFunc) http.HandlerFunc {
	return s.problems.Handle(func(w http.ResponseWriter, r *http.Request) error {
		if len(s.Access.Keys) > 0 && !clientOf(r.Context()).keyed {
			return problem.New(problem.Unauthorized, "this needs a key: send Authorization: Bearer and the key")
		}
		next(w, r)
		return nil
	})
}

// mayDo refuses what only those may do who have a key or sit at the machine that
// the service is for.
func mayDo(ctx context.Context, what string) error {
	if c := clientOf(ctx); c.keyed || c.owner {
		return nil
	}
	return problem.New(problem.Forbidden, "%s where the service is open to others, and this one has none; whoever runs it sets API_KEYS", what)
}

// mayAskFresh refuses the field fresh of whatever asks for verdicts to those who
// may not: it makes the service work again for what it knows.
func mayAskFresh(ctx context.Context) error { return mayDo(ctx, "fresh: true needs a key") }
