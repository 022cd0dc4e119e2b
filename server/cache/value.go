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

// check tells why a record is none to keep.
func check(r *solver.Record) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("record of %s: %w", r.ID, err)
	}
	if !r.Storable() {
		return fmt.Errorf("record of %s: an unknown verdict because %q says nothing about the problem", r.ID, r.Reason)
	}
	return nil
}

// rankLength is the length of a rank: a digit and three numbers of 19, the most that
// 64 bits take.
const rankLength = 1 + 3*19

// rank says how good a record is, so that of two records of one problem and epoch
// the better one (solver.Record.Better) has the rank that comes later in the
// alphabet.
func rank(r *solver.Record) string {
	n := r.Rank()
	return fmt.Sprintf("%d%019d%019d%019d", n[0], n[1], n[2], n[3])
}

// proven tells from its rank whether an encoded record has a proven verdict.
func proven(value string) bool { return !strings.HasPrefix(value, "0") }

// deflaters are kept because a new one costs more, half a megabyte of tables, than
// all it does here.
var deflaters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// encode writes a record as it is kept after its rank: as deflated JSON, with a
// checksum. It takes a tenth of the room that the JSON of a solution takes, and
// half of what it takes without one.
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

// decode reads a rank and what encode wrote.
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
		return solver.Record{}, fmt.Errorf("its rank is given as %q", said)
	}
	return r, nil
}
