package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// link matches a link or an image whose target is a relative path.
var link = regexp.MustCompile(`\]\(([^()\s:]+)\)`)

// texts returns the guides, the pages at the root and those of research by their paths.
func texts(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	err := fs.WalkDir(Guides, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Guides, name)
		pages["docs/"+name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs/research/README.md", "docs/research/data/README.md", "docs/pictures/table.png", "docs/pictures/klondike-draws.svg"} {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
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
			if m[1] != "" || strings.HasPrefix(name, "docs/research/") {
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

// TestLinks follows every relative link of the guides, within what is embedded, so that
// they work where the service shows them too, and of the pages at the root.
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
			case strings.HasPrefix(name, "docs/") && !strings.HasPrefix(target, "docs/"):
				t.Errorf("%s links to %s, which the service does not serve", name, m[1])
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

// TestReadingTime keeps each guide within some ten minutes of reading, or a little more
// where it has proofs. Tables and code are looked up rather than read.
func TestReadingTime(t *testing.T) {
	for pattern, most := range map[string]int{"*.md": 2000, "engines/*.md": 2500, "results/*.md": 2000} {
		names, err := fs.Glob(Guides, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(Guides, name)
			if err != nil {
				t.Fatal(err)
			}
			words := 0
			for line := range strings.Lines(withoutCode(string(text))) {
				if !strings.HasPrefix(line, "|") {
					words += len(strings.Fields(line))
				}
			}
			if words > most {
				t.Errorf("docs/%s has %d words: make it two pages", name, words)
			}
		}
	}
}
