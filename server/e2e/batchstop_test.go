package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"testing"
)

// TestBatchStopped stops a service in the middle of a batch: line 1 is answered, line 2 is
// searched, lines 3 to 5 wait for a worker, and line 6 is not read yet. The last line of the
// answer names the first line without an answer, and all lines before it are answered.
func TestBatchStopped(t *testing.T) {
	for name, test := range map[string]struct {
		grace    string
		answered []int
		resend   int
	}{
		"searches end in time": {"1h", []int{1, 2}, 3},
		"searches are cut":     {"1ms", []int{1}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSlow()
			l := launch(t, s.engine, "--data-dir", t.TempDir(), "--workers", "2", "--batch-window", "4", "--shutdown-grace", test.grace)
			body, lines := io.Pipe()
			defer lines.Close()
			sent := make(chan struct{})
			go func() {
				fmt.Fprintln(lines, `{"game":"klondike","sead":"solvitaire:1"}`)
				fmt.Fprintln(lines, question(2))
				<-s.begun
				for n := 3; n <= 5; n++ {
					fmt.Fprintln(lines, question(int64(n)))
				}
				close(sent)
				for n := 6; ; n++ { // until the answer has ended
					if _, err := fmt.Fprintln(lines, question(int64(n))); err != nil {
						return
					}
				}
			}()
			response, err := l.http.Post(l.url+"/v1/batches", "application/x-ndjson", body)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			<-sent
			stopped := l.beginStop(t)
			if test.grace == "1h" {
				close(s.release)
			}
			var answered []int
			var last batchLine
			in := bufio.NewScanner(response.Body)
			for in.Buffer(nil, 1<<20); in.Scan(); answered = append(answered, last.Line) {
				last = batchLine{}
				if err := json.Unmarshal(in.Bytes(), &last); err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(in.Bytes(), []byte("cancelled")) {
					t.Errorf("%s", in.Bytes())
				}
			}
			if in.Err() != nil || last.Resend != test.resend || !slices.Equal(answered, append(test.answered, test.resend)) {
				t.Errorf("answered %v, then %v; the last line is %+v", answered, in.Err(), last)
			}
			<-stopped
		})
	}
}
