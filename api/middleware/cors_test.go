package middleware

import (
	"net/http/httptest"
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

// TestMayNotCost checks which costly reads a page of another origin may make, by the configured origins.
func TestMayNotCost(t *testing.T) {
	const (
		page  = "/games/golf/daily-deal"
		daily = "/v1" + page + "?solution=true"
		evil  = "https://evil.example"
		good  = "https://good.example"
	)
	all, some, none := []string{"*"}, []string{good}, []string(nil)
	for _, c := range []struct {
		name, path string
		origins    []string
		header     string // names and values
		refused    bool
	}{
		{"fetch", daily, none, "Origin " + evil + " Sec-Fetch-Site cross-site Sec-Fetch-Mode cors", true},
		{"fetch by an old browser", daily, none, "Origin " + evil, true},
		{"fetch of another port", daily, none, "Origin http://example.com:81 Sec-Fetch-Site same-site", true},
		{"fetch, all may", daily, all, "Origin " + evil + " Sec-Fetch-Site cross-site", false},
		{"fetch, others may", daily, some, "Origin " + evil + " Sec-Fetch-Site cross-site", true},
		{"fetch, it may", daily, some, "Origin " + good + " Sec-Fetch-Site cross-site", false},
		{"sandboxed", daily, some, "Origin null Sec-Fetch-Site cross-site", true},
		{"image", "/v1/games/golf/deals/solvitaire:1.png", none, "Sec-Fetch-Site cross-site Sec-Fetch-Mode no-cors Sec-Fetch-Dest image", true},
		{"image, some may", "/v1/deals/1-00.png", some, "Sec-Fetch-Site cross-site Sec-Fetch-Mode no-cors Sec-Fetch-Dest image", true},
		{"image, all may", "/v1/deals/1-00/proof", all, "Sec-Fetch-Site cross-site Sec-Fetch-Mode no-cors Sec-Fetch-Dest image", false},
		{"image that costs little", "/v1/deals/1-00.svg", none, "Sec-Fetch-Site cross-site Sec-Fetch-Mode no-cors Sec-Fetch-Dest image", false},
		{"solutions", "/v1/games/golf/winnable-deals?solution=true", none, "Sec-Fetch-Site cross-site", true},
		{"numbers", "/v1/games/golf/winnable-deals?count=9", none, "Sec-Fetch-Site cross-site", false},
		{"proof", "/v1/deals/1-00/proof", none, "Sec-Fetch-Site same-site", true},
		{"pair", "/v1/stats/pairs?first=golf&second=klondike", none, "Sec-Fetch-Site cross-site", true},
		{"results", "/v1/campaigns/1/results", none, "Sec-Fetch-Site cross-site", true},
		{"guide of that name", "/docs/results", none, "Sec-Fetch-Site cross-site", false},
		{"visit", page, none, "Sec-Fetch-Site cross-site Sec-Fetch-Mode navigate Sec-Fetch-Dest document", false},
		{"day without its solution", "/v1" + page, none, "Sec-Fetch-Site cross-site", false},
		{"visit of a call", daily, none, "Sec-Fetch-Site cross-site Sec-Fetch-Mode navigate Sec-Fetch-Dest document", true},
		{"own page", daily, none, "Sec-Fetch-Site same-origin", false},
		{"own page that names itself", daily, none, "Origin http://example.com Sec-Fetch-Site same-origin", false},
		{"typed", daily, none, "Sec-Fetch-Site none Sec-Fetch-Mode navigate Sec-Fetch-Dest document", false},
		{"command line", daily, none, "", false},
	} {
		r := httptest.NewRequest("GET", c.path, nil) // its host is example.com
		for words := strings.Fields(c.header); len(words) > 0; words = words[2:] {
			r.Header.Set(words[0], words[1])
		}
		if got := (&Access{Origins: c.origins}).mayNotCostWork(r); got != c.refused {
			t.Errorf("%s: refused %t", c.name, got)
		}
	}
}
