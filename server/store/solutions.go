package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// deflaters are kept because a new one costs more, half a megabyte of tables, than
// all it does here.
var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	return w
}}

// pack writes a solution as it is stored: as deflated JSON. JSON is what the rest
// of the world knows moves by, and repeats itself so much that 150 moves of
// Klondike go from nine kilobytes to half a one. Packing them takes about 200 µs,
// unpacking 900, most of it for reading JSON as strictly as a stranger's.
func pack(moves []game.Move) ([]byte, error) {
	text, err := json.Marshal(moves)
	if err != nil {
		return nil, err
	}
	return deflate(text)
}

// unpack reads what pack writes.
func unpack(packed []byte) ([]game.Move, error) {
	text, err := inflate(packed)
	if err != nil {
		return nil, err
	}
	var moves []game.Move
	if err := json.Unmarshal(text, &moves); err != nil {
		return nil, err
	}
	return moves, nil
}

func deflate(text []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&packed)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func inflate(packed []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
}
