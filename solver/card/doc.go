// Package card has suits, ranks, cards and decks, and how a card is written.
//
// A [Card] is one byte, rank in the high bits and suit in the low two:
//
//	 7 6 | 5 4 3 2 | 1 0
//	0 0  |  rank   | suit      rank 1 (ace) … 13 (king)
//
// The ace of clubs is 4 and the king of diamonds 55. None, the zero value, is an empty
// place. A [Set] of cards of one deck is a 64-bit word. Suits are numbered clubs, hearts,
// spades, diamonds, as in the Solvitaire program and its numbered deals; even suits are
// black, odd ones red.
//
// In a game of two decks both copies of a card are the same Card, because no rule of
// patience tells them apart. Package deal keeps which cards lie face down.
package card
