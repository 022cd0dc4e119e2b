package e2e

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what the tests find as what they expect")

// TestReadme asks a new service the README's question: each line of the answer there is in its answer.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, asks := strings.Cut(string(text), "-d '")
	question, rest, _ := strings.Cut(rest, "'\n")
	lines, _, ends := strings.Cut(rest, "```")
	if !asks || !ends {
		t.Fatal("the README asks nothing")
	}
	answer, err := launch(t, nil, "--data-dir", t.TempDir()).call("/v1/solve", question)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(lines) {
		if said := strings.Trim(line, " ,…\n"); !strings.Contains(string(answer.body), said) {
			t.Errorf("the README says\n%s\nthe service\n%.600s", said, answer.body)
		}
	}
}

// TestExamples sends the requests of the examples in the OpenAPI document, the text archives of
// api/testdata/examples, to a real service, and compares status and body. With -update it writes
// them; `make generate` reads them.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../api/testdata/examples/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	l := launch(t, nil, "--data-dir", t.TempDir())
	// In the order of their names, in which stored results are read after they were found; but the
	// campaign is created before it is read.
	slices.SortStableFunc(files, func(a, b string) int {
		return cmp.Compare(strings.Index(b, "createCampaign"), strings.Index(a, "createCampaign"))
	})
	id := "" // of the campaign
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			request, want := section(archive, "request"), section(archive, "response")
			text := strings.ReplaceAll(string(request.Data), "{id}", id)
			got, location := l.example(t, text)
			if created, ok := strings.CutPrefix(location, "/v1/campaigns/"); ok {
				id = created
				<-l.listenTo(t, "campaigns", id)
			}
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if diff := gocmp.Diff(string(want.Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// section returns a section of an archive, and adds it if it is missing.
func section(archive *txtar.Archive, name string) *txtar.File {
	if !slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == name }) {
		archive.Files = append(archive.Files, txtar.File{Name: name})
	}
	return &archive.Files[slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })]
}

// example sends a request, and returns the answer in the format of the archives, and the header
// Location.
func (c *client) example(t *testing.T, text string) (answer, location string) {
	t.Helper()
	head, body, _ := strings.Cut(text, "\n\n")
	line, header, _ := strings.Cut(strings.TrimSpace(head), "\n")
	method, target, _ := strings.Cut(line, " ")
	request, err := http.NewRequest(method, c.url+target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if name, value, some := strings.Cut(header, ": "); some {
		request.Header.Set(name, value)
	}
	reply, err := c.do(request)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d\n\n%s", reply.status, legible(reply.body)), reply.header.Get("Location")
}

// differing are the values that differ from run to run, with their replacements in archives.
var differing = []struct {
	what  *regexp.Regexp
	stand string
}{
	{regexp.MustCompile(`"elapsed_ms": ?[0-9.]+`), `"elapsed_ms":1.9`},
	{regexp.MustCompile(`"shortening_ms": ?[0-9.]+`), `"shortening_ms":0.4`},
	{regexp.MustCompile(`"id":"[A-Z2-7]{26}"`), `"id":"Q2NFIMYJMZ5DRGSYLIBTSQTCHX"`},
	{regexp.MustCompile(`"created_at":"[^"]*"`), `"created_at":"2026-11-22T10:00:00.123Z"`},
	{regexp.MustCompile(`"started_at":"[^"]*"`), `"started_at":"2026-11-22T10:00:00.125Z"`},
	{regexp.MustCompile(`"ended_at":"[^"]*"`), `"ended_at":"2026-11-22T10:00:00.325Z"`},
	{regexp.MustCompile(`"deals_per_second":[0-9.]+`), `"deals_per_second":40`},
	{regexp.MustCompile(`"seconds":[0-9.e-]+`), `"seconds":0.0019`},
	{regexp.MustCompile(`"engine":"[^"]*"}`), `"engine":"v1.2.0"}`},
	{regexp.MustCompile(`(?m)^(klondike,solvitaire:.*,)[0-9]+\.[0-9]{6}(,.*,)[^,\n]*$`), "${1}0.001900${2}v1.2.0"},
}

// words is a list of strings without spaces, which archives have in one line.
var words = regexp.MustCompile(`\[\s+"[^"\s]*"(,\s+"[^"\s]*")*\s+\]`)

// legible formats a body: JSON is indented, JSON lines are sorted.
func legible(body []byte) string {
	for _, d := range differing {
		body = d.what.ReplaceAll(body, []byte(d.stand))
	}
	var pretty bytes.Buffer
	if json.Indent(&pretty, body, "", "  ") == nil {
		return string(words.ReplaceAllFunc(pretty.Bytes(), func(list []byte) []byte {
			return bytes.Join(bytes.Fields(list), nil)
		})) + "\n"
	}
	lines := slices.Collect(strings.Lines(string(body)))
	if strings.HasPrefix(lines[0], "{") {
		slices.Sort(lines)
	}
	return strings.Join(lines, "")
}
