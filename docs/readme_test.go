package docs

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The README names every call: by the last part of its path that is no parameter.
func TestReadmeNamesEveryCall(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(readme), "## The HTTP interface\n")
	list, _, _ = strings.Cut(list, "\n## ")
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
		if !strings.Contains(list, "/"+name) {
			t.Errorf("README.md does not name %s among the calls", path)
		}
	}
}
