// Package rules holds the rule language as one value.
//
// A game of patience is described by a JSON document in the language of Blake &
// Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games"
// (JAIR 85, 2026), section 5.1.1 and appendix F, as the Solvitaire program reads
// it, with a few extensions whose defaults keep the meaning of old documents.
// docs/rules.md and docs/playing.md specify the language; this package is its reader.
//
//	document ── Parse/Decode ──> Rules ── Canonical ──> the one text by which
//	                               │                   two documents are the same
//	catalogue games/*.json ────────┘
//
// [Rules] is a comparable value: every field says what it means after defaults
// have been applied, and two documents that describe the same game give equal
// values, because fields that a game has no use for are put back to their zero
// value when it is read ("move built group policy" where no groups move, the
// deal count of an absent stock, …).
//
// The organs: rules.go has the value and its axes, document.go reads and writes
// JSON, validate.go says what can't be meant, describe.go says the rules in English,
// catalogue.go knows the named games.
package rules
