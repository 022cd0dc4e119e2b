package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/apitest"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
)

var update = flag.Bool("update", false, "write what the tests find as what they expect")

// TestRoutesAreDocumented compares the routes with those of the document. The files of the pages
// are not part of the API.
func TestRoutesAreDocumented(t *testing.T) {
	var routed, documented []string
	err := chi.Walk(Handler(Options{}).(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if !strings.HasPrefix(route, "/web/") {
			routed = append(routed, method+" "+apitest.Path(route))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range document(t).Paths.Map() {
		for method := range item.Operations() {
			documented = append(documented, method+" "+path)
		}
	}
	slices.Sort(routed)
	slices.Sort(documented)
	if !slices.Equal(routed, documented) {
		t.Errorf("routed:\n%s\ndocumented:\n%s", strings.Join(routed, "\n"), strings.Join(documented, "\n"))
	}
}

// TestProblemsAreDocumented checks that the document's description has each row of the table of
// errors.
func TestProblemsAreDocumented(t *testing.T) {
	description := document(t).Info.Description
	for _, k := range problem.Kinds {
		row := fmt.Sprintf("- `/problems/%s` (%d): ", k.Name, k.Status)
		if !strings.Contains(description, row) {
			t.Errorf("the description lacks %q", row)
		}
	}
	if got := strings.Count(description, "/problems/"); got != len(problem.Kinds) {
		t.Errorf("the description has %d kinds of problems, the table %d", got, len(problem.Kinds))
	}
}

func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(docs.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestFormatsAreListed compares the formats that calls take, and the page that converts, with those
// that package notation reads and writes.
func TestFormatsAreListed(t *testing.T) {
	var found any
	if err := json.Unmarshal(docs.OpenAPI, &found); err != nil {
		t.Fatal(err)
	}
	seen := 0
	var walk func(part any)
	walk = func(part any) {
		switch part := part.(type) {
		case []any:
			for _, p := range part {
				walk(p)
			}
		case map[string]any:
			if listed, _ := part["enum"].([]any); slices.Contains(listed, any(notation.FCSolve)) {
				seen++
				var names []string
				for _, name := range listed {
					if name != "json" {
						names = append(names, name.(string))
					}
				}
				if !slices.Equal(names, notation.Formats()) && !slices.Equal(names, notation.Dialects()) {
					t.Errorf("a call takes %q; deals have the formats %q, moves %q", names, notation.Formats(), notation.Dialects())
				}
			}
			for _, p := range part {
				walk(p)
			}
		}
	}
	walk(found)
	if seen < 10 {
		t.Errorf("%d lists of formats", seen)
	}
	page, err := os.ReadFile("web/pages/convert.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(notation.Formats(), notation.Dialects()) {
		if !bytes.Contains(page, []byte(`value="`+name+`"`)) {
			t.Errorf("the page that converts lacks %s", name)
		}
	}
}
