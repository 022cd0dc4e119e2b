package cache

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestProcessIsBounded(t *testing.T) {
	t.Parallel()
	const most = 1 << 18
	c := NewProcess(most, 0, 0)
	for n := range 150 {
		put(t, c, winnable(problem(t, n), 50))
	}
	if c.bytes > most || c.bytes < most/2 {
		t.Errorf("%d bytes, want at most %d and most of them used", c.bytes, most)
	}
	kept := 0
	for n := range 150 {
		if _, ok, _ := c.Get(t.Context(), problem(t, n).ID()); ok {
			kept++
		}
	}
	if kept != c.records.Len() || kept < 20 {
		t.Errorf("%d records found of %d that are there", kept, c.records.Len())
	}
}

func TestProcessWithoutRoom(t *testing.T) {
	t.Parallel()
	c := NewProcess(0, 0, 0)
	put(t, c, winnable(problem(t, 1), 100))
	wantNone(t, c, problem(t, 1).ID())
}

// TestProcessForgetsUnknowns keeps a proven verdict and an unknown one.
func TestProcessForgetsUnknowns(t *testing.T) {
	t.Parallel()
	c := NewProcess(1<<20, 0, 50*time.Millisecond)
	proven, unproven := unwinnable(problem(t, 1)), unknown(problem(t, 2), 1, 1)
	put(t, c, proven)
	put(t, c, unproven)
	wantRecord(t, c, unproven)
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, found, _ := c.Get(t.Context(), unproven.ID); !found {
			break
		}
		if time.Since(start) > time.Minute {
			t.Fatal("an unknown verdict stays")
		}
	}
	wantRecord(t, c, proven)
}

// TestWeigh compares what records are said to take with what they take. It does
// not run beside other tests, whose memory would be counted too.
func TestWeigh(t *testing.T) {
	for _, k := range []struct {
		number int
		record solver.Record
	}{
		{5000, unwinnable(problem(t, 1))},
		{1000, winnable(problem(t, 1), 150)},
	} {
		before := heap()
		c := NewProcess(1<<30, 0, 0)
		for n := range k.number {
			r := k.record
			r.ID = solver.ID(fmt.Sprintf("1-%032x", n))
			r.Problem = strings.Clone(r.Problem)
			r.Solution = slices.Clone(r.Solution)
			for i := range r.Solution {
				r.Solution[i].Cards = slices.Clone(r.Solution[i].Cards)
			}
			c.add(r)
		}
		took, said := heap()-before, c.bytes
		if ratio := float64(said) / float64(took); ratio < 0.7 || ratio > 1.5 {
			t.Errorf("%d %s records take %d bytes, and are said to take %d", k.number, k.record.Verdict, took, said)
		}
		runtime.KeepAlive(c)
	}
}

// heap is how many bytes are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
