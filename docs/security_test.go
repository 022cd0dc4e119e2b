package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThreats finds, for each row of the table of threats in security.md, the tests and
// the places that it names.
func TestThreats(t *testing.T) {
	page, err := os.ReadFile("run/security.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "\n## Threats\n")
	if !found {
		t.Fatal("security.md has no threats")
	}
	named := regexp.MustCompile("`([a-z0-9/.]+)` ((?:Test|Fuzz)[A-Za-z0-9]+)")
	quoted := regexp.MustCompile("`([a-zA-Z/.-]+)`")
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.HasPrefix(cells[1], " threat") || strings.HasPrefix(cells[1], " ---") {
			continue
		}
		rows++
		places := quoted.FindAllStringSubmatch(cells[3], -1)
		for _, m := range places {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s: there is no %s", cells[1], m[1])
			}
		}
		tests := named.FindAllStringSubmatch(cells[4], -1)
		for _, m := range tests {
			if !hasTest(t, m[1], m[2]) {
				t.Errorf("%s: package %s has no %s", cells[1], m[1], m[2])
			}
		}
		if len(places) == 0 || len(tests) == 0 || len(tests) != len(strings.Split(cells[4], ",")) {
			t.Errorf("%s: in %s, tests %s", cells[1], cells[3], cells[4])
		}
	}
	if rows < 20 {
		t.Errorf("%d rows were read", rows)
	}
}

// hasTest reports whether a package has a test of this name.
func hasTest(t *testing.T, room, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", room, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
