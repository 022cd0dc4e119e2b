package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// batchLine is the part of a line that tests read.
type batchLine struct {
	Line    int
	Verdict solver.Verdict
	Problem *struct{ Detail string }
	Resend  int `json:"resend_from"`
}

// TestBatch sends a batch of 140 lines, every seventh of which is wrong.
func TestBatch(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	const lines = 140
	var body bytes.Buffer
	for n := 1; n <= lines; n++ {
		question := question(int64(n % 50))
		if n%7 == 0 {
			question = strings.Replace(question, "seed", "sead", 1)
		}
		fmt.Fprintln(&body, question)
	}
	response, err := l.http.Post(l.url+"/v1/batches", "application/x-ndjson", &body)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answered := make([]bool, lines+1)
	in := bufio.NewScanner(response.Body)
	for in.Buffer(nil, 1<<20); in.Scan(); {
		var a batchLine
		if err := json.Unmarshal(in.Bytes(), &a); err != nil || a.Line < 1 || a.Line > lines || answered[a.Line] {
			t.Fatalf("%v: %s", err, in.Bytes())
		}
		answered[a.Line] = true
		if wrong := a.Line%7 == 0; (a.Problem != nil) != wrong || (a.Verdict == "") != wrong {
			t.Errorf("%s", in.Bytes())
		}
	}
	if n := slices.Index(answered[1:], false); n >= 0 || in.Err() != nil {
		t.Errorf("line %d is not answered (%v)", n+1, in.Err())
	}
}

var batchLines = flag.Int("batch-lines", 3000, "lines of a large batch")

// TestBatchMemory sends a large batch with answers of 10 kB each, and reads them only when the
// service waits for that. Memory does not grow with the number of lines.
func TestBatchMemory(t *testing.T) {
	const grows = 8 << 20
	lines := *batchLines
	l := launch(t, nil, "--data-dir", t.TempDir(), "--cache-memory", "4MiB")
	deals := []string{"solvitaire:2", "solvitaire:4", "solvitaire:5", "solvitaire:6"}
	for _, seed := range deals {
		l.solve(t, fmt.Sprintf(`{"game":"klondike","seed":%q}`, seed))
	}
	before := heap()

	c, err := net.Dial("tcp", l.service.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var sent atomic.Int64
	go func() {
		_, err := fmt.Fprintf(c, "POST /v1/batches HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-ndjson\r\n"+
			"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n", l.service.Address)
		for n := range lines {
			if err != nil {
				break
			}
			line := fmt.Sprintf(`{"game":"klondike","seed":%q}%s`+"\n", deals[n%len(deals)], strings.Repeat(" ", 3000))
			_, err = fmt.Fprintf(c, "%x\r\n%s\r\n", len(line), line)
			sent.Store(int64(n + 1))
		}
		if err == nil {
			_, err = io.WriteString(c, "0\r\n\r\n")
		}
		if err != nil {
			t.Error(err)
		}
	}()
	last, unchanged := int64(-1), 0
	eventually(t, "the service to stop reading the batch", func() bool {
		if n := sent.Load(); n != last {
			last, unchanged = n, 0
		}
		unchanged++
		return unchanged > 100
	})
	if last >= int64(lines) {
		t.Fatalf("all %d lines were read before an answer was", last)
	}
	t.Logf("%d lines were sent before an answer was read; the heap has %d MiB, and %d before", last, heap()>>20, before>>20)

	response, err := http.ReadResponse(bufio.NewReaderSize(c, 4096), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %d", response.StatusCode)
	}
	answered, size := 0, 0
	for in := bufio.NewReader(response.Body); ; {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(line[:min(len(line), 200)], []byte(`"verdict":"winnable"`)) {
			t.Fatalf("%s", line)
		}
		size += len(line)
		if answered++; answered%1000 == 0 {
			// Allocations during the collection count as in use until the next one.
			eventually(t, fmt.Sprintf("the heap to have no more than %d MiB after %d lines", (before+grows)>>20, answered),
				func() bool { return heap() <= before+grows })
		}
	}
	if answered != lines {
		t.Errorf("%d of %d lines were answered", answered, lines)
	}
	t.Logf("%d lines, %d MiB of answers; the heap has %d MiB", answered, size>>20, heap()>>20)
}

// heap returns how many bytes are in use after a collection.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestBatchLeavesRoom sends a batch that would search for hours. Other requests are answered
// meanwhile, and nothing of the batch runs after its client has left.
func TestBatchLeavesRoom(t *testing.T) {
	for _, workers := range []string{"1", "2"} {
		t.Run(workers+" workers", func(t *testing.T) {
			l := launch(t, nil, "--data-dir", t.TempDir(), "--workers", workers)
			body, lines := io.Pipe()
			go func() {
				for n := 1; ; n++ {
					// Budgets that differ keep the lines from sharing a search.
					if _, err := fmt.Fprintf(lines, `{"game":"american-toad","seed":"solvitaire:1","deadline_ms":300,"states":%d}`+"\n", 1_000_000_000+n); err != nil {
						return
					}
				}
			}()
			response, err := l.http.Post(l.url+"/v1/batches", "application/x-ndjson", body)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if a := l.solve(t, `{"game":"free-cell","seed":"microsoft:11982","fresh":true}`); a.Verdict != solver.Unwinnable {
					t.Errorf("%+v", a)
				}
			}
			line, err := bufio.NewReader(response.Body).ReadString('\n')
			if err != nil || !strings.Contains(line, `"because":"deadline"`) {
				t.Errorf("line %s, %v", line, err)
			}
			if err := response.Body.Close(); err != nil {
				t.Error(err)
			}
			lines.Close()
			l.wait(t, "thoughtful_workers_busy", 0)
			l.wait(t, "thoughtful_queue_length", 0)
		})
	}
}
