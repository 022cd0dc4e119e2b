package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/thoughtful-solitaire/thoughtful/"

// room is what a package may import.
type room struct {
	ours, outside []string
	everything    bool
}

// rooms reads testdata/imports.txt.
func rooms(t *testing.T) map[string]room {
	t.Helper()
	list, err := os.ReadFile("testdata/imports.txt")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]room{}
	for line := range strings.Lines(strings.ReplaceAll(string(list), "\n\t", " ")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, may, _ := strings.Cut(line, ":")
		ours, outside, _ := strings.Cut(may, "+")
		r := room{ours: strings.Fields(ours), outside: strings.Fields(outside)}
		r.everything = slices.Equal(r.ours, []string{"everything"})
		for _, above := range r.ours {
			if _, known := table[above]; !known && !r.everything {
				t.Errorf("the list lets %s import %s, which is not above it", name, above)
			}
		}
		table[name] = r
	}
	return table
}

// TestImportDirection compares what each package imports with the list, and looks for the comment that
// says what the package is for. Nothing, and no test, may import docs/research.
func TestImportDirection(t *testing.T) {
	if required, err := os.ReadFile("../go.mod"); err != nil || bytes.Contains(required, []byte(module+"docs/")) {
		t.Errorf("go.mod requires a module of docs (%v)", err)
	}
	table := rooms(t)
	list := exec.Command("go", "list", "-json=ImportPath,Imports,Doc", module+"...")
	text, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	seen := map[string]bool{}
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct {
			ImportPath, Doc string
			Imports         []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		seen[name] = true
		r, known := table[name]
		if !known {
			t.Errorf("docs/testdata/imports.txt does not know package %s", name)
			continue
		}
		if p.Doc == "" {
			t.Errorf("no file of %s says what the package is for", name)
		}
		for _, imported := range p.Imports {
			if !r.allows(imported) {
				t.Errorf("%s imports %s, which docs/testdata/imports.txt does not allow", name, strings.TrimPrefix(imported, module))
			}
		}
	}
	for name := range table {
		if !seen[name] {
			t.Errorf("docs/testdata/imports.txt has a line for %s, but there is no such package", name)
		}
	}
}

// TestPlaces finds the files and directories of the repository that pages name.
func TestPlaces(t *testing.T) {
	code := regexp.MustCompile("(?s)```.*?```")
	place := regexp.MustCompile("`((?:api|docs|migrations|server|solver|[.]tools)/[^` ]+)`")
	found := 0
	for _, pattern := range []string{"[a-q]*/*.md", "run/*.md", "start/*.md", "../README.md", "../CONTRIBUTING.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pages {
			page, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range place.FindAllSubmatch(code.ReplaceAll(page, nil), -1) {
				if files, err := filepath.Glob("../" + string(m[1])); err != nil || len(files) == 0 {
					t.Errorf("%s: there is no %s", name, m[1])
				}
				found++
			}
		}
	}
	if found < 150 {
		t.Errorf("%d places were found", found)
	}
}

// TestRoad finds the functions that the page lists from a route to the search.
func TestRoad(t *testing.T) {
	page, err := os.ReadFile("inside/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^[|] `(?:([A-Za-z]+)[.])?([A-Za-z]+)` [|] `([^`]+[.]go)` [|]")
	rows := row.FindAllSubmatch(page, -1)
	for _, m := range rows {
		text, err := os.ReadFile("../" + string(m[3]))
		if err != nil {
			t.Error(err)
			continue
		}
		receiver := `(?m)^func `
		if len(m[1]) > 0 {
			receiver += `\([a-z]+ \*?` + string(m[1]) + `(?:\[.*\])?\) `
		}
		if !regexp.MustCompile(receiver + string(m[2]) + `[\[(]`).Match(text) {
			t.Errorf("%s has no %s.%s", m[3], m[1], m[2])
		}
	}
	if len(rows) < 15 || len(rows) > 20 {
		t.Errorf("the page lists %d functions", len(rows))
	}
}

// TestNoContexts looks for contexts of our own: their deadlines would move or block, which
// solver.Clock is for.
func TestNoContexts(t *testing.T) {
	deadline := regexp.MustCompile(`(?m)^func \(.*\) Deadline\(\) \(.*time\.Time, .*bool\)`)
	seen := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if found := deadline.Find(text); found != nil {
			t.Errorf("%s: %s", path, found)
		}
		seen++
		return err
	})
	if err != nil || seen < 300 {
		t.Errorf("%d files, %v", seen, err)
	}
}

func (r room) allows(imported string) bool {
	if ours, ok := strings.CutPrefix(imported, module); ok {
		return r.everything || slices.Contains(r.ours, ours)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return true // the standard library
	}
	return slices.ContainsFunc(r.outside, func(m string) bool { return imported == m || strings.HasPrefix(imported, m+"/") })
}
