package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// tiny is the largest deck that is dealt as the rules say. Of a larger one most cards are on the
// foundations, or in the hole, so that few are left in play.
const tiny = 20

// DrawPosition draws a position under rules as [Draw] does. ok is false in the rare case that the
// drawn position is invalid; call it again then.
func DrawPosition(t testing.TB, random *rand.Rand, r *rules.Rules) (deal.Position, bool) {
	t.Helper()
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(random.Uint32() >> 1)}.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	how := random.IntN(5)
	if r.DeckSize() > tiny && r.Accordion.Size == 0 && r.Sequences.Count == 0 {
		how = 0
	}
	switch how {
	case 0, 1:
		p, err = deal.Parse(scatter(random, r, &p).Document(r), r)
	case 2, 3:
		p = wander(random, r, &p)
	}
	return p, err == nil
}

// wander makes a few random moves from a deal. Half of the walks prefer moves to a foundation or
// to the hole, which bring them closer to a win.
func wander(random *rand.Rand, r *rules.Rules, p *deal.Position) deal.Position {
	table := game.New(r, p)
	upwards := random.IntN(2) == 0
	for range random.IntN(3) * random.IntN(16) {
		moves := table.Legal()
		up := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool {
			return m.To.Pile != game.Foundation && m.To.Pile != game.Hole
		})
		if upwards && len(up) > 0 {
			moves = up
		}
		if len(moves) > 0 {
			table.Do(moves[random.IntN(len(moves))])
		}
	}
	return table.Position()
}

// scatter lays the cards of a deal at random places that the game has.
func scatter(random *rand.Rand, r *rules.Rules, dealt *deal.Position) *deal.Position {
	p := dealt.Clone()
	if len(p.Sequences) > 0 {
		scatterRows(random, &p)
		return &p
	}
	if len(p.Rows) > 0 {
		uncoverRows(random, r, &p)
		return &p
	}
	if len(p.Accordion) > 0 {
		p.Accordion = p.Accordion[random.IntN(2)*random.IntN(len(p.Accordion)):]
		return &p
	}
	pack := card.Deck(r.MaxRank, r.Decks, r.Suits)
	random.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	take := func(n int) []card.Card {
		n = min(n, len(pack))
		cards := slices.Clone(pack[:n])
		pack = pack[n:]
		return cards
	}
	some := func(most int) int { return random.IntN(most + 1) }

	if r.Foundations.Present {
		if r.Foundations.Base == rules.RandomBase {
			p.Base = card.Rank(1 + random.IntN(int(r.MaxRank)))
		}
		p.Foundations = heights(random, r)
		for f, height := range p.Foundations {
			for h := range height {
				i := slices.Index(pack, deal.FoundationCard(r, p.Base, card.Suit(f/r.Copies()), h+1))
				pack = slices.Delete(pack, i, i+1)
			}
		}
	}
	if r.Hole.Present {
		p.Hole = take(1)[0]
		take(max(some(len(pack)/2), len(pack)-tiny)) // cards under the top card of the hole
	}
	if r.Discards() {
		gone := take(some(len(pack)/2) * some(1))
		pack = pair(r, gone, pack)
	}
	p.Waste = nil
	p.Stock = take(some(r.Stock.Size))
	if r.Waste() {
		p.Waste = take(some(r.Stock.Size - len(p.Stock)))
	}
	if r.Redeals() > 0 {
		p.RedealsLeft = some(r.Redeals())
	}
	places := [][]card.Card{p.Cells}
	if r.Reserve.Stacked {
		p.Reserve = take(some(r.Reserve.Size))
	} else {
		places = append(places, p.Reserve)
	}
	for _, list := range places {
		for i := range list {
			list[i] = card.None
			if random.IntN(2) == 0 && len(pack) > 0 {
				list[i] = take(1)[0]
			}
		}
	}
	for i := range p.Tableau {
		p.Tableau[i] = deal.Column{}
	}
	for len(pack) > 0 && len(p.Tableau) > 0 {
		c := &p.Tableau[random.IntN(len(p.Tableau))]
		c.Cards = append(c.Cards, take(1)...)
	}
	for i := range p.Tableau {
		if c := &p.Tableau[i]; r.FaceDown() && len(c.Cards) > 0 {
			c.Down = random.IntN(len(c.Cards))
		}
	}
	return &p
}

// heights draws the heights of the foundations: any, or for a large deck nearly complete ones.
func heights(random *rand.Rand, r *rules.Rules) []int {
	list := make([]int, card.Suits*r.Copies())
	var drawn []int // the foundations of the suits in play
	for f := range list {
		if slices.Contains(r.SuitsInPlay(), card.Suit(f/r.Copies())) {
			drawn = append(drawn, f)
		}
	}
	if r.DeckSize() > tiny {
		for _, f := range drawn {
			list[f] = int(r.MaxRank)
		}
		for range 4 + random.IntN(10) {
			if f := drawn[random.IntN(len(drawn))]; list[f] > 0 {
				list[f]--
			}
		}
	} else {
		for _, f := range drawn {
			list[f] = random.IntN(int(r.MaxRank)+1) * random.IntN(2)
		}
	}
	if r.Foundations.CompleteOnly {
		for f, h := range list {
			if h < int(r.MaxRank) {
				list[f] = 0
			}
		}
	}
	return list
}

// scatterRows exchanges a few places of rows. Half of the time it sorts the rows first, since few
// rows in random order can be won.
func scatterRows(random *rand.Rand, p *deal.Position) {
	var places []*card.Card
	for _, row := range p.Sequences {
		for j := range row {
			places = append(places, &row[j])
		}
	}
	if random.IntN(2) == 0 {
		var cards []card.Card
		for _, at := range places {
			cards = append(cards, *at)
		}
		slices.SortFunc(cards, func(a, b card.Card) int {
			if a.Suit() != b.Suit() {
				return int(a.Suit()) - int(b.Suit())
			}
			return int(a.Rank()) - int(b.Rank())
		})
		// The gaps are sorted first.
		width := len(p.Sequences[0])
		gaps := len(p.Sequences)
		atRight := random.IntN(2)
		for i := range places {
			row, column := i/width, i%width
			*places[i] = card.None
			if column -= 1 - atRight; column >= 0 && column < width-1 {
				*places[i] = cards[gaps+row*(width-1)+column]
			}
		}
		random.Shuffle(len(p.Sequences), func(i, j int) { p.Sequences[i], p.Sequences[j] = p.Sequences[j], p.Sequences[i] })
	}
	for range random.IntN(7) {
		a, b := places[random.IntN(len(places))], places[random.IntN(len(places))]
		*a, *b = *b, *a
	}
}

// uncoverRows takes cards that nothing covers off the rows, as many as leave a tiny game, turns a
// part of the stock, and takes some cards of stock and waste away where cards leave the table.
func uncoverRows(random *rand.Rand, r *rules.Rules, p *deal.Position) {
	var at []*card.Card
	for _, row := range p.Rows {
		for k := range row {
			at = append(at, &row[k])
		}
	}
	var gone []card.Card
	for range max(random.IntN(len(at)), len(at)-tiny/2) {
		var free []*card.Card
		covered := p.Covered(r)
		for _, c := range at {
			if *c != card.None && !slices.Contains(covered, c) {
				free = append(free, c)
			}
		}
		c := free[random.IntN(len(free))]
		gone = append(gone, *c)
		*c = card.None
	}
	if r.Rows.ToWaste {
		turned := random.IntN(len(p.Stock) + 1)
		p.Waste = slices.Concat(gone, p.Waste, p.Stock[:turned])
		p.Stock = p.Stock[turned:]
		random.Shuffle(len(p.Waste), func(i, j int) { p.Waste[i], p.Waste[j] = p.Waste[j], p.Waste[i] })
		return
	}
	cut := random.IntN(len(p.Stock) + 1)
	p.Stock = pair(r, append(gone, p.Stock[:cut]...), p.Stock[cut:])
	turned := random.IntN(len(p.Stock) + 1)
	p.Waste, p.Stock = slices.Clone(p.Stock[:turned]), p.Stock[turned:]
	if r.Stock.Redeals > 0 {
		p.RedealsLeft = random.IntN(r.Stock.Redeals + 1)
	}
}

// pair makes it possible that cards have left the table. Of each that had to leave with another, that
// one is taken away from the rest, too; without one there the card comes back. It returns the rest.
func pair(r *rules.Rules, gone, rest []card.Card) []card.Card {
	rest = slices.Clone(rest)
	ofRank := func(cards []card.Card, rank card.Rank) int {
		return slices.IndexFunc(cards, func(c card.Card) bool { return c.Rank() == rank })
	}
	var single []card.Card // gone without a partner so far
	for _, c := range gone {
		partner, leaves := r.Partner(c.Rank())
		if !leaves {
			rest = append(rest, c)
		} else if i := ofRank(single, partner); i >= 0 {
			single = slices.Delete(single, i, i+1)
		} else if partner > 0 {
			single = append(single, c)
		}
	}
	for _, c := range single {
		partner, _ := r.Partner(c.Rank())
		if i := ofRank(rest, partner); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			rest = append(rest, c)
		}
	}
	return rest
}
