package deal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Seed is a deal by number, under a scheme that says how the number becomes
// cards.
type Seed struct {
	Scheme string
	Number uint64
}

// The schemes.
const (
	Solvitaire = "solvitaire" // the Solvitaire program's numbered deals, for every game
	Microsoft  = "microsoft"  // Microsoft FreeCell and FreeCell Pro
)

// numbers are the least and the greatest number of each scheme.
var numbers = map[string][2]uint64{
	Solvitaire: {0, 1<<31 - 1},
	Microsoft:  {1, 1<<33 - 1},
}

// ParseSeed reads `scheme:number`.
func ParseSeed(text string) (Seed, error) {
	scheme, digits, found := strings.Cut(text, ":")
	if !found || len(text) > 100 {
		return Seed{}, fmt.Errorf("a seed is written scheme:number, such as solvitaire:17 or microsoft:11982")
	}
	bounds, known := numbers[scheme]
	if !known {
		return Seed{}, fmt.Errorf("unknown scheme %q; the schemes are %s and %s", scheme, Solvitaire, Microsoft)
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || strconv.FormatUint(n, 10) != digits || n < bounds[0] || n > bounds[1] {
		return Seed{}, fmt.Errorf("%q is no number of scheme %s: they go from %d to %d", digits, scheme, bounds[0], bounds[1])
	}
	return Seed{scheme, n}, nil
}

// String writes the seed as ParseSeed reads it.
func (s Seed) String() string { return s.Scheme + ":" + strconv.FormatUint(s.Number, 10) }

// Deal lays out the deal of this number under rules r, or says why the scheme
// has no such deal of that game.
func (s Seed) Deal(r *rules.Rules) (Position, error) {
	switch s.Scheme {
	case Solvitaire:
		return dealSolvitaire(r, uint32(s.Number)), nil
	case Microsoft:
		if !dealsWholeDeck(r) {
			return Position{}, fmt.Errorf("scheme %s numbers the deals of games that lay a whole pack of 52 cards face up in columns, and this is none", Microsoft)
		}
		return dealMicrosoft(r, s.Number), nil
	}
	return Position{}, fmt.Errorf("unknown scheme %q", s.Scheme)
}

// dealSolvitaire deals as the Solvitaire program does: the pack, rank by rank,
// is shuffled by number with the 32-bit Mersenne Twister; base cards are taken
// out; then cells, stock, reserve, sequences or accordion, and the tableau are
// dealt in this order from the back of the pack.
func dealSolvitaire(r *rules.Rules, number uint32) Position {
	p := empty(r)
	pack := card.Deck(r.MaxRank, r.Decks, card.Suits)
	generator := newTwister(number)
	for i := len(pack) - 1; i > 0; i-- {
		j := generator.below(i + 1)
		pack[i], pack[j] = pack[j], pack[i]
	}
	take := func(c card.Card) {
		pack = slices.Delete(pack, slices.Index(pack, c), slices.Index(pack, c)+1)
	}
	if h := r.Hole; h.Present {
		p.Hole = h.Base
		if p.Hole == card.None {
			p.Hole = pack[0]
		}
		take(p.Hole)
		p.Hole = card.Fold(p.Hole, r.Suits)
	}
	if f := r.Foundations; f.Present {
		base := card.New(p.Base, card.Clubs)
		if f.Base == rules.RandomBase {
			base = pack[0]
			p.Base = base.Rank()
		}
		switch f.Initial {
		case rules.InitialOne:
			take(base)
			p.Foundations[int(base.Suit())*r.Copies()]++
		case rules.InitialThree:
			// The first card dealt, the deepest of the first column, is the base
			// card that stays in play.
			base = pack[len(pack)-1]
			p.Base = base.Rank()
			for s := range card.Suits {
				if c := card.New(p.Base, card.Suit(s)); c != base {
					take(c)
					p.Foundations[s]++
				}
			}
		case rules.InitialAll:
			for s := range card.Suits {
				for copy := range r.Decks {
					take(card.New(p.Base, card.Suit(s)))
					p.Foundations[s*r.Copies()+copy]++
				}
			}
		}
	}
	for i := range pack {
		pack[i] = card.Fold(pack[i], r.Suits)
	}
	next := func() card.Card {
		c := pack[len(pack)-1]
		pack = pack[:len(pack)-1]
		return c
	}

	for i := range r.Cells.PreFilled {
		p.Cells[i] = next()
	}
	for range r.Stock.Size {
		p.Stock = append(p.Stock, next())
	}
	for i := range r.Reserve.Size {
		if r.Reserve.Stacked {
			p.Reserve = append(p.Reserve, next())
		} else {
			p.Reserve[i] = next()
		}
	}
	for i := range r.Sequences.Count * int(r.MaxRank) {
		c := next()
		if c.Rank() == card.Ace {
			c = card.None
		}
		row := i % r.Sequences.Count
		p.Sequences[row] = append(p.Sequences[row], c)
	}
	for range r.Accordion.Size {
		p.Accordion = append(p.Accordion, next())
	}
	if r.Tableau.Count > 0 {
		dealTableau(r, &p, next, len(pack))
	}
	return p
}

// dealTableau deals n cards row by row: from left to right, or, where the deal is
// diagonal, for as many rows as there are columns from right to left, one column
// less with each row.
func dealTableau(r *rules.Rules, p *Position, next func() card.Card, n int) {
	columns := r.Tableau.Count
	sizes := r.PileSizes()
	for t := 0; n > 0; t++ {
		row, c := t/columns, t%columns
		if sizes != nil && row >= sizes[c] {
			continue
		}
		if r.Tableau.Diagonal && row < columns {
			if c = columns - 1 - c; c < row {
				continue
			}
		}
		p.Tableau[c].Cards = append(p.Tableau[c].Cards, next())
		n--
	}
	if r.Tableau.KingsSink {
		sinkKings(p)
	}
	layFaces(r, p)
}

// sinkKings puts the kings of each column under its other cards, and leaves both
// in the order they had.
func sinkKings(p *Position) {
	for i := range p.Tableau {
		slices.SortStableFunc(p.Tableau[i].Cards, func(a, b card.Card) int {
			sink := func(c card.Card) int {
				if c.Rank() == card.King {
					return 0
				}
				return 1
			}
			return sink(a) - sink(b)
		})
	}
}

// layFaces turns the cards of a fresh deal down as the rules deal them.
func layFaces(r *rules.Rules, p *Position) {
	down := r.FaceDownCards()
	for i := range p.Tableau {
		n := 0
		switch {
		case r.Tableau.TopUp:
			n = len(p.Tableau[i].Cards) - 1
		case down != nil:
			n = min(down[i], len(p.Tableau[i].Cards)-1)
		}
		p.Tableau[i].Down = max(0, n)
	}
}

// dealsWholeDeck tells whether a game lays a whole pack face up in columns, the
// games whose deals Microsoft FreeCell's numbers can name.
func dealsWholeDeck(r *rules.Rules) bool {
	return r.DeckSize() == 52 && r.Decks == 1 && r.Suits == card.Suits && r.Tableau.Count > 0 &&
		!r.Tableau.Diagonal && !r.FaceDown() && r.Tableau.Sizes == "" && !r.Tableau.KingsSink && r.Cells.PreFilled == 0 && r.Stock.Size == 0 &&
		r.Reserve.Size == 0 && r.Foundations.Present && r.Foundations.Initial == rules.InitialNone &&
		r.Foundations.Base != rules.RandomBase
}

// dealMicrosoft deals as Microsoft FreeCell does, and FreeCell Pro for numbers of
// 2^31 and more: the pack AC AD AH AS 2C … KS, its last card swapped with a
// random one and dealt, and so on, column by column. The generator is the one of
// Microsoft's C library, s ← 214013 s + 2531011, of which FreeCell Pro uses one
// or two more bits where a number does not fit its state.
func dealMicrosoft(r *rules.Rules, number uint64) Position {
	p := empty(r)
	pack := make([]card.Card, 0, 52)
	for rank := card.Ace; rank <= card.King; rank++ {
		for _, s := range []card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades} {
			pack = append(pack, card.New(rank, s))
		}
	}
	state := number
	if number >= 1<<32 {
		state -= 1 << 32
	}
	random := func() uint64 {
		state = (state*214013 + 2531011) % (1 << 33)
		switch {
		case number < 1<<31:
			return state >> 16 & 0x7fff
		case number < 1<<32:
			return state>>16&0x7fff | 0x8000
		default:
			return state>>16&0xffff + 1
		}
	}
	for i := range 52 {
		last := len(pack) - 1
		j := random() % uint64(len(pack))
		pack[last], pack[j] = pack[j], pack[last]
		column := &p.Tableau[i%r.Tableau.Count]
		column.Cards = append(column.Cards, pack[last])
		pack = pack[:last]
	}
	return p
}
