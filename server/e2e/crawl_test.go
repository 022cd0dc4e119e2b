package e2e

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestNoDeadLinks follows every link of every page, as a browser would. Each target must exist,
// fragments included.
func TestNoDeadLinks(t *testing.T) {
	t.Parallel()
	l := launch(t, nil, "--data-dir", t.TempDir())
	if r, err := l.call("/v1/campaigns", `{"game":"klondike","seeds":"solvitaire:1-3","states":1000}`); err != nil || r.status != http.StatusCreated {
		t.Fatalf("%v %v", r, err)
	}
	address := regexp.MustCompile(`(?:href|src|action)="([^"]*)"`)
	home, err := url.Parse(l.url + "/")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{} // bodies by path
	from := map[string]string{}  // pages with a link to a path
	open := []string{"/"}
	places := map[string]string{}
	for len(open) > 0 {
		path := open[len(open)-1]
		open = open[:len(open)-1]
		request, err := http.NewRequest(http.MethodGet, l.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", "text/html,*/*;q=0.8")
		reply, err := http.DefaultTransport.RoundTrip(request) // does not follow redirects
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		found[path] = string(text)
		var links []string
		switch {
		case reply.StatusCode == http.StatusSeeOther:
			links = []string{reply.Header.Get("Location")}
		case reply.StatusCode != http.StatusOK && path != "/deals":
			t.Errorf("%s, linked from %s: %d %s", path, from[path], reply.StatusCode, text)
		case strings.HasPrefix(reply.Header.Get("Content-Type"), "text/html"):
			for _, match := range address.FindAllStringSubmatch(string(text), -1) {
				links = append(links, html.UnescapeString(match[1]))
			}
		}
		at, err := home.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range links {
			to, err := at.Parse(link)
			if err == nil && to.Host != home.Host && strings.HasPrefix(path, "/docs/") {
				continue // guides cite sources
			}
			if err != nil || to.Host != home.Host {
				t.Errorf("%s links to %s on another server: %v", path, link, err)
				continue
			}
			if to.Fragment != "" && !strings.Contains(to.Fragment, "=") { // the page of a deal reads #day=…
				places[to.RequestURI()+" "+to.Fragment] = path
			}
			if next := to.RequestURI(); from[next] == "" && next != "/" {
				from[next] = path
				open = append(open, next)
			}
		}
	}
	for place, path := range places {
		page, id, _ := strings.Cut(place, " ")
		if !strings.Contains(found[page], `id="`+id+`"`) {
			t.Errorf("%s links to #%s of %s, which does not exist", path, id, page)
		}
	}
	if len(found) < 300 {
		t.Errorf("only %d addresses were found", len(found))
	}
	t.Logf("%d addresses", len(found))
}
