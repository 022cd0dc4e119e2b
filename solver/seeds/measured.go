package seeds

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// Measured is a winnable deal of a pack with the components of its difficulty. Its number is of
// the scheme deal.Solvitaire.
type Measured struct {
	Number uint64
	difficulty.Difficulty
}

// measuredColumns returns the columns of a file of measured deals.
func measuredColumns(m difficulty.Method) []string {
	return append([]string{"number", "redeals"}, m.Columns()...)
}

// WriteMeasured writes measured deals of a game as compressed comma-separated values. The deals
// must be in ascending order of their numbers.
func WriteMeasured(w io.Writer, game string, deals []Measured) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	lines := csv.NewWriter(z)
	_ = lines.Write(measuredColumns(difficulty.MethodOf(game))) // lines keeps the error
	for i := range deals {
		d := &deals[i]
		_ = lines.Write(append([]string{strconv.FormatUint(d.Number, 10), strconv.Itoa(d.Redeals)}, d.Row()...))
	}
	lines.Flush()
	return errors.Join(lines.Error(), z.Close())
}

// MeasuredFile returns the name of the file of measured deals of a game.
func MeasuredFile(game string) string { return game + measuredEnding }

// measuredEnding is the end of the name of a file of measured deals.
const measuredEnding = ".csv" + ending

// ReadMeasured reads the measured deals of a game from a directory. The error is fs.ErrNotExist if
// there are none.
func ReadMeasured(dir fs.FS, game string) ([]Measured, error) {
	t, err := openTable(dir, game)
	if err != nil {
		return nil, err
	}
	deals := make([]Measured, len(t.rows))
	for i := range t.rows {
		if deals[i], err = t.measured(i); err != nil {
			return nil, err
		}
	}
	return deals, nil
}

// table is a file of measured deals as it is read. Its rows stay text until they are needed, which
// takes a fifth of the memory.
type table struct {
	name    string
	columns []string
	rows    []string
}

// openTable reads the file of a game.
func openTable(dir fs.FS, game string) (*table, error) {
	t := &table{name: MeasuredFile(game), columns: measuredColumns(difficulty.MethodOf(game))}
	file, err := dir.Open(t.name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	header, rows, _ := strings.Cut(string(text), "\n")
	if want := strings.Join(t.columns, ","); header != want {
		return nil, fmt.Errorf("%s: columns are %q, not %q", t.name, header, want)
	}
	if t.rows = strings.Split(rows, "\n"); t.rows[len(t.rows)-1] == "" {
		t.rows = t.rows[:len(t.rows)-1]
	}
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("%s: no rows", t.name)
	}
	return t, nil
}

// measured parses a row.
func (t *table) measured(i int) (m Measured, err error) {
	fields := strings.Split(t.rows[i], ",")
	if len(fields) != len(t.columns) {
		return m, fmt.Errorf("%s: row %d has %d fields, not %d", t.name, i+1, len(fields), len(t.columns))
	}
	row := make(map[string]string, len(fields))
	for at, field := range fields {
		row[t.columns[at]] = field
	}
	number, err := strconv.ParseUint(row["number"], 10, 64)
	redeals, wrong := strconv.Atoi(row["redeals"])
	d, failed := difficulty.FromRow(row)
	if err := errors.Join(err, wrong, failed); err != nil {
		return m, fmt.Errorf("%s: row %d: %w", t.name, i+1, err)
	}
	d.Redeals = redeals
	return Measured{number, d}, nil
}
