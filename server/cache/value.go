package cache

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// check returns an error for a record that must not be stored.
func check(r *solver.Record) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("record of %s: %w", r.ID, err)
	}
	if !r.Storable() {
		return fmt.Errorf("record of %s: an unknown verdict with reason %q must not be stored", r.ID, r.Reason)
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
func proven(value []byte) bool { return len(value) > 0 && value[0] != '0' }

// deflaters are reused: a new one needs half a megabyte of tables, which costs more than its
// work here.
var deflaters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// The bounds of a value, in bytes, and of its record as JSON. A solution of 150 moves of Klondike
// takes half a kilobyte of the first and nine of the second.
const (
	mostValue = 1 << 20
	mostText  = 16 << 20
)

// purpose is what the seals of values are for.
const purpose = "cached record"

// encode returns the value of a record: its rank, a seal, and deflated JSON. That takes a tenth
// of the space of the JSON with a solution, and half of it without one.
func encode(r *solver.Record, keys *seal.Keys) ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(w)
	w.Reset(&packed)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	value := []byte(rank(r))
	value = append(value, keys.Sum(purpose, value, packed.Bytes())...)
	return append(value, packed.Bytes()...), nil
}

// decode reads what encode wrote. Nothing of a value without a valid seal is read.
func decode(value []byte, keys *seal.Keys) (solver.Record, error) {
	const head = rankLength + seal.Size
	switch {
	case len(value) < head:
		return solver.Record{}, fmt.Errorf("the value has only %d bytes", len(value))
	case len(value) > mostValue:
		return solver.Record{}, fmt.Errorf("the value has more than %d bytes", mostValue)
	case !keys.Valid(value[rankLength:head], purpose, value[:rankLength], value[head:]):
		return solver.Record{}, errors.New("seal does not match: damaged, forged, or written under another SEAL_KEY")
	}
	inflater, err := zlib.NewReader(bytes.NewReader(value[head:]))
	if err != nil {
		return solver.Record{}, err
	}
	text, err := io.ReadAll(io.LimitReader(inflater, mostText+1))
	if err != nil {
		return solver.Record{}, err
	}
	if len(text) > mostText {
		return solver.Record{}, fmt.Errorf("the value inflates to more than %d bytes", mostText)
	}
	var r solver.Record
	if err := json.Unmarshal(text, &r); err != nil {
		return solver.Record{}, err
	}
	if err := r.Check(); err != nil {
		return solver.Record{}, err
	}
	if said := string(value[:rankLength]); said != rank(&r) {
		return solver.Record{}, fmt.Errorf("rank %q does not match the record", said)
	}
	return r, nil
}
