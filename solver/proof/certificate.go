package proof

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// Certificate is a proof that a position can't be won, and does not tell of any other
// position. It is either claims about cards that hold each other up, or a list of cases
// one of which any line of play must be, with a proof for each.
//
// Claims are read so: look at the first of them that a line of play would break. All
// others hold until then, and by them it can't be broken. A line that breaks none does
// not win, since a card stays where it lies.
type Certificate struct {
	Claims []Claim
	Cases  []Case
}

// Case is what holds of some of the lines of play, and the proof that they don't win.
type Case struct {
	Order
	Certificate
}

// Order says what happens to a card before something happens to any of some others, if
// it ever does.
type Order struct {
	First  card.Card
	Others []card.Card
	Event  Event
}

// Event is what happens to the first card, and to the others after it. To be laid is to be
// put into the tableau, onto another card or into a space, or for a card of a run to be
// uncovered with it.
type Event uint8

// What happens.
const (
	LaidBeforeLaid Event = iota // the first is laid before any of the others is
	LaidBeforeUp                // the first is laid before the other goes up
	UpBeforeLaid                // the first goes up before the other is laid
)

// Claim says what a card never does, and why.
type Claim struct {
	Card   card.Card
	Never  Never
	Column int    // where the card lies, from 1; 0 in the stock or waste, or on a foundation
	Waits  []Wait // the cards that it would need
	Why    string // the same in a sentence
}

// Never is what a card never does.
type Never uint8

// What cards never do.
const (
	Leaves Never = iota // it stays where it lies, in a column or in stock and waste
	Laid                // it is never laid into the tableau, onto another card or into a space
	Rises               // it never goes up to its foundation
)

// Wait is that one card waits for another.
type Wait struct {
	Of   card.Card // the card that waits: the claim's, or one that is laid before it
	To   Purpose
	Card card.Card // the card that is waited for
	// Under is the card that never leaves and under which Card lies; it is Card itself
	// if that is what never leaves, or is never laid.
	Under  card.Card
	Column int // where both lie, from 1; 0 if not in a column
}

// Purpose is what a card is needed for.
type Purpose uint8

// The purposes.
const (
	GoUp        Purpose = iota // it has to go up first
	BeLaidOn                   // it could carry the card
	BeLaidFirst                // by the order of the case it is laid before
	GoUpFirst                  // by the order of the case it goes up before
	BeTaken                    // it would have to be taken from the stock for the card to be reached
)
