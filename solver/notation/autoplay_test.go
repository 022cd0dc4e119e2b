package notation_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

var autoplays = []notation.Autoplay{notation.AutoplayNone, notation.AutoplaySafe, notation.AutoplayAll}

// TestReadPublished reads FreeCell moves as players and programs publish them. The numbers of
// moves are theirs: a run is one move, and so is a card that goes home by itself.
func TestReadPublished(t *testing.T) {
	const twoCells = "13 78 63 52 6a 62 16 46 7b 76 74 16 76 14 16 a1 b1 7a 87 43 47 37 8b 87 57 57 b8 4b 47 46 17 27 21 24 14 28 21 23 23 b3 2b a2 5a 52 8h 68 61 a5 65 81 85 15 4a 4h b4 64 62 42 68 48"
	for _, test := range []struct {
		game, seed, moves, warning string
		length                     int
		won                        bool
	}{
		{"free-cell-2-cell", "microsoft:384243", twoCells[:23], `moves: they fit only with autoplay "safe": 1 card goes home by itself`, 9, false},
		{"free-cell-2-cell", "microsoft:384243", twoCells, `moves: they fit only with autoplay "safe": 5 cards go home by themselves`, 65, false},
		{
			"free-cell-2-cell", "microsoft:384243", "13",
			`moves: they fit with autoplay "none" and with autoplay "safe"; read with the first, in which 0 cards go home by themselves, not 1`, 1, false,
		},
		{
			"free-cell", "microsoft:1941", "1r153r3r3r4h5h873715168381b1737r7h717376265h8753585ha856756567686r4146",
			`moves: they fit only with autoplay "safe": 47 cards go home by themselves`, 82, true,
		},
		// One deal in three ways: no card goes home by itself, safe ones, all that can.
		{"free-cell", "microsoft:617", "617:4r462r2772424r4r4h7hch4r74d41r161h767h838h83c874212rc282878h27282h4h4h6h4h323h3r343hahbh3r3h6h6h6h5r5h6h6h646h6hbh1h131h57565h121h4h5h6h8h7h7h7hch2h4h7h7hbh3h3h2h2h2h3h3h7hah", "", 87, true},
		{
			"free-cell", "microsoft:617", "4r462r2772424r4r4r74d41r7174831683c8212rc282872\n7285254575r353r38136412",
			`moves: they fit only with autoplay "all": 52 cards go home by themselves`, 87, true,
		},
		{
			"free-cell", "microsoft:94717719", "6r565r52135157785r65b64r7r727874b71267626r64a6761rc71r141312c1723231273r343232b35r856r86b88356858r8184c835651528241r216r263r2341464342a4454r27812r2r2825",
			`moves: they fit only with autoplay "all": 52 cards go home by themselves`, 128, true,
		},
	} {
		r := lookup(t, test.game)
		p := dealt(t, r, test.seed)
		reading, err := notation.ReadMoves(notation.FCSolve, "", test.moves, r, &p)
		o, _ := game.ReplayRuns(r, &p, reading.Moves)
		if err != nil || !o.Legal || o.Won != test.won || o.Moves != test.length || reading.Warning != test.warning {
			t.Errorf("%s, %.30q: %v; %q, %d moves, legal %v, won %v", test.seed, test.moves, err, reading.Warning, o.Moves, o.Legal, o.Won)
		}
	}
}

// TestReadTwoWays refuses moves that could mean different cards, and reads them as told.
func TestReadTwoWays(t *testing.T) {
	for _, test := range []struct {
		game, seed, moves, want string
		autoplay                map[notation.Autoplay]string
	}{
		{
			"free-cell-2-cell", "microsoft:384243", "4a",
			`autoplay: missing, and the moves fit in two ways. Step 1, "4a", is AH from tableau/4 to cell/1 with autoplay "none", but 7D from tableau/4 to cell/1 with autoplay "safe": say which is meant`,
			map[notation.Autoplay]string{
				notation.AutoplayNone: "AH from tableau/4 to cell/1",
				notation.AutoplaySafe: "AH from tableau/4 to foundation/H; 7D from tableau/4 to cell/1",
			},
		},
		{
			"free-cell-2-cell", "microsoft:384243", "13 78 63 52 6a 62 16 46 41",
			`step 9, "41": JC from tableau/4 to tableau/1: columns go down by one, in alternating colours; the moves were read with autoplay "safe", with which more of them fit`,
			nil,
		},
		{
			"free-cell", nearlyWon, strings.Repeat("17 71 ", 40) + "4h",
			`autoplay: missing, and the moves may fit in two ways. With autoplay "none" they fit; with autoplay "safe" step 81, "4h": JC from tableau/4 to foundation/C: it is not the foundation's next card; earlier steps are ambiguous, and there are too many ways to read them: say which autoplay is meant`,
			nil,
		},
		{
			"free-cell", twosHome, "17 72",
			`autoplay: missing, and the moves may fit in two ways. With autoplay "none" they fit; with autoplay "safe" step 1, "17": ambiguous: it could mean that 3 cards move or that 2 cards move, and the following steps fit both: say which autoplay is meant`,
			map[notation.Autoplay]string{notation.AutoplayNone: "AS from tableau/1 to tableau/7; AS from tableau/7 to tableau/2"},
		},
	} {
		r := lookup(t, test.game)
		p, err := read(notation.FCSolve, test.seed, r)
		if err != nil {
			p = dealt(t, r, test.seed)
		}
		if _, err := notation.ReadMoves(notation.FCSolve, "", test.moves, r, &p); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v\nwant %s", test.moves, err, test.want)
		}
		for autoplay, want := range test.autoplay {
			reading, err := notation.ReadMoves(notation.FCSolve, autoplay, test.moves, r, &p)
			if got := said(reading.Moves); err != nil || reading.Warning != "" || got != want {
				t.Errorf("%s, %s: %v, %q, %s", test.moves, autoplay, err, reading.Warning, got)
			}
		}
	}
}

// publishedWord writes a move in standard notation, always with the number of cards that go into
// an empty column.
func publishedWord(p *deal.Position, m game.Move) string {
	place := func(at game.Place) string {
		switch at.Pile {
		case game.Tableau:
			return fmt.Sprint(at.N)
		case game.Cell:
			return "abcdefgk"[at.N-1 : at.N]
		}
		return "h"
	}
	word := place(m.From) + place(m.To)
	if m.From.Pile == game.Tableau && m.To.Pile == game.Tableau && len(p.Tableau[m.To.N-1].Cards) == 0 {
		word += fmt.Sprintf("v%x", len(m.Cards))
	}
	return word
}

// homeward returns the next card that goes home by itself, by Horne's words: aces and twos, and
// a card if both cards of the other colour below it are at home. Where columns are built in suit
// no card waits for others.
func homeward(s *game.State, r *rules.Rules, autoplay notation.Autoplay) (game.Move, bool) {
	home := s.Table().Foundations
	for _, m := range s.Legal() {
		if m.To.Pile != game.Foundation || autoplay == notation.AutoplayNone {
			continue
		}
		c := m.Cards[0]
		below := int(c.Rank()) - 1
		blacks, reds := home[card.Clubs] >= below && home[card.Spades] >= below, home[card.Hearts] >= below && home[card.Diamonds] >= below
		if autoplay == notation.AutoplayAll || r.Tableau.Build == rules.SameSuit || below < 2 || c.Suit().Red() && blacks || !c.Suit().Red() && reds {
			return m, true
		}
	}
	return game.Move{}, false
}

// homing is a game in which a person moves and cards go home by themselves.
type homing struct {
	words []string
	home  int // how many cards went home by themselves
	end   deal.Position
}

// walkHoming walks from a position. The person follows a solution as far as that goes, and now and
// then moves a run.
func walkHoming(t *testing.T, random *rand.Rand, r *rules.Rules, p *deal.Position, solution []game.Move, autoplay notation.Autoplay) homing {
	t.Helper()
	s := game.New(r, p)
	var w homing
	sendHome := func() {
		for m, more := homeward(s, r, autoplay); more; m, more = homeward(s, r, autoplay) {
			s.Do(m)
			w.home++
		}
	}
	sendHome()
	for range 5 + random.IntN(100) {
		at := s.Position()
		moves := s.Legal()
		for _, run := range game.LegalRuns(r, &at) {
			moves = append(moves, run.Move, run.Move) // rare otherwise
		}
		moves = slices.DeleteFunc(moves, func(m game.Move) bool { return m.From.Pile == game.Foundation })
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		for len(solution) > 0 {
			next := solution[0]
			if solution = solution[1:]; s.Check(next) == "" && random.IntN(20) > 0 {
				m = next
				break
			}
		}
		if _, refusal := s.DoRun(m); refusal != "" {
			t.Fatal(refusal)
		}
		w.words = append(w.words, publishedWord(&at, m))
		sendHome()
	}
	w.end = s.Position()
	return w
}

// TestReadAutoplay walks through games in which cards go home by themselves, and reads what a
// person does in several layouts. It comes to the same table.
func TestReadAutoplay(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 45))
	engine := portfolio.New(16 << 20)
	home, warned := 0, 0
	for _, name := range []string{"free-cell", "free-cell-2-cell", "bakers-game", "eight-off", "seahaven-towers"} {
		r := lookup(t, name)
		for i := range 9 {
			autoplay := autoplays[i%3]
			p := dealt(t, r, fmt.Sprintf("solvitaire:%d", i))
			problem := solver.NewProblem(*r, p)
			w := walkHoming(t, random, r, &p, problem.ToAsked(engine.Solve(nil, problem, solver.Budget{States: 3_000}).Solution), autoplay)
			home += w.home
			check := func(layout string, autoplay notation.Autoplay, text string) {
				t.Helper()
				reading, err := notation.ReadMoves(notation.FCSolve, autoplay, text, r, &p)
				o, _ := game.ReplayRuns(r, &p, reading.Moves)
				if err != nil || string(o.Position.Document(r)) != string(w.end.Document(r)) {
					t.Errorf("%s %d, %s, autoplay %q: %v\n%s", name, i, layout, autoplay, err, text)
				}
			}
			spaced := strings.Join(w.words, " ")
			check("words", autoplay, spaced)
			var numbered strings.Builder
			numbered.WriteString("\ufeff")
			for n, word := range w.words {
				fmt.Fprintf(&numbered, "%d.%s%s,%s", n+1, strings.Repeat(" ", random.IntN(2)), strings.ToUpper(word), []string{" ", "\r\n", "\t", "\r\n\r\n"}[random.IntN(4)])
			}
			check("numbers", autoplay, numbered.String())
			if r.Tableau.Count < 10 && len(w.words) > 2 {
				glued := []byte(strings.Join(w.words, ""))
				check("glued", autoplay, string(slices.Insert(glued, random.IntN(len(glued)), '\n')))
			}

			// Without being told: the same, a refusal, or a warning.
			reading, err := notation.ReadMoves(notation.FCSolve, "", spaced, r, &p)
			o, _ := game.ReplayRuns(r, &p, reading.Moves)
			var open strict.Error
			switch {
			case errors.As(err, &open) && open[0].Field == "autoplay":
			case err != nil:
				t.Errorf("%s %d, autoplay %s unsaid: %v", name, i, autoplay, err)
			case reading.Warning != "":
				warned++
			case string(o.Position.Document(r)) != string(w.end.Document(r)):
				t.Errorf("%s %d, autoplay %s is guessed as another, without a warning", name, i, autoplay)
			}
		}
	}
	t.Logf("%d cards went home, %d warnings", home, warned)
	if home < 200 || warned < 15 {
		t.Error("too few of a kind")
	}
}
