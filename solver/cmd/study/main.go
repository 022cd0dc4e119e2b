package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/advising"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/compare"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/cost"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/count"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/deadends"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/fit"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/general"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/losses"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/odds"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/pack"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/peers"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/proofs"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/readings"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/tables"
)

// studies are the subcommands, in the order of the usage text.
var studies = []struct {
	name, does string
	run        func(ctx context.Context, args []string) error
}{
	{"advising", "play games by advice, and compare its probabilities with the results", advising.Run},
	{"compare", "have several players play the same deals", compare.Run},
	{"count", "count winnable deals until the intervals are as narrow as is wanted", count.Run},
	{"cost", "measure states and processor time of deals under settings", cost.Run},
	{"deadends", "count deals that are dead from the start", deadends.Run},
	{"difficulty", "measure the difficulty of deals, or have a player play them", difficulty.Run},
	{"fit", "look for the reading of Donkersteeg's thesis that comes nearest to its tables", fit.Run},
	{"general", "compare verdicts of the general engine with those of the special ones", general.Run},
	{"losses", "measure why games with hidden cards are lost", losses.Run},
	{"odds", "count numbered deals by their patterns", odds.Run},
	{"pack", "pack the results of single deals in docs/data, and count them", pack.Run},
	{"peers", "compare CPU time and verdicts with solvers by others", peers.Run},
	{"proofs", "prove lost deals of many games, and check the proofs", proofs.Run},
	{"readings", "play the readings of Yan's player that the paper leaves open", readings.Run},
	{"seeds", "make the packs of numbers of winnable deals", seeds.Run},
	{"tables", "write the pages' tables and figures from docs/data", tables.Run},
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
