package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// pipe serves one connection without a buffer, inside a synctest bubble: writes block until the
// other side reads.
func pipe(t *testing.T, o Options) net.Conn {
	t.Helper()
	here, there := net.Pipe()
	connections := make(chan net.Conn, 1)
	connections <- there
	server := &http.Server{
		Handler:     serving(t, o),
		ReadTimeout: 30 * time.Second, WriteTimeout: 90 * time.Second, // as in the service
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(&single{connections: connections, closed: make(chan struct{})})
	}()
	t.Cleanup(func() {
		_ = here.Close()
		_ = server.Close()
		<-done
	})
	return here
}

// single is a listener that accepts connections from a channel.
type single struct {
	connections chan net.Conn
	once        sync.Once
	closed      chan struct{}
}

func (s *single) Accept() (net.Conn, error) {
	select {
	case c := <-s.connections:
		return c, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

func (s *single) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *single) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// sender is the client's side of a batch.
type sender struct{ net.Conn }

// open sends the header of the request.
func (s sender) open() error {
	_, err := io.WriteString(s, "POST /v1/batches HTTP/1.1\r\nHost: localhost\r\n"+
		"Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n")
	return err
}

func (s sender) send(text string) error {
	_, err := fmt.Fprintf(s, "%x\r\n%s\r\n", len(text), text)
	return err
}

func (s sender) end() error {
	_, err := io.WriteString(s, "0\r\n\r\n")
	return err
}

// whole sends a complete batch in the background.
func (s sender) whole(t *testing.T, text string) {
	go func() {
		if err := errors.Join(s.open(), s.send(text), s.end()); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Error(err)
		}
	}()
}

// batchAnswer has the fields of a line that tests read.
type batchAnswer struct {
	Line    int
	Verdict solver.Verdict
	Because solver.Reason
	Problem *problem.Problem
	Resend  int `json:"resend_from"`
}

// receive reads the lines of the response, and calls see for each until it returns false.
func receive(t *testing.T, c net.Conn, see func(batchAnswer) bool) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != reply.NDJSON {
		text, _ := io.ReadAll(response.Body)
		t.Fatalf("status %d: %s", response.StatusCode, text)
	}
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		var a batchAnswer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%v in %s", err, lines.Bytes())
		}
		if !see(a) {
			return
		}
	}
}

// all reads the response to its end.
func all(t *testing.T, c net.Conn) []batchAnswer {
	t.Helper()
	var answers []batchAnswer
	receive(t, c, func(a batchAnswer) bool { answers = append(answers, a); return true })
	return answers
}

// ask returns a line with a deal that takes unhurried so many seconds.
func ask(seconds int) string {
	return fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","deadline_ms":60000}`+"\n", seconds)
}

// unhurried is a fake of Bulk that takes a time for each problem, and counts.
type unhurried struct {
	takes           map[solver.ID]time.Duration
	asked           atomic.Int64
	searching, most atomic.Int64
	cancelled       atomic.Int64
}

// newUnhurried returns one that takes as many seconds as the number of the deal, up to 40.
func newUnhurried(t *testing.T) *unhurried {
	s := &unhurried{takes: map[solver.ID]time.Duration{}}
	for n := range 41 {
		p, err := verdicts.Asked([]byte(ask(n)))
		if err != nil {
			t.Fatal(err)
		}
		s.takes[p.ID()] = time.Duration(n) * time.Second
	}
	return s
}

func (s *unhurried) Answer(ctx context.Context, p *solver.Problem, _ solver.Budget, _ bool, within time.Duration) (solver.Answer, error) {
	s.asked.Add(1)
	s.most.Store(max(s.most.Load(), s.searching.Add(1)))
	defer s.searching.Add(-1)
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case <-time.After(s.takes[p.ID()]):
		return solver.Answer{Result: solver.Result{Verdict: solver.Unwinnable, Engine: "slow"}, Source: solver.FromSearch}, nil
	case <-ctx.Done():
		s.cancelled.Add(1)
		return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Cancelled}, Source: solver.FromSearch}, nil
	}
}

func numbers(answers []batchAnswer) []int {
	var lines []int
	for _, a := range answers {
		lines = append(lines, a.Line)
	}
	return lines
}

// TestBatchOrder checks that lines are answered as soon as they are done.
func TestBatchOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Bulk, o.Limits.BatchWindow = newUnhurried(t), 3
		c := pipe(t, o)
		began := time.Now()
		sender{c}.whole(t, ask(9)+ask(5)+"\n"+ask(1)+"{}\n"+strings.TrimSpace(ask(2)))
		var when []int
		var order []int
		receive(t, c, func(a batchAnswer) bool {
			order, when = append(order, a.Line), append(when, int(time.Since(began)/time.Second))
			if (a.Problem != nil) != (a.Line == 5) || (a.Verdict == solver.Unwinnable) == (a.Line == 5) {
				t.Errorf("%+v", a)
			}
			return true
		})
		// Three at a time: 1, 2 and 4. When 4 is done, 5 is invalid and 6 starts.
		if want := []int{4, 5, 6, 2, 1}; !slices.Equal(order, want) || !slices.Equal(when, []int{1, 1, 3, 5, 9}) {
			t.Errorf("order %v at %v, want %v", order, when, want)
		}
	})
}

// TestBatchDropsMark ignores a byte order mark before the first line, also a blank one. Before a later
// line it is invalid JSON.
func TestBatchDropsMark(t *testing.T) {
	for body, want := range map[string][]int{"\uFEFF" + ask(0) + "\uFEFF" + ask(0): {1, -2}, "\uFEFF\r\n" + ask(0): {2}, "\uFEFF": nil} {
		t.Run(fmt.Sprintf("%q", body), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				o.Bulk = newUnhurried(t)
				c := pipe(t, o)
				sender{c}.whole(t, body)
				var got []int // numbers of lines, negative for problems
				for _, a := range all(t, c) {
					if a.Problem != nil {
						a.Line = -a.Line
					}
					got = append(got, a.Line)
				}
				slices.SortFunc(got, func(a, b int) int { return b - a })
				if !slices.Equal(got, want) {
					t.Errorf("answers %v, want %v", got, want)
				}
			})
		})
	}
}

// TestBatchBackPressure has a client that does not read. A bounded number of lines is accepted
// meanwhile, and all are answered once it reads.
func TestBatchBackPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const lines = 200
		o := options()
		judge := newUnhurried(t)
		o.Bulk, o.Limits.BatchWindow = judge, 4
		c := pipe(t, o)
		var sent atomic.Int64
		go func() {
			s := sender{c}
			err := s.open()
			for range lines {
				err = errors.Join(err, s.send(ask(0)))
				sent.Add(1)
			}
			if err = errors.Join(err, s.end()); err != nil {
				t.Error(err)
			}
		}()
		time.Sleep(20 * time.Second) // until no more can be sent
		// The server's buffers hold a few more lines.
		before := sent.Load()
		if asked := judge.asked.Load(); asked > 60 || before > 160 || judge.most.Load() > 4 {
			t.Errorf("%d lines sent and %d problems solved before an answer was read, %d at a time", before, asked, judge.most.Load())
		}
		time.Sleep(20 * time.Second)
		if sent.Load() != before {
			t.Errorf("%d more lines were read while none could be written", sent.Load()-before)
		}
		if got := all(t, c); len(got) != lines {
			t.Errorf("%d answers to %d lines", len(got), lines)
		}
	})
}

// TestBatchStuckReader has a client that never reads. The batch ends after a timeout.
func TestBatchStuckReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Bulk = newUnhurried(t)
		done := make(chan time.Duration, 1)
		began := time.Now()
		o.Observe = func(string, string, int, time.Duration) { done <- time.Since(began) }
		c := pipe(t, o)
		s := sender{c}
		go func() {
			_ = s.open()
			for s.send(ask(0)) == nil {
			}
		}()
		if after := <-done; after != time.Minute {
			t.Errorf("ended after %s", after)
		}
	})
}

// TestBatchClientLeaves has clients that disconnect. Their searches are cancelled.
func TestBatchClientLeaves(t *testing.T) {
	for name, all := range map[string]bool{"after sending": true, "while sending": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				judge := newUnhurried(t)
				o.Bulk, o.Limits.BatchWindow = judge, 8
				done := make(chan struct{})
				o.Observe = func(string, string, int, time.Duration) { close(done) }
				c := pipe(t, o)
				s := sender{c}
				if err := errors.Join(s.open(), s.send(strings.Repeat(ask(40), 5))); err != nil {
					t.Error(err)
				}
				if all {
					if err := s.end(); err != nil {
						t.Error(err)
					}
				}
				synctest.Wait()
				if judge.searching.Load() != 5 {
					t.Fatalf("%d searches", judge.searching.Load())
				}
				began := time.Now()
				c.Close()
				<-done
				if judge.searching.Load() != 0 || judge.cancelled.Load() != 5 || time.Since(began) != 0 {
					t.Errorf("%d searches still run, %d were cancelled, after %s", judge.searching.Load(), judge.cancelled.Load(), time.Since(began))
				}
			})
		})
	}
}

// TestBatchLasts has a client that sends a line now and then, for longer than the timeouts of
// other requests.
func TestBatchLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Bulk = newUnhurried(t)
		c := pipe(t, o)
		go func() {
			s := sender{c}
			err := s.open()
			for range 20 {
				time.Sleep(50 * time.Second)
				err = errors.Join(err, s.send(ask(40)))
			}
			if err = errors.Join(err, s.end()); err != nil {
				t.Error(err)
			}
		}()
		got := all(t, c)
		for _, a := range got {
			if a.Verdict != solver.Unwinnable {
				t.Errorf("%+v", a)
			}
		}
		if len(got) != 20 {
			t.Errorf("%d answers", len(got))
		}
	})
}

// TestBatchAllSent has clients that send the whole batch long before it is answered. They don't
// count as disconnected.
func TestBatchAllSent(t *testing.T) {
	text := strings.Repeat(ask(40), 5)
	for name, send := range map[string]func(c net.Conn) error{
		"chunked": func(c net.Conn) error { return errors.Join(sender{c}.open(), sender{c}.send(text), sender{c}.end()) },
		"of known length": func(c net.Conn) error {
			_, err := fmt.Fprintf(c, "POST /v1/batches HTTP/1.1\r\nHost: localhost\r\n"+
				"Content-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n%s", len(text), text)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				slow := newUnhurried(t)
				o.Bulk, o.Limits.BatchWindow, o.Limits.Deadline = &inTurn{slow, make(chan struct{}, 1)}, 3, time.Minute
				c := pipe(t, o)
				go func() {
					if err := send(c); err != nil {
						t.Error(err)
					}
				}()
				got := all(t, c)
				for _, a := range got {
					if a.Verdict != solver.Unwinnable {
						t.Errorf("%+v", a)
					}
				}
				if len(got) != 5 {
					t.Errorf("%d answers", len(got))
				}
			})
		})
	}
}

// inTurn is an unhurried that takes one problem at a time.
type inTurn struct {
	*unhurried
	turn chan struct{}
}

func (s *inTurn) Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	return s.unhurried.Answer(ctx, p, b, fresh, within)
}

// TestBatchLongLine sends a line above the limit. It is answered with an error, and is not kept in
// memory.
func TestBatchLongLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Bulk = newUnhurried(t)
		c := pipe(t, o)
		sender{c}.whole(t, ask(1)+strings.Repeat("x", 1<<20)+"\n"+ask(1)+strings.Repeat(" ", int(o.Limits.Body)+1))
		got := all(t, c)
		if lines := numbers(got); !slices.Equal(lines, []int{1, 2, 3, 4}) {
			t.Fatalf("lines %v", lines)
		}
		for _, i := range []int{1, 3} {
			if p := got[i].Problem; p == nil || p.Status != http.StatusRequestEntityTooLarge {
				t.Errorf("line %d: %+v", got[i].Line, p)
			}
		}
		if got[2].Verdict != solver.Unwinnable {
			t.Errorf("%+v", got[2])
		}
	})
}

// TestBatchPanic has a judge that panics at one line. The others are answered.
func TestBatchPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		calls := 0
		o.Bulk = patient(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			if calls++; calls == 2 {
				panic("index out of range")
			}
			return solver.Answer{Result: solver.Result{Verdict: solver.Unwinnable}, Source: solver.FromSearch}, nil
		})
		c := pipe(t, o)
		sender{c}.whole(t, ask(1)+ask(2)+ask(3))
		got := all(t, c)
		if !slices.Equal(numbers(got), []int{1, 2, 3}) || got[1].Problem == nil || got[1].Problem.Status != 500 || got[2].Verdict != solver.Unwinnable {
			t.Errorf("%+v", got)
		}
	})
}
