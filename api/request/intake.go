package request

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

const (
	// largeBody is the size above which bodies count against the limits. Nearly all bodies are
	// smaller. Memory suffices for one of these for each allowed connection.
	largeBody = 16 << 10
	// turnWait limits the wait for a turn to parse. Parsing a large body takes about 50 ms.
	turnWait = time.Second
)

// Intake limits the memory and the processor time of all large requests while they are read. A body
// may need forty times its size while it is parsed, and a thousand clients may each send one.
//
// Large bodies share a limited number of bytes, the room, until they are answered. A body takes
// room piece by piece as it arrives, so a client can't take room by announcing a length. If there
// is no room for the next piece, the body is refused at once and gives its room back. So bodies
// never wait for each other: if too many arrive together, some are refused and the others arrive
// whole. Only a few are parsed at the same time. A client may take a quarter of the room, and all
// clients of an IPv6 /48 network together half.
type Intake struct {
	most  int64                        // greatest size of a body in bytes
	room  *middleware.ConcurrencyLimit // bytes that large bodies share
	turns *semaphore.Weighted          // large bodies that may be parsed at the same time
}

// NewIntake returns the intake of a service. most is the greatest size of a body in bytes. room is
// the number of bytes that all large bodies share, at least four times most. turns is how many of
// them are parsed at the same time.
func NewIntake(most, room int64, turns int) *Intake {
	room = max(room, 4*most)
	i := &Intake{most, middleware.NewConcurrencyLimit("large requests", room, room/4), semaphore.NewWeighted(int64(turns))}
	i.room.After = turnWait
	return i
}

// Body reads the body of a client's request. The body must not be used after leave is called.
func (i *Intake) Body(w http.ResponseWriter, r *http.Request, client string) (body []byte, leave func(), err error) {
	if err := Carries(r, "application/json"); err != nil {
		return nil, nil, err
	}
	in := http.MaxBytesReader(w, r.Body, i.most)
	body, err = io.ReadAll(io.LimitReader(in, min(largeBody, i.most)+1))
	if err != nil {
		return nil, nil, bodyError(err)
	}
	if len(body) <= largeBody {
		return strict.TrimMark(body), func() {}, nil
	}
	held := int64(largeBody) // and the byte after it, of the next piece
	if err := i.room.Take(client, held); err != nil {
		return nil, nil, err
	}
	leave = func() { i.room.Leave(client, held) }
	body, err = readPieces(body, in, func() error {
		err := i.room.Take(client, largeBody)
		if err == nil {
			held += largeBody
		}
		return err
	})
	if err != nil {
		leave()
		return nil, nil, err
	}
	return strict.TrimMark(body), leave, nil
}

// readPieces returns the body that begins with start. It reads the rest from in, piece by piece,
// and calls take before each piece.
func readPieces(start []byte, in io.Reader, take func() error) ([]byte, error) {
	arrived := [][]byte{start}
	for {
		if err := take(); err != nil {
			return nil, err
		}
		piece := bytes.NewBuffer(make([]byte, 0, largeBody+bytes.MinRead)) // need not grow
		if _, err := piece.ReadFrom(io.LimitReader(in, largeBody)); err != nil {
			return nil, bodyError(err)
		}
		if arrived = append(arrived, piece.Bytes()); piece.Len() < largeBody {
			return slices.Concat(arrived...), nil
		}
	}
}

// bodyError returns the error of a body that could not be read.
func bodyError(err error) error {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return err
	}
	return problem.New(problem.BadInput, "reading the body failed") // the client stopped while it was sending
}

// Parse calls the function parse for a text of size bytes. A large text waits for its turn, at most
// one second.
func (i *Intake) Parse(ctx context.Context, size int, parse func() error) error {
	ctx, cancel := context.WithTimeout(ctx, turnWait)
	defer cancel()
	return i.ParseLine(ctx, size, parse)
}

// ParseLine calls the function parse for a line of a batch. A large line waits for its turn until
// the context ends.
func (i *Intake) ParseLine(ctx context.Context, size int, parse func() error) error {
	if size <= largeBody {
		return parse()
	}
	if i.turns.Acquire(ctx, 1) != nil {
		return &problem.Error{Kind: problem.Busy, Detail: "too many large requests; try again later", After: turnWait}
	}
	defer i.turns.Release(1)
	return parse()
}
