// Package deal represents where cards lie.
//
// A [Position] is the table under given rules, at the start of a game or in the middle.
// It comes from a document ([Decode]), from another program's text format, or from a seed
// ([Seed.Deal]), and is checked against the rules when it is made: in every Position each
// card of the deck lies in exactly one place.
//
// # Orientation
//
// Piles are lists from the deepest card to the top, so the last element can be played.
// The stock lies face down: its last element is dealt next. The waste's last element is
// its top.
//
//	tableau 3:  [ Qd 10d | JC ]     Down = 2: the first two lie face down
//	stock:      [ 6H KS … 10S ]     10S is dealt next
//
// # Canonical form
//
// A person can tell columns, cells and the places of a reserve apart, but the rules
// can't, unless a stock is dealt to the columns. [Position.Canonical] puts them in a
// fixed order and returns which went where, so that one verdict serves all positions that
// differ only in that order.
//
// # Files
//
// position.go has the value; document.go and foundations.go read JSON, write.go writes
// it; unseen.go reads positions with cards that the player has not seen; check.go counts
// the cards; canonical.go sorts. seed.go has the schemes of numbered deals, solvitaire.go
// deals as Solvitaire does; microsoft.go, pysol.go and klondike.go shuffle as other
// programs do; twister.go is the random generator that two of them use. piles.go has the explicit
// form of a document, rows.go rows of cards that cover others, and shape.go compares positions.
package deal
