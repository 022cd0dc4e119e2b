package solver_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ends reports an error unless a clock goes on for the given time, and then stops for the reason.
func ends(t *testing.T, clock *solver.Clock, after time.Duration, why solver.Reason) {
	t.Helper()
	if left, timed := clock.Left(); !timed || left != after {
		t.Errorf("%v left (%t), want %v", left, timed, after)
	}
	time.Sleep(after - time.Nanosecond)
	if reason := clock.StopReason(); reason != solver.NoReason || clock.Err() != nil {
		t.Errorf("stopped before the end: %s, %v", reason, clock.Err())
	}
	time.Sleep(time.Nanosecond)
	if reason := clock.StopReason(); reason != why {
		t.Errorf("stopped because %q, want %q", reason, why)
	}
}

// TestClockOfContext checks that a clock ends with its context, and why.
func TestClockOfContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		clock := solver.NewClock(ctx)
		ends(t, clock, time.Second, solver.Deadline)
		if err := clock.Err(); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}

		why := errors.New("no longer wanted")
		left, leave := context.WithCancelCause(t.Context())
		clock = solver.NewClock(left)
		if _, timed := clock.Left(); timed || clock.StopReason() != solver.NoReason {
			t.Error("a clock that ends by itself")
		}
		leave(why)
		if reason, err := clock.StopReason(), clock.Err(); reason != solver.Cancelled || !errors.Is(err, why) {
			t.Errorf("%s, %v", reason, err)
		}
		if r := solver.Stopped(clock); r.Verdict != solver.Unknown || r.Reason != solver.Cancelled {
			t.Errorf("%s, %s", r.Verdict, r.Reason)
		}
	})
}

// lateContext is a context whose deadline has passed and whose timer has not fired.
type lateContext struct{ context.Context }

func (lateContext) Deadline() (time.Time, bool) { return time.Now(), true }

// TestClockBeforeTheTimer checks that a clock does not wait for the timer of its context.
func TestClockBeforeTheTimer(t *testing.T) {
	if reason := solver.NewClock(lateContext{t.Context()}).StopReason(); reason != solver.Deadline {
		t.Error(reason)
	}
}

// TestClockMoves moves the end, which a part sees.
func TestClockMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := solver.NewClock(t.Context())
		part := clock.Within(time.Minute)
		clock.MoveEnd(time.Now().Add(time.Second))
		ends(t, clock, time.Second, solver.Deadline)
		clock.MoveEnd(time.Now().Add(time.Hour))
		ends(t, part, 59*time.Second, solver.Deadline)
		ends(t, clock, time.Hour-59*time.Second, solver.Deadline)
		clock.MoveEnd(time.Time{})
		if _, timed := clock.Left(); timed || clock.StopReason() != solver.NoReason {
			t.Error("an end that was taken away")
		}
		if part.StopReason() != solver.Deadline {
			t.Error("the part has no end either")
		}
	})
}

// TestClockParts checks that a part never ends after what it is a part of.
func TestClockParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		whole := solver.NewClock(ctx)
		half := whole.Within(30 * time.Second)
		for _, part := range []struct {
			clock *solver.Clock
			want  time.Duration
		}{
			{whole.Within(time.Hour), time.Minute},
			{half, 30 * time.Second},
			{half.Within(time.Hour), 30 * time.Second},
			{half.Within(10 * time.Second), 10 * time.Second},
			{half.Within(-1), -1},
			{half.Within(math.MaxInt64), 30 * time.Second},
		} {
			if left, timed := part.clock.Left(); !timed || left != part.want {
				t.Errorf("%v left (%t), want %v", left, timed, part.want)
			}
		}
		under, leave := context.WithCancel(ctx)
		job := half.Under(under)
		leave()
		if job.StopReason() != solver.Cancelled || half.StopReason() != solver.NoReason || job.Context() != under {
			t.Errorf("the part is %q, the whole %q", job.StopReason(), half.StopReason())
		}
		ends(t, half, 30*time.Second, solver.Deadline)
		ends(t, whole, 30*time.Second, solver.Deadline)
	})
}

// TestClockPauses pauses for an hour at the second look. Parts end by so much later; the context,
// and a part under it, do not.
func TestClockPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		looks := 0
		pause := func() time.Duration {
			if looks++; looks != 2 {
				return 0
			}
			time.Sleep(time.Hour)
			return time.Hour
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
		defer cancel()
		whole := solver.NewClock(ctx).Pausing(pause)
		part := whole.Within(time.Minute)
		time.Sleep(40 * time.Second)
		for range 3 {
			if reason := part.StopReason(); reason != solver.NoReason {
				t.Error(reason)
			}
		}
		if spent := part.Spent(); spent != 40*time.Second {
			t.Errorf("%v spent", spent)
		}
		if left, _ := part.Within(time.Hour).Left(); left != 20*time.Second {
			t.Errorf("%v left of a part of the part", left)
		}
		ends(t, part, 20*time.Second, solver.Deadline)
		ends(t, whole, 59*time.Minute, solver.Deadline)
		if left, _ := whole.Within(2 * time.Hour).Left(); left != 0 {
			t.Errorf("%v left after the context", left)
		}
	})
}

// TestNoClock checks that a nil clock never stops, and that parts of it do.
func TestNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var none *solver.Clock
		if _, timed := none.Left(); timed || none.StopReason() != solver.NoReason || none.Err() != nil || none.Context() == nil {
			t.Error("a nil clock that ends")
		}
		if _, timed := none.Within(math.MaxInt64).Left(); timed {
			t.Error("a part that is as long as can be ends")
		}
		ends(t, none.Within(time.Second), time.Second, solver.Deadline)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if reason := none.Under(ctx).StopReason(); reason != solver.Cancelled {
			t.Error(reason)
		}
	})
}

// BenchmarkClock is a look at the clock, by an engine with a share of the time of a request.
func BenchmarkClock(b *testing.B) {
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	ctx, cancelJob := context.WithCancel(ctx)
	defer cancelJob()
	part := solver.NewClock(ctx).Within(time.Minute)
	for b.Loop() {
		if part.StopReason() != solver.NoReason {
			b.Fatal("stopped")
		}
	}
}
