package api

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestFrames checks which pages other sites may frame.
func TestFrames(t *testing.T) {
	service := Handler(options())
	for path, framed := range map[string]bool{
		"/": false, "/games/klondike/deals/solvitaire:2": false, "/embed/games/klondike/deals/solvitaire:2": true, "/play": false, "/campaigns": false,
	} {
		w := httptest.NewRecorder()
		service.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != 200 || strings.Contains(policy, "frame-ancestors *") != framed || strings.Contains(policy, "frame-ancestors 'none'") == framed {
			t.Errorf("%s: status %d, %s", path, w.Code, policy)
		}
	}
}
