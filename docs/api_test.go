package docs

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestEveryCallIsNamed finds the path of each call of the interface on the page about it.
func TestEveryCallIsNamed(t *testing.T) {
	page, err := os.ReadFile("build/questions.md")
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
		alone, afterMethod := "`"+path+"`", " "+path+"`"
		if !strings.Contains(string(page), alone) && !strings.Contains(string(page), afterMethod) {
			t.Errorf("docs/build/questions.md does not name %s", path)
		}
	}
}
