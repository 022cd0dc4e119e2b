package e2e

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/chaos"
)

// TestChaos is a short `make chaos`: replicas, PostgreSQL and Redis are killed while clients ask.
// Nothing that was answered is lost.
func TestChaos(t *testing.T) {
	t.Parallel() // it mostly waits
	var rows strings.Builder
	report, err := chaos.Run(t.Context(), chaos.Options{
		Program: os.Args[0], Env: []string{asProgram + "=yes"}, Data: "../../docs/data", Dir: t.TempDir(),
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
