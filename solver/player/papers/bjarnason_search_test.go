package papers

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func dealtBoard(t *testing.T, name string, number uint64) (*rules.Rules, deal.Position, Board) {
	t.Helper()
	r, p := Dealt(t, name, number)
	b, _ := Read(&p)
	return r, p, b
}

// literal computes Table 1 card by card, as it is printed.
func literal(b *Board, h int, turn int8) (sum int32) {
	value := func(c card.Card) int32 { return int32(c.Rank()) - 1 }
	weight := func(h1, h2 int32) int32 { return [...]int32{h1, h2}[h] }
	for s, height := range b.Up {
		for rank := card.Ace; rank <= card.Rank(height); rank++ {
			sum += weight(5-value(card.New(rank, card.Suit(s))), 5)
		}
	}
	var hidden [256]bool
	for i := range b.Columns {
		c := &b.Columns[i]
		for j, y := range c.Cards[:c.Count] {
			if j < int(c.Down) {
				hidden[y] = true
				sum += value(y) - 13
			}
			for k, x := range c.Cards[:c.Count] {
				if k <= j || k > int(c.Down) {
					continue // it does not block: it is under y or on a face-up card
				}
				if x.Suit() == y.Suit() && y.Rank() < x.Rank() {
					sum += weight(-5, -1)
				}
				if x.Suit().Red() != y.Suit().Red() && y.Rank() == x.Rank()+1 {
					sum += weight(-10, -5)
				}
			}
		}
	}
	for rank := card.Ace; rank <= card.King; rank++ {
		for _, pair := range [][2]card.Suit{{card.Clubs, card.Spades}, {card.Hearts, card.Diamonds}} {
			if hidden[card.New(rank, pair[0])] && hidden[card.New(rank, pair[1])] {
				sum += weight(-5, -1)
			}
		}
	}
	// Turn the stock until it is where it was.
	seen := map[int8]bool{}
	for at, turns := b.Turned, 0; turns < 30; turns++ {
		if at > 0 {
			seen[at] = true
		}
		if at == b.Count {
			at = 0
		} else {
			at = min(at+turn, b.Count)
		}
	}
	return sum + weight(0, 1)*int32(len(seen))
}

// walk makes random actions from a table, and calls f before each.
func walk(s *rolloutSearch, random *rand.Rand, b *Board, f func(at *state, list []action)) {
	at := state{board: *b}
	s.normalise(&at)
	for h := range s.tables {
		s.tables[h].deal(b)
	}
	for range 60 {
		list := s.actions(&at.board, &s.tables[1], s.tables[1].value(&at.board, at.board.faceDown()), nil)
		f(&at, list)
		if len(list) == 0 {
			return
		}
		at = s.do(&at, &list[random.IntN(len(list))])
	}
}

// TestHeuristicValue compares the tables of values, and the values of actions, with Table 1 read card by
// card.
func TestHeuristicValue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tables := 0
	for _, name := range []string{"klondike", "klondike-draw-1"} {
		for number := range uint64(20) {
			r, _, b := dealtBoard(t, name, number)
			s := newRolloutSearch(NewGame(r))
			walk(s, random, &b, func(at *state, _ []action) {
				tables++
				for h := range s.tables {
					value := s.tables[h].value(&at.board, at.board.faceDown())
					if want := literal(&at.board, h, int8(s.game.Turn)); value != want {
						t.Fatalf("%s %d: H%d is %d, by the paper's words %d", name, number, h+1, value, want)
					}
					for _, a := range s.actions(&at.board, &s.tables[h], value, nil) {
						next := s.do(at, &a)
						if want := literal(&next.board, h, int8(s.game.Turn)); a.value != want {
							t.Fatalf("%s %d: H%d after %+v is %d, want %d", name, number, h+1, a, a.value, want)
						}
					}
				}
			})
		}
	}
	if tables < 500 {
		t.Errorf("only %d tables", tables)
	}
}

// handling is a move as a card and where it goes.
type handling struct{ card, to card.Card }

// home stands for a foundation; card.None stands for a space.
const home card.Card = 255

func handled(b *Board, m Move) handling {
	switch m.Kind {
	case TalonToFoundation:
		return handling{b.Talon[m.From], home}
	case ColumnToFoundation:
		return handling{b.Columns[m.From].Top(), home}
	case TalonToColumn:
		return handling{b.Talon[m.From], b.Columns[m.To].Top()}
	case ColumnToColumn:
		c := &b.Columns[m.From]
		return handling{c.Cards[c.Count-m.Count], b.Columns[m.To].Top()}
	}
	return handling{card.New(card.Rank(b.Up[m.From]), card.Suit(m.From)), b.Columns[m.To].Top()}
}

// permitted returns the moves of K+ that section 4.4 does not forbid.
func permitted(g *Game, b *Board) (list []Move) {
	for _, m := range g.Macros(b, nil) {
		h := handled(b, m)
		firstSpace := slices.IndexFunc(b.Columns[:], func(c Column) bool { return c.Count == 0 })
		if h.to == card.None && int(m.To) != firstSpace {
			continue
		}
		if m.Kind == ColumnToColumn && h.to == card.None && m.Count == b.Columns[m.From].Count {
			continue
		}
		if m.Kind == FoundationToColumn {
			lower := 0 // cards two ranks lower that are up
			for _, height := range b.Up {
				if height >= int8(h.card.Rank())-2 {
					lower++
				}
			}
			if h.card.Rank() <= 2 || lower == card.Suits {
				continue
			}
		}
		list = append(list, m)
	}
	return list
}

// TestActions compares the actions with section 4.4, move by move. A move that another one
// would take back must only be made in pairs with moves that were not possible before.
func TestActions(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	pairs, plain := 0, 0
	for _, name := range []string{"klondike", "klondike-draw-1"} {
		for number := range uint64(40) {
			r, _, b := dealtBoard(t, name, number)
			s := newRolloutSearch(NewGame(r))
			walk(s, random, &b, func(at *state, list []action) {
				want := map[uint64]int{}
				before := map[handling]bool{}
				for _, m := range permitted(s.game, &at.board) {
					before[handled(&at.board, m)] = true
				}
				for _, m := range permitted(s.game, &at.board) {
					next := s.do(at, &action{first: m})
					restored := false
					var then []uint64
					for _, o := range permitted(s.game, &next.board) {
						after := s.do(&next, &action{first: o})
						restored = restored || after.key == at.key
						if after.key != at.key && !before[handled(&next.board, o)] {
							then = append(then, after.key)
						}
					}
					emptied := m.Kind == ColumnToFoundation && at.board.Columns[m.From].Count == 1
					if !restored || emptied {
						want[next.key]++
						plain++
						continue
					}
					for _, key := range then {
						want[key]++
						pairs++
					}
				}
				for _, a := range list {
					want[s.do(at, &a).key]--
				}
				for _, n := range want {
					if n != 0 {
						t.Fatalf("%s %d: %+v: an action is missing %d times; got %+v", name, number, at.board, n, list)
					}
				}
			})
		}
	}
	if pairs < 500 || plain < 5000 {
		t.Errorf("%d pairs, %d single moves", pairs, plain)
	}
}

// TestDead checks with an engine that dead deals, and dead tables along walks, can't be won.
func TestDead(t *testing.T) {
	engine := portfolio.New(1 << 26)
	random := rand.New(rand.NewPCG(3, 4))
	deals, later := 0, 0
	for _, name := range []string{"klondike", "klondike-draw-1", "klondike-draw-5"} {
		for number := range uint64(100) {
			r, p, b := dealtBoard(t, name, number)
			s := newRolloutSearch(NewGame(r))
			check := func(p deal.Position) {
				problem := solver.NewProblem(*r, p)
				if got := engine.Solve(nil, problem, solver.Budget{States: 200_000, Objective: solver.FirstSolution}); got.Verdict == solver.Winnable {
					t.Errorf("%s %d: dead, but winnable", name, number)
				}
			}
			if s.deadEnd(&b) {
				deals++
				check(p)
				continue
			}
			if number%10 != 0 {
				continue
			}
			table := game.New(r, &p)
			for range 60 {
				legal := table.Legal()
				if len(legal) == 0 {
					break
				}
				table.Do(legal[random.IntN(len(legal))])
				if b, _ := Read(table.Table()); s.deadEnd(&b) {
					later++
					check(table.Position())
					break
				}
			}
		}
	}
	if deals < 10 || later < 2 {
		t.Errorf("%d deals are dead, and %d tables along walks", deals, later)
	}
}

// TestRun has the referee replay the line of a search, and repeats the search.
func TestRun(t *testing.T) {
	for _, name := range []string{"klondike", "klondike-draw-1"} {
		wins := map[rolloutLevels]int{}
		for number := range uint64(25) {
			r, p, b := dealtBoard(t, name, number)
			s := newRolloutSearch(NewGame(r))
			for _, levels := range []rolloutLevels{{noRollouts, 0}, {noRollouts, 1}, {0, 0}, {0, 1}, {1, 0}} {
				got := s.run(nil, &b, levels, 0)
				if replayed := game.Replay(r, &p, got.Line); !replayed.Legal || replayed.Won != got.Won {
					t.Fatalf("%s %d, %v: won %t, but replayed %+v", name, number, levels, got.Won, replayed)
				}
				again := newRolloutSearch(s.game).run(nil, &b, levels, 0)
				if again.Won != got.Won || again.States != got.States || len(again.Line) != len(got.Line) {
					t.Errorf("%s %d, %v: not reproducible", name, number, levels)
				}
				if got.Won {
					wins[levels]++
				}
			}
		}
		if wins[rolloutLevels{noRollouts, 1}] <= wins[rolloutLevels{noRollouts, 0}] || wins[rolloutLevels{noRollouts, 0}] == 0 {
			t.Errorf("%s: %v", name, wins)
		}
	}
}

// TestStraight plays deals whose lines, as they were searched, came back to earlier tables
// again and again.
func TestStraight(t *testing.T) {
	for _, number := range []uint64{115, 7305} {
		r, p, b := dealtBoard(t, "klondike", number)
		got := newRolloutSearch(NewGame(r)).run(nil, &b, rolloutLevels{noRollouts, 0}, 0)
		if !got.Won {
			t.Fatalf("%d is lost", number)
		}
		table, times := game.New(r, &p), map[uint64]int{}
		g := NewGame(r)
		for _, m := range got.Line {
			table.Do(m)
			b, _ := Read(table.Table())
			if times[g.Key(&b)]++; times[g.Key(&b)] > 4 {
				t.Errorf("%d: a table occurs for the fifth time", number)
			}
		}
		if len(got.Line) > 600 {
			t.Errorf("%d: %d moves", number, len(got.Line))
		}
	}
}

// TestBounds ends searches by a bound on states and by their clock.
func TestBounds(t *testing.T) {
	_, _, b := dealtBoard(t, "klondike", 74)
	r, _, _ := dealtBoard(t, "klondike", 74)
	s := newRolloutSearch(NewGame(r))
	levels := rolloutLevels{3, 3}
	for _, most := range []int64{1, 1000, 20_000} {
		if got := s.run(nil, &b, levels, most); got.Won || got.States > most+5000 {
			t.Errorf("%d states: %t after %d", most, got.Won, got.States)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.run(solver.NewClock(ctx), &b, levels, 0); got.Won || got.States > 5000 {
		t.Errorf("cancelled: %t after %d states", got.Won, got.States)
	}
}

// table returns a table with columns, lower-case suits being face down, and a talon. All other
// cards are up, and must make up whole foundations.
func table(t *testing.T, columns []string, talon string) Board {
	t.Helper()
	var b Board
	seen := map[card.Card]bool{}
	read := func(text string) (x card.Card, faceUp bool) {
		x, faceUp, err := card.Parse(text)
		if err != nil || seen[x] {
			t.Fatalf("%s: %v", text, err)
		}
		seen[x] = true
		return x, faceUp
	}
	for i, column := range columns {
		c := &b.Columns[i]
		for _, text := range strings.Fields(column) {
			x, faceUp := read(text)
			c.Cards[c.Count] = x
			if c.Count++; !faceUp {
				c.Down++
			}
		}
	}
	for _, text := range strings.Fields(talon) {
		b.Talon[b.Count], _ = read(text)
		b.Count++
	}
	for s := range card.Suit(card.Suits) {
		for rank := card.Ace; rank <= card.King && !seen[card.New(rank, s)]; rank++ {
			b.Up[s]++
		}
	}
	if up := b.Score(); up+len(seen) != 52 {
		t.Fatalf("%d cards up and %d elsewhere", up, len(seen))
	}
	return b
}

// TestTable1 compares the heuristics with values computed by hand.
func TestTable1(t *testing.T) {
	r, _ := rules.Lookup("klondike")
	s := newRolloutSearch(NewGame(&r.Rules))
	for _, test := range []struct {
		name    string
		columns []string
		talon   string
		h1, h2  int32
	}{
		// Clubs and spades up to the king: 5+4+…-7 = -13, 65; hearts and diamonds up to
		// the jack: 5+…-5 = 0, 55.
		{"two queens and kings in order", []string{"KH", "KD", "QH", "QD"}, "", -26, 240},
		// The same, but a queen lies face down: its rank value is 11, less 13 is -2. The
		// king on it is of the same suit, and does not block its build card.
		{"a king on its queen", []string{"Qh KH", "KD", "QD"}, "", -26 - 2 - 5, 240 - 2 - 1},
		// A queen of one colour on a king of the other, which is face down: rank 12 less
		// 13 is -1; QC blocks its build card KH. Clubs are up to the jack, and so are
		// hearts up to the queen: -6+0, spades -13, diamonds -13.
		{"a queen on her build card", []string{"Kh QC", "KC"}, "", -6 + 0 - 13 - 13 - 1 - 10, 60 + 55 + 130 - 1 - 5},
		// Both red kings face down are a pair: -1 each, and -5 and -1; the queens on them
		// block build cards. No card blocks under a card that lies face up: the jack is
		// on a queen.
		{"a pair", []string{"Kh QC", "Kd QS", "KC", "KS"}, "", 0 + 0 + -6 + -6 - 2 - 5 - 20, 55*2 + 60*2 - 2 - 1 - 10},
		// Six cards of the talon, of which turns reach the third and the last.
		{"a talon", nil, "QH KH QD KD QC KC", -13, 55*3 + 65 + 2},
	} {
		b := table(t, test.columns, test.talon)
		for h, want := range []int32{test.h1, test.h2} {
			s.tables[h].deal(&b)
			if got := s.tables[h].value(&b, b.faceDown()); got != want {
				t.Errorf("%s: H%d is %d, by hand %d", test.name, h+1, got, want)
			}
			if got := literal(&b, h, 3); got != want {
				t.Errorf("%s: H%d read word by word is %d, by hand %d", test.name, h+1, got, want)
			}
		}
	}
}

// TestTwins checks the paper's Figure 8(b), as far as its text describes it, and variations.
func TestTwins(t *testing.T) {
	for _, test := range []struct {
		column string
		want   bool
	}{
		{"jc 9d 5h th TD", true},
		{"5h 9d jc td 2s TH", true},
		{"jc 9d th TD", false},    // the hearts may be up
		{"jc 5h th TD", false},    // the diamonds
		{"9d 5h th TD", false},    // both black jacks may be available
		{"jc 5h th 9d TD", false}, // the diamonds come free before the lower ten has to go
		{"5h 9d th jc TD", false}, // the jack does
		{"jc 9d th 5h TD", false}, // the lower ten may go up
		{"jc 9d 5h ts TD", false},
		{"jc 9d 5h th td 3s", true},
	} {
		var b Board
		c := &b.Columns[3]
		for _, text := range strings.Fields(test.column) {
			c.Cards[c.Count], _, _ = card.Parse(text)
			c.Count++
		}
		c.Down = c.Count - 1
		if got := twinsBlock(&b); got != test.want {
			t.Errorf("%s: %t", test.column, got)
		}
	}
}
