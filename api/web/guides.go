package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
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

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// guide answers the guides embedded by package docs, and their figures:
//
//	hints.md              /docs/hints
//	engines/README.md     /docs/engines
//	engines/klondike.md   /docs/engines/klondike
//
//	@ID			guide
//	@Summary	Page of a guide
//	@Param		name	path		string	true	"name of the guide, or of a folder of guides"	extensions(x-example=hints)
//	@Router		/docs/{name} [get]
func (*Site) guide(w http.ResponseWriter, r *http.Request) error {
	address := strings.TrimPrefix(r.URL.Path, "/docs/")
	for _, name := range []string{address + ".md", address + "/README.md"} {
		if source, err := fs.ReadFile(docs.Guides, name); err == nil {
			html, err := renderGuide(name, source)
			if err != nil {
				return err
			}
			return send(w, r, "guide", "/docs", Guide{Contents{guideGroups(), guideAddress(name)}, guideTitle(source), html})
		}
	}
	return NotFound(w, r)
}

// guideInFolder documents the guides in folders.
//
//	@ID			guideInFolder
//	@Summary	Page of a guide in a folder
//	@Param		folder	path		string	true	"name of the folder"	extensions(x-example=engines)
//	@Param		name	path		string	true	"name of the guide"		extensions(x-example=klondike)
//	@Router		/docs/{folder}/{name} [get]
func (s *Site) guideInFolder(w http.ResponseWriter, r *http.Request) error { return s.guide(w, r) }

// guideFigure answers with a figure of a guide.
//
//	@ID			guideFigure
//	@Summary	Figure of a guide
//	@Produce	image/svg+xml
//	@Param		folder	path		string	true	"name of the folder"	extensions(x-example=results)
//	@Param		figure	path		string	true	"name of the figure"	extensions(x-example=nested-rollouts.svg)
//	@Router		/docs/{folder}/figures/{figure} [get]
func (*Site) guideFigure(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(r.URL.Path, "/docs/")
	svg, err := fs.ReadFile(docs.Guides, name)
	if err != nil || path.Ext(name) != ".svg" {
		return NotFound(w, r)
	}
	reply.SendSVG(w, r, svg)
	return nil
}

// markdown renders guides. Raw HTML and unsafe addresses are left out.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrollingTables{}, 1))),
)

// emptyHeader is a header of a column without text. A screen reader would read it out for each
// cell.
var emptyHeader = regexp.MustCompile(`<th( [^>]*)?></th>`)

// renderGuide returns the HTML of a guide. In the file, links to other guides and figures are
// relative; renderGuide turns them into addresses of the site.
func renderGuide(name string, source []byte) (template.HTML, error) {
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
		return "", fmt.Errorf("rendering guide %s: %w", name, err)
	}
	// Wide tables and code can be scrolled, also with the keyboard.
	scrolling := strings.ReplaceAll(html.String(), "<pre>", `<pre tabindex="0">`)
	return template.HTML(fold(emptyHeader.ReplaceAllString(scrolling, "<td$1></td>"))), nil
}

// shortGuide is the greatest size of a guide's HTML, in bytes, that is shown unfolded. It is about
// five screens.
const shortGuide = 16_000

// section matches the heading of a section.
var section = regexp.MustCompile(`<h2 id="([^"]*)">(.*)</h2>\n`)

// fold folds the sections of a long guide, so that the page begins with an overview. If an address
// names a section, browsers open it, because the id is inside the section.
func fold(html string) string {
	if len(html) <= shortGuide {
		return html
	}
	var b strings.Builder
	last, end := 0, ""
	for _, at := range section.FindAllStringSubmatchIndex(html, -1) {
		b.WriteString(html[last:at[0]] + end)
		fmt.Fprintf(&b, "<details class=\"group\"><summary><h2>%s</h2></summary>\n<div id=%q>\n", html[at[4]:at[5]], html[at[2]:at[3]])
		last, end = at[1], "</div></details>\n"
	}
	return b.String() + html[last:] + end
}

// siteAddress returns the site's address for a link in the guide of a file.
func siteAddress(file, link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.HasPrefix(u.Path, "/") {
		return link
	}
	address := guideAddress(path.Join(path.Dir(file), u.Path))
	if u.Fragment != "" {
		address += "#" + u.Fragment
	}
	return address
}

// guideAddress returns the site's address for a file of package docs.
func guideAddress(file string) string {
	return "/docs/" + strings.TrimSuffix(strings.TrimSuffix(file, ".md"), "/README")
}

// guideTitle returns the first heading of a guide.
func guideTitle(source []byte) string {
	line, _, _ := bytes.Cut(source, []byte{'\n'})
	return strings.ReplaceAll(strings.TrimPrefix(string(line), "# "), "`", "")
}

// guideGroups returns the guides, grouped by folder and sorted by title.
var guideGroups = sync.OnceValue(func() []GuideGroup {
	groups := []GuideGroup{{Name: "Guides"}}
	err := fs.WalkDir(docs.Guides, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".md" {
			return err
		}
		source, err := fs.ReadFile(docs.Guides, name)
		if err != nil {
			return err
		}
		g := 0
		if folder := path.Dir(name); folder != "." {
			title := strings.ToUpper(folder[:1]) + folder[1:]
			if g = slices.IndexFunc(groups, func(g GuideGroup) bool { return g.Name == title }); g < 0 {
				g, groups = len(groups), append(groups, GuideGroup{Name: title})
			}
		}
		groups[g].Guides = append(groups[g].Guides, GuideLink{guideAddress(name), guideTitle(source)})
		return nil
	})
	if err != nil {
		panic(err) // the guides are embedded
	}
	for _, g := range groups {
		slices.SortFunc(g.Guides, func(a, b GuideLink) int { return strings.Compare(a.Title, b.Title) })
	}
	return groups
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
