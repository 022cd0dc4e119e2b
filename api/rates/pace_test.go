package rates

import (
	"math"
	"testing"
	"time"
)

// TestPace checks that the rate of deals is that of the last minute.
func TestPace(t *testing.T) {
	begin := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	var p pace
	for _, step := range []struct {
		after time.Duration
		done  int64
		want  float64
	}{
		{0, 1000, 0}, // before a restart
		{5 * time.Second, 1050, 0},
		{10 * time.Second, 1100, 10},
		{10*time.Second + time.Millisecond, 1100, 100 / 10.001},
		{20 * time.Second, 1300, 15},
		{60 * time.Second, 1300, 5},
		{65 * time.Second, 1300, 250. / 60},
		{80 * time.Second, 1300, 0}, // nothing is done for a minute
		{85 * time.Second, 1350, 50. / 65},
		{time.Hour, 1450, 100 / (3600 - 85.)},
	} {
		if got := p.note(begin.Add(step.after), step.done); math.Abs(got-step.want) > 1e-9 {
			t.Errorf("after %s: %g, want %g", step.after, got, step.want)
		}
	}
	for range 1000 {
		begin = begin.Add(time.Millisecond)
		p.note(begin.Add(2*time.Hour), 2000)
	}
	if len(p.marks) > 3 {
		t.Errorf("%d marks of a second", len(p.marks))
	}
}

// TestRounded rounds to three digits.
func TestRounded(t *testing.T) {
	for x, want := range map[float64]float64{32.16362260939922: 32.2, 0.00012345: 0.000123, 123456: 123000, 9.999: 10, 1: 1} {
		if got := rounded(x); got != want {
			t.Errorf("%g: %g, want %g", x, got, want)
		}
	}
}
