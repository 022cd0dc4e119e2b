package web

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	syntax "text/template/parse"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var update = flag.Bool("update", false, "add missing texts to the catalogues, empty, and remove those that nothing uses")

// texts is a set of texts in English.
type texts map[string]bool

// unspoken are the templates whose texts are in English only: the docs.
var unspoken = []string{"docs.html", "guide.html"}

// TestCatalogues checks that each text of templates, handlers, scripts and the referee has a translation
// into each language with the same values in it, and that there are no others.
func TestCatalogues(t *testing.T) {
	used := struct{ answers, pages, rules, scripts, referee texts }{texts{}, texts{}, texts{}, texts{}, refusals(t)}
	for _, text := range named() {
		used.pages[text] = true
	}
	for name := range templates[words.English]() {
		for _, one := range templates[words.English]()[name].Templates() {
			if one.Tree != nil {
				collect(one.Tree.Root, used.pages)
			}
		}
	}
	find(t, "*.go", regexp.MustCompile(`\bsay\(l, "((?:[^"\\]|\\.)+)"`), used.pages)
	find(t, "*.go", regexp.MustCompile(`\bcounted\(l, [^"]*"((?:[^"\\]|\\.)+)", "((?:[^"\\]|\\.)+)"`), used.pages)
	find(t, "scripts/*/*.js", regexp.MustCompile(`\bt\('((?:[^'\\]|\\.)+)'`), used.scripts)
	find(t, "scripts/*/*.js", regexp.MustCompile(`\btn\([^']*'((?:[^'\\]|\\.)+)', '((?:[^'\\]|\\.)+)'`), used.scripts)
	find(t, "../../solver/analysis/words.go", regexp.MustCompile(`\bd\.say\("((?:[^"\\]|\\.)+)"`), used.answers)
	find(t, "../../solver/rules/*.go", regexp.MustCompile(`\bd\.say\("((?:[^"\\]|\\.)+)"`), used.rules)
	find(t, "../../solver/rules/*.go", regexp.MustCompile(`\bd\.count\([^"]*"((?:[^"\\]|\\.)+)", "((?:[^"\\]|\\.)+)"`), used.rules)
	said := texts{}
	find(t, "scripts/table/refusals.js", regexp.MustCompile(`\bno\([\w.? ]*'((?:[^'\\]|\\.)+)'`), said)
	for text := range said {
		if !used.referee[text] {
			t.Errorf("scripts refuse moves with %q, and the referee does not", text)
		}
	}
	maps.DeleteFunc(used.rules, func(text string, _ bool) bool { return used.answers[text] || used.pages[text] || used.scripts[text] })
	maps.DeleteFunc(used.pages, func(text string, _ bool) bool { return used.scripts[text] })
	maps.DeleteFunc(used.referee, func(text string, _ bool) bool { return used.scripts[text] })
	value := regexp.MustCompile(`\{\w+\}`)
	for _, l := range words.Languages[1:] {
		file := "words/" + string(l) + ".json"
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c words.Catalogue
		if err := json.Unmarshal(old, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, part := range []struct {
			name string
			have map[string]string
			want texts
		}{{"answers", c.Answers, used.answers}, {"pages", c.Pages, used.pages}, {"referee", c.Referee, used.referee}, {"rules", c.Rules, used.rules}, {"scripts", c.Scripts, used.scripts}} {
			for text := range part.want {
				if translated := part.have[text]; translated == "" {
					if part.have[text] = ""; !*update {
						t.Errorf("%s has no %q in %s", file, text, part.name)
					}
				} else if want, got := value.FindAllString(text, -1), value.FindAllString(translated, -1); !slices.Equal(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))) {
					t.Errorf("%s: %q has the values %q, not %q", file, translated, got, want)
				}
			}
			for text := range part.have {
				if !part.want[text] {
					if delete(part.have, text); !*update {
						t.Errorf("%s has %q in %s, which nothing uses", file, text, part.name)
					}
				}
			}
		}
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(c); err != nil {
			t.Fatal(err)
		}
		switch {
		case *update:
			if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		case b.String() != string(old) && !t.Failed():
			t.Errorf("%s is not sorted as -update writes it", file)
		}
	}
}

// renamed are the games that have names of their own in other languages.
var renamed = []string{"Accordion", "Forty Thieves", "Pyramid"}

// named returns the names of things that pages show: of sections, grades, problems, states, families, and what titles
// say after the name of a game.
func named() []string {
	all := slices.Clone(renamed)
	for _, s := range sections {
		all = append(all, s.Name)
	}
	for _, g := range difficulty.Grades {
		all = append(all, string(g))
	}
	for _, k := range problem.Kinds {
		all = append(all, k.Title)
	}
	all = append(all, campaign.Queued, campaign.Running, campaign.Done, campaign.Failed, campaign.Cancelled)
	titles := map[string]bool{}
	for _, g := range rules.Games() {
		titles[g.Title] = true
		for _, s := range g.Rules.Describe(phrase.Fill) {
			all = append(all, s.Title)
		}
	}
	for _, g := range append(rules.Games(), offered()...) {
		for _, part := range titleParts(g.Title)[1:] {
			if !strings.HasPrefix(part, "draw ") || part == "draw 1" {
				all = append(all, part)
			}
		}
	}
	for _, f := range rules.Families() {
		if !titles[f.Name] {
			all = append(all, f.Name)
		}
	}
	return all
}

// collect adds the texts of a template.
func collect(node syntax.Node, to texts) {
	switch n := node.(type) {
	case *syntax.ListNode:
		if n == nil {
			return
		}
		for _, one := range n.Nodes {
			collect(one, to)
		}
	case *syntax.ActionNode:
		collect(n.Pipe, to)
	case *syntax.TemplateNode:
		collect(n.Pipe, to)
	case *syntax.IfNode:
		collect(n.Pipe, to)
		collect(n.List, to)
		collect(n.ElseList, to)
	case *syntax.RangeNode:
		collect(n.Pipe, to)
		collect(n.List, to)
		collect(n.ElseList, to)
	case *syntax.WithNode:
		collect(n.Pipe, to)
		collect(n.List, to)
		collect(n.ElseList, to)
	case *syntax.PipeNode:
		if n == nil {
			return
		}
		for _, one := range n.Cmds {
			collect(one, to)
		}
	case *syntax.CommandNode:
		name, _ := n.Args[0].(*syntax.IdentifierNode)
		for i, arg := range n.Args {
			text, isText := arg.(*syntax.StringNode)
			if isText && name != nil && (name.Ident == "t" && i == 1 || name.Ident == "tn" && (i == 2 || i == 3)) {
				to[text.Text] = true
			}
			collect(arg, to)
		}
	}
}

// find adds what the groups of an expression match in files.
func find(t *testing.T, pattern string, expression *regexp.Regexp, to texts) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(pattern, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range expression.FindAllSubmatch(text, -1) {
			for _, group := range found[1:] {
				to[strings.NewReplacer(`\'`, `'`, `\"`, `"`).Replace(string(group))] = true
			}
		}
	}
}

// refusals returns the texts of the referee: the constants and results of type Refusal, and what refuse is
// called with.
func refusals(t *testing.T) texts {
	t.Helper()
	all := texts{}
	add := func(e ast.Expr) {
		if literal, is := e.(*ast.BasicLit); is && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil && text != "" {
				all[text] = true
			}
		}
	}
	isRefusal := func(e ast.Expr) bool {
		name, is := e.(*ast.Ident)
		return is && name.Name == "Refusal"
	}
	files, err := filepath.Glob("../../solver/game/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.FuncDecl:
				if n.Type.Results == nil || !slices.ContainsFunc(n.Type.Results.List, func(f *ast.Field) bool { return isRefusal(f.Type) }) {
					return true
				}
				ast.Inspect(n, func(node ast.Node) bool {
					if r, is := node.(*ast.ReturnStmt); is {
						for _, e := range r.Results {
							add(e)
						}
					}
					return true
				})
			case *ast.CallExpr:
				if name, is := n.Fun.(*ast.Ident); is && name.Name == "refuse" {
					add(n.Args[0])
				}
			case *ast.ValueSpec:
				if isRefusal(n.Type) {
					for _, e := range n.Values {
						add(e)
					}
				}
			}
			return true
		})
	}
	return all
}

// TestUntranslated finds words in templates that no function translates.
func TestUntranslated(t *testing.T) {
	action := regexp.MustCompile(`(?s){{.*?}}`)
	tag := regexp.MustCompile(`(?s)<!--.*?-->|<(code|pre|svg|noscript)\b.*?</(code|pre|svg|noscript)>|<[^>]*>`)
	spoken := regexp.MustCompile(`\b(aria-label|title|placeholder|alt)="([^"]*)"`)
	word := regexp.MustCompile(`\pL{2,}`)
	same := regexp.MustCompile(`Thoughtful|API|JSON|(Minimal)?[Kk]londike(-Solver)?|solvitaire|fc-solve|SVG|CSV|NDJSON`)
	files, err := filepath.Glob("pages/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		plain := action.ReplaceAllString(string(text), "")
		left := word.FindAllString(same.ReplaceAllString(tag.ReplaceAllString(plain, ""), ""), -1)
		for _, found := range spoken.FindAllStringSubmatch(plain, -1) {
			left = append(left, word.FindAllString(same.ReplaceAllString(found[2], ""), -1)...)
		}
		if slices.Contains(unspoken, filepath.Base(name)) {
			if len(left) == 0 {
				t.Errorf("%s is translated, but listed as if it were not", name)
			}
		} else if len(left) > 0 {
			t.Errorf("%s has untranslated words: %q", name, left)
		}
	}
}

// TestLanguageOfPages checks which language a page is in.
func TestLanguageOfPages(t *testing.T) {
	for _, c := range []struct{ address, cookie, accept, want string }{
		{"/games", "", "", "en"},
		{"/games", "", "de-AT,de;q=0.9,en;q=0.8", "de"},
		{"/games", "", "nl, fr;q=0.5, en;q=0.3", "fr"},
		{"/games", "", "en-GB, de", "en"},
		{"/games", "es", "de", "es"},
		{"/games", "xx", "de", "de"},
		{"/games?language=fr", "es", "de", "fr"},
		{"/games?language=tlh", "es", "de", "es"},
		{"/docs?language=fr", "es", "de", "en"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.address, nil)
		r.Header.Set("Accept-Language", c.accept)
		if c.cookie != "" {
			r.AddCookie(&http.Cookie{Name: languageName, Value: c.cookie})
		}
		w := httptest.NewRecorder()
		page := spoken(func(w http.ResponseWriter, r *http.Request) error {
			if r.URL.RawQuery != "" {
				t.Errorf("%s: the page gets %q", c.address, r.URL.RawQuery)
			}
			if r.URL.Path == "/docs" {
				return send(w, r, "docs", docsSection, Contents{})
			}
			return send(w, r, "games", "/games", nil)
		})
		if err := page(w, r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(w.Body.String(), `<html lang="`+c.want+`">`) || w.Header().Get("Content-Language") != c.want {
			t.Errorf("%+v: %v", c, w.Header())
		}
		english := c.want == "en"
		if strings.Contains(w.Body.String(), "data-words") == english || strings.Contains(w.Body.String(), "Skip to content") != english {
			t.Errorf("%+v: words of another language", c)
		}
		if varies := slices.Equal(w.Header().Values("Vary"), []string{"Accept-Language", "Cookie"}); varies == (r.URL.Path == "/docs") {
			t.Errorf("%+v: varies by %q", c, w.Header().Values("Vary"))
		}
		if _, set := w.Header()["Set-Cookie"]; set != (c.address == "/games?language=fr" || c.address == "/docs?language=fr") {
			t.Errorf("%+v: %v", c, w.Header())
		}
	}
}
