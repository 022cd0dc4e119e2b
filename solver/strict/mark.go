package strict

import (
	"bufio"
	"bytes"
)

// byteOrderMark is what some editors write before UTF-8. It may be ignored before JSON (RFC 8259,
// section 8.1).
var byteOrderMark = []byte("\uFEFF")

// TrimMark returns text without a byte order mark at its start.
func TrimMark(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

// SkipMark reads a byte order mark, if one is next. It waits for as many bytes as a mark has. The next
// read returns an error that it meets.
func SkipMark(in *bufio.Reader) {
	if next, _ := in.Peek(len(byteOrderMark)); bytes.Equal(next, byteOrderMark) {
		_, _ = in.Discard(len(byteOrderMark))
	}
}
