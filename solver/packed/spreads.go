package packed

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Spread has the distributions of the states and the solution lengths of all deals of a range.
type Spread struct {
	Game        string // the catalogue's name
	Digest      Digest // of its rules, as they were when the deals were searched
	Scheme      string
	First, Last int64
	Epoch       int // of the solver
	// States counts the positions of each search, Length the moves of each solution.
	States, Length stats.Distribution
}

// spreadColumns are the columns of a table of spreads. Distributions are in JSON, as package stats
// writes them.
var spreadColumns = []string{"game", "rules", "scheme", "first", "last", "epoch", "states", "length"}

// ReadSpreads reads a table of spreads that is compressed by gzip, which docs/research writes.
func ReadSpreads(content []byte) ([]Spread, error) {
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return readTable(z, spreadColumns, readSpread)
}

// readTable reads comma-separated values with these columns, a row at a time.
func readTable[T any](r io.Reader, columns []string, read func(row []string) (T, error)) ([]T, error) {
	rows, err := csv.NewReader(r).ReadAll()
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0 || !slices.Equal(rows[0], columns):
		return nil, fmt.Errorf("columns are not %s", strings.Join(columns, ","))
	}
	var list []T
	for i, row := range rows[1:] {
		one, err := read(row)
		if err != nil {
			return nil, fmt.Errorf("row %d, %s: %w", i+1, row[0], err)
		}
		list = append(list, one)
	}
	return list, nil
}

// readNumbers reads the columns of a row that have whole numbers.
func readNumbers(row, columns []string, into map[int]*int64) (err error) {
	for column, number := range into {
		if *number, err = strconv.ParseInt(row[column], 10, 64); err != nil || *number < 0 {
			return fmt.Errorf("%s: %q is not a whole number of at least 0", columns[column], row[column])
		}
	}
	return nil
}

func readSpread(row []string) (Spread, error) {
	empty := stats.NewSpread()
	s := Spread{Game: row[0], Scheme: row[2], States: empty.States, Length: empty.Length}
	var err error
	if s.Digest, err = readDigest(row[1]); err != nil {
		return s, err
	}
	var epoch int64
	if err := readNumbers(row, spreadColumns, map[int]*int64{3: &s.First, 4: &s.Last, 5: &epoch}); err != nil {
		return s, err
	}
	s.Epoch = int(epoch)
	if err := errors.Join(json.Unmarshal([]byte(row[6]), &s.States), json.Unmarshal([]byte(row[7]), &s.Length)); err != nil {
		return s, err
	}
	if deals := s.Last - s.First + 1; s.States.N() < 1 || s.States.N() > deals || s.Length.N() > deals {
		return s, fmt.Errorf("%d searches and %d solutions do not fit %d deals", s.States.N(), s.Length.N(), deals)
	}
	return s, nil
}
