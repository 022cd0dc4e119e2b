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

// modules are the names by which architecture.md calls what comes from outside.
var modules = map[string]string{
	"golang-lru": "github.com/hashicorp/golang-lru/v2",
	"redigo":     "github.com/gomodule/redigo",
	"pgx":        "github.com/jackc/pgx/v5",
	"river":      "github.com/riverqueue/river",
	"goose":      "github.com/pressly/goose/v3",
	"sqlite":     "modernc.org/sqlite",
	"chi":        "github.com/go-chi/chi/v5",
	"goldmark":   "github.com/yuin/goldmark",
	"kong":       "github.com/alecthomas/kong",
	"complete":   "github.com/posener/complete",
	"mcp-sdk":    "github.com/modelcontextprotocol/go-sdk",
	"mpb":        "github.com/vbauerster/mpb/v8",
	"prometheus": "github.com/prometheus/client_golang",
	"flock":      "github.com/gofrs/flock",
	"ssrf":       "code.dny.dev/ssrf",
	"x/image":    "golang.org/x/image",
	"x/sys":      "golang.org/x/sys",
	"x/term":     "golang.org/x/term",
	"x/time":     "golang.org/x/time",
	"x/sync":     "golang.org/x/sync",
	"x/tools":    "golang.org/x/tools",

	"automemlimit":    "github.com/KimMachineGun/automemlimit",
	"kong-completion": "github.com/jotaen/kong-completion",

	"logr":         "github.com/go-logr/logr",
	"otel":         "go.opentelemetry.io/otel",
	"otelpgx":      "github.com/exaring/otelpgx",
	"otlp":         "go.opentelemetry.io/proto/otlp",
	"protobuf":     "google.golang.org/protobuf",
	"kin-openapi":  "github.com/getkin/kin-openapi",
	"jsonschema":   "github.com/santhosh-tekuri/jsonschema/v6",
	"oapi-codegen": "github.com/oapi-codegen/runtime",
}

// room is a row of the table of rooms.
type room struct {
	name          string
	ours, outside []string
	everything    bool
}

// rooms reads the table of architecture.md.
func rooms(t *testing.T) map[string]room {
	t.Helper()
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]room{}
	quoted := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		r := room{name: strings.Trim(cells[1], " `"), everything: strings.TrimSpace(cells[3]) == "everything"}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if _, above := table[m[1]]; !above {
				t.Errorf("the table lets %s import %s, which is not above it", r.name, m[1])
			}
			r.ours = append(r.ours, m[1])
		}
		for name := range strings.SplitSeq(cells[4], ",") {
			if name = strings.TrimSpace(name); name != "" {
				if modules[name] == "" {
					t.Errorf("the table names %q, which this test does not know", name)
				}
				r.outside = append(r.outside, modules[name])
			}
		}
		table[r.name] = r
	}
	return table
}

// TestImportDirection compares what each package imports with the table. Nothing, and no test, may
// import docs/research.
func TestImportDirection(t *testing.T) {
	if required, err := os.ReadFile("../go.mod"); err != nil || bytes.Contains(required, []byte(module+"docs/")) {
		t.Errorf("go.mod requires a module of docs (%v)", err)
	}
	table := rooms(t)
	list := exec.Command("go", "list", "-json=ImportPath,Imports,Standard", module+"...")
	text, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	seen := map[string]bool{}
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct {
			ImportPath string
			Imports    []string
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
			t.Errorf("docs/architecture.md does not know package %s", name)
			continue
		}
		for _, imported := range p.Imports {
			if !r.allows(imported) {
				t.Errorf("%s imports %s, which docs/architecture.md does not allow", name, strings.TrimPrefix(imported, module))
			}
		}
	}
	for name := range table {
		if !seen[name] {
			t.Errorf("docs/architecture.md has a row for %s, but there is no such package", name)
		}
	}
}

// TestWhereAChangeGoes finds the files and directories that the page sends readers to.
func TestWhereAChangeGoes(t *testing.T) {
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Where a change goes\n")
	section, _, _ = strings.Cut(section, "\n## ")
	found := 0
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
			if _, err := os.Stat("../" + m[1]); err != nil {
				t.Errorf("%s: there is no %s", strings.TrimSpace(cells[1]), m[1])
			}
			found++
		}
	}
	if found < 15 {
		t.Errorf("%d places were found", found)
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
