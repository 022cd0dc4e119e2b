package strict_test

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// TestMark drops one byte order mark at the start, of a text and of what is read, and nothing else.
func TestMark(t *testing.T) {
	for text, want := range map[string]string{
		"\uFEFF{}": "{}", "{}": "{}", "": "", "\uFEFF": "", "\uFEFF\uFEFF": "\uFEFF", "\xEF\xBB": "\xEF\xBB", " \uFEFF": " \uFEFF",
	} {
		if got, bytes := strict.TrimMark(text), strict.TrimMark([]byte(text)); got != want || string(bytes) != want {
			t.Errorf("%q becomes %q and, as bytes, %q", text, got, bytes)
		}
		in := bufio.NewReader(strings.NewReader(text))
		strict.SkipMark(in)
		if got, err := io.ReadAll(in); string(got) != want || err != nil {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
}
