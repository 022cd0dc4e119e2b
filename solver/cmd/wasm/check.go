package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// mostStates bounds the states of a proof that is checked, and so the memory: a million take a quarter
// of a gigabyte.
const mostStates = 1_000_000

// checked says what a proof proves, and what it took to check. No engine takes part.
type checked struct {
	ID     solver.ID `json:"id"` // of the deal that can't be won
	States int       `json:"states"`
	Safe   int       `json:"safe"`
	Stuck  int       `json:"stuck"`
	Ways   int       `json:"ways"`
	Claims bool      `json:"claims"` // proven by cards that block each other
}

// check checks a file that proves a loss. It calls told with the part of it that has been read.
func check(file []byte, told func(part float64)) any {
	text, err := gzip.NewReader(&reported{from: bytes.NewReader(file), all: len(file), told: told})
	if err != nil {
		return refuse(fmt.Errorf("not a compressed file: %w", err))
	}
	report, err := proof.Check(text, mostStates)
	if refused, is := errors.AsType[*proof.Refused](err); is {
		return refuse(fmt.Errorf("refused: %w", refused))
	}
	if err != nil {
		return refuse(err)
	}
	return checked{report.Problem.ID(), report.States, report.Safe, report.Stuck, report.Ways, report.Claims}
}

// reported is a reader that reports how much has been read, a hundred times at most. It is read byte by
// byte, as what is read ahead is not checked yet.
type reported struct {
	from       *bytes.Reader
	all        int
	told       func(part float64)
	hundredths int
}

func (r *reported) Read(into []byte) (int, error) { return r.from.Read(into[:min(1, len(into))]) }

// ReadByte implements io.ByteReader.
func (r *reported) ReadByte() (byte, error) {
	if read := 100 * (r.all - r.from.Len()) / max(1, r.all); read > r.hundredths {
		r.hundredths = read
		r.told(float64(read) / 100)
	}
	return r.from.ReadByte()
}

var _ io.ByteReader = (*reported)(nil)
