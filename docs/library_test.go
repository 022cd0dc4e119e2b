package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The program of embedding.md is run as it stands there.
func TestLibraryProgram(t *testing.T) {
	page, err := os.ReadFile("build/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)\n```go\n(.*?)```\n").FindSubmatch(page)
	if code == nil {
		t.Fatal("embedding.md has no program")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, code[1], 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "go", "run", file)
	out, err := run.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "winnable \n1 ") {
		t.Errorf("%v:\n%s", err, out)
	}
}
