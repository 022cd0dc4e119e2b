package middleware

import (
	"strings"
	"testing"
)

// TestIsOpen checks which calls other origins may make.
func TestIsOpen(t *testing.T) {
	for _, path := range openPosts {
		if isOpen("DELETE", path) || isOpen("PUT", path) || !isOpen("POST", path) {
			t.Errorf("%s is open for other methods than POST", path)
		}
	}
	for _, path := range []string{"/v1/stats", "/data/packed/golf.gz"} {
		if !isOpen("GET", path) || !isOpen("HEAD", path) || isOpen("POST", path) {
			t.Errorf("%s is not open to be read, or is open for more", path)
		}
	}
	for _, closed := range []string{"POST /v1/batches", "POST /v1/campaigns", "DELETE /v1/jobs/1", "GET /metrics", "GET /", "POST /v1/solve/"} {
		method, path, _ := strings.Cut(closed, " ")
		if isOpen(method, path) {
			t.Errorf("%s is open", closed)
		}
	}
}
