package api

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// TestFormatsPage compares the examples of the page about formats with the service's answers. An
// ellipsis stands for omitted text.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/build/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	calls := regexp.MustCompile(`(?m)^\$ curl .*/v1/(convert|replay) .*-d '(.*)'\n(.*)$`).FindAllSubmatch(page, -1)
	if len(calls) < 2 {
		t.Fatalf("%d calls", len(calls))
	}
	for _, call := range calls {
		var answer any
		var err error
		if answer, err = deals.Convert(call[2]); string(call[1]) == "replay" {
			answer, err = moves.Replay(call[2])
		}
		if err != nil {
			t.Errorf("%s: %v", call[2], err)
			continue
		}
		got := string(bytes.TrimSpace(reply.JSON(answer)))
		before, after, _ := strings.Cut(string(call[3]), "…")
		if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) {
			t.Errorf("%s\nis answered %s\nthe page has %s", call[2], got, call[3])
		}
	}
}
