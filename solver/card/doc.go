// Package card holds the atoms: suits, ranks, cards, decks and how a card is
// written down.
//
// A [Card] is one byte, rank in the high bits and suit in the low two:
//
//	 7 6 | 5 4 3 2 | 1 0
//	0 0  |  rank   | suit      rank 1 (ace) … 13 (king)
//
// so the ace of clubs is 4 and the king of diamonds 55, and None, the zero
// value, is an empty place. A set of cards of one deck fits a 64-bit word.
// Suits are numbered clubs, hearts, spades, diamonds, the order in which the
// Solvitaire program numbers them and in which its numbered deals are laid
// out; an even suit is black, an odd one red.
//
// Two copies of a card in a game of two decks are the same Card: nothing in any
// rule of patience can tell them apart. Whether a card lies face down is a fact
// about where it lies and is told by package deal.
package card
