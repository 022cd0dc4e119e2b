package api

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestFormatsPage compares the example of the page about formats with the service's answer. An
// ellipsis stands for omitted text.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	calls := regexp.MustCompile(`(?m)^\$ curl .*/v1/convert .*-d '(.*)'\n(.*)$`).FindAllSubmatch(page, -1)
	if len(calls) == 0 {
		t.Fatal("no call to /v1/convert")
	}
	for _, call := range calls {
		answer, err := Convert(call[1])
		if err != nil {
			t.Errorf("%s: %v", call[1], err)
			continue
		}
		got := string(bytes.TrimSpace(encode(answer)))
		before, after, _ := strings.Cut(string(call[2]), "…")
		if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) {
			t.Errorf("%s\nis answered %s\nthe page has %s", call[1], got, call[2])
		}
	}
}
