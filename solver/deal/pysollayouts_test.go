package deal_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestPySolFC compares deals with what PySolFC lays out, of each game by Microsoft's numbers and by
// its own, and with boards of pysol_cards, the model of PySol that fc-solve uses. A line has the game,
// the seed, and the cards as asPySol writes them.
func TestPySolFC(t *testing.T) {
	file, err := os.Open("testdata/pysolfc.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]bool{}
	for lines := bufio.NewScanner(unzipped); lines.Scan(); {
		game, rest, _ := strings.Cut(lines.Text(), "\t")
		seed, want, _ := strings.Cut(rest, "\t")
		games[game] = true
		r := lookup(t, game)
		p := dealt(t, game, seed)
		if got := asPySol(r, &p); got != want {
			t.Errorf("%s %s:\n%s\nwant\n%s", game, seed, got, want)
		}
		if same := dealt(t, game, "solvitaire:1"); !p.SameShape(&same) {
			t.Errorf("%s %s has another shape than the game", game, seed)
		}
		if back, err := deal.Parse(p.Document(r), r); err != nil || string(back.Document(r)) != string(p.Document(r)) {
			t.Errorf("%s %s: %v", game, seed, err)
		}
	}
	if len(games) != 115 {
		t.Errorf("%d games compared", len(games))
	}
	// Below 32,000 a number is the same deal under both schemes.
	for _, g := range rules.Games() {
		if schemes := deal.Schemes(&g.Rules); slices.Contains(schemes, deal.PySol) && slices.Contains(schemes, deal.Microsoft) {
			p, q := dealt(t, g.Name, "pysol:5"), dealt(t, g.Name, "microsoft:5")
			if got, want := asPySol(&g.Rules, &p), asPySol(&g.Rules, &q); got != want {
				t.Errorf("%s: PySol's deal 5 is %s, Microsoft's %s", g.Name, got, want)
			}
		}
	}
	for _, line := range deal.PySolGames() {
		for _, game := range line {
			if games[game] {
				continue
			}
			// A variant is dealt as its game.
			base := line[slices.IndexFunc(line, func(other string) bool { return strings.HasPrefix(game, other) })]
			p, q := dealt(t, game, "pysol:7"), dealt(t, base, "pysol:7")
			if got, want := asPySol(lookup(t, game), &p), asPySol(lookup(t, base), &q); got != want || !games[base] {
				t.Errorf("%s is dealt %s, %s %s", game, got, base, want)
			}
		}
	}
}

// asPySol writes the columns, rows or piles of a deal, its reserve or cells, its hole, waste and stock in
// the order of dealing, and the cards on foundations, with tabs between these.
func asPySol(r *rules.Rules, p *deal.Position) string {
	var piles []string
	for _, column := range p.Tableau {
		cards := make([]string, len(column.Cards))
		for i, c := range column.Cards {
			if cards[i] = c.String(); i < column.Down {
				cards[i] = c.Down()
			}
		}
		piles = append(piles, strings.Join(cards, " "))
	}
	for _, c := range slices.Concat(slices.Concat(p.Rows...), p.Accordion) {
		piles = append(piles, c.String())
	}
	loose := slices.DeleteFunc(slices.Concat(p.Reserve, p.Cells), func(c card.Card) bool { return c == card.None })
	stock := slices.Clone(p.Stock)
	slices.Reverse(stock)
	stock = slices.Concat(p.Waste, stock)
	var up []string
	for i, height := range p.Foundations {
		for h := range height {
			up = append(up, deal.FoundationCard(r, p.Base, card.Suit(i/r.Copies()), h+1).String())
		}
	}
	switch {
	case r.Hole.Base != card.None:
		up = append(up, p.Hole.String())
	case r.Hole.Present:
		stock = slices.Insert(stock, 0, p.Hole)
	}
	slices.Sort(up)
	return strings.Join([]string{strings.Join(piles, " / "), text(loose), text(stock), strings.Join(up, " ")}, "\t")
}
