package client

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// pythonLacks are the calls without a method in the client for Python: of the service's operation, event
// streams, pictures, plots and files.
var pythonLacks = regexp.MustCompile(`^(alive|ready|packed|resumeCampaign|statsPairs|.*(Events|Preview|Picture|Plot|Table))$`)

// TestCalls checks that the clients in TypeScript and Python have each call of the OpenAPI
// document, under the call's name, but those for browsers and for machines that have
// clients of their own; and that the types in TypeScript are of this document.
func TestCalls(t *testing.T) {
	source, err := os.ReadFile("typescript/thoughtful.ts")
	if err != nil {
		t.Fatal(err)
	}
	python, err := os.ReadFile("python/thoughtful_client/__init__.py")
	if err != nil {
		t.Fatal(err)
	}
	capitals := regexp.MustCompile(`[A-Z]`)
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Tags        []string
		}
	}
	if err := json.Unmarshal(docs.OpenAPI, &document); err != nil {
		t.Fatal(err)
	}
	calls := 0
	for path, operations := range document.Paths {
		for method, o := range operations {
			if slices.Contains(o.Tags, "pages") || o.OperationID == "openAPI" || o.OperationID == "metrics" {
				continue
			}
			calls++
			place := "'" + path + "'"
			if strings.Contains(path, "{") {
				place = "path`" + strings.ReplaceAll(path, "{", "${") + "`"
			}
			want := regexp.MustCompile(fmt.Sprintf(`\n  %s\(.*\n    return this\.\w+\('%s', %s, `, o.OperationID, strings.ToUpper(method), regexp.QuoteMeta(place)))
			if !want.Match(source) {
				t.Errorf("thoughtful.ts has no method %s for %s %s", o.OperationID, strings.ToUpper(method), path)
			}
			def := "    def " + strings.ToLower(capitals.ReplaceAllString(o.OperationID, "_$0")) + "(self"
			if has := strings.Contains(string(python), def); has == pythonLacks.MatchString(o.OperationID) {
				t.Errorf("the client for Python has a method %s: %t", o.OperationID, has)
			}
		}
	}
	if calls < 30 {
		t.Errorf("the document has %d calls", calls)
	}
	types, err := os.ReadFile("typescript/schema.ts")
	if err != nil {
		t.Fatal(err)
	}
	if digest := fmt.Sprintf("sha256 of the document: %x\n", sha256.Sum256(docs.OpenAPI)); !strings.Contains(string(types), digest) {
		t.Error("schema.ts is not of docs/openapi.json; run `make generate`")
	}
}
