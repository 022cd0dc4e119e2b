package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
)

// TestGiveWay checks that every thread of a worker has the low priority.
func TestGiveWay(t *testing.T) {
	// A process can't have a higher priority than the tests, and a low one would wait for other tests.
	tests, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	nice := strconv.Itoa(max(3, 20-tests)) // see giveWay
	url := storetest.Database(t)
	p := worker(t, url, killing{every: time.Hour, work: time.Second, timeout: time.Minute, rescue: 2 * time.Minute}, "--nice", nice)
	eventually(t, "the worker to work", func() bool { return p.log.lines("msg=working") > 0 })
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(p.command.Process.Pid) + "/task/*/stat")
	if err != nil || len(threads) < 2 {
		t.Fatal(threads, err)
	}
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue // it has ended
		}
		if err != nil {
			t.Fatal(err)
		}
		// The name of the program, in parentheses, may have spaces in it; 16 more fields come before the value.
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); fields[16] != nice {
			t.Errorf("%s: %s", path, fields[16])
		}
	}
}
