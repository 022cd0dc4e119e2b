package deal

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Seed is the number of a deal, under a scheme that turns numbers into cards.
type Seed struct {
	Scheme string
	Number uint64

	// Large is the number in decimal digits, and Number is 0, under schemes that count
	// all orders of a pack, which exceeds 64 bits.
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

// factorial52 is the number of orders of a pack.
var factorial52 = new(big.Int).MulRange(1, 52)

// scheme is a way to number deals: its numbers, and its games.
type scheme struct {
	name            string
	least, greatest *big.Int
	large           bool // whether its numbers exceed 64 bits
	deals           func(*rules.Rules) bool
	of              string // the games, in words
	lay             func(*rules.Rules, Seed) Position
}

const (
	wholeDeck       = "games that lay a whole pack of 52 cards face up in columns"
	freeCellFamily  = "FreeCell and its relatives, and Klondike with any draw"
	klondikesLayout = "games laid out as Klondike: 28 cards in seven columns and 24 in a stock that goes to a waste"
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

// schemeOf returns the scheme with a name, nil if there is none.
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
	return fmt.Errorf("unknown scheme %q: must be one of %s", name, strings.Join(names, ", "))
}

// RangedSchemes returns the schemes that allow ranges of deals.
func RangedSchemes() []string {
	var names []string
	for _, s := range schemes {
		if !s.large {
			names = append(names, s.name)
		}
	}
	return names
}

// Numbering returns the group of schemes whose numbers may name the same deals. Equal
// numbers of two schemes with different numberings give the same deal by chance only.
// PySol's first 32,000 deals are Microsoft's, in all of its versions.
func Numbering(scheme string) string {
	switch scheme {
	case PySol, PySolLegacy:
		return Microsoft
	default:
		return scheme
	}
}

// ParseSeed reads `scheme:number`, the scheme in whatever case. A plain number is one of scheme
// [Solvitaire], which every game has.
func ParseSeed(text string) (Seed, error) {
	name, digits, found := strings.Cut(strings.ToLower(text), ":")
	if !found && text != "" && strings.Trim(text, "0123456789") == "" {
		name, digits, found = Solvitaire, text, true
	}
	if !found || len(text) > 100 {
		return Seed{}, fmt.Errorf("a seed is scheme:number, for example solvitaire:17 or microsoft:11982")
	}
	s := schemeOf(name)
	if s == nil {
		return Seed{}, unknownScheme(text[:len(name)])
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || n.String() != digits || n.Cmp(s.least) < 0 || n.Cmp(s.greatest) > 0 {
		return Seed{}, fmt.Errorf("%q is not a number of scheme %s: must be %d–%d", digits, name, s.least, s.greatest)
	}
	if s.large {
		return Seed{Scheme: name, Large: digits}, nil
	}
	return Seed{Scheme: name, Number: n.Uint64()}, nil
}

// ParseRange reads `scheme:from-to`, or a single seed, as ParseSeed does, and returns the first and the last
// seed. It fails if the range goes downwards, or if the scheme's numbers exceed 64 bits.
func ParseRange(text string) (first, last Seed, err error) {
	colon := strings.IndexByte(text, ':') + 1 // a scheme's name may have a hyphen
	scheme := text[:colon]
	from, to, isRange := strings.Cut(text[colon:], "-")
	if isRange && colon == 0 {
		for _, n := range []string{from, to} {
			if n == "" || strings.Trim(n, "0123456789") != "" {
				return first, last, fmt.Errorf("%.40q is not the number of a deal, as in solvitaire:1-1000", n)
			}
		}
	}
	if first, err = ParseSeed(scheme + from); err != nil || !isRange {
		return first, first, err
	}
	last, err = ParseSeed(scheme + to)
	switch {
	case err != nil:
	case last.Large != "":
		err = fmt.Errorf("scheme %s has no ranges: give a single deal", last.Scheme)
	case last.Number < first.Number:
		err = fmt.Errorf("a range must go upwards: %d is less than %d", last.Number, first.Number)
	}
	return first, last, err
}

// ParseSeeds reads what ParseRange does, and returns all seeds.
func ParseSeeds(text string) ([]Seed, error) {
	first, last, err := ParseRange(text)
	const most = 10_000_000
	switch {
	case err != nil:
		return nil, err
	case first == last:
		return []Seed{first}, nil
	case last.Number-first.Number >= most:
		return nil, fmt.Errorf("a list may have at most %d deals", most)
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

// SchemeMismatch is the error for a seed whose scheme does not number the deals of a
// game.
type SchemeMismatch struct {
	Scheme string
	Deals  string // the games whose deals it numbers, in words
}

func (e *SchemeMismatch) Error() string {
	return fmt.Sprintf("scheme %s has no deals of this game, only of %s", e.Scheme, e.Deals)
}

// Deal returns the deal of this number under rules r. The error is a *SchemeMismatch if
// the scheme has no deals of that game.
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
