package player_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestEveryGame has the players that need no engine play every game of the catalogue, and the
// referee replay the plays.
func TestEveryGame(t *testing.T) {
	for _, g := range rules.Games() {
		for _, kind := range []player.Kind{player.Random, player.Greedy, player.Careless, player.Glance} {
			r, from := player.Dealt(t, g.Name, 3)
			got := player.Play(nil, kind.Sees(nil), &leaving{kind.New(1, nil, nil), 40}, r, &from)
			outcome := game.Replay(r, &from, got.Moves)
			if !outcome.Legal || outcome.Won != got.Won || got.Won != (got.Ending == player.Won) {
				t.Errorf("%s, %s: %+v, but the play ended %q", g.Name, kind.Name, outcome, got.Ending)
			}
			if got.Score < 0 || got.Score > r.DeckSize() || got.Won && r.Foundations.Present && got.Score != r.DeckSize() {
				t.Errorf("%s, %s: score %d", g.Name, kind.Name, got.Score)
			}
			up := 0
			for _, height := range outcome.Position.Foundations {
				up += height
			}
			if r.Foundations.Present && got.Score != up {
				t.Errorf("%s, %s: score %d with %d cards on foundations", g.Name, kind.Name, got.Score, up)
			}
		}
	}
}

// TestSeeds checks that a seed gives one play, and that other seeds give other plays if the
// player uses random numbers.
func TestSeeds(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 7)
	engine := portfolio.New(1 << 24)
	for _, kind := range roster.Kinds() {
		var plays []player.Result
		seeds := uint64(8)
		if kind.Name == player.Hindsight.Name || kind.Name == player.Foresight.Name || kind.Name == player.Insight.Name {
			seeds = 2
		}
		for seed := range seeds {
			play := func() player.Result {
				o := cheap(&kind)
				return player.Play(nil, kind.Sees(o), &leaving{kind.New(seed, o, engine), 60}, r, &from)
			}
			one := play()
			if two := play(); !reflect.DeepEqual(one, two) {
				t.Errorf("%s: not reproducible with seed %d", kind.Name, seed)
			}
			plays = append(plays, one)
		}
		draws := kind.Name != papers.Bjarnason.Name
		if draws != slices.ContainsFunc(plays, func(p player.Result) bool { return !reflect.DeepEqual(p, plays[0]) }) {
			t.Errorf("%s: different plays with different seeds: %t, want %t", kind.Name, !draws, draws)
		}
	}
}

// TestUnbuilt checks that players either refuse deals of Klondike with every card face up, or
// play them.
func TestUnbuilt(t *testing.T) {
	engine := portfolio.New(1 << 22)
	refused := 0
	for _, kind := range roster.Kinds() {
		r, from := player.Dealt(t, "klondike", 7)
		if refusal := kind.PositionRefusal(r, &from, kind.Defaults()); refusal != "" {
			t.Errorf("refuses a deal: %s", refusal)
		}
		for i := range from.Tableau {
			from.Tableau[i].Down = 0
		}
		switch kind.PositionRefusal(r, &from, kind.Defaults()) {
		case kind.Name + " can't play from this position: column 2 can't come from a deal: the face-up 8D lies on the face-up TC":
			refused++
		case "":
			if got := player.Play(nil, kind.Sees(kind.Defaults()), &leaving{kind.New(1, kind.Defaults(), engine), 1}, r, &from); len(got.Moves) != 1 {
				t.Errorf("%s: %+v", kind.Name, got)
			}
		default:
			t.Errorf("%s: %s", kind.Name, kind.PositionRefusal(r, &from, kind.Defaults()))
		}
	}
	if refused != 6 {
		t.Errorf("%d players refuse, want 6", refused)
	}
}

// leaving is a player that gives up after some moves.
type leaving struct {
	player.Player
	left int
}

func (p *leaving) Choose(clock *solver.Clock, t *player.Turn) int {
	if p.left--; p.left < 0 {
		return -1
	}
	return p.Player.Choose(clock, t)
}

// TestObservation checks what players observe, and that dealing the hidden cards keeps the
// known ones.
func TestObservation(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 5)
	random := rand.New(rand.NewPCG(1, 1))
	turns, known := 0, 0
	watch := watcher(func(s *player.Turn) int {
		turns++
		table := &s.Table
		hidden := 0
		for _, c := range table.Tableau {
			for i, x := range c.Cards {
				if (x == card.None) != (i < c.Down) {
					t.Fatalf("column %v", c)
				}
			}
			hidden += c.Down
		}
		for _, x := range table.Stock {
			if x == card.None {
				hidden++
			} else {
				known++
			}
		}
		if hidden != len(s.Unseen) || !slices.IsSorted(s.Unseen) {
			t.Fatalf("%d cards hidden, unseen %v", hidden, s.Unseen)
		}
		dealt := s.Deal(random)
		if _, err := deal.Parse(dealt.Document(r), r); err != nil {
			t.Fatal(err)
		}
		for _, m := range s.Moves {
			if m.TurnsUp != card.None {
				t.Fatalf("%s names the card that it turns up", m)
			}
		}
		return random.IntN(len(s.Moves))
	})
	kind := player.Random
	for range 20 {
		player.Play(nil, kind.Sees(nil), watch, r, &from)
	}
	if turns < 100 || known < 100 {
		t.Errorf("%d turns, %d cards of the stock known", turns, known)
	}
}

// watcher is a player given by a function.
type watcher func(*player.Turn) int

func (w watcher) Choose(_ *solver.Clock, t *player.Turn) int { return w(t) }

// TestNoWayBack checks that players which never return to an old position recognise it, even
// with hidden cards.
func TestNoWayBack(t *testing.T) {
	for _, name := range []string{"klondike", "canfield", "yukon", "spider", "free-cell"} {
		for _, kind := range []player.Kind{player.Random, player.Greedy, player.Careless, player.Glance} {
			for number := range uint64(8) {
				r, from := player.Dealt(t, name, number)
				p, seen := kind.New(number, nil, nil), map[uint64]bool{}
				player.Play(nil, kind.Sees(nil), watcher(func(s *player.Turn) int {
					k := player.Key(r, &s.Table)
					if seen[k] {
						t.Errorf("%s %d, %s: an old position after %d moves", name, number, kind.Name, len(seen))
						return -1
					}
					seen[k] = true
					return p.Choose(nil, s)
				}), r, &from)
			}
		}
	}
}

// TestStrength checks that players which think ahead win more.
func TestStrength(t *testing.T) {
	engine := portfolio.New(1 << 24)
	wins := func(name string, kind player.Kind, deals uint64) (n int) {
		for number := range deals {
			r, from := player.Dealt(t, name, number)
			if player.Play(nil, kind.Sees(nil), kind.New(1, nil, engine), r, &from).Won {
				n++
			}
		}
		return n
	}
	for _, of := range []struct {
		game        string
		weak, other player.Kind
		deals       uint64
		least       int // wins of the other
	}{
		{"klondike", player.Random, player.Greedy, 30, 3},
		{"klondike", player.Greedy, player.Hindsight, 10, 3},
		{"free-cell", player.Greedy, player.Lookahead, 3, 2},
	} {
		a, b := wins(of.game, of.weak, of.deals), wins(of.game, of.other, of.deals)
		t.Logf("%s: of %d deals %s wins %d, %s %d", of.game, of.deals, of.weak.Name, a, of.other.Name, b)
		if b <= a || b < of.least {
			t.Errorf("%s: of %d deals %s wins %d, %s %d", of.game, of.deals, of.weak.Name, a, of.other.Name, b)
		}
	}
}

// TestEndings checks the endings of plays that are not won by a strategy.
func TestEndings(t *testing.T) {
	r, from := player.Dealt(t, "klondike", 5)
	kind := player.Random
	always := func(action game.Action) watcher {
		return func(s *player.Turn) int {
			i := slices.IndexFunc(s.Moves, func(m game.Move) bool { return m.Action == action })
			if i < 0 {
				return slices.IndexFunc(s.Moves, func(m game.Move) bool { return m.Action == game.Redeal })
			}
			return i
		}
	}
	if got := player.Play(nil, kind.Sees(nil), always(game.Draw), r, &from); got.Ending != player.Repeated || len(got.Moves) != 4*9 {
		t.Errorf("turning the stock for ever: %s after %d moves", got.Ending, len(got.Moves))
	}
	if got := player.Play(nil, kind.Sees(nil), watcher(func(*player.Turn) int { return -1 }), r, &from); got.Ending != player.GaveUp || len(got.Moves) != 0 {
		t.Errorf("giving up: %+v", got)
	}
	if got := player.Play(enginetest.EndsAfter(0), kind.Sees(nil), kind.New(1, nil, nil), r, &from); got.Ending != player.Stopped {
		t.Errorf("clock ended: %s", got.Ending)
	}
	// The last card wins.
	r, won := player.Dealt(t, "free-cell", 1)
	for i := range won.Tableau {
		won.Tableau[i].Cards = nil
	}
	won.Tableau[0].Cards = []card.Card{card.New(card.King, card.Clubs)}
	won.Foundations = []int{12, 13, 13, 13}
	greedy := player.Greedy
	if got := player.Play(nil, greedy.Sees(nil), greedy.New(1, nil, nil), r, &won); got.Ending != player.Won || len(got.Moves) != 1 || got.Score != 52 {
		t.Errorf("one move from the win: %+v", got)
	}
	r, from = player.Dealt(t, "black-hole", 1)
	if got := player.Play(nil, kind.Sees(nil), kind.New(1, nil, nil), r, &from); got.Ending != player.Stuck || got.Score < 2 {
		t.Errorf("black hole: %+v", got)
	}
}
