package verdicts

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"testing"
)

// TestBlocksWithoutText inflates 2,000 members of 64 bytes each, which hold no text, but have the
// largest tables of codes that fit in as little: 36 KiB.
func TestBlocksWithoutText(t *testing.T) {
	member, err := hex.DecodeString("1f8b08000000000000ffedfdd31668dbb66ddbc6346cdbb66ddbb66ddbb66ddbb66ddbb64dccb5cfbdefef0f31e552db3031d73ef73efc070000000000000000")
	if err != nil {
		t.Fatal(err)
	}
	body := bytes.Repeat(member, 2000)
	if n, err := io.Copy(io.Discard, newInflater(bytes.NewReader(body), 1)); n != 0 || !errors.Is(err, errInflated) {
		t.Error(n, err)
	}
	if n, err := io.Copy(io.Discard, newInflater(bytes.NewReader(body[:len(member)*1000]), 1)); n != 0 || err != nil {
		t.Error(n, err)
	}
}
