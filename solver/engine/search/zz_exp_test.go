package search

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
)

var (
	xGames  = flag.String("xg", "", "")
	xFrom   = flag.Int("xfrom", 8001, "")
	xTo     = flag.Int("xto", 8010, "")
	xStates = flag.Int64("xs", 300000, "")
	xV      = flag.Bool("xv", false, "")
	xList   = flag.String("xl", "", "")
)

func cpuNow() float64 {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

func TestExp(t *testing.T) {
	e := NewBeam(memory.New(1 << 30))
	for _, g := range strings.Fields(*xGames) {
		won, states, n := 0, int64(0), 0
		begun := cpuNow()
		var list []string
		if *xList != "" {
			list = strings.Fields(*xList)
		} else {
			for s := *xFrom; s <= *xTo; s++ {
				list = append(list, fmt.Sprint(s))
			}
		}
		text := ""
		for _, s := range list {
			p := enginetest.Numbered(t, g, "solvitaire:"+s)
			got := e.Solve(context.Background(), p, solver.Budget{States: *xStates})
			if err := got.Verify(p); err != nil {
				t.Fatal(err)
			}
			n++
			states += got.States
			if got.Verdict == solver.Winnable {
				won++
				text += fmt.Sprintf(" %s:%d", s, got.States)
			}
		}
		cpu := cpuNow() - begun
		fmt.Printf("%-16s won %d of %d  states %d cpu %.2f  %.0f kept/s\n", g, won, n, states, cpu, float64(states)/cpu)
		if *xV {
			fmt.Println("   ", text)
		}
	}
}
