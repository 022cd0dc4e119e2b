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
	// largeBody is the size from which a body is counted. Nearly all requests are smaller; as
	// many of them as there may be connections fit into memory.
	largeBody = 16 << 10
	// turnWait bounds the wait for a turn to parse, which takes some 50 ms.
	turnWait = time.Second
)

// Intake bounds what all large requests cost together while they are read. A body costs up to
// forty times its size while it is parsed, and a thousand clients may each send one.
//
// Large bodies share a number of bytes, the room, until they are answered. They take it piece by piece
// as they arrive, so that announcing a length takes nothing. A body that finds no more room is refused
// at once, and gives back what it had. So bodies never wait for each other: of too many that arrive
// together, some are refused and the others arrive whole. A few of those are parsed at a time.
// A client may take a quarter of the room, and all clients of an IPv6 /48 network together half.
type Intake struct {
	most  int64                        // bytes of a body
	room  *middleware.ConcurrencyLimit // bytes for large bodies
	turns *semaphore.Weighted          // large bodies that are parsed
}

// NewIntake returns the intake of a service. A body has at most most bytes. All large bodies share room
// bytes, at least four times most. Turns is how many of them are parsed at a time.
func NewIntake(most, room int64, turns int) *Intake {
	room = max(room, 4*most)
	i := &Intake{most, middleware.NewConcurrencyLimit("large requests", room, room/4), semaphore.NewWeighted(int64(turns))}
	i.room.After = turnWait
	return i
}

// Body reads the body of a client's call that takes JSON. It must not be used after leave.
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

// readPieces returns the start of a body and what follows it, which it reads in pieces. It calls
// take before each.
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
	return problem.New(problem.BadInput, "reading the body failed") // the client stopped in the middle of sending
}

// Parse calls parse, which parses a text of size bytes. A large text waits for its turn, for a second at
// most.
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
		return &problem.Error{Kind: problem.Busy, Detail: "too many large requests; try again later", After: turnWait}
	}
	defer i.turns.Release(1)
	return parse()
}
