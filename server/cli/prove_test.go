package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zipped returns text compressed with gzip.
func zipped(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// unzipped returns the text of a compressed file.
func unzipped(t *testing.T, file []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestProve writes a proof, checks it whole and damaged, and asks for one of a deal that can be won.
func TestProve(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proof")
	made := command(t, "", "prove", small, "--game", "free-cell-2-cell", "--seed", "9", "--out", file)
	if made.status != exitDone || made.out != "" || !strings.HasPrefix(made.err, "proven: 1-") {
		t.Fatalf("%+v", made)
	}
	got := command(t, "", "check", file)
	if got.status != exitDone || !strings.Contains(got.out, " can't be won: proven.\n505 states, ") || got.err != "" {
		t.Errorf("%+v", got)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if piped := command(t, string(text), "check", "--json", "-"); piped.status != exitDone || !strings.Contains(piped.out, `"states":505,`) || !strings.Contains(piped.out, `"verdict":"unwinnable"`) {
		t.Errorf("%+v", piped)
	}
	for where, marked := range map[string]string{"the proof": zipped(t, "\uFEFF"+unzipped(t, text)), "the file": "\uFEFF" + string(text)} {
		if got := command(t, marked, "check", "-"); got.status != exitDone || !strings.Contains(got.out, "\n505 states, ") {
			t.Errorf("a byte order mark before %s: %+v", where, got)
		}
	}
	if few := command(t, "", "check", "--states", "504", file); few.status != exitUnknown || !strings.HasPrefix(few.err, "thoughtful: not checked: ") {
		t.Errorf("%+v", few)
	}
	if cut := command(t, string(text[:len(text)/2]), "check", "-"); cut.status != exitRefused || cut.out != "" || !strings.Contains(cut.err, "can't be read") {
		t.Errorf("%+v", cut)
	}
	if won := command(t, "", "prove", small, "--game", "klondike", "--seed", "2"); won.status != exitUsage || !strings.Contains(won.err, "can be won") || won.out != "" {
		t.Errorf("%+v", won)
	}
	if wrong := command(t, "", "check", filepath.Dir(file)); wrong.status != exitUsage {
		t.Errorf("a directory: %+v", wrong)
	}
	for _, command := range [][]string{{"check", file}, {"prove", small, "--game", "free-cell-2-cell", "--seed", "9"}} {
		if none := run(console{ctx: t.Context(), out: io.Discard, err: io.Discard}, append(command, "--states=0")); none != exitUsage {
			t.Errorf("%s without states: status %d", command[0], none)
		}
	}
	// A proof that fails, or is interrupted, leaves the file as it was.
	if few := command(t, "", "prove", small, "--game", "free-cell-2-cell", "--seed", "9", "--states", "100", "--out", file); few.status != exitUnknown || !strings.Contains(few.err, "with --states") {
		t.Errorf("%+v", few.err)
	}
	if short := command(t, "", "prove", small, "--game", "free-cell", "--seed", "microsoft:11982", "--deadline", "1ms", "--out", file); short.status != exitUnknown || !strings.Contains(short.err, "with --deadline") {
		t.Errorf("%+v", short.err)
	}
	ended, cancel := context.WithCancel(t.Context())
	c := console{ctx: ended, out: io.Discard, err: io.Discard}
	cancel()
	if status := run(c, []string{"prove", small, "--game", "free-cell-2-cell", "--seed", "9", "--out", file}); status == exitDone {
		t.Errorf("interrupted: status %d", status)
	}
	files, err := os.ReadDir(filepath.Dir(file))
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, text) {
		t.Errorf("the proof was changed: %v", err)
	}
	if err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}
