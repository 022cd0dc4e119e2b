package player_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func lay(t testing.TB, name string, number uint64) (*rules.Rules, deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return &g.Rules, p
}

// TestEveryGame has the players without an engine play every game of the catalogue, and
// the referee replay what they did.
func TestEveryGame(t *testing.T) {
	for _, g := range rules.Games() {
		for _, kind := range []player.Kind{player.Random, player.Greedy, player.Careless} {
			r, from := lay(t, g.Name, 3)
			got := player.Play(context.Background(), &kind, kind.New(1, nil), r, &from)
			outcome := game.Replay(r, &from, got.Moves)
			if !outcome.Legal || outcome.Won != got.Won || got.Won != (got.Ending == player.Won) {
				t.Errorf("%s, %s: %+v of a play that ended %s", g.Name, kind.Name, outcome, got.Ending)
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

// TestSeeds checks that a seed gives one play, and that others give others.
func TestSeeds(t *testing.T) {
	r, from := lay(t, "klondike", 7)
	for _, kind := range []player.Kind{player.Random, player.Greedy, player.Careless} {
		var plays []player.Result
		for seed := range uint64(8) {
			one := player.Play(context.Background(), &kind, kind.New(seed, nil), r, &from)
			if two := player.Play(context.Background(), &kind, kind.New(seed, nil), r, &from); !reflect.DeepEqual(one, two) {
				t.Errorf("%s: two plays with seed %d", kind.Name, seed)
			}
			plays = append(plays, one)
		}
		if !slices.ContainsFunc(plays, func(p player.Result) bool { return !reflect.DeepEqual(p, plays[0]) }) {
			t.Errorf("%s: the same play with every seed", kind.Name)
		}
	}
}

// permute deals the cards that nobody sees anew.
func permute(random *rand.Rand, p *deal.Position) {
	var hidden []*card.Card
	for _, c := range p.Tableau {
		for i := range c.Down {
			hidden = append(hidden, &c.Cards[i])
		}
	}
	for i := range p.Stock {
		hidden = append(hidden, &p.Stock[i])
	}
	random.Shuffle(len(hidden), func(i, j int) { *hidden[i], *hidden[j] = *hidden[j], *hidden[i] })
}

// TestNoPeeking permutes the hidden cards of deals, and checks that players do the same
// until one of those cards is seen.
func TestNoPeeking(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for _, g := range []string{"klondike", "klondike-draw-1-passes-1", "spider", "yukon", "golf", "scorpion", "klondike-draw-3-passes-3"} {
		compared := 0
		for number := range uint64(10) {
			r, one := lay(t, g, number)
			two := one.Clone()
			permute(random, &two)
			for _, kind := range []player.Kind{player.Random, player.Greedy, player.Careless} {
				a := player.Play(context.Background(), &kind, kind.New(number, nil), r, &one)
				b := player.Play(context.Background(), &kind, kind.New(number, nil), r, &two)
				for i := range min(len(a.Moves), len(b.Moves)) {
					m, o := a.Moves[i], b.Moves[i]
					if m.Action == o.Action && m.Action != game.Shift {
						compared++
						if r.Waste() || m.Action == game.Deal {
							break // cards are seen
						}
						continue
					}
					if m.From != o.From || m.To != o.To || len(m.Cards) != len(o.Cards) || (m.TurnsUp == card.None) != (o.TurnsUp == card.None) {
						t.Errorf("%s %d, %s: move %d is %s, and %s with other hidden cards", g, number, kind.Name, i+1, m, o)
					}
					compared++
					if m.TurnsUp != card.None || m.From.Pile == game.Stock {
						break
					}
				}
			}
		}
		if compared < 30 {
			t.Errorf("%s: only %d moves compared", g, compared)
		}
	}
}

// TestSight checks what is in a player's sight, and that dealing the hidden cards keeps
// what is seen.
func TestSight(t *testing.T) {
	r, from := lay(t, "klondike", 5)
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
				t.Fatalf("%s tells what it turns up", m)
			}
		}
		return random.IntN(len(s.Moves))
	})
	kind := player.Random
	for range 20 {
		player.Play(context.Background(), &kind, watch, r, &from)
	}
	if turns < 100 || known < 100 {
		t.Errorf("%d turns, %d cards of the stock known", turns, known)
	}
}

// watcher is a player made of a function.
type watcher func(*player.Turn) int

func (w watcher) Choose(_ context.Context, t *player.Turn) int { return w(t) }

// TestEndings checks how plays end that don't end with a win.
func TestEndings(t *testing.T) {
	r, from := lay(t, "klondike", 5)
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
	if got := player.Play(context.Background(), &kind, always(game.Draw), r, &from); got.Ending != player.Repeated || len(got.Moves) != 4*9 {
		t.Errorf("turning the stock for ever: %s after %d moves", got.Ending, len(got.Moves))
	}
	if got := player.Play(context.Background(), &kind, watcher(func(*player.Turn) int { return -1 }), r, &from); got.Ending != player.GaveUp || len(got.Moves) != 0 {
		t.Errorf("giving up: %+v", got)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if got := player.Play(ended, &kind, kind.New(1, nil), r, &from); got.Ending != player.Stopped {
		t.Errorf("context ended: %s", got.Ending)
	}
	// All cards but one are up: the last one wins.
	r, won := lay(t, "free-cell", 1)
	for i := range won.Tableau {
		won.Tableau[i].Cards = nil
	}
	won.Tableau[0].Cards = []card.Card{card.New(card.King, card.Clubs)}
	won.Foundations = []int{12, 13, 13, 13}
	greedy := player.Greedy
	if got := player.Play(context.Background(), &greedy, greedy.New(1, nil), r, &won); got.Ending != player.Won || len(got.Moves) != 1 || got.Score != 52 {
		t.Errorf("one move from the win: %+v", got)
	}
	r, from = lay(t, "black-hole", 1)
	if got := player.Play(context.Background(), &kind, kind.New(1, nil), r, &from); got.Ending != player.Stuck || got.Score < 2 {
		t.Errorf("black hole: %+v", got)
	}
}
