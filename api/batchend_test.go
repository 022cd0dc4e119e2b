package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// stopAfter stops the service after some time.
func stopAfter(o *Options, after time.Duration) {
	ctx, stop := context.WithCancel(context.Background())
	o.Stopping = ctx
	time.AfterFunc(after, stop)
}

// patientFor is a Patient that a function is.
type patientFor func(context.Context, *solver.Problem, solver.Budget, bool, time.Duration) (solver.Answer, error)

func (f patientFor) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	return f(ctx, p, b, fresh, within)
}

// TestBatchEnds has batches that the server ends early, with a line that says why.
func TestBatchEnds(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Options)
		send   func(s sender) error
		lines  []int
		detail string
		after  time.Duration
	}{
		{
			"too many lines", func(o *Options) { o.Limits.BatchLines = 3 },
			func(s sender) error { return s.send(ask(1) + "\n" + ask(1) + "\n" + ask(1) + ask(1)) },
			[]int{1, 3, 4},
			"batch ended: more than 3 lines; send the rest in another batch", 2 * time.Second,
		},
		{
			"too many blank lines", func(o *Options) { o.Limits.BatchLines = 3 },
			func(s sender) error { return s.send(ask(1) + "\n\n\n") },
			[]int{1, 4},
			"batch ended: more than 3 lines; send the rest in another batch", time.Second,
		},
		{
			"nothing comes", func(*Options) {},
			func(s sender) error { return s.send(ask(1) + `{"game":`) },
			[]int{1, 2},
			"batch ended: line 2 was not received within 1m0s", time.Second + time.Minute,
		},
		{
			"nothing but blank lines", func(*Options) {},
			func(s sender) error {
				err := s.send(ask(1))
				for range 59 {
					time.Sleep(time.Second)
					err = errors.Join(err, s.send("\n"))
				}
				return err
			},
			[]int{1, 61},
			"batch ended: line 61 was not received within 1m0s", time.Second + time.Minute,
		},
		{
			"the service stops", func(o *Options) { stopAfter(o, 1500*time.Millisecond) },
			func(s sender) error { return s.send(ask(1) + ask(1)) },
			[]int{1, 2, 3},
			"batch ended: the service is stopping; send the lines from 3 again", 2 * time.Second,
		},
		{
			"the service stops, lines are in progress", func(o *Options) {
				o.Limits.BatchWindow = 4
				stopAfter(o, 1500*time.Millisecond)
			},
			func(s sender) error { return s.send(ask(1) + ask(4) + ask(2)) },
			[]int{1, 3, 2, 4},
			"batch ended: the service is stopping; send the lines from 4 again", 4 * time.Second,
		},
		{
			"the service stops, lines are cut off", func(o *Options) {
				o.Limits.BatchWindow = 8
				stopAfter(o, 1500*time.Millisecond)
				slow := newUnhurried(t)
				var calls atomic.Int64
				o.Bulk = patientFor(func(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
					switch calls.Add(1) {
					case 3: // waits for its turn until the workers have stopped
						time.Sleep(2 * time.Second)
						return solver.Answer{}, stopping{}
					case 4: // its search is cut short
						time.Sleep(3 * time.Second)
						return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Cancelled}, Source: solver.FromSearch}, nil
					}
					return slow.Answer(ctx, p, b, fresh, within)
				})
			},
			func(s sender) error {
				var err error
				for range 5 {
					err = errors.Join(err, s.send(ask(4)))
					time.Sleep(time.Millisecond)
				}
				return err
			},
			[]int{1, 2, 5, 3},
			"batch ended: the service is stopping; send the lines from 3 again", 4004 * time.Millisecond,
		},
		{
			"the service stops, a line waits for its rate", func(o *Options) {
				o.Limits.BatchWindow = 4
				stopAfter(o, 1500*time.Millisecond)
				o.Access.Rates.Work = 3
			},
			func(s sender) error {
				var err error
				for range 3 {
					err = errors.Join(err, s.send(ask(2)))
					time.Sleep(time.Millisecond)
				}
				return err
			},
			[]int{1, 2, 3},
			"batch ended: the service is stopping; send the lines from 3 again", 2001 * time.Millisecond,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				o.Bulk = newUnhurried(t)
				test.change(&o)
				c := pipe(t, o)
				began := time.Now()
				go func() {
					if err := errors.Join(sender{c}.open(), test.send(sender{c})); err != nil {
						t.Error(err)
					}
				}()
				got := all(t, c)
				if lines := numbers(got); !slices.Equal(lines, test.lines) {
					t.Fatalf("lines %v, want %v", lines, test.lines)
				}
				last := got[len(got)-1]
				if last.Problem == nil || last.Problem.Detail != test.detail || time.Since(began) != test.after {
					t.Errorf("after %s: %+v", time.Since(began), last.Problem)
				}
				if last.Resend != last.Line {
					t.Errorf("line %d says to send the lines from %d", last.Line, last.Resend)
				}
				for _, a := range got[:len(got)-1] {
					if a.Verdict != solver.Unwinnable || a.Resend != 0 {
						t.Errorf("%+v", a)
					}
				}
				// What else is sent is no request of its own.
				answer := make(chan string)
				go func() {
					text, _ := io.ReadAll(c)
					answer <- string(text)
				}()
				_, _ = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
				if text := <-answer; text != "" {
					t.Errorf("after the end of the batch: %s", text)
				}
			})
		})
	}
}

// TestBatchSilence has lines that take long, and a client that pauses. While a line is in progress
// there is a space every 15 seconds, which does not disturb a reader of lines; in the pause there
// is nothing.
func TestBatchSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Bulk = newUnhurried(t)
		c := pipe(t, o)
		began := time.Now()
		go func() {
			s := sender{c}
			err := errors.Join(s.open(), s.send(ask(40)))
			time.Sleep(58 * time.Second)
			if err = errors.Join(err, s.send(ask(20)), s.end()); err != nil {
				t.Error(err)
			}
		}()
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		var text []byte
		var when []int
		for {
			part := make([]byte, 4096)
			n, err := response.Body.Read(part)
			if text = append(text, part[:n]...); n > 0 {
				when = append(when, int(time.Since(began)/time.Second))
			}
			if err != nil {
				break
			}
		}
		if want := []int{15, 30, 40, 70, 78}; !slices.Equal(slices.Compact(when), want) {
			t.Errorf("something is sent after %v seconds, want %v", when, want)
		}
		lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		for i, line := range lines {
			var a batchAnswer
			if err := json.Unmarshal(line, &a); err != nil || a.Line != i+1 || a.Verdict != solver.Unwinnable {
				t.Errorf("line %d: %v in %q", i+1, err, line)
			}
		}
		if len(lines) != 2 {
			t.Errorf("%d lines", len(lines))
		}
	})
}

// TestBatchEndIsRead stops the service while clients send one line after the other, and read a
// little later. Each reads the whole answer, although the service closes the connection without
// having read all that was sent.
func TestBatchEndIsRead(t *testing.T) {
	for i := range 10 {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			o := options()
			o.Stopping = ctx
			server := httptest.NewServer(serving(t, o))
			c, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			sent := make(chan struct{})
			go func() {
				defer close(sent)
				err := sender{c}.open()
				for i := 0; err == nil; i++ {
					if i == 50 {
						stop()
					}
					err = sender{c}.send(ask(1))
				}
			}()
			in := bufio.NewReader(c)
			response, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			<-ctx.Done()
			time.Sleep(50 * time.Millisecond)
			var last batchAnswer
			answered := map[int]bool{}
			lines := bufio.NewScanner(response.Body)
			for lines.Scan() {
				last = batchAnswer{}
				if err := json.Unmarshal(lines.Bytes(), &last); err != nil {
					t.Fatal(err)
				}
				answered[last.Line] = true
			}
			if lines.Err() != nil || last.Resend == 0 || len(answered) != last.Resend {
				t.Errorf("%v after %d answers; the last is %+v", lines.Err(), len(answered), last)
			}
			<-sent
			_ = c.Close()
			server.Close()
		})
	}
}
