package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// link matches a link or an image whose target is a relative path.
var link = regexp.MustCompile(`\]\(([^()\s:]+)\)`)

// texts returns the pages of the book, and those at the root and of research, by their paths.
func texts(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md", "pictures/*", "examples/*", "../*.md", "../LICENSE"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pages[path.Join("docs", filepath.ToSlash(name))] = string(text)
		}
	}
	return pages
}

// TestMakeTargets finds each target of a Makefile that a page names, and counts those of the root.
func TestMakeTargets(t *testing.T) {
	targets := func(name string) map[string]bool {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
		return found
	}
	root, research := targets("../Makefile"), targets("research/Makefile")
	if len(root) > 18 {
		t.Errorf("the Makefile has %d targets: fold small ones into those that use them", len(root))
	}
	named := 0
	for name, text := range texts(t) {
		for _, m := range regexp.MustCompile("(?m)(?:`|^\\$ |^)make (-C docs/research )?([a-z][a-z-]*)").FindAllStringSubmatch(text, -1) {
			of := root
			if m[1] != "" || strings.HasPrefix(name, "docs/research/") && !root[m[2]] {
				of = research
			}
			if !of[m[2]] {
				t.Errorf("%s names %q, but there is no such target", name, strings.Trim(m[0], "`$ "))
			}
			named++
		}
	}
	if named < 50 {
		t.Errorf("%d targets were found", named)
	}
}

// TestLinks follows every relative link of the pages.
func TestLinks(t *testing.T) {
	pages := texts(t)
	followed := 0
	for name, text := range pages {
		if path.Ext(name) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(withoutCode(text), -1) {
			file, anchor, anchored := strings.Cut(m[1], "#")
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			aim, exists := pages[target]
			switch {
			case !exists:
				t.Errorf("%s links to %s, which is no page", name, m[1])
			case anchored && !headings(aim)[anchor]:
				t.Errorf("%s links to %s, but that page has no such heading", name, m[1])
			}
			followed++
		}
	}
	if followed < 100 {
		t.Errorf("%d links were followed", followed)
	}
}

// withoutCode removes blocks of code and quoted code.
func withoutCode(text string) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		} else if !code {
			b.WriteString(line)
		}
	}
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(b.String(), "")
}

// headings returns the anchors of a page's headings, as Git hosts make them.
func headings(text string) map[string]bool {
	anchors := map[string]bool{}
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		title := strings.TrimLeft(line, "#")
		if code || title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))
		for i := 1; anchors[anchor]; i++ {
			anchor = fmt.Sprint(anchor, "-", i)
		}
		anchors[anchor] = true
	}
	return anchors
}

// TestContents compares the table of contents with the pages of the book.
func TestContents(t *testing.T) {
	list, err := fs.ReadFile(Book, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, m := range link.FindAllStringSubmatch(string(list), -1) {
		listed[m[1]]++
	}
	pages, err := fs.Glob(Book, "*/*.md")
	if err != nil || len(pages) < 40 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		if listed[page] != 1 {
			t.Errorf("README.md lists %s %d times", page, listed[page])
		}
	}
}

// TestReadingTime keeps each page short. Tables and code are looked up rather than read, and the
// pages of reference are made by the program.
func TestReadingTime(t *testing.T) {
	for shelf, most := range map[string]int{"start": 900, "build": 1210, "run": 1200, "figures": 500, "inside": 2600, "play": 900} {
		names, err := fs.Glob(Book, shelf+"/*.md")
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(Book, name)
			if err != nil {
				t.Fatal(err)
			}
			if words := proseWords(string(text)); words > most {
				t.Errorf("docs/%s has %d words: make it two pages", name, words)
			}
		}
	}
}

// proseWords counts the words of a page outside tables and blocks of code.
func proseWords(text string) int {
	words, code := 0, false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		} else if !code && !strings.HasPrefix(line, "|") {
			words += len(strings.Fields(line))
		}
	}
	return words
}
