package verdicts

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Patient is a Judge for bulk work. If there are several workers, it leaves one free for other
// requests.
type Patient interface {
	// Answer returns a verdict as a Judge does. It waits for its turn as long as the context
	// allows, and then searches for at most the time within.
	Answer(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error)
}

// BatchVerdict is the answer to a line of a batch.
type BatchVerdict struct {
	Line int `json:"line" minimum:"1" example:"17"` // line number, from 1
	SolveAnswer
} //	@name	BatchVerdict

// AppendJSON appends the line as encoding/json writes it.
func (v BatchVerdict) AppendJSON(to []byte) []byte {
	answer := v.SolveAnswer.AppendJSON(nil)
	return append(fmt.Appendf(to, `{"line":%d,`, v.Line), answer[1:]...)
}

// BatchProblem is an error of a line, or of the whole batch, which then ends.
type BatchProblem struct {
	Line       int             `json:"line" minimum:"1" example:"17"` // line number, from 1
	Problem    problem.Problem `json:"problem"`
	ResendFrom int             `json:"resend_from,omitempty" minimum:"1" example:"17"` // in the last line of a batch that ended early: the first line without an answer
} //	@name	BatchProblem

// BatchLine is either of the two, for the OpenAPI document.
type BatchLine struct {
	BatchVerdict BatchVerdict
	BatchProblem BatchProblem
} //	@name	BatchLine

const (

	// batchPause limits the wait for the next line.
	batchPause = time.Minute
	// batchWrite limits the time to write a line to a slow client.
	batchWrite = time.Minute
	// batchSilence is the time without an answer after which a batch sends a space. Otherwise a
	// proxy might close a connection whose lines wait for their turn.
	batchSilence = 15 * time.Second
)

// post answers POST /v1/batches.
//
//	@ID				batch
//	@Summary		Solve many deals
//	@Description	Send solve requests, one a line. Each is answered with a line when it is done; `line` is the number of the request. An invalid line is answered with a problem, a blank line is ignored.
//	@Description	If a batch ends early (the service stops, no line comes for a minute, too many lines), its last line is a problem with `resend_from`. All lines before that number are answered; send the rest again.
//	@Description	Lines have a certificate only if their request has `"certificate": true`. With `Content-Encoding: gzip` the requests may be compressed, up to 64 MiB of them (64 times `MAX_BODY`); with `Accept-Encoding: gzip` the answers are.
//	@Description	Lines are read as fast as they are answered, so read answers while you send. The deadline of a line counts from the start of its search. Batches take turns, and single requests go first. While lines wait, a space is sent every 15 seconds, before the JSON of the next answer.
//	@Accept			application/x-ndjson
//	@Produce		application/x-ndjson
//	@Param			requests		body		SolveRequest	true	"solve requests, one a line"
//	@Success		200				{object}	BatchLine
//	@Failure		403,415		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy"
//	@Router			/v1/batches [post]
func (c *Calls) postBatch(w http.ResponseWriter, r *http.Request) error {
	if err := request.Carries(r, reply.NDJSON, "gzip"); err != nil {
		return err
	}
	leave, err := c.batches.Enter(middleware.ClientName(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	// The context of the request also ends if the client pauses too long. In that case the lines
	// sent so far are still answered.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	b := &batch{
		Calls: c, request: r, ctx: ctx, cancel: cancel, out: w, connection: http.NewResponseController(w),
		sent:    sent{body: r.Body},
		zipped:  r.Header.Get("Content-Encoding") != "",
		window:  make(chan struct{}, c.Limits.BatchWindow),
		answers: make(chan []byte, c.Limits.BatchWindow),
	}
	b.run()
	return nil
}

// batch is one request. Its window limits the lines that were read and not yet answered, and so its
// memory:
//
//	read ── place free ──> line ── answered ──> written ──> place free again
//
// One goroutine reads, one runs for each line in progress, and the handler's writes.
type batch struct {
	*Calls
	request    *http.Request
	ctx        context.Context // ends when the client disconnects
	cancel     context.CancelFunc
	out        http.ResponseWriter
	connection *http.ResponseController
	sent       sent
	zipped     bool // the request is compressed

	window  chan struct{} // one element for each line in progress
	answers chan []byte
	lines   sync.WaitGroup // in progress
	open    atomic.Int64   // how many lines are in progress; each is still answered unless the batch ends early

	mu  sync.Mutex
	cut int // the first line that was not answered because the service stops; 0 if there is none
}

func (b *batch) run() {
	// HTTP/1.1 needs full duplex to be enabled. HTTP/2 has it always, and returns an error here.
	// Time limits for each line replace the server's limits for a request.
	_ = b.connection.EnableFullDuplex()
	_ = b.connection.SetWriteDeadline(time.Time{})
	h := b.out.Header()
	h.Set("Content-Type", reply.NDJSON)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not buffer

	// Wake up the reader when the client disconnects or the service stops.
	for _, ctx := range []context.Context{b.ctx, b.Stopping} {
		detach := context.AfterFunc(ctx, func() { b.expectBy(time.Unix(1, 0)) })
		defer detach()
	}
	var early *ending
	go func() {
		early = b.read()
		b.lines.Wait()
		close(b.answers)
	}()
	broken := false
	send := func(text []byte) {
		if !broken && b.write(text) != nil {
			broken = true
			b.cancel()
		}
	}
	silence := time.NewTicker(batchSilence)
	defer silence.Stop()
	for more := true; more; {
		var answer []byte
		select {
		case answer, more = <-b.answers:
			if more {
				send(answer)
				silence.Reset(batchSilence)
				<-b.window
			}
		case <-silence.C:
			// JSON allows white space before a value, so clients need no special code for it.
			if b.open.Load() > 0 {
				send([]byte(" "))
			}
		}
	}
	if b.cut > 0 {
		early = b.stopped(b.cut)
	}
	switch {
	case broken:
	case early != nil:
		_ = b.write(b.problem(early.line, early.why, early.line))
		b.closeAfterwards()
	default:
		_ = b.connection.Flush()
	}
}

// ending is how a batch ends before its last line.
type ending struct {
	line int // the first line that is not answered
	why  error
}

func (b *batch) stopped(line int) *ending {
	return &ending{line, problem.New(problem.Unavailable, "batch ended: the service is stopping; send the lines from %d again", line)}
}

// closeAfterwards makes the server close the connection after the answer, so that the server does
// not read the other lines as the next request. Before it closes, the server waits a moment,
// because a client that is still sending would lose the answers that it has not read. net/http has
// no call for this once the answer has begun, but a body above its limit has the same effect.
func (b *batch) closeAfterwards() {
	w := b.out
	for {
		wrapper, wrapped := w.(interface{ Unwrap() http.ResponseWriter })
		if !wrapped {
			break
		}
		w = wrapper.Unwrap()
	}
	_, _ = http.MaxBytesReader(w, io.NopCloser(strings.NewReader("x")), 0).Read(make([]byte, 1))
}

// write writes a line. It flushes unless another line is ready.
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

// sent is the body of a request. When all of it is read, the server reads from the connection to
// notice a disconnect. From then on, no read deadline may be set.
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

// expectBy sets a read deadline, unless the whole body has been read.
func (b *batch) expectBy(limit time.Time) {
	if !b.sent.all.Load() {
		_ = b.connection.SetReadDeadline(limit)
	}
}

// read reads lines and starts to answer them. If the batch ends early, read returns how; otherwise
// it returns nil.
func (b *batch) read() *ending {
	in := lineReader{bufio.NewReaderSize(&b.sent, 16<<10), b.Limits.Body}
	inflated := inflatedBodies * b.Limits.Body
	if b.zipped {
		in.in = bufio.NewReaderSize(newInflater(in.in, inflated), 16<<10)
	}
	due := time.Now().Add(batchPause)
	for n := 1; ; n++ {
		select {
		case b.window <- struct{}{}:
		case <-b.ctx.Done():
			return nil
		case <-b.Stopping.Done():
			return b.stopped(n)
		}
		if due.IsZero() {
			due = time.Now().Add(batchPause)
		}
		b.expectBy(due)
		var (
			line []byte
			err  error
		)
		if b.ctx.Err() == nil && b.Stopping.Err() == nil { // woken up just before
			line, err = in.next()
		}
		if n == 1 {
			line = bytes.TrimSpace(strict.TrimMark(line))
		}
		switch {
		case b.ctx.Err() != nil:
			return nil
		case b.Stopping.Err() != nil && err != io.EOF && (len(line) == 0 || err != nil):
			return b.stopped(n)
		case errors.Is(err, errLongLine):
			b.answers <- b.problem(n, problem.New(problem.TooLarge, "line larger than %d bytes", in.most), 0)
			due = time.Time{}
			continue
		case errors.Is(err, os.ErrDeadlineExceeded):
			return &ending{n, problem.New(problem.BadInput, "batch ended: line %d was not received within %s", n, batchPause)}
		case err == io.EOF && len(line) == 0:
			// From now on the request's context ends only if the client disconnects.
			context.AfterFunc(b.request.Context(), b.cancel)
			return nil
		case errors.Is(err, errInflated):
			return &ending{n, problem.New(problem.TooLarge, "batch ended: more than %d bytes after decompression; send the rest in another batch", inflated)}
		case b.zipped && isCorrupt(err, b.sent.all.Load()):
			return &ending{n, problem.New(problem.BadInput, "batch ended: line %d could not be read: invalid gzip data", n)}
		case err != nil && err != io.EOF:
			b.cancel()
			return nil
		case n > b.Limits.BatchLines:
			return &ending{n, problem.New(problem.TooLarge, "batch ended: more than %d lines; send the rest in another batch", b.Limits.BatchLines)}
		case len(line) == 0: // blank lines do not extend the deadline
			<-b.window
			continue
		}
		due = time.Time{}
		b.open.Add(1)
		b.lines.Go(func() {
			defer b.open.Add(-1)
			b.solve(n, line)
		})
	}
}

// solve answers a line. If the service stops before that, the line is not answered.
func (b *batch) solve(n int, line []byte) {
	answer, err := b.answer(line)
	switch {
	case b.Stopping.Err() != nil && unfinished(answer, err):
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.cut == 0 || n < b.cut {
			b.cut = n
		}
		<-b.window
	case err != nil:
		b.answers <- b.problem(n, err, 0)
	default:
		b.BatchLine(string(answer.Verdict))
		b.answers <- reply.JSON(BatchVerdict{n, *answer})
	}
}

// unfinished reports whether a line was cut off or refused because the service is stopping.
func unfinished(answer *SolveAnswer, err error) bool {
	if err != nil {
		return problem.Explain(err).Status == http.StatusServiceUnavailable
	}
	return answer.Because != nil && *answer.Because == solver.Cancelled
}

// answer answers the text of a line.
func (b *batch) answer(line []byte) (_ *SolveAnswer, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = problem.Panic(value)
		}
	}()
	if err := b.waitTurn(); err != nil {
		return nil, err
	}
	var q *solveQuestion
	err = b.Intake.ParseLine(b.ctx, len(line), func() (err error) {
		q, err = decodeSolve(false)(b.ctx, line, b.Limits)
		return err
	})
	if err != nil {
		return nil, err
	}
	a, err := b.Bulk.Answer(b.ctx, q.Problem, q.Budget.Budget, q.in.Fresh, q.Deadline)
	if err != nil {
		return nil, problem.Of(fmt.Errorf("solving deal %s: %w", q.Problem.ID(), err), problem.Internal)
	}
	answer := q.answer(a)
	return &answer, nil
}

// waitTurn waits until the rate limit allows the client one more request. It fails if the service
// stops.
func (b *batch) waitTurn() error {
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	defer context.AfterFunc(b.Stopping, cancel)()
	if err := b.Work.Wait(ctx); err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	return nil
}

// problem returns the line with the problem of an error. The number of the line from which to
// send again is 0 unless the batch ends.
func (b *batch) problem(n int, err error, resend int) []byte {
	p := problem.Explain(err)
	if p.Status >= http.StatusInternalServerError {
		b.Problems.Report(b.request.Context(), err)
	}
	b.BatchLine("problem")
	return reply.JSON(BatchProblem{n, p, resend})
}

// lineReader reads lines of bounded length.
type lineReader struct {
	in   *bufio.Reader
	most int64
}

var errLongLine = errors.New("line too long")

// next returns the next line, without surrounding white space, as a copy. It skips a line that is
// too long, and returns errLongLine.
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
