package player_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
)

// TestCoveredHidden looks at fresh deals: how many cards are hidden, that deals of them are deals of
// the game, and that these look the same.
func TestCoveredHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for name, want := range map[string]int{
		"tripeaks": 18 + 23, // all rows but the lowest, and the stock
		"pyramid":  21 + 23, // the stock but for its next card, which is in play
		"canfield": 12 + 34,
		"golf":     16, // nothing is covered there
	} {
		r, from := player.Dealt(t, name, 7)
		s := player.Observe(r, &from, player.CoveredHidden)
		if got := strings.Count(string(s.Table.Document(r)), `"??"`); got != want || len(s.Unseen) != want || !slices.IsSorted(s.Unseen) {
			t.Errorf("%s: %d cards are ??, %d unseen, want %d", name, got, len(s.Unseen), want)
		}
		dealt := s.Deal(random)
		if _, err := deal.Parse(dealt.Document(r), r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again := player.Observe(r, &dealt, player.CoveredHidden); !reflect.DeepEqual(again, s) {
			t.Errorf("%s: %s looks like %s", name, dealt.Document(r), again.Table.Document(r))
		}
		if reflect.DeepEqual(dealt, from) {
			t.Errorf("%s: the hidden cards are known", name)
		}
	}
}

// TestCoveredPlays plays whole games without seeing covered cards. Some are won, with plays that the
// referee accepts.
func TestCoveredPlays(t *testing.T) {
	engine := portfolio.New(1 << 24)
	for _, test := range []struct {
		player, game string
		games        uint64
	}{{"foresight", "tripeaks", 6}, {"foresight", "canfield", 3}, {"hindsight", "tripeaks", 3}} {
		kind, _ := roster.Lookup(test.player)
		o := cheap(&kind)
		o["covered"] = 1
		won := 0
		for number := range test.games {
			r, from := player.Dealt(t, test.game, number+1)
			play := player.Play(nil, kind.Sees(o), kind.New(1, o, engine), r, &from)
			if err := play.Verify(r, &from); err != nil {
				t.Errorf("%s, %s: %v", test.player, test.game, err)
			}
			if play.Won {
				won++
			}
		}
		t.Logf("%s, %s: %d of %d won", test.player, test.game, won, test.games)
		if won == 0 {
			t.Errorf("%s, %s: none of %d games won", test.player, test.game, test.games)
		}
	}
}

// TestAdviceCovered asks for advice where covered cards are hidden. Nothing in it may depend on them,
// and none of it is said to be checked.
func TestAdviceCovered(t *testing.T) {
	engine := portfolio.New(1 << 24)
	random := rand.New(rand.NewPCG(4, 2))
	for _, name := range []string{"tripeaks", "pyramid", "canfield"} {
		r, from := player.Dealt(t, name, 11)
		s := player.Observe(r, &from, player.StockKnown) // so that the plans go on to covered cards
		s.HideCovered()
		a := player.Advise(nil, &s, nil, 4, 1, engine)
		dealt := s.Deal(random)
		other := player.Observe(r, &dealt, player.StockKnown)
		other.HideCovered()
		if b := player.Advise(nil, &other, nil, 4, 1, engine); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v, but %+v with other hidden cards", name, a, b)
		}
		if a.Policy != "foresight" || a.Samples != 4 || len(a.Plan) == 0 {
			t.Errorf("%s: %+v", name, a)
		}
		if len(a.Plan) > 0 && a.Moves[0].Win > .2 {
			last := s
			for i, m := range a.Plan {
				next, known := last.After(m)
				if known == (i == len(a.Plan)-1) {
					t.Errorf("%s: move %d of the plan of %d uncovers: %t", name, i+1, len(a.Plan), !known)
					break
				}
				last = next
			}
		}
	}
}
