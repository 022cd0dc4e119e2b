package docs

import (
	"os"
	"strings"
	"testing"
)

// The examples of clients.md are programs, which tests of the server compile and run.
func TestExamplesAreThePrograms(t *testing.T) {
	page, err := os.ReadFile("build/clients.md")
	if err != nil {
		t.Fatal(err)
	}
	for language, program := range map[string]string{
		"go": "../api/client/example.go",
		"ts": "../api/client/typescript/example.ts",
	} {
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "\n```"+language+"\n"+string(text)+"```\n") {
			t.Errorf("clients.md does not have %s as it is", program)
		}
	}
}
