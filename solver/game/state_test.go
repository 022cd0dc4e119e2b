package game_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// document writes the whole position.
func document(r *rules.Rules, s *game.State) string {
	p := s.Position()
	return string(p.Document(r))
}

// TestWalk plays every game at random and checks the table after each move; then it
// undoes everything.
func TestWalk(t *testing.T) {
	made, longest, every := 0, 80, 16
	if testing.Short() {
		longest, every = 40, 32
	}
	random := rand.New(rand.NewPCG(20, 26))
	for _, g := range rules.Games() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: random.Uint64N(1 << 31)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		s := game.New(&g.Rules, &p)
		var history []string
		for len(history) < longest && !s.Won() {
			moves := s.Legal()
			if len(moves) == 0 {
				break
			}
			history = append(history, document(&g.Rules, s))
			m := moves[random.IntN(len(moves))]
			for _, up := range moves { // so that the foundations fill
				if up.To.Pile == game.Foundation && random.IntN(2) == 0 {
					m = up
				}
			}
			s.Do(m)
			if got := s.Last(); !got.Equal(m) {
				t.Fatalf("%s: the last move is %v, turning up %s; want %v, %s", g.Name, got, got.TurnsUp, m, m.TurnsUp)
			}
			inOrder(t, &g.Rules, s)
			if len(history)%every == 1 {
				sound(t, &g.Rules, s)
			}
		}
		made += len(history)
		for i := len(history) - 1; i >= 0; i-- {
			s.Undo()
			if got := document(&g.Rules, s); got != history[i] {
				t.Fatalf("%s: move %d undone gives %s; want %s", g.Name, i+1, got, history[i])
			}
		}
	}
	if made < 20*len(rules.Games()) {
		t.Errorf("only %d moves were made", made)
	}
}

// inOrder checks that the position can be written as a document and read back, which
// counts the cards and checks their faces.
func inOrder(t *testing.T, r *rules.Rules, s *game.State) {
	t.Helper()
	p := s.Position()
	text := p.Document(r)
	back, err := deal.Parse(text, r)
	if err != nil || string(back.Document(r)) != string(text) || !slices.Equal(back.Foundations, p.Foundations) {
		t.Fatalf("%s reads back as %s, %v", text, back.Document(r), err)
	}
	up := 0
	for _, h := range p.Foundations {
		up += h
	}
	if won := up == r.DeckSize(); r.Foundations.Present && s.Won() != won {
		t.Fatalf("%s: won is %t", text, s.Won())
	}
}

// sound offers every move that can be expressed to the referee: exactly those in Legal
// must pass.
func sound(t *testing.T, r *rules.Rules, s *game.State) {
	t.Helper()
	p := s.Position()
	listed := map[string]bool{}
	key := func(m game.Move) string { // as numbers, because the text can't express places that do not exist
		return fmt.Sprint(m.Action, m.Count, m.From.Pile, m.From.N, m.From.M, m.And, m.To.Pile, m.To.N, m.To.M, m.Cards)
	}
	for _, m := range s.Legal() {
		if refusal := s.Check(m); refusal != "" {
			t.Fatalf("%s: %s is listed and refused: %s", p.Document(r), m, refusal)
		}
		if listed[key(m)] {
			t.Fatalf("%s: %s is listed twice", p.Document(r), m)
		}
		listed[key(m)] = true
	}
	passed := 0
	offer := func(m game.Move) {
		if s.Check(m) != "" {
			return // it is not listed, or the count below would be wrong
		}
		passed++
		if !listed[key(m)] {
			t.Fatalf("%s: %s passes, but is not listed", p.Document(r), m)
		}
	}
	offer(game.Move{Action: game.Redeal})
	for n := range 26 {
		offer(game.Move{Action: game.Draw, Count: n})
		offer(game.Move{Action: game.Deal, Count: n})
	}
	var places []game.Place
	for pile := game.Nowhere; pile <= game.Row; pile++ {
		for n := range max(len(p.Tableau), len(p.Reserve), len(p.Cells), len(p.Accordion), 4) + 2 {
			places = append(places, game.At(pile, n))
		}
	}
	for n, row := range p.Rows {
		for m := range len(row) + 2 {
			places = append(places, game.Place{Pile: game.Row, N: n + 1, M: m})
		}
	}
	places = append(places, game.At(game.Tableau, -1), game.Place{Pile: game.Tableau, N: 1, M: 1})
	for n, row := range p.Sequences {
		for m := range len(row) + 2 {
			places = append(places, game.Place{Pile: game.Sequence, N: n + 1, M: m})
		}
	}
	for n := range 5 {
		for m := range r.Copies() + 1 {
			places = append(places, game.Place{Pile: game.Foundation, N: n + 1, M: m + 1})
		}
	}
	lifted := make([][][]card.Card, len(places))
	for i, from := range places {
		lifted[i] = tops(r, &p, from)
	}
	pairs := r.Rows.PairSum > 0 || r.Discards()
	for i, from := range places {
		for _, cards := range lifted[i] {
			for _, to := range places {
				offer(game.Move{Action: game.Shift, From: from, To: to, Cards: cards})
			}
			if len(cards) != 1 {
				continue
			}
			offer(game.Move{Action: game.Remove, From: from, Cards: cards})
			for j := i; pairs && j < len(places); j++ { // each pair once
				for _, second := range lifted[j] {
					if len(second) == 1 {
						offer(game.Move{Action: game.Remove, From: from, And: places[j], Cards: []card.Card{cards[0], second[0]}})
					}
				}
			}
		}
	}
	if passed != len(listed) {
		t.Fatalf("%s: %d moves pass, %d are listed", p.Document(r), passed, len(listed))
	}
}

// tops returns what one might try to lift from a place: no card, the top one, the top two
// and so on, face up or not, and a card that lies elsewhere.
func tops(r *rules.Rules, p *deal.Position, from game.Place) [][]card.Card {
	var pile []card.Card
	within := func(n int) bool { return from.N >= 1 && from.N <= n }
	switch {
	case from.Pile == game.Tableau && within(len(p.Tableau)):
		pile = p.Tableau[from.N-1].Cards
	case from.Pile == game.Waste:
		pile = p.Waste
	case from.Pile == game.Stock:
		pile = p.Stock
	case from.Pile == game.Cell && within(len(p.Cells)):
		pile = p.Cells[from.N-1 : from.N]
	case from.Pile == game.Reserve && r.Reserve.Stacked:
		pile = p.Reserve
	case from.Pile == game.Reserve && within(len(p.Reserve)):
		pile = p.Reserve[from.N-1 : from.N]
	case from.Pile == game.Foundation && within(card.Suits) && from.M <= r.Copies() && len(p.Foundations) > 0:
		for h := range p.Foundations[(from.N-1)*r.Copies()+max(from.M, 1)-1] {
			pile = append(pile, deal.FoundationCard(r, p.Base, card.Suit(from.N-1), h+1))
		}
	case from.Pile == game.Accordion && within(len(p.Accordion)):
		pile = p.Accordion[from.N-1 : from.N]
	case from.Pile == game.Sequence && within(len(p.Sequences)) && from.M >= 1 && from.M <= len(p.Sequences[from.N-1]):
		pile = p.Sequences[from.N-1][from.M-1 : from.M]
	case from.Pile == game.Row && within(len(p.Rows)) && from.M >= 1 && from.M <= len(p.Rows[from.N-1]):
		pile = p.Rows[from.N-1][from.M-1 : from.M]
	case from.Pile == game.Hole && p.Hole != card.None:
		pile = []card.Card{p.Hole}
	}
	all := [][]card.Card{nil, {card.New(card.Ace, card.Hearts)}, {card.None}}
	for n := 1; n <= len(pile); n++ {
		if top := pile[len(pile)-n:]; !slices.Equal(top, all[1]) && !slices.Equal(top, all[2]) {
			all = append(all, top)
		}
	}
	return all
}

// TestPosition changes positions passed to State and returned by it, and checks that the
// table stays the same.
func TestPosition(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	s := game.New(&g.Rules, &p)
	before := document(&g.Rules, s)
	p.Tableau[6].Cards[6] = card.None
	p.Stock[0] = card.None
	q := s.Position()
	q.Tableau[0].Cards[0] = card.None
	q.Foundations[0] = 5
	for _, m := range s.Legal() {
		for i := range m.Cards {
			m.Cards[i] = card.None
		}
	}
	if after := document(&g.Rules, s); after != before {
		t.Errorf("%s has become %s", before, after)
	}
}

// TestUndoUnknown undoes moves that turn up unknown cards, as a player who thinks ahead
// does.
func TestUndoUnknown(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: 7}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Tableau {
		clear(c.Cards[:c.Down])
	}
	s := game.New(&g.Rules, &p)
	turned := 0
	for _, m := range s.Legal() {
		if m.Action == game.Shift && p.Tableau[m.From.N-1].Down > 0 {
			turned++
		}
		s.Do(m)
		s.Undo()
		if after := s.Position(); !reflect.DeepEqual(after.Tableau, p.Tableau) {
			t.Fatalf("%v, and after %s and back %v", p.Tableau, m, after.Tableau)
		}
	}
	if turned == 0 {
		t.Error("no move turns a card up")
	}
}
