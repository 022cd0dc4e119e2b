package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// packed is the npm package of the engines, made once for all tests that use it.
var packed struct {
	once   sync.Once
	folder string
	err    error
}

// enginePackage returns a folder with the npm package of the engines, as `make wasm` builds it, and
// beside it, in served, what the service serves of it. TestMain removes both.
func enginePackage(t *testing.T) (folder, served string) {
	t.Helper()
	packed.once.Do(func() {
		if packed.folder, packed.err = os.MkdirTemp("", "thoughtful-engine"); packed.err != nil {
			return
		}
		pack := exec.Command("go", "run", "solver/cmd/wasm/pack.go", filepath.Join(packed.folder, "package"), filepath.Join(packed.folder, "served"))
		pack.Dir = filepath.Join("..", "..")
		if output, err := pack.CombinedOutput(); err != nil {
			packed.err = fmt.Errorf("%w: %s", err, output)
		}
	})
	if packed.err != nil {
		t.Fatal(packed.err)
	}
	return filepath.Join(packed.folder, "package"), filepath.Join(packed.folder, "served")
}

// TestOfflineInNode solves the same deals in WebAssembly and in native code. Verdicts,
// solutions, states and errors must be the same.
func TestOfflineInNode(t *testing.T) {
	t.Parallel()
	deals := 40
	if testing.Short() {
		deals = 15
	}
	var requests bytes.Buffer
	for seed := range deals {
		fmt.Fprintf(&requests, `{"game":"klondike","seed":"solvitaire:%d","states":20000,"deadline_ms":600000}`+"\n", seed)
	}
	for _, game := range []string{"free-cell", "canfield", "black-hole", "klondike-draw-1", "golf", "accordion"} {
		fmt.Fprintf(&requests, `{"game":%q,"seed":"solvitaire:1","states":2000,"deadline_ms":600000}`+"\n", game)
	}
	requests.WriteString(`{"game":"klondike","deal":"Talon:","format":"pysol"}` + "\n")

	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder, _ := enginePackage(t)
	wasm := servicetest.Command(t, servicetest.Node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), filepath.Join(folder, "thoughtful.wasm"), "64")
	native := exec.CommandContext(t.Context(), "go", "run", "../../solver/cmd/wasm", "64")
	there, here := answersOf(t, wasm, requests.String()), answersOf(t, native, requests.String())
	if len(here) != deals+7 || len(there) != len(here) {
		t.Fatalf("%d answers, and %d in WebAssembly", len(here), len(there))
	}
	verdicts := map[any]int{}
	for i := range here {
		verdicts[here[i]["verdict"]]++
		if !reflect.DeepEqual(there[i], here[i]) {
			t.Errorf("request %d: %v\nin WebAssembly %v", i+1, here[i], there[i])
		}
	}
	if verdicts["winnable"] < deals/2 || verdicts["unwinnable"] < deals/8 || verdicts[nil] != 1 {
		t.Errorf("verdicts %v", verdicts)
	}
}

// TestEnginePackage installs the npm package as npm would, compiles a program against its types, and
// compares its answers with those of the service: what it has must be the same there.
func TestEnginePackage(t *testing.T) {
	t.Parallel()
	folder, _ := enginePackage(t)
	var manifest struct{ Files []string }
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	installed := filepath.Join(dir, "node_modules", "thoughtful-engine")
	for from, to := range map[string]string{
		"testdata/engine.ts": dir, "testdata/offtheshelf/package.json": dir, "testdata/offtheshelf/tsconfig.json": dir,
		filepath.Join(folder, "package.json"): installed,
	} {
		link(t, from, to)
	}
	for _, name := range manifest.Files {
		link(t, filepath.Join(folder, name), installed)
	}
	compile := servicetest.Command(t, servicetest.TypeScript, "--skipDefaultLibCheck", "--project", dir)
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compile, err, output)
	}

	const lost = `[{"action":"move","from":"tableau/6","to":"tableau/4","cards":["8C"],"turns_up":"9C"},{"action":"draw","count":3}]`
	asked := []struct{ call, request, more string }{
		{"moves", `"game":"free-cell","seed":"microsoft:1","states":20000`, `,"runs":true,"why":true,"solution":true`},
		{"moves", `"game":"klondike","seed":"solvitaire:2","states":1`, `,"runs":true,"why":true,"solution":true`},
		{"analyse", `"game":"klondike","seed":"solvitaire:2","states":20000,"moves":` + lost, ""},
		{"replay", `"game":"klondike","seed":"solvitaire:2","moves":` + lost, ""},
		{"replay", `"game":"klondike","seed":"solvitaire:2","moves":[{"action":"redeal"}]`, ""},
		{"solve", `"game":"klondike","seed":"solvitaire:15","states":20000`, ""},
	}
	for i := range asked { // on a busy machine the engine takes longer than by default
		if asked[i].call != "replay" {
			asked[i].request += `,"deadline_ms":60000`
		}
	}
	var lines bytes.Buffer
	for _, a := range asked {
		fmt.Fprintf(&lines, `{"call":%q,"request":{%s}}`+"\n", a.call, a.request)
	}
	answers := answersOf(t, servicetest.Command(t, servicetest.Node, filepath.Join(dir, "engine.js"), lines.String()), "")
	if len(answers) != len(asked) {
		t.Fatalf("%d answers", len(answers))
	}
	l := launch(t, nil, "--data-dir", t.TempDir())
	for i, a := range asked {
		var want map[string]any
		l.read(t, "/v1/"+a.call, "{"+a.request+a.more+"}", http.StatusOK, &want)
		got := answers[i]
		delete(got, "search")
		if want["position"] == nil { // it is shown there only if cards were given
			delete(got, "position")
		}
		if missing := beyond(got, want, a.call); missing != "" {
			t.Errorf("%s {%s}: %s", a.call, a.request, missing)
		}
	}
}

// beyond returns what differs between the values that one answer has and those of another; empty if
// the other has them all.
func beyond(got, want any, at string) string {
	switch g := got.(type) {
	case map[string]any:
		w, _ := want.(map[string]any)
		for name, value := range g {
			if differs := beyond(value, w[name], at+"."+name); differs != "" {
				return differs
			}
		}
		return ""
	case []any:
		w, _ := want.([]any)
		if len(w) != len(g) {
			return fmt.Sprintf("%s has %d entries, and in the service %d", at, len(g), len(w))
		}
		for i := range g {
			if differs := beyond(g[i], w[i], fmt.Sprintf("%s[%d]", at, i)); differs != "" {
				return differs
			}
		}
		return ""
	default:
		if !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("%s is %v, and in the service %v", at, got, want)
		}
		return ""
	}
}

// link puts a file into a folder.
func link(t *testing.T, file, folder string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, filepath.Base(file)), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
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
