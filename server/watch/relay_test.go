package watch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// line is a Line in memory, which can break.
type line struct {
	mu       sync.Mutex
	heard    map[*func(notice string)]struct{}
	broken   chan struct{} // closed when connections break
	refuses  bool
	sent     int // calls of Notify
	attempts int // calls of Notices
}

func newLine() *line {
	return &line{heard: map[*func(notice string)]struct{}{}, broken: make(chan struct{})}
}

func (l *line) Notify(_ context.Context, notices []string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent++
	for heard := range l.heard {
		for _, notice := range notices {
			(*heard)(notice)
		}
	}
	return nil
}

func (l *line) Notices(ctx context.Context, ready func(), heard func(notice string)) error {
	l.mu.Lock()
	l.attempts++
	refuses, broken := l.refuses, l.broken
	if !refuses {
		l.heard[&heard] = struct{}{}
	}
	l.mu.Unlock()
	if refuses {
		return errors.New("connection refused")
	}
	ready()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.heard, &heard)
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-broken:
		return errors.New("connection reset")
	}
}

// counts returns how often notices were sent, and how often somebody tried to connect.
func (l *line) counts() (sent, attempts int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sent, l.attempts
}

// cut breaks the connections, and refuses new ones until further notice.
func (l *line) cut(refuse bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.broken)
	l.broken, l.refuses = make(chan struct{}), refuse
}

// listener records what a relay tells.
type listener struct {
	mu   sync.Mutex
	told []Change
}

func (l *listener) hear(c Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told = append(l.told, c)
}

// take returns what was told since the last call.
func (l *listener) take() []Change {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.told = nil }()
	return l.told
}

// connect starts a relay, which is closed at the end of the test.
func connect(t *testing.T, l *line) (*Relay, *listener) {
	t.Helper()
	r, heard := NewRelay(l, slog.New(slog.DiscardHandler)), new(listener)
	r.Listen(heard.hear)
	t.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return r, heard
}

// TestRelay passes changes on at once, and a flood of them as few.
func TestRelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		here, _ := connect(t, l)
		_, heard := connect(t, l)
		time.Sleep(time.Second)
		heard.take()
		here.Tell("a", Ended)
		synctest.Wait()
		if got := heard.take(); len(got) != 1 || got[0] != (Change{"a", Ended}) {
			t.Errorf("told %v", got)
		}
		before, _ := l.counts()
		for range 10_000 {
			here.Tell("a", Moved)
			time.Sleep(100 * time.Microsecond) // a second in all
		}
		time.Sleep(time.Second)
		if after, _ := l.counts(); after-before > 25 {
			t.Errorf("a flood was sent %d times", after-before)
		}
		if got := heard.take(); len(got) < 10 || len(got) > 25 {
			t.Errorf("told %d times of a flood", len(got))
		}
		for n := range 3 * mostGathered { // by somebody else
			_ = l.Notify(t.Context(), []string{fmt.Sprint("moved ", n)})
		}
		time.Sleep(time.Second)
		if got := heard.take(); len(got) > 2*mostGathered {
			t.Errorf("told of %d changes", len(got))
		}
	})
}

// TestRelayReconnects breaks the connection: the relay connects again, at first soon and then
// seldom, and says that any change may have been missed. Meanwhile others have to be polled.
func TestRelayReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		r, heard := connect(t, l)
		interval := func(want time.Duration) {
			t.Helper()
			synctest.Wait()
			if got := r.Interval(time.Second); got != want {
				t.Errorf("interval %s, want %s", got, want)
			}
		}
		time.Sleep(time.Minute)
		interval(net)
		heard.take()
		l.cut(false)
		interval(time.Second)
		time.Sleep(firstReconnect + gap)
		interval(net)
		if got := heard.take(); len(got) != 1 || got[0] != (Change{}) {
			t.Errorf("told %v after a broken connection", got)
		}
		time.Sleep(time.Minute)
		_, before := l.counts()
		l.cut(true)
		time.Sleep(10 * time.Minute)
		if _, after := l.counts(); after-before < 20 || after-before > 60 {
			t.Errorf("%d attempts to connect in ten minutes", after-before)
		}
		interval(time.Second)
	})
}

// TestRelayClosed sends what was told just before the end.
func TestRelayClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		_, heard := connect(t, l)
		leaving, _ := connect(t, l)
		time.Sleep(time.Second)
		leaving.Tell("a", Moved)
		synctest.Wait()
		heard.take()
		leaving.Tell("b", Moved)
		if err := leaving.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * gap)
		if got := heard.take(); len(got) != 1 || got[0].ID != "b" {
			t.Errorf("told %v", got)
		}
	})
	alone, heard := NewRelay(nil, slog.New(slog.DiscardHandler)), new(listener)
	alone.Listen(heard.hear)
	alone.Tell("a", Begun)
	if err := alone.Close(t.Context()); err != nil || alone.Interval(time.Second) != time.Second {
		t.Error(err)
	}
	if got := heard.take(); len(got) != 1 || got[0] != (Change{"a", Begun}) {
		t.Errorf("told %v in the process", got)
	}
}
