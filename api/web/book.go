package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// page answers a page of the book, or its picture:
//
//	build/hints.md        /docs/build/hints
//	pictures/table.png    /docs/pictures/table.png
//
//	@ID			page
//	@Summary	Page of the book
//	@Param		shelf	path		string	true	"shelf of the book, or pictures"	extensions(x-example=build)
//	@Param		page	path		string	true	"name of the page, or file name of the picture"	extensions(x-example=hints)
//	@Produce	html,image/svg+xml,image/png
//	@Success	200		{string}	string
//	@Success	303		"with .md in the address: the page without it"
//	@Header		303		{string}	Location	"the page"
//	@Router		/docs/{shelf}/{page} [get]
func (*Site) page(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(r.URL.Path, "/docs/")
	if page, file := strings.CutSuffix(r.URL.Path, ".md"); file { // as links in the repository have it
		http.Redirect(w, r, page, http.StatusSeeOther)
		return nil
	}
	if picture, err := fs.ReadFile(docs.Book, name); err == nil && path.Dir(name) == "pictures" {
		if path.Ext(name) == ".svg" {
			reply.SendSVG(w, r, picture)
		} else {
			reply.SendTagged(w, r, "image/png", picture)
		}
		return nil
	}
	b := book()
	i := slices.IndexFunc(b.pages, func(p Page) bool { return p.Address == r.URL.Path })
	if i < 0 {
		return NotFound(w, r)
	}
	source, err := fs.ReadFile(docs.Book, name+".md")
	if err != nil {
		return fmt.Errorf("reading page %s: %w", name, err)
	}
	html, err := renderPage(name+".md", source)
	if err != nil {
		return err
	}
	shown := Guide{Contents: Contents{b.shelves, r.URL.Path}, Title: b.pages[i].Title, HTML: html}
	if i > 0 {
		shown.Previous = &b.pages[i-1]
	}
	if i+1 < len(b.pages) {
		shown.Next = &b.pages[i+1]
	}
	return send(w, r, "guide", "/docs", shown)
}

// pageByName redirects to the page of a name, on whatever shelf it is.
//
//	@ID			pageByName
//	@Summary	Redirect to the page of this name
//	@Param		page	path		string	true	"name of the page"	extensions(x-example=hints)
//	@Success	303
//	@Header	303	{string}	Location	"the page"
//	@Router		/docs/{page} [get]
func (*Site) pageByName(w http.ResponseWriter, r *http.Request) error {
	for _, p := range book().pages {
		if path.Base(p.Address) == path.Base(r.URL.Path) {
			http.Redirect(w, r, p.Address, http.StatusSeeOther)
			return nil
		}
	}
	return NotFound(w, r)
}

// problem redirects the type of a problem to the page on errors.
//
//	@ID			problem
//	@Summary	Redirect to the page on errors
//	@Param		name	path		string	true	"kind of problem"	extensions(x-example=busy)
//	@Success	303
//	@Header	303	{string}	Location	"the page"
//	@Router		/problems/{name} [get]
func (*Site) problem(w http.ResponseWriter, r *http.Request) error {
	name := path.Base(r.URL.Path)
	if !slices.ContainsFunc(problem.Kinds, func(k problem.Kind) bool { return k.Name == name }) {
		return NotFound(w, r)
	}
	http.Redirect(w, r, "/docs/build/errors", http.StatusSeeOther)
	return nil
}

// markdown renders pages. Raw HTML and unsafe addresses are left out.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrollingTables{}, 1))),
)

// emptyHeader is a header of a column without text. A screen reader would read it out for each
// cell.
var emptyHeader = regexp.MustCompile(`<th( [^>]*)?></th>`)

// renderPage returns the HTML of a page. In the file, links to other pages and pictures are
// relative; renderPage turns them into addresses of the site.
func renderPage(name string, source []byte) (template.HTML, error) {
	document := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Link:
				n.Destination = []byte(siteAddress(name, string(n.Destination)))
			case *ast.Image:
				n.Destination = []byte(siteAddress(name, string(n.Destination)))
			}
		}
		return ast.WalkContinue, nil
	})
	var html bytes.Buffer
	if err == nil {
		err = markdown.Renderer().Render(&html, source, document)
	}
	if err != nil {
		return "", fmt.Errorf("rendering page %s: %w", name, err)
	}
	// Wide tables and code can be scrolled, also with the keyboard.
	scrolling := strings.ReplaceAll(html.String(), "<pre>", `<pre tabindex="0">`)
	linked := heading.ReplaceAllString(scrolling, `<h$1 id="$2">$3 <a class="anchor" href="#$2" aria-label="Link to this section">#</a></h$1>`)
	return template.HTML(emptyHeader.ReplaceAllString(linked, "<td$1></td>")), nil
}

// heading matches the heading of a section.
var heading = regexp.MustCompile(`<h([23]) id="([^"]*)">(.*)</h[23]>`)

// siteAddress returns the address for a link in the page of a file.
func siteAddress(file, link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.HasPrefix(u.Path, "/") {
		return link
	}
	address := pageAddress(path.Join("docs", path.Dir(file), u.Path))
	if u.Fragment != "" {
		address += "#" + u.Fragment
	}
	return address
}

// IndexEntry is a part of a page, from one heading to the next, for search in a browser.
type IndexEntry struct {
	Address string `json:"address"`
	Page    string `json:"page"`  // the title of its page
	Title   string `json:"title"` // its own; that of the page before the first heading
	Words   string `json:"words"` // each of its words once, in lower case
}

// index answers GET /docs/index with an entry for each section of the book.
//
//	@ID			docsIndex
//	@Summary	Sections of the book, for search
//	@Produce	json
//	@Success	200	{array}	IndexEntry
//	@Router		/docs/index [get]
func (*Site) index(w http.ResponseWriter, r *http.Request) error {
	list, err := index()
	if err != nil {
		return err
	}
	reply.SendTagged(w, r, "application/json", list)
	return nil
}

// index returns the entries as JSON.
var index = sync.OnceValues(func() ([]byte, error) {
	var all []IndexEntry
	for _, p := range book().pages {
		source, err := fs.ReadFile(docs.Book, strings.TrimPrefix(p.Address, "/docs/")+".md")
		if err != nil {
			return nil, err
		}
		ids, section, code := anchors{}, IndexEntry{Address: p.Address, Page: p.Title, Title: p.Title}, false
		words := map[string]bool{}
		flush := func() {
			section.Words = strings.Join(slices.Sorted(maps.Keys(words)), " ")
			all = append(all, section)
			clear(words)
		}
		for line := range strings.Lines(string(source)) {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if title := strings.TrimSpace(strings.TrimLeft(line, "#")); !code && strings.HasPrefix(line, "#") {
				id := string(ids.Generate([]byte(title), ast.KindHeading))
				if strings.HasPrefix(line, "##") {
					flush()
					section = IndexEntry{Address: p.Address + "#" + id, Page: p.Title, Title: strings.ReplaceAll(title, "`", "")}
				}
			}
			for _, word := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				words[word] = true
			}
		}
		flush()
	}
	return json.Marshal(all)
})

// repository is where files are that the program does not serve.
const repository = "https://github.com/thoughtful-solitaire/thoughtful/blob/main/"

// pageAddress returns the address of a file of the repository: in the service, or else at its host.
func pageAddress(file string) string {
	name, inBook := strings.CutPrefix(file, "docs/")
	if name == "README.md" {
		return "/docs"
	}
	if _, err := fs.Stat(docs.Book, name); !inBook || err != nil {
		return repository + file
	}
	return "/docs/" + strings.TrimSuffix(name, ".md")
}

// contents is the table of contents of the book.
type contents struct {
	shelves []Shelf
	pages   []Page // of all shelves, in their order
}

var (
	shelfLine = regexp.MustCompile(`^## (.+)\n`)
	pageLine  = regexp.MustCompile(`^- \[(.+)\]\((.+)\.md\)`)
)

// book reads the table of contents.
var book = sync.OnceValue(func() (b contents) {
	list, err := fs.ReadFile(docs.Book, "README.md")
	if err != nil {
		panic(err) // the book is embedded
	}
	for line := range strings.Lines(string(list)) {
		if m := shelfLine.FindStringSubmatch(line); m != nil {
			b.shelves = append(b.shelves, Shelf{Name: m[1]})
		} else if m := pageLine.FindStringSubmatch(line); m != nil {
			p := Page{"/docs/" + m[2], m[1]}
			last := &b.shelves[len(b.shelves)-1]
			last.Pages = append(last.Pages, p)
			b.pages = append(b.pages, p)
		}
	}
	return b
})

// anchors makes the ids of headings in the same way as Git hosts, so that links work on both.
type anchors map[string]bool

// Generate implements parser.IDs.
func (a anchors) Generate(title []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, string(bytes.TrimSpace(title)))
	for i := 1; a[id]; i++ {
		id = fmt.Sprint(id, "-", i)
	}
	a[id] = true
	return []byte(id)
}

// Put implements parser.IDs.
func (a anchors) Put(id []byte) { a[string(id)] = true }

// scrollingTables renders tables in an element that scrolls on narrow screens.
type scrollingTables struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (scrollingTables) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(east.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		tag := "</table></div>\n"
		if entering {
			tag = `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>` + "\n"
		}
		_, err := w.WriteString(tag)
		return ast.WalkContinue, err
	})
}
