package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// Section is an entry of the navigation.
type Section struct{ Path, Name string }

var sections = []Section{
	{"/games", "Games"},
	{"/win-rates", "Win rates"},
	{"/play", "Play"},
	{"/campaigns", "Campaigns"},
	{"/convert", "Convert"},
	{"/docs", "Docs"},
}

// framed is the content of the frame.
type framed struct {
	Sections []Section
	Section  string
	Page     any  // the content
	Bare     bool // without navigation
}

// templates are the pages in their frame, by name.
var templates = parse()

func parse() map[string]*template.Template {
	files, err := pages.ReadDir("pages")
	if err != nil {
		panic(err)
	}
	frame := template.Must(template.New("frame.html").Funcs(words).ParseFS(pages, "pages/frame.html", "pages/parts.html"))
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
	f := framed{sections, section, content, table.Embed}
	var text bytes.Buffer
	if err := templates[file].ExecuteTemplate(&text, "frame", f); err != nil {
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
