package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestSmallMemory starts the service with little memory and sends searches whose rules fill their tables
// quickest, and large bodies. The process stays within its limit, and says what it does with it.
func TestSmallMemory(t *testing.T) {
	t.Parallel()
	const limit = 200 // MiB
	command := exec.Command(os.Args[0], append([]string{"serve"}, serving(t, []string{"--data-dir", t.TempDir(), "--workers", "2"})...)...)
	command.Env = append(os.Environ(), asProgram+"=yes", fmt.Sprintf("GOMEMLIMIT=%dMiB", limit))
	if _, err := command.StdinPipe(); err != nil { // closes when this process ends
		t.Fatal(err)
	}
	p := follow(t, command)
	questions := []string{klondikeWith(`"moves":[` + strings.Repeat("0,", 131_000) + "0" + strings.Repeat(" ", 780_000) + "]")}
	for i, rules := range []string{
		`{"two decks":true,"tableau piles":{"count":10,"move built group":"yes","face up cards":"top"},"foundations":{"only complete pile moves":true},"stock":{"size":50,"deal type":"tableau piles","deal onto spaces":false}}`,
		`{"tableau piles":{"count":3,"move built group":"yes"},"stock":{"size":36},"reserve":{"size":13,"stacked":true}}`,
	} {
		// 150 MB for each, where there is as much
		questions = append(questions, fmt.Sprintf(`{"rules":%s,"seed":"solvitaire:%d","states":700000,"deadline_ms":2500}`, rules, i+2))
	}
	var asked sync.WaitGroup
	for _, q := range append(questions, questions[0], questions[0], questions[0]) {
		asked.Go(func() {
			r, err := p.call("/v1/solve", q)
			if err != nil || !slices.Contains([]int{200, 400, 429, 503}, r.status) {
				t.Errorf("status %d, %v: %s", r.status, err, r.body)
			}
		})
	}
	asked.Wait()
	if want := fmt.Sprintf("limit=%dMiB from=GOMEMLIMIT", limit); !strings.Contains(p.log.String(), want) {
		t.Errorf("the log does not say %q: %s", want, p.log.String())
	}
	if raced() {
		return // the race detector takes memory of its own
	}
	if peak := highWater(t, p.command.Process.Pid); peak > limit {
		t.Errorf("%d MiB of %d", peak, limit)
	}
}

// klondikeWith returns a request about a deal of Klondike, with another field.
func klondikeWith(field string) string {
	return `{"game":"klondike","seed":"solvitaire:2",` + field + `}`
}

// raced reports whether this program was built with the race detector.
func raced() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}

// highWater returns the most memory that a process has had, in MiB.
func highWater(t *testing.T, pid int) (mib int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kib int
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kib); err == nil {
			return kib >> 10
		}
	}
	t.Fatalf("no VmHWM in %s", text)
	return 0
}
