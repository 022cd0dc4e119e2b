package docs

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestEveryCallIsNamed finds each call of the interface on the page about it, by the last
// part of its path that is no parameter.
func TestEveryCallIsNamed(t *testing.T) {
	page, err := os.ReadFile("api.md")
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]any }
	if err := json.Unmarshal(OpenAPI, &document); err != nil {
		t.Fatal(err)
	}
	if len(document.Paths) == 0 {
		t.Error("the document has no calls")
	}
	for path := range document.Paths {
		var name string
		for part := range strings.SplitSeq(path, "/") {
			if part != "" && !strings.HasPrefix(part, "{") {
				name = part
			}
		}
		if !strings.Contains(string(page), "/"+name) {
			t.Errorf("docs/api.md does not name %s", path)
		}
	}
}
