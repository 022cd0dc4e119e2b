package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLicences lists the licences of this test itself.
func TestLicences(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := run([]string{program, "../../api/web/art"}, &text); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "Go and its standard library\n=") || !strings.Contains(text.String(), "The Go Authors") ||
		!strings.Contains(text.String(), "Adrian Kennard") || !strings.Contains(text.String(), "SIL OPEN FONT LICENSE") {
		t.Errorf("%.200s", &text)
	}
	if err := run([]string{"main_test.go"}, io.Discard); err == nil {
		t.Error("a file that is no program is accepted")
	}
}

// TestModuleWithoutLicence refuses a module that only has a notice.
func TestModuleWithoutLicence(t *testing.T) {
	for file, licensed := range map[string]bool{
		"README.md": false, "NOTICE": false, "LICENSE": true, "LICENSE.txt": true, "license.md": true, "COPYING": true, "LICENCE-MIT": true, "UNLICENSE": true,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, file), []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := write(io.Discard, "module@v1", dir); (err == nil) != licensed {
			t.Errorf("%s: %v", file, err)
		}
	}
}
