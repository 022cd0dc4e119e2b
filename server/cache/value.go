package cache

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// check returns an error for a record that must not be stored.
func check(r *solver.Record) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("record of %s: %w", r.ID, err)
	}
	if !r.Storable() {
		return fmt.Errorf("record of %s: an unknown verdict with reason %q says nothing about the problem", r.ID, r.Reason)
	}
	return nil
}

// rankLength is the length of a rank: a digit and three numbers of 19 digits, the most that an
// int64 has.
const rankLength = 1 + 3*19

// rank returns a text that orders the records of one problem and epoch: the better one
// (solver.Record.Better) has the greater rank.
func rank(r *solver.Record) string {
	n := r.Rank()
	return fmt.Sprintf("%d%019d%019d%019d", n[0], n[1], n[2], n[3])
}

// proven reports from its rank whether an encoded record has a proven verdict.
func proven(value string) bool { return !strings.HasPrefix(value, "0") }

// deflaters are reused: a new one needs half a megabyte of tables, which costs more than its
// work here.
var deflaters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// encode returns the value of a record without its rank: deflated JSON, with a checksum. That
// takes a tenth of the space of the JSON with a solution, and half of it without one.
func encode(r *solver.Record) ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var value bytes.Buffer
	w := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(w)
	w.Reset(&value)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return value.Bytes(), nil
}

// decode parses a rank and what encode wrote.
func decode(value []byte) (solver.Record, error) {
	if len(value) < rankLength {
		return solver.Record{}, fmt.Errorf("only %d bytes", len(value))
	}
	inflater, err := zlib.NewReader(bytes.NewReader(value[rankLength:]))
	if err != nil {
		return solver.Record{}, err
	}
	text, err := io.ReadAll(inflater)
	if err != nil {
		return solver.Record{}, err
	}
	var r solver.Record
	if err := json.Unmarshal(text, &r); err != nil {
		return solver.Record{}, err
	}
	if err := r.Check(); err != nil {
		return solver.Record{}, err
	}
	if said := string(value[:rankLength]); said != rank(&r) {
		return solver.Record{}, fmt.Errorf("wrong rank %q", said)
	}
	return r, nil
}
