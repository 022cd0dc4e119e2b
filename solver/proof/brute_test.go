package proof

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	problems     = flag.Int("problems", 1_000, "random problems whose positions are all compared with brute force; a quarter of them with -short")
	problemsSeed = flag.Uint64("problems-seed", 1, "seed of the random problems")
	problemsOf   = flag.String("problems-of", "", "families of the random problems, separated by commas; all if empty")
)

// sibling changes a position a little, so that it may have the same key: it exchanges two cards, or
// columns, or turns cards over, or more of the stock.
func sibling(random *rand.Rand, r *rules.Rules, p *deal.Position) deal.Position {
	q := p.Clone()
	var at []*card.Card
	for _, pile := range [][]card.Card{q.Cells, q.Reserve, q.Stock, q.Waste} {
		for i := range pile {
			at = append(at, &pile[i])
		}
	}
	for _, pile := range slices.Concat(q.Rows, q.Sequences) {
		for i := range pile {
			at = append(at, &pile[i])
		}
	}
	for _, column := range q.Tableau {
		for i := range column.Cards {
			at = append(at, &column.Cards[i])
		}
	}
	at = slices.DeleteFunc(at, func(c *card.Card) bool { return *c == card.None })
	switch random.IntN(4) {
	case 0, 1:
		for range 20 {
			if len(at) == 0 {
				break
			}
			a, b := at[random.IntN(len(at))], at[random.IntN(len(at))]
			if a != b && (*a).Rank() == (*b).Rank() {
				*a, *b = *b, *a
				break
			}
		}
	case 2:
		for i := range q.Tableau {
			if c := &q.Tableau[i]; r.FaceDown() && len(c.Cards) > 0 {
				c.Down = random.IntN(len(c.Cards))
			}
		}
	case 3:
		if r.Waste() && r.Rows.Shape == rules.NoRows {
			for range random.IntN(3) {
				if n := len(q.Stock); n > 0 {
					q.Stock, q.Waste = q.Stock[:n-1], append(q.Waste, q.Stock[n-1])
				}
			}
		}
		random.Shuffle(len(q.Tableau), func(i, j int) { q.Tableau[i], q.Tableau[j] = q.Tableau[j], q.Tableau[i] })
	}
	return q
}

// lemma names the lemma by which a table of a game may be lost at sight.
func lemma(t *Table) string {
	r := t.rules
	switch {
	case r.Rows.PairSum > 0:
		return "stock at hand"
	case r.Hole.Present:
		return "too few neighbours, hole"
	case r.Rows.ToWaste:
		return "too few neighbours, rows"
	case r.Discards():
		x := discards{t: t, stays: t.rules.Tableau.Spaces == rules.SpacesNone && !t.redealt()}
		if r.Discard.Pairs() && x.withoutPartners() {
			return "without partners"
		}
		return "under each other"
	case r.Cells.Count > 0:
		return "waste without columns"
	case r.Reserve.Stacked && r.Tableau.Spaces >= rules.SpacesReserveThenAny:
		return "stuck cards, reserve fills spaces"
	case r.Foundations.CompleteOnly:
		return "stuck cards, complete runs"
	case t.late && (r.Stock.Count > 1 || t.Table().RedealsLeft == 0):
		return "stuck cards, talon in order"
	case r.Reserve.Stacked:
		return "stuck cards, stacked reserve"
	}
	return "stuck cards"
}

// TestLemmas compares what the lemmas say of all positions of random problems with brute force: that
// tables are lost at sight, that tables with one key are one state, and that the ways of a table, or
// its safe card alone, lead nearer to a win.
func TestLemmas(t *testing.T) {
	n := *problems
	if testing.Short() {
		n /= 4
	}
	families := append(slices.Clone(enginetest.Families), enginetest.Canfield, enginetest.Carpet, enginetest.Loose, enginetest.Singles, enginetest.Discards, enginetest.Rows, enginetest.Klondike)
	if *problemsOf != "" {
		families = nil
		for name := range strings.SplitSeq(*problemsOf, ",") {
			families = append(families, enginetest.Family(name))
		}
	}
	random := rand.New(rand.NewPCG(*problemsSeed, 0))
	tally := map[string]int{}
	for i := 0; i < n; {
		r, p := enginetest.Draw(t, random, families[i%len(families)])
		from := []deal.Position{p}
		for range 2 {
			from = append(from, sibling(random, &r, &p))
		}
		waits := func(m game.Move) bool { return turnsLate(&r) && (m.Action == game.Draw || m.Action == game.Redeal) }
		x, ok := enginetest.ExploreAll(&r, from, waits, 1000)
		if !ok {
			tally["too large"]++
			continue
		}
		i++
		compareLemmas(t, &r, &x, tally)
		walk(t, random, &r, &x, tally)
	}
	for _, name := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%8d %s", tally[name], name)
	}
	if *problemsOf != "" {
		return
	}
	for _, name := range []string{
		"stock at hand", "too few neighbours, hole", "too few neighbours, rows", "without partners", "under each other", "waste without columns",
		"stuck cards", "stuck cards, reserve fills spaces", "stuck cards, complete runs", "stuck cards, talon in order",
	} {
		if stuck, winnable := tally["stuck: "+name], tally["winnable: "+name]; stuck < n/20 || winnable < n/10 && name != "without partners" {
			t.Errorf("%s: %d stuck, and %d that can be won", name, stuck, winnable)
		}
	}
	for _, name := range []string{"one state", "safe", "goes alone", "wrong outside: stuck cards, cells"} {
		if tally[name] < n/5 {
			t.Errorf("%s: only %d", name, tally[name])
		}
	}
}

// compareLemmas compares the lemmas with what was explored.
func compareLemmas(t *testing.T, r *rules.Rules, x *enginetest.Explored, tally map[string]int) {
	t.Helper()
	keys := map[string]int{}
	for i := range x.Positions {
		p := &x.Positions[i]
		table := NewTable(r, p)
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf(format+": %s %s, in %d moves", append(args, r.Canonical(), p.Document(r), x.Far[i])...)
		}
		key := string(table.Key())
		if same, known := keys[key]; !known {
			keys[key] = i
		} else if tally["one state"]++; x.Far[same] != x.Far[i] {
			fail("one state with %s in %d", x.Positions[same].Document(r), x.Far[same])
		}
		if table.Stuck() {
			if tally["stuck: "+lemma(table)]++; x.Far[i] >= 0 {
				fail("stuck by %s", lemma(table))
			}
		}
		if x.Far[i] <= 0 {
			continue
		}
		tally["winnable: "+lemma(table)]++
		after := func(w Way) int {
			if err := table.Go(w); err != nil {
				fail("%s: %v", w.Move, err)
			}
			defer table.Back(w)
			return x.Far[x.Index[enginetest.Fingerprint(table.Table())]]
		}
		for _, name := range outside(table, x.Far[i], after) {
			tally["wrong outside: "+name]++
		}
		nearer := false
		for _, w := range table.Ways() {
			far := after(w)
			nearer = nearer || far >= 0 && far < x.Far[i]
			if turned := (Way{w.Turns + 1, w.Move}); table.Safe(turned) && table.Go(turned) == nil {
				table.Back(turned)
				fail("safe after a turn: %s", w.Move)
			}
			if table.Safe(w) {
				if tally["safe"]++; table.goesAtOnce(w.Move) {
					tally["goes alone"]++
				}
				if far < 0 || far >= x.Far[i] {
					fail("safe: %s", w.Move)
				}
			}
		}
		if !nearer {
			fail("no way leads nearer")
		}
	}
}

// walk makes random moves from the first position on one table, as a file does, and compares what that says
// of where it comes to.
func walk(t *testing.T, random *rand.Rand, r *rules.Rules, x *enginetest.Explored, tally map[string]int) {
	t.Helper()
	table := NewTable(r, &x.Positions[0])
	var path []Way
	for range 40 {
		at := table.Table()
		i := x.Index[enginetest.Fingerprint(at)]
		if string(table.Key()) != string(NewTable(r, at).Key()) {
			t.Fatalf("another key after moves: %s %s", r.Canonical(), at.Document(r))
		}
		outline, _ := table.LostOutline(5000)
		if outline {
			tally["lost outline on the way"]++
		}
		if x.Far[i] >= 0 && (outline || table.Stuck()) {
			t.Fatalf("lost (by its outline %t) on the way from %s: %s %s, in %d moves", outline, x.Positions[0].Document(r), r.Canonical(), at.Document(r), x.Far[i])
		}
		ways := table.Ways()
		if len(path) > 0 && (len(ways) == 0 || random.IntN(4) == 0) {
			table.Back(path[len(path)-1])
			path = path[:len(path)-1]
		} else if len(ways) > 0 {
			w := ways[random.IntN(len(ways))]
			if err := table.Go(w); err != nil {
				t.Fatal(err)
			}
			path = append(path, w)
		}
	}
}

// outside returns which lemmas would be wrong about a table that can be won if their conditions were
// left out: with what rule the game breaks the conditions.
func outside(t *Table, far int, after func(Way) int) (names []string) {
	r := t.rules
	if r.Decks > 1 || r.Suits != card.Suits || !r.Foundations.Present {
		return nil
	}
	if (r.Cells.Count > 0 || r.Tableau.Packets > 0) && t.stuckCards() {
		names = append(names, map[bool]string{true: "stuck cards, cells", false: "stuck cards, redealt"}[r.Cells.Count > 0])
	}
	if t.safe || r.Foundations.CompleteOnly {
		return names
	}
	broken := map[string]bool{
		"same colour": r.Tableau.Build == rules.SameColour, "other suit": r.Tableau.Build == rules.OtherSuit, "up or down": r.Tableau.UpOrDown,
		"freeze": r.Tableau.Freeze, "redealt": r.Tableau.Packets > 0, "spaces filled": r.Tableau.Spaces > rules.SpacesKings && !r.Tableau.Freeze,
		"any group": r.Tableau.Groups == rules.GroupsAny, "other groups": r.Tableau.Groups != rules.GroupsNo && r.Tableau.GroupPolicy != r.Tableau.Build,
		"stock dealt": r.Stock.Size > 0 && r.Stock.To != rules.ToWaste,
	}
	maps.DeleteFunc(broken, func(_ string, is bool) bool { return !is })
	if len(broken) > 1 { // it is not known which condition matters
		return names
	}
	t.safe = true
	defer func() { t.safe = false }()
	for _, w := range t.Ways() {
		if t.Safe(w) {
			if to := after(w); to < 0 || to >= far {
				for name := range broken {
					return append(names, "safe cards, "+name)
				}
			}
		}
	}
	return names
}
