package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

func sentences(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

func ifElse(so bool, then, otherwise string) string {
	if so {
		return then
	}
	return otherwise
}

var numerals = []string{
	"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
}

// inWords writes a small number as a word.
func inWords(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// count writes a number of things: "no cards", "one card", "two cards".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return inWords(n) + " " + thing
}

// laid says where a number of cards is laid: "One card is laid in cells.".
func laid(n int, where string) string {
	return upper(count(n, "card")) + " " + isOrAre(n) + " " + where
}

// times says how often something may be done.
func times(n int) string {
	switch n {
	case Unlimited:
		return "any number of times"
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return inWords(n) + " times"
}

func isOrAre(n int) string { return ifElse(n == 1, "is", "are") }

var ordinals = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

func ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	ending := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// upper capitalizes the first letter.
func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func anA(word string) string { return ifElse(strings.ContainsAny(word[:1], "ae"), "an ", "a ") + word }

// plural returns the plural of a card's name.
func plural(word string) string {
	if cards, below := strings.CutPrefix(word, "card "); below {
		return "cards " + cards
	}
	return word + ifElse(strings.HasSuffix(word, "x"), "es", "s")
}

var rankNames = []string{"", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"}

func rankName(r card.Rank) string { return rankNames[r] }

func suitName(s card.Suit) string { return []string{"clubs", "hearts", "spades", "diamonds"}[s] }

func cardName(c card.Card) string { return "the " + rankName(c.Rank()) + " of " + suitName(c.Suit()) }
