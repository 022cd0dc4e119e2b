package solver

import "github.com/thoughtful-solitaire/thoughtful/solver/card"

// Certificate is a proof that one position can't be won. It has either claims or cases. The claims
// are about cards, and support each other. Each case has a proof of its own, and every line of play
// belongs to at least one case.
//
// The claims prove the loss as follows. Suppose that a line of play breaks claims, and consider the
// first claim that it breaks. All other claims hold until then, and they imply that this claim
// can't be broken. So no line breaks a claim. A line that breaks no claim does not win, because
// some card stays where it lies.
type Certificate struct {
	Claims []Claim
	Cases  []Case
}

// Case is an assumption that holds for some lines of play, and the proof that they don't win.
type Case struct {
	Order
	Certificate
}

// Order is the assumption that the event of the First card has happened before the event of any of
// Others happens.
type Order struct {
	First  card.Card
	Others []card.Card
	Event  Event
}

// Event says what happens to the first card, and what happens later to the others. A card is laid
// when it is put into the tableau, onto another card or into a space. A card of a run is also laid
// when it is uncovered.
type Event uint8

// The events.
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
	Waits  []Wait // why: the cards that it would need
	Why    string // why, in a sentence
}

// Never is what a claim excludes.
type Never uint8

// What cards never do.
const (
	NeverLeaves Never = iota // it stays where it lies, in a column or in stock and waste
	NeverLaid                // it is never laid into the tableau, onto another card or into a space
	NeverRises               // it never goes up to its foundation
)

// Wait says that one card waits for another.
type Wait struct {
	Of   card.Card // the card that waits: the claim's, or one that is laid before it
	To   Purpose
	Card card.Card // the card that is waited for
	// Under is the card that never leaves and under which Card lies. It equals Card if Card
	// itself never leaves, or is never laid.
	Under  card.Card
	Column int // where both lie, from 1; 0 if not in a column
}

// Purpose is why a card is needed.
type Purpose uint8

// The purposes.
const (
	ToGoUp        Purpose = iota // the other card has to go up first
	ToBeLaidOn                   // the waiting card could be laid on the other card
	ToBeLaidFirst                // by the order of the case, the other card is laid before
	ToGoUpFirst                  // by the order of the case, the other card goes up before
	ToBeTaken                    // the other card would have to be taken from the stock to reach the waiting card
)
