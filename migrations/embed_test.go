package migrations

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// names lists an engine's files in order.
func names(t *testing.T, set fs.FS) []string {
	t.Helper()
	var names []string
	entries, err := fs.ReadDir(set, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if len(names) == 0 {
		t.Fatal("no migrations")
	}
	return names
}

func TestPaired(t *testing.T) {
	if p, s := names(t, Postgres()), names(t, SQLite()); !slices.Equal(p, s) {
		t.Errorf("the engines' migrations differ:\n%q\n%q", p, s)
	}
}

func TestNumbered(t *testing.T) {
	format := regexp.MustCompile(`^[0-9]{5}_[a-z]+(_[a-z]+)*\.sql$`)
	for engine, set := range map[string]fs.FS{"postgres": Postgres(), "sqlite": SQLite()} {
		for i, name := range names(t, set) {
			if !format.MatchString(name) {
				t.Errorf("%s/%s: the name is not of the form 00001_what_it_does.sql", engine, name)
			}
			if want := fmt.Sprintf("%05d_", i+1); !strings.HasPrefix(name, want) {
				t.Errorf("%s/%s: its number should be %s", engine, name, want)
			}
			text, err := fs.ReadFile(set, name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(text), "-- +goose Up\n") {
				t.Errorf("%s/%s does not begin with -- +goose Up", engine, name)
			}
		}
	}
}
