package rows

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Table reads comma-separated values under their headings, and returns the rows below. Lines that
// begin with # are comments. Files whose names end in .gz are decompressed.
func Table(files fs.FS, name string, headings ...string) ([][]string, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	lines := csv.NewReader(text)
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

// Write writes a table, headings first, to a file in gzip, whose name ends in .gz.
func Write(name string, table [][]string) error {
	name = strings.TrimSuffix(name, ".gz")
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := errors.Join(csv.NewWriter(file).WriteAll(table), file.Close()); err != nil {
		return err
	}
	return Compress(name)
}

// Compress replaces a table that is whole by one in gzip, whose name ends in .gz.
func Compress(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(text)
	if err := errors.Join(err, z.Close()); err != nil {
		return err
	}
	if err := os.WriteFile(name+".new", packed.Bytes(), 0o644); err != nil {
		return err
	}
	return errors.Join(os.Rename(name+".new", name+".gz"), os.Remove(name))
}
