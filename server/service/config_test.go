package service

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// parse reads a configuration as the program does.
func parse(t testing.TB, args ...string) *Config {
	t.Helper()
	var f Config
	parser, err := kong.New(&f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := f.Complete(); err != nil {
		t.Fatal(err)
	}
	return &f
}

func TestDefaults(t *testing.T) {
	f := parse(t, "--max-deadline", "5s", "--workers", "3")
	if f.Deadline != f.MaxDeadline || f.Queue != 48 {
		t.Errorf("deadline %s of at most %s, queue %d", f.Deadline, f.MaxDeadline, f.Queue)
	}
	if *f.CampaignWorkers != processors {
		t.Errorf("%d workers of campaigns on %d processors", *f.CampaignWorkers, processors)
	}
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	if dir, err := new(StoreConfig).directory(); err != nil || dir != home+"/thoughtful" {
		t.Errorf("data directory %s, %v", dir, err)
	}
	t.Setenv("XDG_DATA_HOME", "relative") // the specification says to ignore it
	t.Setenv("HOME", home)
	if dir, err := new(StoreConfig).directory(); err != nil || !strings.HasPrefix(dir, home) {
		t.Errorf("data directory %s, %v", dir, err)
	}
	t.Setenv("HOME", "")
	if _, err := new(StoreConfig).Open(t.Context(), slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "set DATA_DIR") {
		t.Errorf("without a home: %v", err)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{"1": 1, "512MiB": 512 << 20, "4 GiB": 4 << 30, "3KiB": 3 << 10, "2TiB": 2 << 40} {
		var s Size
		if err := s.UnmarshalText([]byte(text)); err != nil || s != want {
			t.Errorf("%q: %d, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "MiB", "0", "-1", "1.5GiB", "1GB", "1gib", "9000000000GiB", "99999999999999999999"} {
		var s Size
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: %d", text, s)
		}
	}
}
