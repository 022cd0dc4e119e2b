package deadends

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun counts deals, and checks that a dead deal with a winnable verdict is an error.
func TestRun(t *testing.T) {
	name := filepath.Join(t.TempDir(), "verdicts.csv.gz")
	table := func(text string) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table("game,seed,verdict\nklondike,solvitaire:1,unwinnable\nklondike,solvitaire:2,winnable\n")
	var one, two bytes.Buffer
	if err := run(&one, "solvitaire:1-300", name, 1); err != nil {
		t.Fatal(err)
	}
	if err := run(&two, "solvitaire:1-300", name, 3); err != nil || one.String() != two.String() {
		t.Errorf("%v: with three jobs %s, with one %s", err, &two, &one)
	}
	if !strings.Contains(one.String(), "known to be unwinnable 1, winnable 0\n") {
		t.Errorf("%s", &one)
	}
	table("game,seed,verdict\nklondike,solvitaire:1,winnable\n")
	if err := run(&one, "solvitaire:1-300", name, 2); err == nil || !strings.Contains(err.Error(), "solvitaire [1]") {
		t.Errorf("dead and winnable: %v", err)
	}
	table("game,verdict\n")
	for _, wrong := range []struct{ seeds, verdicts string }{{"solvitaire", ""}, {"solvitaire:1", "nowhere"}, {"solvitaire:1", name}} {
		if err := run(&one, wrong.seeds, wrong.verdicts, 1); err == nil {
			t.Errorf("%v: accepted", wrong)
		}
	}
}
