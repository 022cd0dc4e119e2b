package packed

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

const (
	page    = "../../docs/inside/packed.md"
	example = "testdata/example.gz" // written by Python's gzip
)

// fenced returns the first block of a language on the page.
func fenced(t *testing.T, language string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "\n```"+language+"\n")
	block, _, ended := strings.Cut(after, "```\n")
	if !found || !ended {
		t.Fatalf("%s has no block of %s", page, language)
	}
	return block
}

// TestExample reads the example as the page describes it, without this package, and with it.
func TestExample(t *testing.T) {
	content, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if want := fenced(t, "json") + "\xe5\x1b\x06"; string(text) != want {
		t.Errorf("the example has %q, and the page describes %q", text, want)
	}
	line, verdicts, _ := bytes.Cut(text, []byte("\n"))
	var head struct {
		Rules        json.RawMessage
		First, Deals int64
	}
	if err := json.Unmarshal(line, &head); err != nil {
		t.Fatal(err)
	}
	var described []Verdict
	for i := range head.Deals {
		described = append(described, Verdict(verdicts[i/4]>>(2*(i%4))&3))
	}
	want := []Verdict{Winnable, Winnable, Unwinnable, Unknown, Unknown, Unwinnable, Winnable, NotCounted, Unwinnable, Winnable}
	if !reflect.DeepEqual(described, want) {
		t.Errorf("by the description: %v", described)
	}

	list := read(t, content)
	if len(list) != 1 {
		t.Fatalf("%d ranges", len(list))
	}
	r := list[0]
	var got []Verdict
	for seed := r.First; seed <= r.Last(); seed++ {
		got = append(got, r.At(seed))
	}
	game, _ := rules.Lookup("black-hole")
	if r.Game != game.Name || r.Rules != string(game.Rules.Canonical()) || r.Rules != string(head.Rules) ||
		r.First != 1 || r.States != 100_000 || r.Epoch != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v: %v", r, got)
	}
	if r.At(0) != NotCounted || r.At(11) != NotCounted {
		t.Error("deals outside of the range have verdicts")
	}
	again := read(t, write(t, r))
	if !reflect.DeepEqual(again, list) {
		t.Errorf("%+v was written and read as %+v", r, again[0])
	}
}

// TestPython has Python read a file of several blocks by the ten lines of the page.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("Python 3 is not installed; on Debian, as root: apt-get install python3")
	}
	var file []byte
	var want strings.Builder
	for i, verdicts := range []string{"wwu?-w", "u", strings.Repeat("wu?w", 5000) + "w"} {
		r := someRange(golf, Method{Engine: "<ü>"}, int64(10*i), verdicts)
		file = append(file, write(t, r)...)
		fmt.Fprintf(&want, "golf solvitaire %d", r.First)
		for _, v := range "-wu?" {
			fmt.Fprintf(&want, " %d", strings.Count(verdicts, string(v)))
		}
		want.WriteString("\n")
	}
	name := filepath.Join(t.TempDir(), "golf.gz")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(python, "-c", fenced(t, "python"), name)
	run.Stderr = os.Stderr
	if out, err := run.Output(); err != nil || strings.ReplaceAll(string(out), "\r\n", "\n") != want.String() {
		t.Errorf("%s, want\n%s (%v)", out, want.String(), err)
	}
}
