package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// compileOffline builds the offline solver for browsers, as `make wasm` does, and returns the
// file.
func compileOffline(t *testing.T, folder string) string {
	t.Helper()
	file := filepath.Join(folder, "thoughtful.wasm")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "../../solver/cmd/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return file
}

// goRoot returns GOROOT.
func goRoot(t *testing.T) string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(root))
}

// TestOfflineInNode solves the same deals in WebAssembly and in native code. Verdicts,
// solutions, states and errors must be the same.
func TestOfflineInNode(t *testing.T) {
	t.Parallel()
	var requests bytes.Buffer
	for seed := range 40 {
		fmt.Fprintf(&requests, `{"game":"klondike","seed":"solvitaire:%d","states":20000,"deadline_ms":600000}`+"\n", seed)
	}
	for _, game := range []string{"free-cell", "canfield", "black-hole", "klondike-draw-1", "golf", "accordion"} {
		fmt.Fprintf(&requests, `{"game":%q,"seed":"solvitaire:1","states":2000,"deadline_ms":600000}`+"\n", game)
	}
	requests.WriteString(`{"game":"klondike","deal":"Talon:","format":"pysol"}` + "\n")

	wasm := servicetest.Command(t, servicetest.Node, filepath.Join(goRoot(t), "lib", "wasm", "wasm_exec_node.js"), compileOffline(t, t.TempDir()), "64")
	native := exec.CommandContext(t.Context(), "go", "run", "../../solver/cmd/wasm", "64")
	there, here := answersOf(t, wasm, requests.String()), answersOf(t, native, requests.String())
	if len(here) != 47 || len(there) != len(here) {
		t.Fatalf("%d answers, and %d in WebAssembly", len(here), len(there))
	}
	verdicts := map[any]int{}
	for i := range here {
		verdicts[here[i]["verdict"]]++
		if !reflect.DeepEqual(there[i], here[i]) {
			t.Errorf("request %d: %v\nin WebAssembly %v", i+1, here[i], there[i])
		}
	}
	if verdicts["winnable"] < 20 || verdicts["unwinnable"] < 5 || verdicts[nil] != 1 {
		t.Errorf("verdicts %v", verdicts)
	}
}

// answersOf returns a program's answers to requests, one per line, without their times.
func answersOf(t *testing.T, c *exec.Cmd, requests string) []map[string]any {
	t.Helper()
	c.Stdin = strings.NewReader(requests)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	text, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s", c, err, &stderr)
	}
	var answers []map[string]any
	for line := range strings.Lines(string(text)) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if search, ok := a["search"].(map[string]any); ok {
			delete(search, "elapsed_ms")
			delete(search, "shortening_ms")
		}
		answers = append(answers, a)
	}
	return answers
}
