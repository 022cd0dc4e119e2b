package chaos

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path"
	"strings"
	"time"
)

// refusal is an answer with a status above 399.
type refusal struct {
	status int
	kind   string // the last part of the problem's type
	detail string
}

func (r *refusal) Error() string { return fmt.Sprintf("status %d: %s: %s", r.status, r.kind, r.detail) }

// gone reports whether an error is a 404.
func gone(err error) bool {
	r, refused := errors.AsType[*refusal](err)
	return refused && r.status == http.StatusNotFound
}

// errBroken is a connection that has broken off.
var errBroken = errors.New("connection broken")

// send sends a request, with a key, and counts a refusal. The error is a *refusal or wraps
// errBroken.
func (r *run) send(ctx context.Context, method, at, body string, header ...string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, r.url+at, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Authorization", "Bearer "+key)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	sent := time.Now()
	response, err := r.http.Do(request)
	if err != nil {
		return nil, r.broken(ctx, sent, err)
	}
	if response.StatusCode < http.StatusBadRequest {
		return response, nil
	}
	defer response.Body.Close()
	var p struct{ Type, Detail string }
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, r.broken(ctx, sent, err)
	}
	_ = json.Unmarshal(text, &p) // the proxy answers without a body
	refused := &refusal{response.StatusCode, cmp.Or(path.Base(p.Type), "proxy"), p.Detail}
	if p.Type == "" {
		refused.kind = "proxy"
	}
	switch {
	case refused.status >= http.StatusInternalServerError:
		r.ledger.refused(fmt.Sprintf("%d %s", refused.status, refused.kind), r.outages.during("", sent, time.Now(), settle))
	case refused.status != http.StatusNotFound: // the callers know what may be unknown
		r.ledger.fail(refusedWrongly, "%s %s %s: %v", method, at, body, refused)
	}
	return nil, refused
}

// broken counts a connection that has broken off.
func (r *run) broken(ctx context.Context, sent time.Time, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.ledger.refused("connection broken", r.outages.during("", sent, time.Now(), settle))
	return fmt.Errorf("%w: %w", errBroken, err)
}

// call sends a request and decodes the answer.
func (r *run) call(ctx context.Context, method, at, body string, to any, header ...string) (*http.Response, error) {
	sent := time.Now()
	response, err := r.send(ctx, method, at, body, header...)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, r.broken(ctx, sent, err)
	}
	return response, json.Unmarshal(text, to)
}

// again repeats do until it returns nil, or a 404, or the context ends.
func again(ctx context.Context, do func() error) error {
	for {
		err := do()
		if err == nil || gone(err) {
			return err
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		_ = pause(ctx, 50*time.Millisecond+rand.N(250*time.Millisecond))
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
