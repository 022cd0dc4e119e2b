package api

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestPackedFiles downloads the verdicts of shipped deals as a stranger would: the list, each file of
// it, parts of one, and what is not there.
func TestPackedFiles(t *testing.T) {
	h := serving(t, options())
	list := get(h, "GET", "/data/packed/SHA256SUMS")
	if list.Code != 200 || list.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Fatalf("%d %v", list.Code, list.Header())
	}
	sums := map[string]string{}
	for lines := bufio.NewScanner(list.Body); lines.Scan(); {
		sum, name, _ := strings.Cut(lines.Text(), "  ")
		sums[name] = sum
		w := get(h, "GET", "/data/packed/"+name+"?sha256="+sum, "Accept-Encoding", "gzip")
		head := w.Header()
		if got := fmt.Sprintf("%x", sha256.Sum256(w.Body.Bytes())); w.Code != 200 || got != sum {
			t.Errorf("%s: %d, SHA-256 %s", name, w.Code, got)
		}
		for field, want := range map[string]string{
			"Content-Type": "application/gzip", "Content-Encoding": "", "Content-Length": strconv.Itoa(w.Body.Len()), "ETag": `"` + sum + `"`,
			"Cache-Control": "public, max-age=31536000, immutable", "Content-Disposition": `attachment; filename="` + name + `"`,
		} {
			if head.Get(field) != want {
				t.Errorf("%s: %s is %q, not %q", name, field, head.Get(field), want)
			}
		}
	}
	if len(sums) < 100 {
		t.Fatalf("%d files", len(sums))
	}
	const golf = "/data/packed/golf.gz"
	whole := get(h, "GET", golf)
	etag := `"` + sums["golf.gz"] + `"`
	if whole.Header().Get("Cache-Control") != "no-cache" { // another version has another file there
		t.Errorf("%v", whole.Header())
	}
	for _, c := range []struct {
		about, method, path string
		head                []string
		status, bytes       int
	}{
		{"HEAD", "HEAD", golf, nil, 200, 0},
		{"unchanged", "GET", golf, []string{"If-None-Match", etag}, 304, 0},
		{"the rest", "GET", golf, []string{"Range", "bytes=10-", "If-Range", etag}, 206, whole.Body.Len() - 10},
		{"the rest of another file", "GET", golf, []string{"Range", "bytes=10-", "If-Range", `"1"`}, 200, whole.Body.Len()},
		{"another checksum", "GET", golf + "?sha256=00", nil, 404, -1},
		{"no game", "GET", "/data/packed/chess.gz", nil, 404, -1},
		{"not in the list", "GET", "/data/packed/..%2ftallies.csv", nil, 404, -1},
		{"no such parameter", "GET", golf + "?md5=00", nil, 400, -1},
	} {
		w := get(h, c.method, c.path, c.head...)
		if w.Code != c.status || c.bytes >= 0 && w.Body.Len() != c.bytes {
			t.Errorf("%s: %d, %d bytes", c.about, w.Code, w.Body.Len())
		}
		if c.method == "HEAD" && w.Header().Get("Content-Length") != strconv.Itoa(whole.Body.Len()) {
			t.Errorf("%s: %v", c.about, w.Header())
		}
	}
}
