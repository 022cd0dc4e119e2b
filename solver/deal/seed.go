package deal

import (
	"fmt"
	"math/big"
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

	// Large is the number in decimal digits, and Number 0, under the schemes that
	// count all orders of a pack, which go far beyond 64 bits.
	Large string
}

// The schemes.
const (
	Solvitaire     = "solvitaire"      // the Solvitaire program's numbered deals, for every game
	Microsoft      = "microsoft"       // Microsoft FreeCell and FreeCell Pro
	PySol          = "pysol"           // PySolFC
	PySolLegacy    = "pysol-legacy"    // PySol before PySolFC, from which it differs beyond 32,000
	GreenFelt      = "greenfelt"       // the site of that name
	KlondikeSolver = "klondike-solver" // the program's `Game: N`
	MSCollection   = "ms-collection"   // Microsoft Solitaire Collection, as its log has them
	Exact          = "exact"           // every order of the pack, as lonelybot counts them
)

// factorial52 is how many orders a pack has.
var factorial52 = new(big.Int).MulRange(1, 52)

// scheme is a way to number deals: which numbers it has, and of which games.
type scheme struct {
	name            string
	least, greatest *big.Int
	large           bool // whether its numbers go beyond 64 bits
	deals           func(*rules.Rules) bool
	of              string // the games, in words
	lay             func(*rules.Rules, Seed) Position
}

const (
	wholeDeck       = "games that lay a whole pack of 52 cards face up in columns"
	freeCellFamily  = "FreeCell and its kin, and of Klondike with any draw"
	klondikesLayout = "games laid out as Klondike, with 28 cards in seven columns and 24 in a stock that goes to a waste"
)

var schemes = []scheme{
	{Solvitaire, big.NewInt(0), big.NewInt(1<<31 - 1), false, func(*rules.Rules) bool { return true }, "every game", dealSolvitaire},
	{Microsoft, big.NewInt(1), big.NewInt(1<<33 - 1), false, dealsWholeDeck, wholeDeck, dealMicrosoft},
	{PySol, big.NewInt(1), big.NewInt(1<<63 - 1), false, dealtByPySol, freeCellFamily, dealPySol},
	{PySolLegacy, big.NewInt(1), big.NewInt(1<<63 - 1), false, dealtByPySol, freeCellFamily, dealPySol},
	{GreenFelt, big.NewInt(0), big.NewInt(1<<31 - 2), false, LaidOutAsKlondike, klondikesLayout, dealGreenFelt},
	{KlondikeSolver, big.NewInt(0), big.NewInt(1<<31 - 1), false, LaidOutAsKlondike, klondikesLayout, dealKlondikeSolver},
	{MSCollection, big.NewInt(0), new(big.Int).Sub(factorial52, big.NewInt(1)), true, LaidOutAsKlondike, klondikesLayout, dealMSCollection},
	{Exact, big.NewInt(0), new(big.Int).Sub(factorial52, big.NewInt(1)), true, LaidOutAsKlondike, klondikesLayout, dealExact},
}

// schemeOf finds a scheme by its name, nil if there is none.
func schemeOf(name string) *scheme {
	for i := range schemes {
		if schemes[i].name == name {
			return &schemes[i]
		}
	}
	return nil
}

func unknownScheme(name string) error {
	var names []string
	for _, s := range schemes {
		names = append(names, s.name)
	}
	return fmt.Errorf("unknown scheme %q; the schemes are %s", name, strings.Join(names, ", "))
}

// RangedSchemes are the schemes of whose deals ranges can be named.
func RangedSchemes() []string {
	var names []string
	for _, s := range schemes {
		if !s.large {
			names = append(names, s.name)
		}
	}
	return names
}

// Numbering names what a scheme's numbers have in common with those of others: the same
// number of two schemes may stand for the same deal if their numberings are the same, and
// does so by chance alone if they are not. PySol's first 32,000 deals are Microsoft's, under
// all of its versions.
func Numbering(scheme string) string {
	switch scheme {
	case PySol, PySolLegacy:
		return Microsoft
	default:
		return scheme
	}
}

// ParseSeed reads `scheme:number`.
func ParseSeed(text string) (Seed, error) {
	name, digits, found := strings.Cut(text, ":")
	if !found || len(text) > 100 {
		return Seed{}, fmt.Errorf("a seed is written scheme:number, such as solvitaire:17 or microsoft:11982")
	}
	s := schemeOf(name)
	if s == nil {
		return Seed{}, unknownScheme(name)
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || n.String() != digits || n.Cmp(s.least) < 0 || n.Cmp(s.greatest) > 0 {
		return Seed{}, fmt.Errorf("%q is no number of scheme %s: they go from %d to %d", digits, name, s.least, s.greatest)
	}
	if s.large {
		return Seed{Scheme: name, Large: digits}, nil
	}
	return Seed{Scheme: name, Number: n.Uint64()}, nil
}

// ParseRange reads `scheme:from-to`, or a single seed, and gives the first and the last
// seed. A range goes upwards. The schemes that go beyond 64 bits have none.
func ParseRange(text string) (first, last Seed, err error) {
	colon := strings.IndexByte(text, ':') + 1 // a scheme's name may have a hyphen
	scheme := text[:colon]
	from, to, isRange := strings.Cut(text[colon:], "-")
	if first, err = ParseSeed(scheme + from); err != nil || !isRange {
		return first, first, err
	}
	last, err = ParseSeed(scheme + to)
	switch {
	case err != nil:
	case last.Large != "":
		err = fmt.Errorf("scheme %s has no ranges; name one deal", last.Scheme)
	case last.Number < first.Number:
		err = fmt.Errorf("a range goes upwards: %d is less than %d", last.Number, first.Number)
	}
	return first, last, err
}

// ParseSeeds reads what ParseRange does, and lists the seeds.
func ParseSeeds(text string) ([]Seed, error) {
	first, last, err := ParseRange(text)
	const most = 10_000_000
	switch {
	case err != nil:
		return nil, err
	case first == last:
		return []Seed{first}, nil
	case last.Number-first.Number >= most:
		return nil, fmt.Errorf("a list has at most %d deals", most)
	}
	seeds := make([]Seed, 0, last.Number-first.Number+1)
	for n := first.Number; n <= last.Number; n++ {
		seeds = append(seeds, Seed{Scheme: first.Scheme, Number: n})
	}
	return seeds, nil
}

// String writes the seed as ParseSeed reads it.
func (s Seed) String() string {
	if s.Large != "" {
		return s.Scheme + ":" + s.Large
	}
	return s.Scheme + ":" + strconv.FormatUint(s.Number, 10)
}

// SchemeMismatch is the error of a seed whose scheme does not number the deals of a
// game.
type SchemeMismatch struct {
	Scheme string
	Deals  string // the games whose deals it does number, in words
}

func (e *SchemeMismatch) Error() string {
	return fmt.Sprintf("scheme %s numbers the deals of %s, and this is none", e.Scheme, e.Deals)
}

// Deal lays out the deal of this number under rules r. The error is a *SchemeMismatch
// where the scheme has no deals of that game.
func (s Seed) Deal(r *rules.Rules) (Position, error) {
	scheme := schemeOf(s.Scheme)
	switch {
	case scheme == nil:
		return Position{}, unknownScheme(s.Scheme)
	case !scheme.deals(r):
		return Position{}, &SchemeMismatch{s.Scheme, scheme.of}
	}
	return scheme.lay(r, s), nil
}

// dealSolvitaire deals as the Solvitaire program does: the pack, rank by rank,
// is shuffled by number with the 32-bit Mersenne Twister; base cards are taken
// out; then cells, stock, reserve, sequences or accordion, and the tableau are
// dealt in this order from the back of the pack.
func dealSolvitaire(r *rules.Rules, s Seed) Position {
	p := empty(r)
	pack := card.Deck(r.MaxRank, r.Decks, card.Suits)
	generator := newTwister(uint32(s.Number))
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
	if r.Tableau.KingsToBottom {
		sinkKings(r, p)
	}
	layFaces(r, p)
}

// sinkKings puts the kings of each column, the last cards of their foundations,
// under its other cards, and leaves both in the order they had.
func sinkKings(r *rules.Rules, p *Position) {
	for i := range p.Tableau {
		slices.SortStableFunc(p.Tableau[i].Cards, func(a, b card.Card) int {
			sink := func(c card.Card) int {
				if AboveBase(r, p.Base, c) == int(r.MaxRank) {
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
		case r.Tableau.OnlyTopFaceUp:
			n = len(p.Tableau[i].Cards) - 1
		case down != nil:
			n = min(down[i], len(p.Tableau[i].Cards)-1)
		}
		p.Tableau[i].Down = max(0, n)
	}
}
