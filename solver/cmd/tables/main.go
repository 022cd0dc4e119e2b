package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	dir := flag.String("docs", "docs", "the directory with the pages and their data")
	todo := flag.Bool("missing", false, "write no pages, but the commands that play what players.md is missing")
	flag.Parse()
	if err := run(*dir, *todo); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
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

// pages makes the pages from the data in docs, their plots, and the file that comes from there
// as well.
func pages(docs fs.FS) (map[string]string, error) {
	comparison, err := comparisonTable(docs)
	if err != nil {
		return nil, err
	}
	performance, err := fill(docs, "performance.md", comparison)
	if err != nil {
		return nil, err
	}
	study, err := studyTable(docs)
	if err != nil {
		return nil, err
	}
	methods, err := fill(docs, "methods.md", study)
	if err != nil {
		return nil, err
	}
	glance, err := oddsTable(docs)
	if err != nil {
		return nil, err
	}
	if methods, err = put(methods, "methods.md", "<!-- odds: made by `make tables` from here -->\n", glance); err != nil {
		return nil, err
	}
	samples, err := readSamples(docs)
	if err != nil {
		return nil, err
	}
	difficulty, err := fill(docs, "difficulty.md", scoreTable(samples)+"\n"+difficultyTables(samples))
	if err != nil {
		return nil, err
	}
	grades, err := gradesFile(samples)
	if err != nil {
		return nil, err
	}
	players, err := fillPlaces(docs, "players.md", playersPage)
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
	advice, err := fillPlaces(docs, "advice.md", map[string]func(fs.FS) (string, error){
		"reliability": func(fs.FS) (string, error) { return reliabilityTable(games), nil },
		"followed":    func(fs.FS) (string, error) { return followedTable(games, alone), nil },
	})
	if err != nil {
		return nil, err
	}
	fitted, err := curvesFile(games)
	if err != nil {
		return nil, err
	}
	times, err := timesFigure(docs)
	if err != nil {
		return nil, err
	}
	made, _, err := playersFigures(docs)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{
		"advice.md": advice, "../solver/player/curves.json": fitted,
		timesFigureName:  times,
		"performance.md": performance, "methods.md": methods, "players.md": players,
		"difficulty.md": difficulty, "../solver/difficulty/grades.json": grades,
	} {
		made[name] = text
	}
	return made, nil
}

// fill puts a table into the place for it on a page.
func fill(docs fs.FS, page, table string) (string, error) {
	text, err := fs.ReadFile(docs, page)
	if err != nil {
		return "", err
	}
	return put(string(text), page, "<!-- made by `make tables` from here -->\n", table)
}

// fillPlaces puts tables into their places on a page, which have names.
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
		if text, err = put(text, page, "<!-- "+name+": made by `make tables` from here -->\n", table); err != nil {
			return "", err
		}
	}
	return text, nil
}

// put puts a table into a page's text, from a line on to the next one that ends a table.
func put(text, page, from, table string) (string, error) {
	const to = "<!-- to here -->"
	before, rest, opened := strings.Cut(text, from)
	_, after, closed := strings.Cut(rest, to)
	if !opened || !closed {
		return "", fmt.Errorf("%s: the lines %q and %q say where the table goes", page, from, to)
	}
	return before + from + "\n" + table + "\n" + to + after, nil
}
