package strict

import "bufio"

// byteOrderMark is what some editors write before UTF-8. It may be ignored before JSON (RFC 8259,
// section 8.1).
const byteOrderMark = "\uFEFF"

// TrimMark returns text without a byte order mark at its start.
func TrimMark[Text string | []byte](text Text) Text {
	if len(text) >= len(byteOrderMark) && string(text[:len(byteOrderMark)]) == byteOrderMark {
		return text[len(byteOrderMark):]
	}
	return text
}

// SkipMark reads a byte order mark, if one is next. It waits until it has as many bytes as a mark.
// If reading fails, the next read returns the error.
func SkipMark(in *bufio.Reader) {
	if next, _ := in.Peek(len(byteOrderMark)); string(next) == byteOrderMark {
		_, _ = in.Discard(len(byteOrderMark))
	}
}
