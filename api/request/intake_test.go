package request_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
)

const mostBody = 1 << 20

// arrive has a body arrive whose length is known or not.
func arrive(i *request.Intake, client string, body io.Reader, length int64) (text []byte, leave func(), err error) {
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.ContentLength = length
	r.Header.Set("Content-Type", "application/json")
	return i.Body(httptest.NewRecorder(), r, client)
}

// TestIntakeShares has one client send more than its share, and bodies whose length it hides.
func TestIntakeShares(t *testing.T) {
	i := request.NewIntake(mostBody)
	large := strings.Repeat("x", mostBody)
	for range 16 {
		if _, _, err := arrive(i, "greedy", strings.NewReader(large), mostBody); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := arrive(i, "greedy", strings.NewReader(large), mostBody); !isBusy(err) {
		t.Errorf("beyond its share: %v", err)
	}
	// What was reserved and is not needed is free once all is read.
	for n := range 200 {
		if _, _, err := arrive(i, "modest", strings.NewReader(large[:50_000]), -1); err != nil {
			t.Fatalf("body %d of 50 kB: %v", n, err)
		}
	}
}

// isBusy reports whether an error is a 503 with a time to try again.
func isBusy(err error) bool {
	p, ok := errors.AsType[*problem.Error](err)
	return ok && p.Kind == problem.Busy && p.After > 0
}

// TestIntakeRoom fills the room with bodies, whose lengths their clients tell or hide.
func TestIntakeRoom(t *testing.T) {
	for name, length := range map[string]int64{"known": mostBody, "unknown": -1} {
		t.Run(name, func(t *testing.T) {
			i := request.NewIntake(mostBody)
			large := strings.Repeat("x", mostBody)
			var leaves []func()
			for n := range 64 {
				text, leave, err := arrive(i, string(rune('a'+n/16)), strings.NewReader(large), length)
				if err != nil || string(text) != large {
					t.Fatalf("%d bytes of %d, %v", len(text), mostBody, err)
				}
				leaves = append(leaves, leave)
			}
			if _, _, err := arrive(i, "other", strings.NewReader(large), length); !isBusy(err) {
				t.Errorf("one more: %v; want that it is refused", err)
			}
			if text, _, err := arrive(i, "a", strings.NewReader("{}"), -1); err != nil || string(text) != "{}" {
				t.Errorf("a small one: %q, %v", text, err)
			}
			leaves[0]()
			_, leave, err := arrive(i, "other", strings.NewReader(large), length)
			if err != nil {
				t.Fatalf("after one has left: %v", err)
			}
			leave()
			// What fails leaves too: one that is too long, and one that stops.
			for range 3 {
				if _, _, err := arrive(i, "other", strings.NewReader(large+"x"), -1); problem.Explain(err).Status != http.StatusRequestEntityTooLarge {
					t.Errorf("too long: %v", err)
				}
				stopping := io.MultiReader(strings.NewReader(large[:100_000]), errorReader{})
				if _, _, err := arrive(i, "other", stopping, length); problem.Explain(err).Status != http.StatusBadRequest {
					t.Errorf("stopped: %v", err)
				}
			}
		})
	}
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestIntakeTurns parses many large bodies at once, and one that takes too long.
func TestIntakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := request.NewIntake(mostBody)
		var now, most, refused atomic.Int32
		var done sync.WaitGroup
		slow := func(size int, takes time.Duration) {
			done.Go(func() {
				err := i.Parse(t.Context(), size, func() error {
					if n := now.Add(1); n > most.Load() {
						most.Store(n)
					}
					defer now.Add(-1)
					time.Sleep(takes)
					return nil
				})
				if isBusy(err) {
					refused.Add(1)
				}
			})
		}
		for range 200 {
			slow(mostBody, time.Millisecond)
		}
		done.Wait()
		if n := int32(runtime.GOMAXPROCS(0)); most.Load() != n || refused.Load() != 0 {
			t.Errorf("%d at a time, %d refused; want %d and 0", most.Load(), refused.Load(), n)
		}
		for range runtime.GOMAXPROCS(0) + 1 {
			slow(mostBody, time.Minute)
		}
		slow(100, time.Millisecond)
		done.Wait()
		if refused.Load() != 1 {
			t.Errorf("%d refused; want the one that had no turn", refused.Load())
		}
	})
}
