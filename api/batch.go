package api

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Patient is a Judge for work that nobody waits for at a table: it leaves room for
// those who do.
type Patient interface {
	// Answer is Judge's, but never Busy: it waits for its turn as long as the context
	// allows, and searches within the time given from then on.
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error)
}

// BatchVerdict is the answer to a line of a batch.
type BatchVerdict struct {
	Line int `json:"line" minimum:"1" example:"17"` // which line it was, the first is 1
	SolveAnswer
} //	@name	BatchVerdict

// BatchProblem says what is wrong with a line of a batch, or why the batch ends here.
type BatchProblem struct {
	Line    int             `json:"line" minimum:"1" example:"17"` // which line it was, the first is 1
	Problem problem.Problem `json:"problem"`
} //	@name	BatchProblem

// BatchLine tells the OpenAPI document of what the lines of an answer are: each is one
// or the other.
type BatchLine struct {
	BatchVerdict BatchVerdict
	BatchProblem BatchProblem
} //	@name	BatchLine

const (
	ndjson = "application/x-ndjson"

	// batchPause is how long a batch waits for the next line to be sent.
	batchPause = time.Minute
	// batchWrite is how long a batch waits for its client to read.
	batchWrite = time.Minute
)

// post answers POST /v1/batches.
//
//	@ID				batch
//	@Summary		Can these deals be won?
//	@Description	Takes solve requests, one a line, and answers each with a line as soon as it is answered, in whatever order that is: `line` says which it belongs to. A line that has mistakes is answered with a problem in its place, blank lines with nothing.
//	@Description	Lines are read as fast as they are answered, and answers are written as fast as they are read: read while you send. A line's time begins when it is its turn to be searched; a batch takes turns with others and leaves room for single requests.
//	@Tags			verdicts
//	@Accept			application/x-ndjson
//	@Produce		application/x-ndjson,application/problem+json
//	@Param			requests		body		SolveRequest	true	"solve requests, each a line"
//	@Success		200				{object}	BatchLine
//	@Failure		400,415,500		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy"
//	@Router			/v1/batches [post]
func (c *batches) post(w http.ResponseWriter, r *http.Request) error {
	if err := request.Carries(r, ndjson); err != nil {
		return err
	}
	leave, err := c.places.Enter(middleware.ClientName(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	// A pause that was too long ends the request's own context as well as a client that
	// has gone does, and what was sent before is to be answered then.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	b := &batch{
		batches: c, request: r, ctx: ctx, cancel: cancel, out: w, connection: http.NewResponseController(w),
		sent:    sent{body: r.Body},
		window:  make(chan struct{}, c.limits.BatchWindow),
		answers: make(chan []byte, c.limits.BatchWindow),
	}
	b.run()
	return nil
}

// batches are what the batches of all clients share.
type batches struct {
	judge    Patient
	limits   Limits
	places   *middleware.ConcurrencyLimit
	work     *middleware.RateLimit // against which each line counts
	answered func(outcome string)
	problems *problem.Writer
	stopping context.Context
}

// batch is the lines of one request on their way: at most so many as the window has places
// have been read and are not written, which is what bounds its memory.
//
//	read ── place free ──> line ── answered ──> written ──> place free again
//
// It has a goroutine that reads, one for each line that is being answered, and the
// handler's, which writes.
type batch struct {
	*batches
	request    *http.Request
	ctx        context.Context // ends when the client has gone
	cancel     context.CancelFunc
	out        http.ResponseWriter
	connection *http.ResponseController
	sent       sent

	window  chan struct{} // one element for each line that was read and is not written
	answers chan []byte
}

func (b *batch) run() {
	// HTTP/1.1 clients send while they are answered only if both sides say so. Where a
	// connection can do none of this it has no need for it.
	// It may last, so that the server's limits for a request's reading and writing are
	// replaced by those for a line.
	_ = b.connection.EnableFullDuplex()
	_ = b.connection.SetWriteDeadline(time.Time{})
	h := b.out.Header()
	h.Set("Content-Type", ndjson)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy in between that would wait for more

	// Whoever waits for the next line wakes up when the client has gone or the service
	// stops.
	for _, ctx := range []context.Context{b.ctx, b.stopping} {
		detach := context.AfterFunc(ctx, func() { b.expectBy(time.Unix(1, 0)) })
		defer detach()
	}
	go b.read()
	broken := false
	for answer := range b.answers {
		if !broken && b.write(answer) != nil {
			broken = true
			b.cancel()
		}
		<-b.window
	}
	if !broken {
		_ = b.connection.Flush()
	}
}

// write writes a line, and sends what was written unless the next one is there.
func (b *batch) write(answer []byte) error {
	_ = b.connection.SetWriteDeadline(time.Now().Add(batchWrite))
	if _, err := b.out.Write(answer); err != nil {
		return err
	}
	if len(b.answers) > 0 {
		return nil
	}
	return b.connection.Flush()
}

// sent is the body of a request, and knows whether all of it has come. From then on the
// server reads the connection to see whether the client has gone, and would take a limit
// for reading that has passed for that.
type sent struct {
	body io.Reader
	all  atomic.Bool
}

func (s *sent) Read(into []byte) (int, error) {
	n, err := s.body.Read(into)
	if err == io.EOF {
		s.all.Store(true)
	}
	return n, err
}

// expectBy says by when more is to come, if it is not all there.
func (b *batch) expectBy(limit time.Time) {
	if !b.sent.all.Load() {
		_ = b.connection.SetReadDeadline(limit)
	}
}

// read reads lines and has them answered, and closes answers after the last one.
func (b *batch) read() {
	var lines sync.WaitGroup
	defer func() {
		lines.Wait()
		close(b.answers)
	}()
	in := lineReader{bufio.NewReaderSize(&b.sent, 16<<10), b.limits.Body}
	patience := time.Now().Add(batchPause)
	for n := 1; ; n++ {
		select {
		case b.window <- struct{}{}:
		case <-b.ctx.Done():
			return
		}
		if patience.IsZero() {
			patience = time.Now().Add(batchPause)
		}
		b.expectBy(patience)
		var (
			line []byte
			err  error
		)
		if b.ctx.Err() == nil && b.stopping.Err() == nil { // they may have woken us just before
			line, err = in.next()
		}
		switch {
		case b.ctx.Err() != nil:
			<-b.window
			return
		case b.stopping.Err() != nil && (len(line) == 0 || err != nil):
			b.answer(n, problem.New(problem.Unavailable, "the batch ends here: the service is stopping; send the lines from %d on again", n))
			return
		case errors.Is(err, errLongLine):
			b.answer(n, problem.New(problem.TooLarge, "a line may have at most %d bytes", in.most))
			patience = time.Time{}
			continue
		case errors.Is(err, os.ErrDeadlineExceeded):
			b.answer(n, problem.New(problem.BadInput, "the batch ends here: line %d did not come within %s", n, batchPause))
			return
		case err == io.EOF && len(line) == 0:
			<-b.window
			// From now on the request's context ends for no other reason.
			context.AfterFunc(b.request.Context(), b.cancel)
			return
		case err != nil && err != io.EOF:
			b.cancel()
			<-b.window
			return
		case len(line) == 0: // blank, which buys no time
			<-b.window
			continue
		case n > b.limits.BatchLines:
			b.answer(n, problem.New(problem.TooLarge, "the batch ends here: it may have at most %d lines; send the rest in another one", b.limits.BatchLines))
			return
		}
		patience = time.Time{}
		lines.Go(func() { b.solve(n, line) })
	}
}

// solve answers a line.
func (b *batch) solve(n int, line []byte) {
	var err error
	defer func() {
		if value := recover(); value != nil {
			err = problem.Panic(value)
		}
		if err != nil {
			b.answer(n, err)
		}
	}()
	if err = b.work.Wait(b.ctx); err != nil {
		return
	}
	q, err := decodeSolve(b.ctx, line, b.limits)
	if err != nil {
		return
	}
	a, err := b.judge.Answer(b.ctx, q.problem, q.Budget.Budget, q.fresh, q.Deadline)
	if err != nil {
		err = problem.Of(fmt.Errorf("solving %s: %w", q.problem.ID(), err), problem.Internal)
		return
	}
	answer := q.answer(a)
	b.answered(string(answer.Verdict))
	b.answers <- encode(BatchVerdict{n, answer})
}

// answer answers a line with the problem that an error means.
func (b *batch) answer(n int, err error) {
	p := problem.Explain(err)
	if p.Status >= http.StatusInternalServerError {
		b.problems.Report(b.request.Context(), err)
	}
	b.answered("problem")
	b.answers <- encode(BatchProblem{n, p})
}

// lineReader reads lines of so many bytes at most.
type lineReader struct {
	in   *bufio.Reader
	most int64
}

var errLongLine = errors.New("a line is too long")

// next gives the next line without the space around it, which is the caller's to keep. A
// line that is too long is read to its end and gives errLongLine.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || int64(len(line)+len(part)) > l.most; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || err == io.EOF):
			return nil, errLongLine
		}
		return bytes.TrimSpace(line), err
	}
}
