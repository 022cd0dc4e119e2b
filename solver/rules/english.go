package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// say returns a text with values, each after its name.
func (d *describer) say(text string, values ...string) string {
	named := map[string]string{}
	for i := 0; i < len(values); i += 2 {
		named[values[i]] = values[i+1]
	}
	return d.text(text, named)
}

// count returns the text for one thing or for several, with their number as {n}.
func (d *describer) count(n int, one, several string, values ...string) string {
	text := several
	if n == 1 {
		text = one
	}
	return d.say(text, append(values, "n", strconv.Itoa(n))...)
}

// and and or join the texts of a list.
func (d *describer) and(list []string) string { return card.Series(d.say("and"), list) }
func (d *describer) or(list []string) string  { return card.Series(d.say("or"), list) }

// sentences joins sentences. Each begins with a capital letter.
func sentences(all ...string) string {
	var list []string
	for _, s := range all {
		if s != "" {
			first, size := utf8.DecodeRuneInString(s)
			list = append(list, string(unicode.ToUpper(first))+s[size:])
		}
	}
	return strings.Join(list, " ")
}

// named are the ranks that have names in the place of numbers.
var named = []card.Rank{card.Ace, 11, 12, card.MaxRank}

// rank returns the name of a rank.
func (d *describer) rank(r card.Rank) string {
	return d.named(r, []string{d.say("ace"), d.say("jack"), d.say("queen"), d.say("king")}, "")
}

// the returns the name of a card of a rank with its article.
func (d *describer) the(r card.Rank) string {
	return d.named(r, []string{d.say("the ace"), d.say("the jack"), d.say("the queen"), d.say("the king")}, d.say("the {n}", "n", strconv.Itoa(int(r))))
}

// a returns the name of any card of a rank with its article.
func (d *describer) a(r card.Rank) string {
	other := d.say("a {n}", "n", strconv.Itoa(int(r)))
	if r == 8 {
		other = d.say("an 8")
	}
	return d.named(r, []string{d.say("an ace"), d.say("a jack"), d.say("a queen"), d.say("a king")}, other)
}

// named returns the name of a rank, if it has one, or the other text; its number if that is empty.
func (d *describer) named(r card.Rank, names []string, other string) string {
	if i := slices.Index(named, r); i >= 0 {
		return names[i]
	}
	if other == "" {
		return strconv.Itoa(int(r))
	}
	return other
}

// suit returns the name of a suit.
func (d *describer) suit(s card.Suit) string {
	return []string{d.say("clubs"), d.say("hearts"), d.say("spades"), d.say("diamonds")}[s]
}
