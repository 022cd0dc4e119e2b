// Package deal tells where cards lie.
//
// A [Position] is a picture of the table under given rules, at the start of a
// game or in the middle of it. It comes from a document ([Decode]), from another
// program's text format, or from a seed ([Seed.Deal]), and is checked against the
// rules when it is made: whatever holds a Position may rely on every card of the
// deck lying in exactly one place.
//
// # Orientation
//
// Piles are lists from the deepest card to the top, so the last element is the
// one that can be played. The stock is a pile lying face down: its last element
// is dealt next. The waste's last element is its top.
//
//	tableau 3:  [ Qd 10d | JC ]     Down = 2: the first two lie face down
//	stock:      [ 6H KS … 10S ]     10S is dealt next
//
// # Canonical form
//
// Columns, cells and the places of a reserve can be told apart by a person but
// not by the rules, unless there is a stock to deal to the columns.
// [Position.Canonical] puts them in a fixed order and says which went where, so
// that one verdict serves all positions that differ only in that order.
//
// The organs: position.go has the value, document.go reads and writes JSON, unseen.go
// reads positions of which a player has not seen every card, check.go counts the cards,
// canonical.go sorts. seed.go has the schemes of numbered
// deals and lays out Solvitaire's; microsoft.go, pysol.go and klondike.go shuffle as
// other programs do, twister.go is the generator that two of them use.
package deal
