// Package rules holds the rule language as one value.
//
// A JSON document describes a game of patience in the language of Blake & Gent, "The
// Winnability of Klondike Solitaire and Many Other Patience Games" (JAIR 85, 2026),
// section 5.1.1 and appendix F, as the Solvitaire program reads it. A few extensions have
// defaults that keep the meaning of older documents. docs/build/rules.md and docs/build/playing.md
// specify the language; this package reads it.
//
//	document ── Parse/Decode ──> Rules ── Canonical ──> one text for all documents
//	                               │                   of the same game
//	catalogue games/*.json ────────┘
//
// [Rules] is a comparable value. Its fields have the defaults applied, and fields that
// have no effect on the game are reset to zero (“move built group policy” where no groups
// move, the deal count of an absent stock, …), so that documents of the same game give
// equal values.
//
// The files: rules.go has the value, document.go reads and writes JSON, validate.go
// checks fields against each other, normalise.go resets fields without effect,
// catalogue.go has the named games, families.go puts them in order. rows.go and discard.go have
// parts of the value. describe.go describes rules in English, with
// describe_play.go, describe_rows.go and describe_covered.go for the parts of a game, and english.go for words
// and lists.
package rules
