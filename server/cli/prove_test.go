package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	if few := command(t, "", "check", "--states", "504", file); few.status != exitRefused || !strings.HasPrefix(few.err, "refused: line ") {
		t.Errorf("%+v", few)
	}
	if cut := command(t, string(text[:len(text)/2]), "check", "-"); cut.status != exitRefused || cut.out != "" || !strings.Contains(cut.err, "can't be read") {
		t.Errorf("%+v", cut)
	}
	if won := command(t, "", "prove", small, "--game", "klondike", "--seed", "2"); won.status != exitUsage || !strings.Contains(won.err, "can be won") || won.out != "" {
		t.Errorf("%+v", won)
	}
	if few := command(t, "", "prove", small, "--game", "free-cell-2-cell", "--seed", "9", "--states", "100"); few.status != exitUnknown {
		t.Errorf("%+v", few.err)
	}
}
