package web

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestFramed checks that only the table in a frame lacks the navigation and the preview of its link.
func TestFramed(t *testing.T) {
	for _, embed := range []bool{false, true} {
		w := httptest.NewRecorder()
		if err := send(w, httptest.NewRequest("GET", "/", nil), "deal", "", Deal{Game: "klondike", Title: "Klondike", Seed: "solvitaire:2", Embed: embed, Origin: "http://localhost"}); err != nil {
			t.Fatal(err)
		}
		page := w.Body.String()
		for _, part := range []string{`<nav aria-label="Pages">`, `<footer`, `og:image" content="http://localhost/v1/games/klondike/deals/solvitaire:2.png"`} {
			if strings.Contains(page, part) == embed {
				t.Errorf("in a frame: %t; %s", embed, part)
			}
		}
	}
}
