package rows

import (
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Open opens a CSV file to append to; standard output if the name is empty. It returns the set
// of deals in the file, by the seed in the second column. It writes the header to a new file,
// and removes a last row that was cut off.
func Open(name string, header []string) (io.WriteCloser, map[string]bool, error) {
	done := map[string]bool{}
	if name == "" {
		w := csv.NewWriter(os.Stdout)
		w.Write(header)
		w.Flush()
		return os.Stdout, done, w.Error()
	}
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	whole := old[:1+strings.LastIndexByte(string(old), '\n')]
	rows, err := csv.NewReader(strings.NewReader(string(whole))).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	for _, row := range rows {
		done[row[1]] = true
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, nil, err
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return nil, nil, err
	}
	if _, err := file.Seek(int64(len(whole)), io.SeekStart); err != nil {
		return nil, nil, err
	}
	if len(whole) == 0 {
		w := csv.NewWriter(file)
		w.Write(header)
		w.Flush()
		return file, done, w.Error()
	}
	return file, done, nil
}
