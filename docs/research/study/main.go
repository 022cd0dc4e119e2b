package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/advising"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/count"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/odds"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/pack"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/peers"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/proofs"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/seeds"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/tables"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/winrates"
)

// studies are the subcommands, in the order of the usage text.
var studies = []struct {
	name, does string
	run        func(ctx context.Context, args []string) error
}{
	{"advising", "play games by advice, and compare its probabilities with the results", advising.Run},
	{"count", "count winnable deals until the intervals are as narrow as is wanted", count.Run},
	{"difficulty", "measure the difficulty of deals, or have a player play them", difficulty.Run},
	{"odds", "count numbered deals by their patterns", odds.Run},
	{"pack", "pack the results of single deals in data, and count them", pack.Run},
	{"peers", "compare CPU time and verdicts with solvers by others", peers.Run},
	{"proofs", "prove lost deals of many games, and check the proofs", proofs.Run},
	{"seeds", "make the packs of numbers of winnable deals", seeds.Run},
	{"tables", "write the pages' tables and figures from data", tables.Run},
	{"winrates", "write the page of win rates", winrates.Run},
}

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800) // the heap beside the search tables is small
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 {
		for _, s := range studies {
			if s.name != os.Args[1] {
				continue
			}
			err := s.run(ctx, os.Args[2:])
			if errors.Is(err, flag.ErrHelp) {
				return
			}
			if err != nil {
				fmt.Fprintf(os.Stderr, "study %s: %v\n", s.name, err)
				os.Exit(1)
			}
			return
		}
	}
	fmt.Fprintln(os.Stderr, "usage: study NAME [FLAGS]; study NAME -h lists the flags. The studies:")
	for _, s := range studies {
		fmt.Fprintf(os.Stderr, "  %-11s %s\n", s.name, s.does)
	}
	os.Exit(2)
}
