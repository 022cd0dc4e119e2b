package papers_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestBjarnason plays deals at several levels. The referee must accept the plays, higher levels
// must win more, and a bound on states less.
func TestBjarnason(t *testing.T) {
	kind := papers.Bjarnason
	wins := map[string]int{}
	for number := uint64(1); number <= 40; number++ {
		r, from := papers.Dealt(t, "klondike", number)
		for _, line := range []string{"n=0", "n=1", "n=1 states=300", "n0=1 n1=1"} {
			o, err := kind.ParseOptions(strings.Fields(line))
			if err != nil {
				t.Fatal(err)
			}
			played := player.Play(nil, kind.Sees(o), kind.New(number, o, nil), r, &from)
			if replayed := game.Replay(r, &from, played.Moves); !replayed.Legal || replayed.Won != played.Won {
				t.Fatalf("%d, %s: %+v", number, line, replayed)
			}
			if number <= 10 || !testing.Short() {
				if again := player.Play(nil, kind.Sees(o), kind.New(0, o, nil), r, &from); !reflect.DeepEqual(played, again) {
					t.Errorf("%d, %s: not reproducible", number, line)
				}
			}
			if played.Won {
				wins[line]++
			} else if played.Ending != player.GaveUp && played.Ending != player.Stuck {
				t.Errorf("%d, %s: ending %s", number, line, played.Ending)
			}
		}
	}
	if wins["n=0"] < 1 || wins["n=1"] <= 2*wins["n=0"] || wins["n=1 states=300"] >= wins["n=1"] || wins["n0=1 n1=1"] <= wins["n=1"] {
		t.Errorf("%v", wins)
	}
}

// TestBjarnasonOptions checks the options, and which games are played.
func TestBjarnasonOptions(t *testing.T) {
	kind := papers.Bjarnason
	for line, title := range map[string]string{
		"": "bjarnason", "n0=1 n1=1": "bjarnason", "n=2": "bjarnason n=2", "n0=3 n1=1": "bjarnason n0=3", "n=0 states=5": "bjarnason n=0 states=5",
	} {
		if o, err := kind.ParseOptions(strings.Fields(line)); err != nil || kind.Title(o) != title {
			t.Errorf("%s: %s, %v", line, kind.Title(o), err)
		}
	}
	for _, line := range []string{"n=1 n0=2", "n=1 n1=0", "n=6", "n0=-1", "states=0"} {
		if _, err := kind.ParseOptions(strings.Fields(line)); err == nil {
			t.Errorf("%s: accepted", line)
		}
	}
	for name, plays := range map[string]bool{
		"klondike": true, "klondike-draw-1": true, "klondike-whole-blocks": false, "klondike-draw-3-passes-3": false,
		"klondike-draw-3-no-worrying-back": false, "yukon": false, "free-cell": false,
	} {
		if g, _ := rules.Lookup(name); kind.Plays(&g.Rules) != plays {
			t.Errorf("%s: plays %t", name, !plays)
		}
	}
}

// TestBjarnasonStops ends a long search by its clock.
func TestBjarnasonStops(t *testing.T) {
	kind := papers.Bjarnason
	o, _ := kind.ParseOptions([]string{"n=5"})
	r, from := papers.Dealt(t, "klondike", 74) // can't be won
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	if got := player.Play(solver.NewClock(ctx), kind.Sees(o), kind.New(1, o, nil), r, &from); got.Ending != player.Stopped {
		t.Errorf("ending %s", got.Ending)
	}
}
