package rules

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestTextOnPage compares the sections and fields of a document, and their order, with the table of
// clause 22.1 of docs/inside/proof-tables.md.
func TestTextOnPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/inside/proof-tables.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| section | is there | fields |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	quoted := regexp.MustCompile("`([^`]+)`")
	row := map[string]string{} // by section
	var sections []string
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if strings.HasPrefix(line, "| --- |") {
			continue
		}
		for _, name := range quoted.FindAllStringSubmatch(cells[1], -1) {
			sections = append(sections, name[1])
			row[name[1]] = cells[3]
		}
	}
	if want := names(reflect.TypeFor[Document]()); !reflect.DeepEqual(sections, want) {
		t.Fatalf("the page has the sections %q, want %q", sections, want)
	}
	for field := range reflect.TypeFor[Document]().Fields() {
		if field.Type.Elem().Kind() != reflect.Struct {
			continue
		}
		section := name(field)
		want := names(field.Type.Elem())
		var got []string
		for _, word := range quoted.FindAllStringSubmatch(row[section], -1) {
			if at := len(got); at < len(want) && word[1] == want[at] {
				got = append(got, word[1])
			} else {
				t.Errorf("%s: the page has %q where %q is next", section, word[1], want[min(at, len(want)-1):])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: the page lacks %q", section, want[len(got):])
		}
	}
}

func name(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

func names(of reflect.Type) (all []string) {
	for field := range of.Fields() {
		all = append(all, name(field))
	}
	return all
}
