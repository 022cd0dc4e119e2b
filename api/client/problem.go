package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// ProblemError is the error of a call that was answered with a problem.
type ProblemError struct {
	Problem
	RequestID  string        // id in the log of the service
	RetryAfter time.Duration // the time to wait before a retry; 0 if the service gave none
}

func (e *ProblemError) Error() string {
	return fmt.Sprintf("%s (%d): %s", e.Title, e.Status, e.Detail)
}

// New returns a client of the service at a URL. Calls answered with a problem return a
// [*ProblemError].
func New(server string, options ...ClientOption) (*ClientWithResponses, error) {
	return NewClientWithResponses(server, append(options, func(c *Client) error {
		if c.Client == nil {
			c.Client = http.DefaultClient
		}
		c.Client = &strict{c.Client}
		return nil
	})...)
}

// WithKey sets an API key.
func WithKey(key string) ClientOption {
	return WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	})
}

// strict turns problems into errors.
type strict struct{ HttpRequestDoer }

// longProblem is the greatest size of a problem in bytes.
const longProblem = 1 << 20

func (s *strict) Do(r *http.Request) (*http.Response, error) {
	response, err := s.HttpRequestDoer.Do(r)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return response, err
	}
	defer response.Body.Close()
	problem := &ProblemError{RequestID: response.Header.Get("X-Request-Id")}
	text, err := io.ReadAll(io.LimitReader(response.Body, longProblem))
	if err := errors.Join(err, json.Unmarshal(text, &problem.Problem)); err != nil {
		return nil, fmt.Errorf("the answer has status %s, but its body is not a problem: %w", response.Status, err)
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		problem.RetryAfter = time.Duration(seconds) * time.Second
	}
	return nil, problem
}

// WithIdempotencyKey sets the idempotency key of a request for a job or a campaign. If the request
// is sent again within 24 hours, with the same key and body, the service makes no second one.
//
//	c.CreateCampaignWithResponse(ctx, request, client.WithIdempotencyKey(uuid))
func WithIdempotencyKey(key string) RequestEditorFn {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Idempotency-Key", key)
		return nil
	}
}
