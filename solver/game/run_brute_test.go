package game_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var runWalks = flag.Int("run-walks", 2000, "random walks of tiny games, in which every run is compared with brute force")

// drawRules draws a tiny game whose cards move one by one. Long runs are frequent, and few cells.
func drawRules(t *testing.T, random *rand.Rand) *rules.Rules {
	t.Helper()
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	ranks, columns, cells := 4+random.IntN(3), 3+random.IntN(4), random.IntN(3)
	reserve := random.IntN(3) * random.IntN(2) * 2
	spaces := pick("any", "any", "any", "any", "kings", "no-build")
	text := fmt.Sprintf(`{"max rank":%d,"cells":{"count":%d},"reserve":{"size":%d},"foundations":{"base card":%q,"removable":%t}`,
		ranks, cells, reserve, pick("A", "A", "2"), random.IntN(4) == 0)
	if reserve > 0 && random.IntN(2) == 0 {
		spaces = pick("auto-reserve-then-any", "auto-reserve-then-waste")
	} else if random.IntN(3) == 0 {
		text += fmt.Sprintf(`,"stock":{"size":%d}`, 1+random.IntN(3))
		spaces = pick(spaces, "auto-waste-then-stock")
	}
	text += fmt.Sprintf(`,"tableau piles":{"count":%d,"build policy":%q,"spaces policy":%q,"face up cards":%q}}`,
		columns, pick("any-suit", "red-black", "same-suit"), spaces, pick("all", "all", "top"))
	r, err := rules.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &r
}

// brute tries all single moves of a run's cards to places that allowed permits. It reports whether
// the table can come to differ in nothing but where the run lies.
func brute(r *rules.Rules, p *deal.Position, run game.Move, allowed func(game.Place) bool) bool {
	goal := p.Clone()
	from, to := &goal.Tableau[run.From.N-1], &goal.Tableau[run.To.N-1]
	to.Cards = append(to.Cards, run.Cards...)
	from.Cards = from.Cards[:len(from.Cards)-len(run.Cards)]
	if from.Down > 0 && from.Down == len(from.Cards) {
		from.Down--
	}
	want := enginetest.Fingerprint(&goal)
	seen := map[string]bool{}
	queue := []deal.Position{*p}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		print := enginetest.Fingerprint(&at)
		if print == want {
			return true
		}
		if seen[print] {
			continue
		}
		seen[print] = true
		s := game.New(r, &at)
		for _, m := range s.Legal() {
			if m.Action != game.Shift || !slices.Contains(run.Cards, m.Cards[0]) || !allowed(m.To) {
				continue
			}
			s.Do(m)
			queue = append(queue, s.Position())
			s.Undo()
		}
	}
	return false
}

// TestBruteForce compares every run on the tables of random walks with brute force over the single
// moves of its cards, between the two columns, the cells and the spaces. Runs that are possible
// only by way of other columns are counted; they are refused.
func TestBruteForce(t *testing.T) {
	n := *runWalks
	if testing.Short() {
		n /= 10
	}
	random := rand.New(rand.NewPCG(20, 4))
	var moved, short, forbidden, other, longest, spaced int
	for range n {
		r := drawRules(t, random)
		p, ok := enginetest.DrawPosition(t, random, r)
		if !ok {
			continue
		}
		s := game.New(r, &p)
		for range 6 {
			for _, run := range runs(r, s.Table()) {
				at := s.Position()
				known := enginetest.Fingerprint(&at)
				free := func(place game.Place) bool {
					return place == run.To || place.Pile == game.Cell ||
						place.Pile == game.Tableau && len(at.Tableau[place.N-1].Cards) == 0
				}
				possible := brute(r, &at, run, free)
				made, refusal := s.DoRun(run)
				if possible != (refusal == "") {
					t.Fatalf("%+v\n%s\n%s: possible is %t, but refusal %q", *r, at.Document(r), run, possible, refusal)
				}
				legal := slices.ContainsFunc(game.LegalRuns(r, &at), func(o game.Run) bool {
					return o.From == run.From && o.To == run.To && len(o.Cards) == len(run.Cards)
				})
				if legal != possible {
					t.Fatalf("%+v\n%s\n%s: possible is %t, and listed %t", *r, at.Document(r), run, possible, legal)
				}
				switch {
				case possible:
					moved++
					longest = max(longest, len(run.Cards))
					if slices.ContainsFunc(made, func(m game.Move) bool { return m.To.Pile == game.Tableau && m.To != run.To }) {
						spaced++
					}
					for range made {
						s.Undo()
					}
				case len(run.Cards) > s.Capacity(run.To):
					short++
					if brute(r, &at, run, func(place game.Place) bool { return place.Pile == game.Cell || place.Pile == game.Tableau }) {
						other++
					}
				default:
					forbidden++
				}
				now := s.Position()
				if enginetest.Fingerprint(&now) != known {
					t.Fatalf("%s changed the table", run)
				}
			}
			moves := s.Legal()
			building := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return m.To.Pile != game.Tableau })
			if len(building) > 0 && random.IntN(4) > 0 {
				moves = building
			}
			if len(moves) == 0 {
				break
			}
			s.Do(moves[random.IntN(len(moves))])
		}
	}
	t.Logf("%d runs move (%d by way of spaces, the longest of %d cards), %d are too long (%d of them could move if cards waited on other cards), %d are forbidden",
		moved, spaced, longest, short, other, forbidden)
	if moved < n || spaced < n/8 || longest < 3 || short < n || other == 0 || forbidden < n {
		t.Error("too few of a kind")
	}
}

// TestCapacity moves runs of every length with every number of cells and spaces, in FreeCell, and
// compares short ones with brute force.
func TestCapacity(t *testing.T) {
	g, _ := rules.Lookup("free-cell")
	long := cards("QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH")
	for cells := range 5 {
		for spaces := range 5 {
			for n := 2; n <= len(long); n++ {
				p := deal.Position{Foundations: make([]int, card.Suits), Base: card.Ace, Tableau: make([]deal.Column, 8), Cells: cards("2C 2D 3C 3D")}
				clear(p.Cells[:cells])
				p.Tableau[0].Cards = slices.Concat(cards("KC"), long[:n])
				for i := 1; i < 7-spaces; i++ {
					p.Tableau[i].Cards = cards("KS")
				}
				for to, most := range map[int]int{8: (cells + 1) << spaces, 7: (cells + 1) << max(0, spaces-1)} {
					p.Tableau[7].Cards = cards("KD")
					if to == 7 && spaces == 0 {
						continue
					}
					run := game.Move{Action: game.Shift, From: game.At(game.Tableau, 1), To: game.At(game.Tableau, to), Cards: long[:n]}
					s := game.New(&g.Rules, &p)
					made, refusal := s.DoRun(run)
					if (refusal == "") != (n <= most) || s.Capacity(run.To) != min(most, 13) {
						t.Fatalf("%d cells and %d spaces: %s: %q, %d moves", cells, spaces, run, refusal, len(made))
					}
					if n > 5 || cells+spaces > 3 {
						continue
					}
					free := func(place game.Place) bool {
						return place == run.To || place.Pile == game.Cell || place.Pile == game.Tableau && len(p.Tableau[place.N-1].Cards) == 0
					}
					if possible := brute(&g.Rules, &p, run, free); possible != (n <= most) {
						t.Fatalf("%d cells and %d spaces: %s: possible is %t", cells, spaces, run, possible)
					}
				}
			}
		}
	}
}

// runs returns every run to every column, whether it can move there or not.
func runs(r *rules.Rules, p *deal.Position) []game.Move {
	var all []game.Move
	for i, column := range p.Tableau {
		open := column.Cards[column.Down:]
		for n := 2; n <= len(open) && continues(r, p, open[len(open)-n], open[len(open)-n+1]); n++ {
			for j := range p.Tableau {
				if i == j {
					continue
				}
				all = append(all, game.Move{
					Action: game.Shift, From: game.At(game.Tableau, i+1), To: game.At(game.Tableau, j+1), Cards: slices.Clone(open[len(open)-n:]),
				})
			}
		}
	}
	return all
}

func continues(r *rules.Rules, p *deal.Position, lower, upper card.Card) bool {
	return deal.AboveBase(r, p.Base, lower) == deal.AboveBase(r, p.Base, upper)+1 && r.Tableau.Build.Follows(lower, upper)
}
