package notation_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// A reader plays a word of a dialect on a table as the dialect's own program understands
// it: of all legal moves, exactly one must be meant.
type reader func(t *testing.T, s *game.State, word string)

var readers = map[string]reader{
	notation.FCSolve: readStandard, notation.KlondikeSolver: readKlondikeSolver, notation.MinimalKlondike: readMinimal,
}

// play makes the only legal move that is meant.
func play(t *testing.T, s *game.State, word string, meant func(game.Move) bool) {
	t.Helper()
	var moves []game.Move
	for _, m := range s.Legal() {
		if meant(m) {
			moves = append(moves, m)
		}
	}
	if len(moves) != 1 {
		t.Fatalf("%s could be %v", word, moves)
	}
	s.Do(moves[0])
}

// shifts reports whether a move goes from one of some places to another.
func shifts(m game.Move, from, to map[game.Place]bool) bool {
	return m.Action == game.Shift && from[m.From] && to[m.To]
}

var foundations = map[game.Place]bool{
	game.FoundationOf(card.Clubs): true, game.FoundationOf(card.Hearts): true,
	game.FoundationOf(card.Spades): true, game.FoundationOf(card.Diamonds): true,
}

func only(p game.Place) map[game.Place]bool { return map[game.Place]bool{p: true} }

// readStandard reads FreeCell's standard notation. Without a v as many cards move as fit,
// into an empty column one.
func readStandard(t *testing.T, s *game.State, word string) {
	t.Helper()
	plain, hex, counted := strings.Cut(word, "v")
	count := 0
	if counted {
		n, err := strconv.ParseInt(hex, 16, 0)
		if err != nil || n < 2 {
			t.Fatalf("%s: %v", word, err)
		}
		count = int(n)
	}
	place := func(text string) map[game.Place]bool {
		if n, err := strconv.Atoi(text); err == nil {
			return only(game.At(game.Tableau, n))
		}
		if text == "h" {
			return foundations
		}
		return only(game.At(game.Cell, strings.Index("abcdefgklmno", text)+1))
	}
	cut := 1
	if strings.HasPrefix(plain, "10") {
		cut = 2
	}
	from, to := place(plain[:cut]), place(plain[cut:])
	p := s.Position()
	play(t, s, word, func(m game.Move) bool {
		space := m.To.Pile == game.Tableau && len(p.Tableau[m.To.N-1].Cards) == 0
		switch {
		case !shifts(m, from, to):
			return false
		case counted:
			return space && len(m.Cards) == count
		default:
			return !space || len(m.Cards) == 1
		}
	})
}

func readKlondikeSolver(t *testing.T, s *game.State, word string) {
	t.Helper()
	switch {
	case word == "NEW":
		play(t, s, word, func(m game.Move) bool { return m.Action == game.Redeal })
	case strings.HasPrefix(word, "DR"):
		n, err := strconv.Atoi(word[2:])
		if err != nil || n < 1 {
			t.Fatalf("%s: %v", word, err)
		}
		for range n {
			play(t, s, word, func(m game.Move) bool { return m.Action == game.Draw })
		}
	case word[0] == 'F':
		if last := s.Last(); word != fmt.Sprintf("F%d", last.From.N) || last.TurnsUp == card.None {
			t.Fatalf("%s follows %s", word, last)
		}
	default:
		place := func(letter string) map[game.Place]bool {
			if n, err := strconv.Atoi(letter); err == nil {
				return only(game.At(game.Tableau, n))
			}
			if suit, ok := card.ParseSuit(letter); ok {
				return only(game.FoundationOf(suit))
			}
			return only(game.Place{Pile: game.Waste})
		}
		count := 1
		if len(word) > 2 {
			n, err := strconv.Atoi(word[3:])
			if err != nil || n < 2 || word[2] != '-' {
				t.Fatalf("%s: %v", word, err)
			}
			count = n
		}
		play(t, s, word, func(m game.Move) bool {
			return shifts(m, place(word[:1]), place(word[1:2])) && len(m.Cards) == count
		})
	}
}

func readMinimal(t *testing.T, s *game.State, word string) {
	t.Helper()
	plain := strings.TrimLeft(word, "@")
	if len(plain) != 2 || plain != word && plain[0] != 'A' {
		t.Fatalf("%s is no move", word)
	}
	for range len(word) - len(plain) {
		if p := s.Position(); len(p.Stock) == 0 {
			play(t, s, word, func(m game.Move) bool { return m.Action == game.Redeal })
		}
		play(t, s, word, func(m game.Move) bool { return m.Action == game.Draw })
	}
	place := func(letter byte) map[game.Place]bool {
		switch {
		case letter >= 'F' && letter <= 'L':
			return only(game.At(game.Tableau, int(letter-'F')+1))
		case letter == 'A':
			return only(game.Place{Pile: game.Waste})
		}
		return only(game.FoundationOf(map[byte]card.Suit{'B': card.Clubs, 'C': card.Diamonds, 'D': card.Spades, 'E': card.Hearts}[letter]))
	}
	play(t, s, word, func(m game.Move) bool { return shifts(m, place(plain[0]), place(plain[1])) })
}

// TestDialects writes solutions, and plays them by what each word means to the program
// whose dialect it is. They win.
func TestDialects(t *testing.T) {
	engine := portfolio.New(64 << 20)
	for _, test := range []struct {
		dialect, game string
		deals         int // how many won deals to find among the first thirty
	}{
		{notation.FCSolve, "free-cell", 4},
		{notation.FCSolve, "eight-off", 4},
		{notation.FCSolve, "bakers-game", 2},
		{notation.FCSolve, "simple-simon-solvitaire", 2},
		{notation.FCSolve, "seahaven-towers", 2},
		{notation.KlondikeSolver, "klondike", 3},
		{notation.KlondikeSolver, "klondike-draw-1", 3},
		{notation.KlondikeSolver, "klondike-spaces-any-build-any-suit", 3},
		{notation.MinimalKlondike, "klondike", 3},
		{notation.MinimalKlondike, "klondike-draw-1", 3},
		{notation.MinimalKlondike, "klondike-draw-3-passes-3", 2},
	} {
		r := lookup(t, test.game)
		won := 0
		for seed := 0; seed < 30 && won < test.deals; seed++ {
			p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(seed)}.Deal(r)
			if err != nil {
				t.Fatal(err)
			}
			problem := solver.NewProblem(*r, p)
			result := engine.Solve(nil, problem, solver.Budget{States: 20_000})
			if result.Verdict != solver.Winnable {
				continue
			}
			won++
			text, err := notation.WriteMoves(test.dialect, r, &p, problem.ToAsked(result.Solution))
			var unsupported *notation.Unsupported
			if errors.As(err, &unsupported) && strings.Contains(unsupported.Feature, "from foundation/") {
				continue
			}
			if err != nil {
				t.Fatalf("%s %d in %s: %v", test.game, seed, test.dialect, err)
			}
			s := game.New(r, &p)
			for word := range strings.FieldsSeq(text) {
				readers[test.dialect](t, s, word)
			}
			if !s.Won() {
				t.Errorf("%s %d in %s does not win:\n%s", test.game, seed, test.dialect, text)
			}
			moves, err := readMoves(test.dialect, text, r, &p)
			if o := game.Replay(r, &p, moves); err != nil || !o.Won {
				t.Errorf("%s %d in %s is read as %v, %v", test.game, seed, test.dialect, moves, err)
			}
		}
		if won < test.deals {
			t.Errorf("%s: only %d deals won", test.game, won)
		}
	}
}

// TestMinimalExample plays the moves of MinimalKlondike's documentation and finds the
// table that it shows.
func TestMinimalExample(t *testing.T) {
	r := lookup(t, "klondike-draw-1")
	p, err := read(notation.KlondikeSolver, minimalDeal, r)
	if err != nil {
		t.Fatal(err)
	}
	s := game.New(r, &p)
	const moves = "IC @@AL KL @@AK @@@@@AE LJ AK LK"
	for word := range strings.FieldsSeq(moves) {
		readMinimal(t, s, word)
	}
	at := s.Position()
	got, err := notation.WriteDeal(notation.PySol, r, &at)
	const want = "Talon: 8S TD KH KD 7C ==> 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC <==\n" +
		"Foundations: H-A C-0 D-A S-0\n" +
		"7D\n<TH> 9D\n<2H> <5C> 5D\n<4D> <3S> QH\n<9S> <4S> <AC> <KC> QS JD TS 9H\n<KS> <7S> <8H> <9C> 6S 5H 4C 3H\n<JC> <JS> <QD> <8D> AS\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	if back, err := read(notation.PySol, got, r); err != nil || string(back.Document(r)) != string(at.Document(r)) {
		t.Errorf("%s, %v\nwant %s", back.Document(r), err, at.Document(r))
	}
}

// move returns a move of cards, for the tests below.
func move(from, to, cards, turnsUp string) game.Move {
	place := func(text string) game.Place {
		p, err := game.ParsePlace(text)
		if err != nil {
			panic(err)
		}
		return p
	}
	one := func(text string) card.Card {
		c, _, err := card.Parse(text)
		if err != nil {
			panic(err)
		}
		return c
	}
	m := game.Move{From: place(from), To: place(to)}
	for word := range strings.FieldsSeq(cards) {
		m.Cards = append(m.Cards, one(word))
	}
	if turnsUp != "" {
		m.TurnsUp = one(turnsUp)
	}
	return m
}

// TestWords has the words of each dialect.
func TestWords(t *testing.T) {
	draw, redeal := game.Move{Action: game.Draw, Count: 3}, game.Move{Action: game.Redeal}
	klondike := []game.Move{
		move("tableau/3", "tableau/5", "JD TS", "5H"),
		draw, draw, move("waste", "tableau/1", "9C", ""),
		move("tableau/5", "foundation/H", "AH", ""),
		draw, redeal, draw, draw, draw,
		move("tableau/7", "foundation/S", "AS", ""),
		move("waste", "foundation/C", "AC", ""),
		move("foundation/D", "tableau/7", "4D", ""),
		draw, redeal, draw, draw, redeal, draw,
		move("waste", "foundation/D", "5D", ""),
		draw,
	}
	for _, test := range []struct {
		dialect, game string
		moves         []game.Move
		want          string
	}{
		{
			notation.KlondikeSolver, "klondike", klondike,
			"35-2 F3 DR2 W1 5H DR1 NEW DR3 7S WC D7 DR1 NEW DR2 NEW DR1 WD DR1\n",
		},
		{
			notation.MinimalKlondike, "klondike", klondike,
			"HJ @@AF JE LD @@@@AB CL @@AC\n",
		},
		{
			notation.Text, "klondike", klondike[:4],
			"  1. JD TS from tableau/3 to tableau/5, which turns up 5H\n  2. draw 3\n  3. draw 3\n  4. 9C from waste to tableau/1\n",
		},
		{
			notation.FCSolve, "eight-off",
			[]game.Move{
				move("tableau/1", "cell/8", "4C", ""), move("tableau/8", "cell/2", "4C", ""), move("cell/7", "tableau/2", "4C", ""),
				move("cell/8", "foundation/C", "4C", ""), move("tableau/6", "foundation/H", "4H", ""),
			},
			"1k 8b g2 kh 6h\n",
		},
		{
			notation.FCSolve, "simple-simon",
			[]game.Move{
				move("tableau/1", "tableau/10", "4C 3C", ""), move("tableau/10", "foundation/C", "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC", ""),
				move("tableau/10", "tableau/2", "KH", ""), move("tableau/2", "tableau/9", "KH", ""), move("tableau/2", "tableau/1", "4C 3C", ""),
				move("tableau/1", "tableau/2", "4C 3C", ""), move("tableau/2", "tableau/1", "3C", ""),
				move("tableau/1", "tableau/2", "3C", ""), move("tableau/2", "tableau/8", "3C", ""),
				move("tableau/2", "tableau/3", "JC", ""), move("tableau/2", "tableau/1", "JC TC 9C 8C 7C 6C 5C 4C 3C 2C", ""),
			},
			"110 10h 102 29 21v2 12 21 12 28 23\n21va\n",
		},
		{notation.KlondikeSolver, "klondike", nil, ""},
	} {
		r := lookup(t, test.game)
		p := deal.Position{Tableau: make([]deal.Column, r.Tableau.Count)}
		for i := range p.Tableau {
			p.Tableau[i].Cards = make([]card.Card, 50) // so that it is never empty
		}
		if test.game == "simple-simon" {
			p.Tableau[0].Cards = p.Tableau[0].Cards[:2]
		}
		got, err := notation.WriteMoves(test.dialect, r, &p, test.moves)
		if err != nil || got != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.dialect, err, got, test.want)
		}
	}
}

// TestUnsupportedMoves has games and moves that a dialect can't express.
func TestUnsupportedMoves(t *testing.T) {
	for _, test := range []struct{ dialect, game, want string }{
		{notation.FCSolve, "klondike", "fc-solve can't express a stock"},
		{notation.FCSolve, "fan", "moves between more than ten columns"},
		{notation.KlondikeSolver, "spider", "a deck other than one pack"},
		{notation.KlondikeSolver, "free-cell", "cells"},
		{notation.MinimalKlondike, "spiderette", "minimal-klondike can't express another layout than Klondike's"},
		{notation.MinimalKlondike, "klondike-spaces-any-build-any-suit", "how many cards move into a space"},
	} {
		r := lookup(t, test.game)
		var unsupported *notation.Unsupported
		if err := notation.CheckDialect(test.dialect, r); !errors.As(err, &unsupported) || unsupported.Dialect != test.dialect || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s in %s: %v\nwant %s", test.game, test.dialect, err, test.want)
		}
		p := dealt(t, r, "solvitaire:1")
		if text, err := notation.WriteMoves(test.dialect, r, &p, nil); !errors.As(err, &unsupported) {
			t.Errorf("%s in %s: %q, %v", test.game, test.dialect, text, err)
		}
	}
	anyGroups := *lookup(t, "free-cell")
	anyGroups.Tableau.Groups = rules.GroupsAny
	if err := notation.CheckDialect(notation.FCSolve, &anyGroups); err == nil || !strings.Contains(err.Error(), "how many cards move, where they need not be in order") {
		t.Errorf("groups of any cards: %v", err)
	}
	filled := *lookup(t, "klondike")
	filled.Tableau.Spaces = rules.SpacesWasteThenStock
	if err := notation.CheckDialect(notation.KlondikeSolver, &filled); err == nil || !strings.Contains(err.Error(), "a card that fills a space from the stock") {
		t.Errorf("spaces filled from the stock: %v", err)
	}
	for cells, want := range map[int]bool{23: true, 24: false} {
		manyCells := *lookup(t, "free-cell")
		manyCells.Cells.Count = cells
		err := notation.CheckDialect(notation.FCSolve, &manyCells)
		if said := err == nil; said != want || !said && !strings.Contains(err.Error(), "more than 23 cells") {
			t.Errorf("%d cells: %v", cells, err)
		}
	}
	r := lookup(t, "free-cell")
	p := dealt(t, r, "microsoft:1")
	_, err := notation.WriteMoves(notation.FCSolve, r, &p, []game.Move{move("foundation/S", "tableau/3", "4S", "")})
	if err == nil || err.Error() != "fc-solve can't express move 1, 4S from foundation/S to tableau/3" {
		t.Errorf("worrying back: %v", err)
	}
}

// TestArrange moves the columns of a canonical position back, and translates the moves.
func TestArrange(t *testing.T) {
	for _, name := range []string{"klondike", "free-cell", "fan", "king-albert", "spider"} {
		r := lookup(t, name)
		asked := dealt(t, r, "solvitaire:3")
		canonical, _ := asked.Canonical(r)
		s := game.New(r, &canonical)
		var moves []game.Move
		for range 20 {
			legal := s.Legal()
			m := legal[len(legal)/2]
			s.Do(m)
			moves = append(moves, m)
		}
		p, local := notation.Arrange(r, canonical, moves)
		for i, c := range p.Tableau {
			if len(c.Cards) != len(asked.Tableau[i].Cards) {
				t.Errorf("%s: column %d has %d cards; want %d", name, i+1, len(c.Cards), len(asked.Tableau[i].Cards))
			}
		}
		if again, _ := p.Canonical(r); string(again.Document(r)) != string(canonical.Document(r)) {
			t.Errorf("%s: %s is another position than %s", name, p.Document(r), canonical.Document(r))
		}
		if o := game.Replay(r, &p, local); !o.Legal {
			t.Errorf("%s: move %d: %s", name, o.At, o.Reason)
		}
		middle := s.Position()
		if q, _ := notation.Arrange(r, middle, nil); len(middle.Tableau[0].Cards) != len(q.Tableau[0].Cards) {
			t.Errorf("%s: the middle of a game has been arranged", name)
		}
	}
	if p, _ := notation.Arrange(lookup(t, "klondike"), canonicalOf(t, "klondike", "solvitaire:2"), nil); string(p.Document(lookup(t, "klondike"))) != document(t, "klondike", "solvitaire:2") {
		t.Errorf("Klondike's columns are not where they were")
	}
}

func canonicalOf(t *testing.T, name, seed string) deal.Position {
	t.Helper()
	p := dealt(t, lookup(t, name), seed)
	canonical, _ := p.Canonical(lookup(t, name))
	return canonical
}

func document(t *testing.T, name, seed string) string {
	t.Helper()
	p := dealt(t, lookup(t, name), seed)
	return string(p.Document(lookup(t, name)))
}
