package deal

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Seed is the number of a deal, under a scheme that turns numbers into cards. Seeds of the same
// deal number are equal.
type Seed struct {
	Scheme string
	Number uint64 // below 2^63 − 1, so that the next number is an int64 too

	// Large is the number in decimal digits. It is set if the number is too large for Number, or if
	// the scheme counts all orders of a pack. Then Number is 0.
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
	MSCollection   = "ms-collection"   // numbers in the log of Microsoft Solitaire Collection
	Exact          = "exact"           // every order of the pack, as lonelybot counts them
)

// mostNumber is the greatest number that Seed.Number holds.
const mostNumber = math.MaxInt64 - 1

// scheme is a way to number deals: its numbers, and its games.
type scheme struct {
	name            string
	least, greatest *big.Int
	ranged          bool // whether consecutive numbers are deals like any others
	deals           func(*rules.Rules) bool
	lay             func(*rules.Rules, Seed) Position
}

// packs is the number of orders of a pack less one: 52! − 1.
var packs = new(big.Int).Sub(new(big.Int).MulRange(1, 52), big.NewInt(1))

var schemes = []scheme{
	{Solvitaire, big.NewInt(0), big.NewInt(1<<31 - 1), true, func(*rules.Rules) bool { return true }, dealSolvitaire},
	{Microsoft, big.NewInt(1), big.NewInt(1<<33 - 1), true, dealtByMicrosoft, dealMicrosoft},
	{PySol, big.NewInt(1), digits60, true, dealtByPySol, dealPySol},
	{PySolLegacy, big.NewInt(1), new(big.Int).SetUint64(math.MaxUint64), true, dealtByPySolLegacy, dealPySol},
	{GreenFelt, big.NewInt(0), big.NewInt(1<<31 - 2), true, LaidOutAsKlondike, dealGreenFelt},
	{KlondikeSolver, big.NewInt(0), big.NewInt(1<<31 - 1), true, LaidOutAsKlondike, dealKlondikeSolver},
	{MSCollection, big.NewInt(0), packs, false, LaidOutAsKlondike, dealMSCollection},
	{Exact, big.NewInt(0), packs, false, LaidOutAsKlondike, dealExact},
}

// digits60 is the greatest number of sixty digits. PySolFC makes up numbers of up to twenty
// digits, and takes any.
var digits60 = new(big.Int).Sub(new(big.Int).Exp(big.NewInt(10), big.NewInt(60), nil), big.NewInt(1))

// schemeOf returns the scheme with a name, nil if there is none.
func schemeOf(name string) *scheme {
	for i := range schemes {
		if schemes[i].name == name {
			return &schemes[i]
		}
	}
	return nil
}

// schemesThat returns the names of schemes.
func schemesThat(fit func(*scheme) bool) []string {
	var names []string
	for i := range schemes {
		if fit(&schemes[i]) {
			names = append(names, schemes[i].name)
		}
	}
	return names
}

func unknownScheme(name string) error {
	all := schemesThat(func(*scheme) bool { return true })
	return fmt.Errorf("unknown scheme %q: must be one of %s", name, strings.Join(all, ", "))
}

// RangedSchemes returns the schemes that allow ranges of deals.
func RangedSchemes() []string { return schemesThat(func(s *scheme) bool { return s.ranged }) }

// Numbering returns the group of schemes whose numbers may name the same deals. Equal
// numbers of two schemes with different numberings give the same deal by chance only.
// PySol's deals below 32,000 are Microsoft's, in all of its versions.
func Numbering(scheme string) string {
	switch scheme {
	case PySol, PySolLegacy:
		return Microsoft
	default:
		return scheme
	}
}

// shape is what a seed looks like, for errors.
const shape = "a seed is scheme:number, for example solvitaire:17 or microsoft:11982"

// ParseSeed reads `scheme:number` as people write it: in any case, with blanks around, `#` before the
// number, zeros in front, and groups of three digits (`11,982`). `ms` is short for microsoft. It may
// also stand before a number of PySol, as in pysol:ms100001. A scheme of one word needs no colon. A
// plain number is one of scheme [Solvitaire], which every game has.
func ParseSeed(text string) (Seed, error) {
	if len(text) > 200 {
		return Seed{}, errors.New(shape)
	}
	name, number := cutScheme(text)
	if given, _, found := strings.Cut(text, ":"); found && schemeOf(name) == nil {
		return Seed{}, unknownScheme(strings.TrimSpace(given))
	} else if !found && (!strings.ContainsAny(text, "0123456789") || name == "" && strings.ContainsFunc(text, unicode.IsLetter)) {
		return Seed{}, errors.New(shape)
	}
	s := schemeOf(cmp.Or(name, Solvitaire))
	digits, err := wholeNumber(number)
	if err != nil {
		return Seed{}, err
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || !isDigits(digits) || n.Cmp(s.least) < 0 || n.Cmp(s.greatest) > 0 {
		return Seed{}, fmt.Errorf("%q is not a number of scheme %s: must be %d–%d", number, s.name, s.least, s.greatest)
	}
	if !s.ranged || !n.IsInt64() || n.Int64() > mostNumber {
		return Seed{Scheme: s.name, Large: n.String()}, nil
	}
	return Seed{Scheme: s.name, Number: n.Uint64()}, nil
}

func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// PlainNumber returns the digits of a number without a scheme, which may have any size. It returns
// false if the text names a scheme or is not a number.
func PlainNumber(text string) (digits string, ok bool) {
	_, number := cutScheme(text)
	digits, err := wholeNumber(number)
	if err != nil || digits == "" || !isDigits(digits) || strings.ContainsFunc(text, unicode.IsLetter) || strings.Contains(text, ":") {
		return "", false
	}
	return cmp.Or(strings.TrimLeft(digits, "0"), "0"), true
}

// cutScheme splits a seed into the name of its scheme, empty if there is none, and the number,
// without blanks and `#` around them.
func cutScheme(text string) (name, number string) {
	text = strings.ToLower(strings.TrimSpace(text))
	name, number, found := strings.Cut(text, ":")
	if !found {
		number = strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz")
		if name = text[:len(text)-len(number)]; name != "ms" && schemeOf(name) == nil {
			name, number = "", text
		}
	}
	name, number = strings.TrimSpace(name), strings.TrimSpace(number)
	if after, found := strings.CutPrefix(number, "ms"); found && (name == PySol || name == PySolLegacy || name == Microsoft) {
		name, number = Microsoft, after // as PySol marks Microsoft's numbers
	}
	if name == "ms" {
		name = Microsoft
	}
	return name, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(number), "#"))
}

// separators are the characters between groups of three digits.
const separators = ",.'’_"

// wholeNumber returns the digits of a number without separators. It returns texts that are not
// made of digits as they are.
func wholeNumber(text string) (string, error) {
	if text == "" || strings.Trim(text, "0123456789 "+separators) != "" {
		return text, nil
	}
	at := strings.IndexAny(text, " "+separators)
	if at < 0 {
		return text, nil
	}
	separator, _ := utf8.DecodeRuneInString(text[at:])
	groups := strings.Split(text, string(separator))
	for i, group := range groups {
		if separator == ' ' || strings.ContainsAny(group, " "+separators) || len(group) > 3 || i > 0 && len(group) < 3 || group == "" || i == 0 && group[0] == '0' {
			return "", fmt.Errorf("%q is not one number: write it without separators, or with groups of three digits as in 11,982; give one deal at a time", text)
		}
	}
	return strings.Join(groups, ""), nil
}

// ParseRange reads `scheme:from-to`, or a single seed, as ParseSeed does, and returns the first and the last
// seed, neither of them Large. It fails if the range goes downwards.
func ParseRange(text string) (first, last Seed, err error) {
	colon := strings.IndexByte(text, ':') + 1 // a scheme's name may have a hyphen
	scheme := text[:colon]
	from, to, isRange := strings.Cut(strings.ReplaceAll(text[colon:], "–", "-"), "-")
	if first, err = ParseSeed(scheme + from); err != nil {
		return first, first, err
	}
	last = first
	if isRange {
		last, err = ParseSeed(first.Scheme + ":" + to)
	}
	switch {
	case err != nil:
	case last.Scheme != first.Scheme:
		err = fmt.Errorf("a range must have one scheme: not from %s to %s", first, last)
	case !schemeOf(last.Scheme).ranged:
		err = fmt.Errorf("scheme %s has no ranges of deals", last.Scheme)
	case first.Large != "" || last.Large != "":
		err = fmt.Errorf("the numbers of a range of deals must be at most %d", mostNumber)
	case last.Number < first.Number:
		err = fmt.Errorf("a range must go upwards: %d is less than %d", last.Number, first.Number)
	}
	return first, last, err
}

// ParseSeeds reads a seed of any size, or a range as ParseRange does, and returns all seeds.
func ParseSeeds(text string) ([]Seed, error) {
	if s, err := ParseSeed(text); err == nil {
		return []Seed{s}, nil
	}
	first, last, err := ParseRange(text)
	const most = 10_000_000
	switch {
	case err != nil:
		return nil, err
	case last.Number-first.Number >= most:
		return nil, fmt.Errorf("a list may have at most %d deals", most)
	}
	seeds := make([]Seed, 0, last.Number-first.Number+1)
	for n := first.Number; n <= last.Number; n++ {
		seeds = append(seeds, Seed{Scheme: first.Scheme, Number: n})
	}
	return seeds, nil
}

// String writes the seed in its canonical form, which ParseSeed reads.
func (s Seed) String() string {
	if s.Large != "" {
		return s.Scheme + ":" + s.Large
	}
	return s.Scheme + ":" + strconv.FormatUint(s.Number, 10)
}

// integer returns the number. Callers may change it.
func (s Seed) integer() *big.Int {
	if n, ok := new(big.Int).SetString(s.Large, 10); ok {
		return n
	}
	return new(big.Int).SetUint64(s.Number)
}

// SchemeMismatch is the error for a seed whose scheme does not number the deals of a
// game.
type SchemeMismatch struct {
	Scheme string
	Has    []string // the schemes of the game
}

func (e *SchemeMismatch) Error() string {
	return fmt.Sprintf("scheme %s has no deals of this game, which has %s", e.Scheme, strings.Join(e.Has, ", "))
}

// Schemes returns the schemes that number the deals of a game.
func Schemes(r *rules.Rules) []string { return schemesThat(func(s *scheme) bool { return s.deals(r) }) }

// Deal returns the deal of this number under rules r. The error is a *SchemeMismatch if
// the scheme has no deals of that game.
func (s Seed) Deal(r *rules.Rules) (Position, error) {
	scheme := schemeOf(s.Scheme)
	switch {
	case scheme == nil:
		return Position{}, unknownScheme(s.Scheme)
	case !scheme.deals(r):
		return Position{}, &SchemeMismatch{s.Scheme, Schemes(r)}
	}
	return scheme.lay(r, s), nil
}
