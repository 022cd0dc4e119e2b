package tables

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Run writes the generated pages. Args are the flags of the study.
func Run(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("tables", flag.ContinueOnError)
	dir := flags.String("docs", "..", "the directory of the pages and their data")
	todo := flags.Bool("missing", false, "instead of pages, write the commands that play what research/results/players.md is missing")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return run(*dir, *todo)
}

func run(dir string, todo bool) error {
	if todo {
		commands, err := missing(os.DirFS(dir))
		fmt.Print(commands)
		return err
	}
	made, err := pages(os.DirFS(dir))
	if err != nil {
		return err
	}
	for name, text := range made {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages returns the pages with tables from the data in docs, their plots, and the two files
// that the program embeds, by their paths relative to docs.
func pages(docs fs.FS) (map[string]string, error) {
	samples, err := readSamples(docs)
	if err != nil {
		return nil, err
	}
	games, err := readAdvice(docs)
	if err != nil {
		return nil, err
	}
	alone, err := readAlone(docs)
	if err != nil {
		return nil, err
	}
	grades, err := gradesFile(samples)
	if err != nil {
		return nil, err
	}
	fitted, err := curvesFile(games)
	if err != nil {
		return nil, err
	}
	made := map[string]string{"../solver/player/curves.json": fitted, "../solver/difficulty/grades.json": grades}
	for page, tables := range map[string]map[string]func(fs.FS) (string, error){
		"research/results/agreement.md":   {"general": generalTable},
		"research/results/performance.md": {"comparison": comparisonTable},
		"research/results/decided.md":     {"decided": decidedTable},
		"research/results/peers.md":       {"peers": peersTable},
		"research/results/techniques.md":  {"study": studyTable},
		"research/results/odds.md":        {"odds": oddsTable},
		"research/results/players.md":     playersPage,
		"research/results/difficulty.md": {
			"score":  func(fs.FS) (string, error) { return scoreTable(samples), nil },
			"grades": func(fs.FS) (string, error) { return difficultyTables(samples), nil },
		},
		"research/results/advice.md": {
			"reliability": func(fs.FS) (string, error) { return reliabilityTable(games), nil },
			"followed":    func(fs.FS) (string, error) { return followedTable(games, alone), nil },
		},
	} {
		if made[page], err = fillPlaces(docs, page, tables); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// fillPlaces replaces the tables of a page by name.
func fillPlaces(docs fs.FS, page string, tables map[string]func(docs fs.FS) (string, error)) (string, error) {
	read, err := fs.ReadFile(docs, page)
	if err != nil {
		return "", err
	}
	text := string(read)
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		table, err := tables[name](docs)
		if err != nil {
			return "", err
		}
		if text, err = put(text, page, "<!-- "+name+": made by `make -C docs/research tables` from here -->\n", table); err != nil {
			return "", err
		}
	}
	return text, nil
}

// put replaces a table of a page, which extends from the line from to the next end mark.
func put(text, page, from, table string) (string, error) {
	const to = "<!-- to here -->"
	before, rest, opened := strings.Cut(text, from)
	_, after, closed := strings.Cut(rest, to)
	if !opened || !closed {
		return "", fmt.Errorf("%s: lines %q and %q are missing", page, from, to)
	}
	return before + from + "\n" + table + "\n" + to + after, nil
}
