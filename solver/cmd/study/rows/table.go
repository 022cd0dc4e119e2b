package rows

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"slices"
)

// Table reads comma-separated values under their headings, and returns the rows below. Lines that
// begin with # are comments.
func Table(files fs.FS, name string, headings ...string) ([][]string, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comment = '#'
	rows, err := lines.ReadAll()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(rows) == 0 || !slices.Equal(rows[0], headings):
		return nil, fmt.Errorf("%s: columns are not %v", name, headings)
	}
	return rows[1:], nil
}
