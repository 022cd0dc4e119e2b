package chaos

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestChaos is a short `make chaos`: replicas, PostgreSQL and Redis are killed while clients ask.
// Nothing that was answered is lost.
func TestChaos(t *testing.T) {
	t.Parallel() // it mostly waits
	dir := t.TempDir()
	program := filepath.Join(dir, "thoughtful")
	if said, err := exec.CommandContext(t.Context(), "go", "-C", "../../..", "build", "-o", program, "./server").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var rows strings.Builder
	report, err := Run(t.Context(), Options{
		Program: program, Data: "../data", Dir: dir,
		Kills: 6, Seed: 5, Least: 200 * time.Millisecond, Most: 800 * time.Millisecond, Quick: true,
		Rows: &rows, Log: t.Output(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Err(); err != nil {
		t.Error(err)
	}
	if report.Counts["answers to single questions"] == 0 {
		t.Error("nothing was answered")
	}
	_ = report.Write(t.Output())
	t.Logf("kills:\n%s", &rows)
}
