package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestFirstApp does what docs/start/first-app.md says: it runs the page's commands, and its programs in
// TypeScript and Python, against a real service, and compares what they print with the page.
func TestFirstApp(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/start/first-app.md")
	if err != nil {
		t.Fatal(err)
	}
	servicetest.Path(t, servicetest.Curl) // the shell runs it
	service, dir := watched(t), t.TempDir()
	blocks := map[string][]string{}
	for _, block := range codeBlocks(page, service) {
		blocks[block[1]] = append(blocks[block[1]], block[2])
	}
	for language, count := range map[string]int{"sh": 5, "json": 4, "ts": 4, "python": 4, "text": 4} {
		if len(blocks[language]) != count {
			t.Fatalf("%d blocks of %s, want %d", len(blocks[language]), language, count)
		}
	}
	api, err := filepath.Abs("../../api")
	if err == nil {
		err = os.Symlink(api, filepath.Join(dir, "api"))
	}
	if err != nil {
		t.Fatal(err)
	}
	run := func(program *exec.Cmd) string {
		t.Helper()
		program.Dir = dir
		output, err := program.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", program, err, output)
		}
		return string(output)
	}
	shell := func(command string) string {
		t.Helper()
		return run(exec.CommandContext(t.Context(), "sh", "-c", command))
	}
	shell(blocks["sh"][0])
	for i, command := range blocks["sh"][1:] {
		shows(t, command, shell(command), blocks["json"][i])
	}
	for name, language := range map[string]string{"app.ts": "ts", "app.py": "python"} {
		if err := os.WriteFile(filepath.Join(dir, "app", name), []byte(strings.Join(blocks[language], "\n\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(servicetest.Command(t, servicetest.TypeScript, "--skipDefaultLibCheck", "--project", "app", "--outDir", "app"))
	for _, program := range []*exec.Cmd{
		servicetest.Command(t, servicetest.Node, "app/app.js"), servicetest.Command(t, servicetest.Python, "app/app.py"),
	} {
		program.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
		shows(t, fmt.Sprint(program), run(program), strings.Join(blocks["text"], "\n"))
	}
}

// TestBookCalls makes the calls with curl on pages about questions, and compares the answers with the
// pages. A call is a command in a console with its answer, or a block of sh before one of json.
func TestBookCalls(t *testing.T) {
	t.Parallel()
	servicetest.Path(t, servicetest.Curl)
	service := watched(t)
	call := func(command, answer string) {
		t.Helper()
		output, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", command, err)
		}
		shows(t, command, string(output), answer)
	}
	calls := 0
	for _, name := range []string{"questions", "errors", "positions", "line", "hints"} {
		page, err := os.ReadFile("../../docs/build/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		command := ""
		for _, block := range codeBlocks(page, service) {
			switch language, text := block[1], block[2]; {
			case language == "sh":
				command = text
			case language == "json" && command != "":
				call(command, text)
				command = ""
				calls++
			case language == "console":
				for _, typed := range strings.Split("\n"+text, "\n$ ")[1:] {
					typed = strings.ReplaceAll(typed, "\\\n", "")
					command, answer, _ := strings.Cut(typed, "\n")
					call(command, answer)
					calls++
				}
			}
		}
	}
	if calls < 8 {
		t.Errorf("%d calls were made", calls)
	}
}

// codeBlocks returns the blocks of code of a page: all, the language and the text of each. Calls go to
// the service.
func codeBlocks(page []byte, service string) [][]string {
	text := strings.ReplaceAll(string(page), "http://127.0.0.1:8080", service)
	return regexp.MustCompile("(?s)\n```([a-z]+)\n(.*?)\n```\n").FindAllStringSubmatch(text, -1)
}

// shows checks that an output has the parts of a shortened one in their order. Each … of the shortened
// one, and each line break, stands for any text.
func shows(t *testing.T, command, output, shortened string) {
	t.Helper()
	rest := output
	for _, part := range strings.FieldsFunc(shortened, func(r rune) bool { return r == '…' || r == '\n' }) {
		part = strings.TrimSpace(part)
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Errorf("%s printed\n%s\nwithout, in its place,\n%s", command, output, part)
			return
		}
		rest = after
	}
}
