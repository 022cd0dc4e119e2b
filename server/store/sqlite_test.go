package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestSQLiteDirectories(t *testing.T) {
	t.Parallel()
	t.Run("names", func(t *testing.T) {
		for _, name := range []string{"with space", "50%", "a?b", "a#b", "a&mode=memory", "日本"} {
			dir := filepath.Join(t.TempDir(), name, "below")
			r := winnableRecord(problem(t, "klondike", 1), 3)
			put(t, open(t, database.Config{Dir: dir, Log: logger(t)}), r)
			if _, err := os.Stat(filepath.Join(dir, "thoughtful.db")); err != nil {
				t.Error(err)
			}
		}
	})
}

// The environment variable that makes this test binary a process that writes into
// the database in a directory until it is killed.
const actAsWriter = "STORE_TEST_WRITE_INTO"

// beWriter does so if that variable is set. It prints the number of each stored deal.
func beWriter() {
	dir := os.Getenv(actAsWriter)
	if dir == "" {
		return
	}
	s, err := Open(context.Background(), database.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)}, 0)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for n := 0; ; n++ {
		if err := s.Put(context.Background(), writers(n)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(n)
	}
}

// writers returns the nth record that the writer stores.
func writers(n int) solver.Record { return winnableRecord(problem(new(testing.T), "klondike", n), 20) }

func TestSQLiteKilled(t *testing.T) {
	t.Parallel()
	c := database.Config{Dir: t.TempDir(), Log: logger(t)}
	writer := exec.CommandContext(t.Context(), os.Args[0])
	writer.Env = append(os.Environ(), actAsWriter+"="+c.Dir)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	stored := 0
	said := func() {
		if text := lines.Text(); text != fmt.Sprint(stored) {
			t.Fatalf("writer printed %q", text)
		}
		stored++
	}
	for stored < 50 && lines.Scan() {
		said()
	}
	if _, err := Open(t.Context(), c, 0); !errors.Is(err, database.ErrInUse) {
		t.Errorf("Open in another process: %v, want database.ErrInUse", err)
	}
	if err := writer.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		said()
	}
	_ = writer.Wait() // returns the signal as an error
	if stored < 50 {
		t.Fatalf("the writer ended after %d records", stored)
	}
	s := open(t, c)
	for n := range stored {
		wantRecord(t, s, writers(n))
	}
	put(t, s, winnableRecord(problem(t, "free-cell", 1), 20))
}
