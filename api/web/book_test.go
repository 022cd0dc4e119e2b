package web

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// site returns a handler of the pages that need no other part of the service.
func site() http.Handler {
	r := chi.NewRouter()
	(&Site{Problems: &problem.Writer{Page: Problem}}).Routes(r)
	return r
}

func read(t *testing.T, address string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept", "text/html")
	site().ServeHTTP(w, r)
	return w
}

// TestBook reads every page and follows its links to other pages, headings and pictures.
func TestBook(t *testing.T) {
	link := regexp.MustCompile(`(?:href|src)="(/docs/[^"#]*)?(?:#([^"]*))?"`)
	lostInTable := regexp.MustCompile(`<td[^\n]*raw HTML omitted`)
	contents := read(t, "/docs").Body.String()
	pages, links := map[string]string{}, 0
	err := fs.WalkDir(docs.Book, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".md" || name == "README.md" {
			return err
		}
		address := pageAddress("docs/" + name)
		w := read(t, address)
		text := w.Body.String()
		pages[address] = text
		if w.Code != http.StatusOK || !strings.Contains(text, "<h1 id=") || strings.Contains(text, "style=") || lostInTable.MatchString(text) || emptyHeader.MatchString(text) {
			t.Errorf("%s: %d %s", address, w.Code, text)
		}
		if !strings.Contains(text, `href="`+address+`" aria-current="page"`) || !strings.Contains(contents, `href="`+address+`"`) {
			t.Errorf("%s is missing in the table of contents", address)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for from, text := range pages {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to, id := m[1], m[2]
			switch {
			case to == "" && id == "", id == "main" && to == "":
				continue
			case to == "":
				to = from
			case to == "/docs":
				continue
			case path.Ext(to) != "":
				if w := read(t, to); w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "image/") {
					t.Errorf("%s shows %s: %d %v", from, to, w.Code, w.Header())
				}
				continue
			}
			links++
			if page, known := pages[to]; !known || id != "" && !strings.Contains(page, `id="`+id+`"`) {
				t.Errorf("%s links to %s#%s, which does not exist", from, to, id)
			}
		}
	}
	if len(pages) < 40 || links < 200 {
		t.Errorf("%d pages, %d links", len(pages), links)
	}
}

// TestNoPage asks for pages that don't exist.
func TestNoPage(t *testing.T) {
	for _, address := range []string{"/docs/none", "/docs/docs.go", "/docs/openapi.json", "/docs/research/README", "/docs/build/none", "/docs/pictures/none.svg", "/docs/..%2fgo.mod"} {
		if w := read(t, address); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Not found") {
			t.Errorf("%s: %d", address, w.Code)
		}
	}
}

// TestHostilePage renders a page with raw HTML and with script addresses.
func TestHostilePage(t *testing.T) {
	html, err := renderPage("inside/hostile.md", []byte("# <script>alert(1)</script> a\n\n<script>alert(2)</script>\n\n<div onclick=x>\n\nb <b>c</b> [d](javascript:alert(3)) [e](../build/hints.md#f) [f](../research/README.md) ![g](../pictures/table.png)\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "<div onclick", "<b>", "javascript:"} {
		if strings.Contains(string(html), bad) {
			t.Errorf("%s passes: %s", bad, html)
		}
	}
	for _, good := range []string{`<a href="/docs/build/hints#f">e</a>`, `<img src="/docs/pictures/table.png" alt="g">`, `<a href="https://github.com/thoughtful-solitaire/thoughtful/blob/main/docs/research/README.md">f</a>`} {
		if !strings.Contains(string(html), good) {
			t.Errorf("%s is missing: %s", good, html)
		}
	}
}

// TestIndex looks a heading up in the index.
func TestIndex(t *testing.T) {
	var entries []IndexEntry
	w := read(t, "/docs/index")
	if err := json.Unmarshal(w.Body.Bytes(), &entries); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, e := range entries {
		page, id, _ := strings.Cut(e.Address, "#")
		if texts[page] == "" {
			texts[page] = read(t, page).Body.String()
		}
		if text := texts[page]; id != "" && !strings.Contains(text, `id="`+id+`"`) || e.Words == "" {
			t.Errorf("%+v", e)
		}
	}
	if len(entries) < 100 {
		t.Errorf("%d entries", len(entries))
	}
}
