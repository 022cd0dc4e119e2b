package request

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Once keeps the idempotency keys of requests. A request with a key makes only one job or campaign,
// however often it is sent.
type Once interface {
	// KeepKey keeps a key until k.Until and returns it. If the key is already kept, KeepKey returns
	// the kept one. The error has RetryAfter if the client has too many keys.
	KeepKey(ctx context.Context, k job.RequestKey) (job.RequestKey, error)
}

// keptFor is how long a key is kept.
const keptFor = 24 * time.Hour

const onceHeader = "Idempotency-Key"

var onceKey = regexp.MustCompile(`^[!-~]{1,255}$`)

// MakeOnce makes the job or campaign that a request asks for. If an earlier request with the same
// Idempotency-Key made it, MakeOnce returns it and true. The function made finds a job
// or campaign by its id. The function make makes one with that id; an empty id means a new one. A
// key belongs to a client and a kind of thing. The id is kept with the key before anything is made.
// So if two requests arrive together, only one of them makes something. If the job or campaign was
// deleted, it is made again.
func MakeOnce[T any](r *http.Request, once Once, kind string, body []byte, made func(id string) (T, bool, error), make func(id string) (T, error)) (thing T, repeated bool, err error) {
	given := r.Header.Values(onceHeader)
	if len(given) == 0 {
		thing, err = make("")
		return thing, false, err
	}
	if len(given) > 1 || !onceKey.MatchString(given[0]) {
		return thing, false, problem.From(problem.Field(onceHeader, "must be a single value of 1 to 255 printable ASCII characters, without spaces"))
	}
	client := middleware.ClientName(r.Context())
	asked := job.RequestKey{
		Key:    sha256.Sum256(fmt.Appendf(nil, "%q %q %q", client, kind, given[0])),
		Client: client, Request: sha256.Sum256(body), ID: rand.Text(), Until: time.Now().Add(keptFor),
	}
	kept, err := once.KeepKey(r.Context(), asked)
	if err != nil {
		return thing, false, err
	}
	if kept.Request != asked.Request {
		const detail = "was used for another request; use a new key for each request"
		return thing, false, &problem.Error{Kind: problem.Conflict, Detail: onceHeader + ": " + detail, Fields: []strict.FieldError{{Field: onceHeader, Detail: detail}}}
	}
	thing, found, err := made(kept.ID)
	if err != nil || found {
		return thing, found, err
	}
	thing, failure := make(kept.ID)
	if failure == nil {
		return thing, false, nil
	}
	// Another request with the same key may have made it meanwhile.
	if thing, found, err = made(kept.ID); err == nil && found {
		return thing, true, nil
	}
	return thing, false, failure
}
