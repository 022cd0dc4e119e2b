package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
)

// elsewhere finds what would make a browser ask another server, or what the
// content security policy forbids: a script or a style within a page.
var elsewhere = regexp.MustCompile(`(?i)(src|href)="(https?:)?//|url\(|@import|<script>|<style|\son[a-z]+="|\sstyle="|innerHTML`)

// The pages load nothing but the service's own files, and those exist.
func TestPagesAreSelfContained(t *testing.T) {
	ours := regexp.MustCompile(`(?:src|href)="/web/([^"]+)"`)
	err := fs.WalkDir(pages, "pages", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := pages.ReadFile(name)
		if err != nil {
			return err
		}
		if found := elsewhere.Find(text); found != nil {
			t.Errorf("%s has %q", name, found)
		}
		if media[path.Ext(name)] == "" {
			t.Errorf("%s has no media type", name)
		}
		for _, asset := range ours.FindAllSubmatch(text, -1) {
			w := httptest.NewRecorder()
			if !Asset(w, httptest.NewRequest(http.MethodGet, "/web/"+string(asset[1]), nil), string(asset[1])) || w.Body.Len() == 0 {
				t.Errorf("%s asks for %s, which does not exist", name, asset[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A page that has not changed is not sent again.
func TestNotModified(t *testing.T) {
	first := httptest.NewRecorder()
	if err := Send(first, httptest.NewRequest(http.MethodGet, "/docs", nil), http.StatusOK, Docs{}); err != nil {
		t.Fatal(err)
	}
	if first.Code != http.StatusOK || !strings.HasPrefix(first.Body.String(), "<!doctype html>") {
		t.Fatalf("%d: %s", first.Code, first.Body)
	}
	r := httptest.NewRequest(http.MethodGet, "/docs", nil)
	r.Header.Set("If-None-Match", first.Header().Get("ETag"))
	second := httptest.NewRecorder()
	if err := Send(second, r, http.StatusOK, Docs{}); err != nil {
		t.Fatal(err)
	}
	if second.Code != http.StatusNotModified || second.Body.Len() > 0 {
		t.Errorf("%d: %s", second.Code, second.Body)
	}
}

// What pages are filled with is text, whatever it looks like.
func TestEscaping(t *testing.T) {
	const hostile = `"><script>alert(1)</script>{{.}}`
	w := httptest.NewRecorder()
	p := Oops{Title: hostile, Detail: hostile, Errors: []Mistake{{hostile, hostile}}}
	if err := Send(w, httptest.NewRequest(http.MethodGet, "/", nil), http.StatusNotFound, p); err != nil {
		t.Fatal(err)
	}
	if text := w.Body.String(); w.Code != http.StatusNotFound || strings.Contains(text, "<script>") || strings.Count(text, "&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{.}}") != 5 {
		t.Errorf("%d: %s", w.Code, text)
	}
}

func TestNoSuchAsset(t *testing.T) {
	for _, name := range []string{"", "..", "../web.go", "docs.html", "none.js"} {
		w := httptest.NewRecorder()
		if Asset(w, httptest.NewRequest(http.MethodGet, "/", nil), name) || w.Body.Len() > 0 {
			t.Errorf("%q was found: %s", name, w.Body)
		}
	}
}
