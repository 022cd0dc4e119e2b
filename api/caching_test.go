package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// TestCaching reads what may be kept for ever, for a while, and what must be asked for again; each
// again with its ETag. Errors are not kept.
func TestCaching(t *testing.T) {
	const ever, hour, ask, never = "public, max-age=31536000, immutable", "public, max-age=3600", "no-cache", "no-store"
	o := options()
	o.Version = "v1.2.0"
	o.Library = remembered(t, `{"question":{"game":"klondike","seed":"solvitaire:2"},"verdict":"winnable"}`)
	h := serving(t, o)
	const id = "1-ffbc332a3612e283adc096c8fae45e58"
	for path, want := range map[string]string{
		"/v1/games/free-cell/deals/microsoft:1.txt?format=fc-solve": ever,
		"/v1/games/free-cell/deals/microsoft:1?format=fc-solve":     ever,
		"/v1/games/klondike/deals/2.svg":                            ever,
		"/v1/games/klondike/deals/2.png":                            ever,
		"/v1/deals/" + id + ".svg":                                  ever,
		"/v1/deals/" + id + ".png":                                  ever,
		"/v1/deals/" + id + ".txt?format=klondike-solver":           ever,
		"/v1/games/klondike?version=v1.2.0":                         ever,
		"/v1/games/klondike/seeds?version=v1.2.0":                   ever,
		"/v1/games/klondike/deals/2":                                ask,
		"/v1/deals/" + id:                                           ask,
		"/v1/deals/" + id + "/solution":                             ask,
		"/openapi.json":                                             ask,
		"/v1/campaigns":                                             ask,
		"/v1/games":                                                 hour,
		"/v1/games/klondike":                                        hour,
		"/v1/games/klondike/seeds":                                  hour,
		"/v1/players":                                               hour,
		"/v1/games/klondike?version=v1.1.0":                         never,
		"/v1/games/klondike/seeds?version=v1.1.0":                   never,
		"/v1/games/klondike/deals/0x":                               never,
		"/v1/games/klondike/deals/x.svg":                            never,
		"/v1/games/klondike/deals/2.txt?format=fc-solve":            never, // not its game
		"/v1/deals/1-00000000000000000000000000000000":              never,
		"/v1/deals/1-00000000000000000000000000000000.png":          never,
		"/v1/games/none":                                            never,
	} {
		first := get(h, "GET", path)
		if got := first.Header().Get("Cache-Control"); got != want || (first.Code == http.StatusOK) != (want != never) {
			t.Errorf("%s: %d, %q; want %q", path, first.Code, got, want)
			continue
		}
		tag := first.Header().Get("ETag")
		if want == never {
			if tag != "" {
				t.Errorf("%s: an error with the ETag %s", path, tag)
			}
			continue
		}
		for _, sent := range []string{tag, `"x", ` + tag} {
			again := get(h, "GET", path, "If-None-Match", sent)
			if again.Code != http.StatusNotModified || again.Body.Len() > 0 || again.Header().Get("ETag") != tag || again.Header().Get("Cache-Control") != want {
				t.Errorf("%s: %d, %v, %d bytes", path, again.Code, again.Header(), again.Body.Len())
			}
		}
		changed := get(h, "GET", path, "If-None-Match", `W/"0000000000000000"`)
		if changed.Code != http.StatusOK || changed.Body.String() != first.Body.String() {
			t.Errorf("%s: with another ETag: %d", path, changed.Code)
		}
	}
}

// TestDevelopmentIsNotCached asks for rules with the version of a program that was built from files
// that are not committed: it may be built again.
func TestDevelopmentIsNotCached(t *testing.T) {
	for _, version := range []string{"0123456789ab+", "(devel)"} {
		o := options()
		o.Version = version
		if got := get(serving(t, o), "GET", "/v1/games/golf?version="+strings.ReplaceAll(version, "+", "%2B")).Header().Get("Cache-Control"); got != reply.CatalogueLife {
			t.Errorf("%s: %s", version, got)
		}
	}
}

// TestVerdictChangesETag asks for a deal before and after its verdict is known.
func TestVerdictChangesETag(t *testing.T) {
	o := options()
	before := get(serving(t, o), "GET", "/v1/games/klondike/deals/2").Header().Get("ETag")
	o.Library = remembered(t, `{"question":{"game":"klondike","seed":"solvitaire:2"},"verdict":"unwinnable"}`)
	if w := get(serving(t, o), "GET", "/v1/games/klondike/deals/2", "If-None-Match", before); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"verdict":"unwinnable"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
