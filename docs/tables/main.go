package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	dir := flag.String("docs", "docs", "the directory with the pages and their data")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	made, err := pages(os.DirFS(dir))
	if err != nil {
		return err
	}
	for name, text := range made {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages makes the pages from the data in docs, and the file that comes from there as well.
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
	return map[string]string{
		"performance.md": performance, "methods.md": methods,
		"difficulty.md": difficulty, "../solver/difficulty/grades.json": grades,
	}, nil
}

// fill puts a table into the place for it on a page.
func fill(docs fs.FS, page, table string) (string, error) {
	text, err := fs.ReadFile(docs, page)
	if err != nil {
		return "", err
	}
	const from, to = "<!-- made by `make tables` from here -->\n", "<!-- to here -->"
	before, rest, opened := strings.Cut(string(text), from)
	_, after, closed := strings.Cut(rest, to)
	if !opened || !closed {
		return "", fmt.Errorf("%s: the lines %q and %q say where the table goes", page, from, to)
	}
	return before + from + "\n" + table + "\n" + to + after, nil
}
