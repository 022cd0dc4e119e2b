package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// zipped compresses a text.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBatchInflates reads compressed lines, also those of which too much comes out, and data that is cut
// off.
func TestBatchInflates(t *testing.T) {
	o := options()
	o.Limits.Body, o.Limits.BatchLines = 1<<10, 100_000
	const line = `{"game":"klondike","seed":"solvitaire:2"}` + "\n"
	two := zipped(t, line+line)
	for _, test := range []struct {
		name string
		body []byte
		want []string // part of each line
	}{
		{"two lines", two, []string{`"verdict":"unknown"`, `"verdict":"unknown"`}},
		{"two members", append(zipped(t, line), zipped(t, line)...), []string{`"verdict":"unknown"`, `"verdict":"unknown"`}},
		{"nothing", zipped(t, ""), nil},
		{"as much as may come out", zipped(t, line+strings.Repeat("\n", 64<<10-len(line))), []string{`"verdict":"unknown"`}},
		{"blank lines without end", zipped(t, line+strings.Repeat("\n", 64<<10)), []string{`"verdict":"unknown"`, `more than 65536 bytes after decompression`}},
		{"a line without end", zipped(t, strings.Repeat("x", 1<<20)), []string{`more than 65536 bytes after decompression`}},
		{"cut off", two[:len(two)-9], []string{`"verdict":"unknown"`, `"verdict":"unknown"`, `invalid gzip data`}},
		{"a wrong checksum", append(two[:len(two)-8:len(two)-8], make([]byte, 8)...), []string{`"verdict":"unknown"`, `"verdict":"unknown"`, `invalid gzip data`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(Handler(o))
			defer server.Close()
			r, err := http.NewRequest("POST", server.URL+"/v1/batches", bytes.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", reply.NDJSON)
			r.Header.Set("Content-Encoding", "gzip")
			reply, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer reply.Body.Close()
			text, err := io.ReadAll(reply.Body)
			got := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			if len(text) == 0 {
				got = nil
			}
			if err != nil || len(got) != len(test.want) {
				t.Fatalf("%v: %s", err, text)
			}
			for i, want := range test.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("line %d: %s; want %s", i, got[i], want)
				}
			}
		})
	}
}

// TestBatchDeflates sends line after line, compressed, and reads each compressed answer before the
// next line is sent.
func TestBatchDeflates(t *testing.T) {
	server := httptest.NewServer(Handler(options()))
	defer server.Close()
	requests, lines := io.Pipe()
	r, err := http.NewRequest("POST", server.URL+"/v1/batches", requests)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", reply.NDJSON)
	r.Header.Set("Content-Encoding", "gzip")
	r.Header.Set("Accept-Encoding", "gzip") // the client does not undo it
	ahead := make(chan struct{}, 1)
	ahead <- struct{}{}
	go func() {
		z := gzip.NewWriter(lines)
		for i := range 3 {
			<-ahead
			fmt.Fprintf(z, `{"game":"klondike","seed":"solvitaire:%d"}`+"\n", i)
			_ = z.Flush()
		}
		<-ahead
		_ = z.Close()
		_ = lines.Close()
	}()
	reply, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	stuck := time.AfterFunc(20*time.Second, func() { _ = reply.Body.Close() })
	defer stuck.Stop()
	z, err := gzip.NewReader(reply.Body)
	if err != nil || reply.Header.Get("Content-Encoding") != "gzip" || reply.Header.Get("Vary") == "" {
		t.Fatalf("%v, %v", err, reply.Header)
	}
	scanner := bufio.NewScanner(z)
	for i := range 3 {
		if !scanner.Scan() || !strings.Contains(scanner.Text(), fmt.Sprintf(`"line":%d,`, i+1)) {
			t.Fatalf("line %d: %q, %v", i+1, scanner.Text(), scanner.Err())
		}
		ahead <- struct{}{}
	}
	if scanner.Scan() || scanner.Err() != nil {
		t.Errorf("at the end: %q, %v", scanner.Text(), scanner.Err())
	}
}
