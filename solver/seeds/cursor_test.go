package seeds

import (
	"encoding/base64"
	"testing"
)

func TestCursorsWritten(t *testing.T) {
	for _, c := range []cursor{{1, 1, 0}, {5, 5, 0}, {3, 90, 0}, {3, 90, 1}, {3, 90, 3}, {1, 1 << 40, 0}} {
		if got, err := readCursor(c.write("klondike", "easy"), "klondike", "easy"); got != c || err != nil {
			t.Errorf("wrote %+v, read %+v, %v", c, got, err)
		}
	}
	for _, payload := range [][]byte{ // of which the checksum is right
		{2}, {2, 2, 5}, {2, 2, 5, 0, 0}, {2, 2, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255},
	} {
		text := base64.RawURLEncoding.EncodeToString(append(checksum("klondike", "easy", payload), payload...))
		if got, err := readCursor(text, "klondike", "easy"); err != errNoCursor {
			t.Errorf("%v: read %+v, %v", payload, got, err)
		}
	}
}

func TestPossibleCursors(t *testing.T) {
	for c, want := range map[cursor]bool{
		{2, 5, 0}: true, {2, 10, 2}: true, {2, 11, 0}: false, {0, 5, 0}: false, {5, 2, 0}: false, {2, 5, 3}: false, {2, 5, 1 << 63}: false,
	} {
		if got := c.possible(9); got != want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
