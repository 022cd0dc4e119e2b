package tables

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// readLines reads a CSV file with its header. Files whose names end in .gz are decompressed.
func readLines(docs fs.FS, name string) ([][]string, error) {
	f, err := docs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	lines, err := csv.NewReader(text).ReadAll()
	if err == nil && len(lines) == 0 {
		err = errors.New("file is empty")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return lines, nil
}

// readCSV reads a CSV file as one map for each row, from column names to fields.
func readCSV(docs fs.FS, name string) ([]map[string]string, error) {
	lines, err := readLines(docs, name)
	if err != nil {
		return nil, err
	}
	var rows []map[string]string
	for _, line := range lines[1:] { // package csv checks that they are as long as the header
		row := map[string]string{}
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// result is the result of one deal.
type result struct {
	game, seed string
	verdict    string  // winnable, unwinnable; unknown or timeout
	seconds    float64 // time of the search
	limit      float64 // time limit in seconds; 0 if unknown
}

func (d *result) resolved() bool { return d.verdict == "winnable" || d.verdict == "unwinnable" }

// readDeals reads a table of results, in the order of the file.
func readDeals(docs fs.FS, name string) ([]result, error) {
	rows, err := readCSV(docs, name)
	if err != nil {
		return nil, err
	}
	type key struct{ game, seed string }
	seen := map[key]bool{} // a deal with two names of its game counts once
	var deals []result
	for i, row := range rows {
		d := result{game: row["game"], seed: row["seed"], verdict: row["verdict"]}
		if g, known := rules.Lookup(d.game); known {
			d.game = g.Name // other programs' names may be aliases of ours
		} else {
			return nil, fmt.Errorf("%s, row %d: unknown game %q", name, i+2, d.game)
		}
		if seen[key{d.game, d.seed}] {
			continue
		}
		seen[key{d.game, d.seed}] = true
		if d.seconds, err = strconv.ParseFloat(row["seconds"], 64); err != nil {
			return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
		}
		if limit := row["limit_seconds"]; limit != "" {
			if d.limit, err = strconv.ParseFloat(limit, 64); err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
			}
		}
		deals = append(deals, d)
	}
	return deals, nil
}
