package cache

import (
	"runtime"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestProcessIsBounded(t *testing.T) {
	t.Parallel()
	const most = 1 << 18
	c := NewProcess(most)
	defer closeCache(t, c)
	for n := range 150 {
		put(t, c, winnable(problem(t, n), 50))
	}
	c.records.CleanUp() // what is above the bound goes soon, and so at once
	weight := c.records.WeightedSize()
	if weight > most || weight < most/2 {
		t.Errorf("%d bytes, want at most %d and most of them used", weight, most)
	}
	kept := 0
	for n := range 150 {
		if _, ok, _ := c.Get(t.Context(), problem(t, n).ID()); ok {
			kept++
		}
	}
	if kept != c.records.EstimatedSize() || kept < 20 {
		t.Errorf("%d records found of %d that are there", kept, c.records.EstimatedSize())
	}
}

func TestProcessWithoutRoom(t *testing.T) {
	t.Parallel()
	c := NewProcess(0)
	defer closeCache(t, c)
	put(t, c, winnable(problem(t, 1), 100))
	c.records.CleanUp()
	wantNone(t, c, problem(t, 1).ID())
}

// TestWeigh compares what records are said to take with what they take. It does
// not run beside other tests, whose memory would be counted too.
func TestWeigh(t *testing.T) {
	for _, moves := range []int{0, 150} {
		const number = 100
		records := make([]solver.Record, number)
		problems := make([]*solver.Problem, number)
		for n := range number {
			problems[n] = problem(t, n)
		}
		before := heap()
		c := NewProcess(1 << 30)
		for n, p := range problems {
			records[n] = winnable(p, moves)
			put(t, c, records[n])
		}
		c.records.CleanUp()
		clear(records)
		took, said := heap()-before, c.records.WeightedSize()
		if ratio := float64(said) / float64(took); ratio < 0.7 || ratio > 1.5 {
			t.Errorf("%d records of %d moves take %d bytes, and are said to take %d", number, moves, took, said)
		}
		runtime.KeepAlive(problems)
		closeCache(t, c)
	}
}

// heap is how many bytes are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
