package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
)

// Section is an entry of the navigation.
type Section struct{ Path, Name string }

var sections = []Section{
	{"/", "Today"},
	{"/games", "Games"},
	{"/win-rates", "Win rates"},
	{"/convert", "Convert"},
	{"/campaigns", "Campaigns"},
	{docsSection, "Docs"},
}

// docsSection is the section of the docs, whose pages are in English only.
const docsSection = "/docs"

// framed is the content of the frame.
type framed struct {
	Language words.Language
	Versions []Version // in each language; none if the page is English for everybody
	Sections []Section
	Section  string
	Page     any  // the content
	Bare     bool // without navigation
	Theme    string
}

// templates are the pages in their frame, by language and name. Those of a language are parsed when the
// first page of that language is sent.
var templates = func() map[words.Language]func() map[string]*template.Template {
	all := map[words.Language]func() map[string]*template.Template{}
	for _, l := range words.Languages {
		all[l] = sync.OnceValue(func() map[string]*template.Template { return parse(l) })
	}
	return all
}()

func parse(l words.Language) map[string]*template.Template {
	files, err := pages.ReadDir("pages")
	if err != nil {
		panic(err)
	}
	frame := template.Must(template.New("frame.html").Funcs(functions).Funcs(speaking(l)).ParseFS(pages, "pages/frame.html", "pages/parts.html"))
	all := map[string]*template.Template{}
	for _, file := range files {
		if name := file.Name(); path.Ext(name) == ".html" && name != "frame.html" && name != "parts.html" {
			all[strings.TrimSuffix(name, ".html")] = template.Must(template.Must(frame.Clone()).ParseFS(pages, "pages/"+name))
		}
	}
	return all
}

// send answers with a page.
func send(w http.ResponseWriter, r *http.Request, file, section string, content any) error {
	return sendPage(w, r, http.StatusOK, file, section, content)
}

// sendPage answers with the page of a template. section is the entry of the navigation that the
// page belongs to; it may be empty. If the template does not fit the content, sendPage returns an
// error and sends nothing.
func sendPage(w http.ResponseWriter, r *http.Request, status int, file, section string, content any) error {
	table, _ := content.(Deal)
	f := framed{Language: words.English, Sections: sections, Section: section, Page: content, Bare: table.Embed, Theme: table.Theme}
	if section != docsSection {
		f.Language, f.Versions = languageOf(r), versions(r.URL)
		w.Header().Add("Vary", "Accept-Language")
		w.Header().Add("Vary", "Cookie")
	}
	w.Header().Set("Content-Language", string(f.Language))
	var text bytes.Buffer
	if err := templates[f.Language]()[file].ExecuteTemplate(&text, "frame", f); err != nil {
		return fmt.Errorf("rendering page %s: %w", file, err)
	}
	if status != http.StatusOK {
		w.Header().Set("Content-Type", media[".html"])
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_, _ = w.Write(text.Bytes()) // the client may have gone
		return nil
	}
	reply.SendTagged(w, r, media[".html"], text.Bytes())
	return nil
}
