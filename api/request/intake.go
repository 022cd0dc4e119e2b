package request

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

const (
	// largeBody is the size from which a body is counted. Nearly all requests are smaller; as
	// many of them as there may be connections fit into memory.
	largeBody = 16 << 10
	// leastRoom is room for 64 of the largest bodies of the default limit. A client may take a
	// quarter.
	leastRoom = 64 << 20
	// turnWait bounds the wait for a turn to parse, which takes some 50 ms.
	turnWait = time.Second
)

// Intake bounds what all large requests cost together while they are read. A body costs up to
// thirty times its size while it is parsed, and a thousand clients may each send one.
//
// Large bodies share a room of so many bytes, from their arrival to their answers, and those for
// which there is none are refused. Of those that are in, as many are parsed at a time as there
// are processors; more would take as long, and more memory.
type Intake struct {
	most  int64               // bytes of a body
	turns *semaphore.Weighted // large bodies that are parsed

	mu    sync.Mutex // guards what follows
	room  int64      // bytes for large bodies
	taken int64
	of    map[string]int64 // by client; without zeros
}

// NewIntake returns the intake of a service whose bodies have at most so many bytes.
func NewIntake(most int64) *Intake {
	return &Intake{
		most: most, turns: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		room: max(leastRoom, 4*most), of: map[string]int64{},
	}
}

// enter takes room for a client, and reports whether there is any.
func (i *Intake) enter(client string, size int64) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.taken+size > i.room || i.of[client]+size > i.room/4 {
		return false
	}
	i.taken += size
	i.of[client] += size
	return true
}

func (i *Intake) leave(client string, size int64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.taken -= size
	if i.of[client] -= size; i.of[client] == 0 {
		delete(i.of, client)
	}
}

// Body reads the body of a client's call that takes JSON. The body must not be used after leave.
func (i *Intake) Body(w http.ResponseWriter, r *http.Request, client string) (body []byte, leave func(), err error) {
	if err := Carries(r, "application/json"); err != nil {
		return nil, nil, err
	}
	in := http.MaxBytesReader(w, r.Body, i.most)
	body, err = io.ReadAll(io.LimitReader(in, min(largeBody, i.most)+1))
	if err != nil {
		return nil, nil, unread(err)
	}
	if len(body) <= largeBody {
		return body, func() {}, nil
	}
	// How much is to come is known only if the client says so.
	size := i.most
	if r.ContentLength > 0 {
		size = min(r.ContentLength, i.most)
	}
	if !i.enter(client, size) {
		return nil, nil, errCrowded()
	}
	all := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // which ReadFrom leaves free at the end
	all.Write(body)
	if _, err := all.ReadFrom(in); err != nil {
		i.leave(client, size)
		return nil, nil, unread(err)
	}
	length := int64(all.Len())
	i.leave(client, size-length)
	return all.Bytes(), func() { i.leave(client, length) }, nil
}

// unread returns the error of a body that could not be read.
func unread(err error) error {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return err
	}
	return problem.New(problem.BadInput, "reading the body failed") // the client stopped in the middle of sending
}

// Parse calls parse, which parses a text of so many bytes, when it is its turn, if that comes
// soon.
func (i *Intake) Parse(ctx context.Context, size int, parse func() error) error {
	ctx, cancel := context.WithTimeout(ctx, turnWait)
	defer cancel()
	return i.ParseLine(ctx, size, parse)
}

// ParseLine is Parse for lines of batches, which wait as long as the context lasts.
func (i *Intake) ParseLine(ctx context.Context, size int, parse func() error) error {
	if size <= largeBody {
		return parse()
	}
	if i.turns.Acquire(ctx, 1) != nil {
		return errCrowded()
	}
	defer i.turns.Release(1)
	return parse()
}

func errCrowded() error {
	return &problem.Error{Kind: problem.Busy, Detail: "too many large requests; try again later", After: turnWait}
}
