package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeletedDirectory deletes the files of a running service, and then their directory. The service says
// so, answers, and takes no jobs and campaigns; a second one does not start beside it.
func TestDeletedDirectory(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	p := execute(t, "--data-dir", dir)
	const question = `{"game":"klondike","seed":"solvitaire:2"}`
	solved := func() {
		t.Helper()
		if r, err := p.call("/v1/solve", question); err != nil || r.status != http.StatusOK || !strings.Contains(string(r.body), `"verdict":"winnable"`) {
			t.Errorf("status %d, %v: %s", r.status, err, r.body)
		}
	}
	solved()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 4 {
		t.Fatalf("files %q, %v", files, err)
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	check := func() {
		t.Helper()
		eventually(t, "the disk to be degraded", func() bool {
			r, err := p.call("/readyz", "")
			return err == nil && r.status == http.StatusOK && strings.Contains(string(r.body), `"disk":"degraded"`) && strings.Contains(string(r.body), "deleted or replaced")
		})
		for path, body := range map[string]string{"/v1/solve": question, "/v1/campaigns": `{"game":"klondike","seeds":"solvitaire:1-10","states":1000}`} {
			request, err := http.NewRequest(http.MethodPost, p.url+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Prefer", "respond-async")
			if r, err := p.do(request); err != nil || r.status != http.StatusServiceUnavailable || !strings.Contains(string(r.body), "must restore the files and restart") {
				t.Errorf("%s: status %d, %v: %s", path, r.status, err, r.body)
			}
		}
		solved()
	}
	check()
	if second := command(t, "", "serve", "--data-dir", dir, "--listen", "127.0.0.1:0"); second.status != exitUsage || !strings.Contains(second.err, "is in use by another process") {
		t.Errorf("a second service: status %d, stderr %q", second.status, second.err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	check()
}
