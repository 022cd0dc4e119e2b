package request_test

import (
	"errors"
	"fmt"
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

// arrive has a body of a client arrive whose length is known or not.
func arrive(i *request.Intake, client string, body io.Reader, length int64) (text []byte, leave func(), err error) {
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.ContentLength = length
	r.Header.Set("Content-Type", "application/json")
	return i.Body(httptest.NewRecorder(), r, client)
}

// TestIntakeDropsMark ignores a byte order mark before JSON, in small bodies and in large ones.
func TestIntakeDropsMark(t *testing.T) {
	for _, size := range []int{2, 100_000} {
		want := "{" + strings.Repeat(" ", size) + "}"
		got, leave, err := arrive(request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0)), "a", strings.NewReader("\uFEFF"+want), -1)
		if err != nil || string(got) != want {
			t.Fatalf("%d bytes of %d, %v", len(got), len(want), err)
		}
		leave()
	}
}

// TestIntakeShares has one client send more than its share, and bodies whose length it hides.
func TestIntakeShares(t *testing.T) {
	i := request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0))
	large := strings.Repeat("x", mostBody)
	for range 16 {
		if _, _, err := arrive(i, "greedy", strings.NewReader(large), mostBody); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := arrive(i, "greedy", strings.NewReader(large), mostBody); !isProblem(err, problem.TooMany) {
		t.Errorf("beyond its share: %v", err)
	}
	// A body of unknown length takes no more room than it needs.
	for n := range 200 {
		if _, _, err := arrive(i, "modest", strings.NewReader(large[:50_000]), -1); err != nil {
			t.Fatalf("body %d of 50 kB: %v", n, err)
		}
	}
}

// TestIntakeOfNetworks has clients of one /48 network send more than the share of their network.
func TestIntakeOfNetworks(t *testing.T) {
	i := request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0))
	large := strings.Repeat("x", mostBody)
	from := func(client string) (leave func(), err error) {
		_, leave, err = arrive(i, client, strings.NewReader(large), mostBody)
		return leave, err
	}
	var last func()
	for n := range 32 {
		leave, err := from(fmt.Sprintf("2001:db8:1:%x::/64", n))
		if err != nil {
			t.Fatalf("body %d of the network: %v", n, err)
		}
		last = leave
	}
	_, err := from("2001:db8:1:ff::/64")
	if !isProblem(err, problem.TooMany) || !strings.Contains(err.Error(), "of the network 2001:db8:1::/48") {
		t.Errorf("beyond the share of its network: %v", err)
	}
	for _, other := range []string{"2001:db8:2:1::/64", "203.0.113.9", "key:a"} {
		if _, err := from(other); err != nil {
			t.Errorf("%s: %v", other, err)
		}
	}
	last()
	if _, err := from("2001:db8:1:ff::/64"); err != nil {
		t.Errorf("after one has left: %v", err)
	}
}

// isProblem reports whether an error is of a kind and says when to try again.
func isProblem(err error, kind problem.Kind) bool {
	p, ok := errors.AsType[*problem.Error](err)
	return ok && p.Kind == kind && p.After > 0
}

// isBusy reports whether an error is a 503 with a time to try again.
func isBusy(err error) bool { return isProblem(err, problem.Busy) }

// TestIntakeAnnounced has clients announce many large bodies and send little of each. They take
// room for what they sent.
func TestIntakeAnnounced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0))
		large := strings.Repeat("x", mostBody)
		end := make(waitingReader)
		var refused atomic.Int32
		var done sync.WaitGroup
		for n := range 1000 {
			done.Go(func() {
				stuck := io.MultiReader(strings.NewReader(large[:20_000]), end)
				_, _, err := arrive(i, string(rune('a'+n%4)), stuck, mostBody)
				if p, ok := errors.AsType[*problem.Error](err); ok && p.Kind != problem.BadInput {
					refused.Add(1)
				}
			})
		}
		synctest.Wait()
		for n := range 16 {
			_, leave, err := arrive(i, "other", strings.NewReader(large), mostBody)
			if err != nil {
				t.Errorf("body %d of another client: %v", n, err)
				break
			}
			defer leave()
		}
		if n := refused.Load(); n > 0 {
			t.Errorf("%d of those who sent little were refused", n)
		}
		close(end)
		done.Wait()
	})
}

// waitingReader fails when it is closed.
type waitingReader chan struct{}

func (r waitingReader) Read([]byte) (int, error) {
	<-r
	return 0, io.ErrUnexpectedEOF
}

// TestIntakeRush has more bodies arrive at the same speed than there is room for. Each that finds
// no room is refused and makes room for others: about as many arrive whole as fit.
func TestIntakeRush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0))
		large := strings.Repeat("x", mostBody)
		var lock sync.Mutex
		var leaves []func()
		refused := 0
		var done sync.WaitGroup
		for n := range 200 {
			done.Go(func() {
				_, leave, err := arrive(i, string(rune('a'+n%20)), &slowReader{strings.NewReader(large)}, mostBody)
				lock.Lock()
				defer lock.Unlock()
				switch {
				case err == nil:
					leaves = append(leaves, leave)
				case isBusy(err):
					refused++
				default:
					t.Error(err)
				}
			})
		}
		done.Wait()
		if len(leaves) < 56 || len(leaves) > 64 || len(leaves)+refused != 200 {
			t.Errorf("%d of 200 bodies arrived, %d were refused; want nearly 64", len(leaves), refused)
		}
		for _, leave := range leaves {
			leave()
		}
		// What was refused has left no room taken.
		for n := range 64 {
			if _, _, err := arrive(i, string(rune('a'+n/16)), strings.NewReader(large), mostBody); err != nil {
				t.Fatalf("body %d after all have left: %v", n, err)
			}
		}
	})
}

// slowReader gives 16 KiB a millisecond.
type slowReader struct{ io.Reader }

func (r *slowReader) Read(p []byte) (int, error) {
	time.Sleep(time.Millisecond)
	return r.Reader.Read(p[:min(len(p), 16<<10)])
}

// TestIntakeRoom fills the room with bodies, whose lengths their clients tell or hide.
func TestIntakeRoom(t *testing.T) {
	for name, length := range map[string]int64{"known": mostBody, "unknown": -1} {
		t.Run(name, func(t *testing.T) {
			i := request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0))
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
		i := request.NewIntake(mostBody, 64<<20, runtime.GOMAXPROCS(0))
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
