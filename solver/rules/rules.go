package rules

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Rules describe a game of patience. The zero value of a section means that the
// game does not have it.
type Rules struct {
	MaxRank card.Rank // ranks per suit, 1 to 13
	Decks   int       // 1 or 2 packs
	Suits   int       // suits in a pack: 4, or 2 or 1 for easier games of Spider

	Tableau     Tableau
	Foundations Foundations
	Hole        Hole
	Cells       Cells
	Stock       Stock
	Reserve     Reserve
	Accordion   Accordion
	Sequences   Sequences
}

// Tableau are the columns of the layout.
type Tableau struct {
	Count         int    // columns
	Build         Build  // which card may be built on which
	Spaces        Spaces // who may fill an empty column
	Diagonal      bool   // dealt as a triangle: one card on the leftmost column, two on the next …
	OnlyTopFaceUp bool   // cards are dealt face down, then the top card of each column is turned

	Groups        Groups // which groups of cards move together
	GroupPolicy   Build  // which cards form a group; the build policy where no groups move
	Target        Target // what the card under a moved group must satisfy
	Freeze        bool   // while a space waits for the waste, nothing else moves onto the tableau
	KingsToBottom bool   // kings are put under their columns when the deal is done

	// Sizes and FaceDown give each column its number of cards, and how many of
	// them are dealt face down, where the deal is neither rows nor a triangle:
	// numbers with spaces between. Empty where the other fields say it all.
	Sizes, FaceDown string
}

// Build says which card may lie on which: always one rank higher below one rank
// lower, and of which suits.
type Build uint8

// The build policies.
const (
	AnySuit Build = iota
	RedBlack
	SameSuit
	NoBuild
)

// Spaces says who may fill an empty column.
type Spaces uint8

// The policies for spaces. The last three fill a space by force, before anything
// else is done.
const (
	SpacesAny Spaces = iota
	SpacesNone
	SpacesKings
	SpacesReserveThenAny
	SpacesReserveThenWaste
	SpacesWasteThenStock
)

// Groups says which groups of cards move together.
type Groups uint8

// The kinds of group moves. But for the last kind, a group is a run at the end of
// a column, face up, in which each card lies on the next higher one under the
// group policy.
const (
	GroupsNo        Groups = iota // cards move one by one
	GroupsYes                     // any part of a group from some card to its end
	GroupsWholePile               // only a column that is one group, as a whole
	GroupsMaximal                 // only the longest group of a column, as a whole
	GroupsAny                     // any card lying face up with all that lie on it, in order or not
)

// Target says what the card under a moved group of two or more must satisfy.
type Target uint8

// The targets.
const (
	TargetBuild Target = iota // the build policy, as for a single card
	TargetGroup               // the group policy, as the Solvitaire program has it
)

// Foundations are the piles on which a suit is built up, one per suit and pack
// (with fewer suits as many as there are runs in the deck).
type Foundations struct {
	Present      bool
	Initial      Initial
	Base         card.Rank // first card of each foundation; 0 where the deal decides
	Removable    bool      // worrying back: the top card may be taken back into play
	CompleteOnly bool      // Spider: nothing but a complete run of a suit goes up, as one move
}

// RandomBase is the foundation base of games whose deal decides it.
const RandomBase card.Rank = 0

// Initial says which base cards lie on the foundations from the start.
type Initial uint8

// The initial foundations.
const (
	InitialNone Initial = iota
	InitialOne
	InitialAll
	InitialThree // the base is the deepest card of the first column, its three likes are up
)

// Hole is the single pile onto which Golf and Black Hole play everything.
type Hole struct {
	Present bool
	Base    card.Card // its first card; card.None where the deal decides
	Loops   bool      // whether ace and king are neighbours
}

// Cells are places for one card each.
type Cells struct {
	Count     int
	PreFilled int // how many of them the deal fills
}

// Stock are the cards that are still to come.
type Stock struct {
	Size       int
	To         DealTo
	Count      int  // cards turned at a time, where they go to the waste
	Redeals    int  // how often the waste may be turned over; Unlimited
	OntoSpaces bool // whether it may be dealt to the tableau while a column is empty
}

// DealTo says where cards of the stock go.
type DealTo uint8

// Where the stock goes.
const (
	ToWaste DealTo = iota
	ToTableau
	ToHole
)

// Unlimited redeals.
const Unlimited = -1

// Reserve are cards that come into play but are not built upon.
type Reserve struct {
	Size    int
	Stacked bool // one pile of which only the top is available
}

// Accordion is a row of piles that are laid on each other.
type Accordion struct {
	Size  int
	Moves string   // permitted distances, such as "L1 L3"
	Match Relation // which of the relations between top cards permits a move
}

// Relation is a set of relations between two cards; any of them suffices.
type Relation uint8

// The relations of Accordion.
const (
	MatchSuit Relation = 1 << iota
	MatchColours
	MatchAnySuit
	MatchRank
)

// Sequences are the rows of Gaps.
type Sequences struct {
	Count     int
	Direction Direction
	Build     Build
	FixedSuit bool // row i starts with suit i
}

// Direction says which neighbour a card moved into a gap must follow.
type Direction uint8

// The directions.
const (
	FromLeft Direction = iota
	FromRight
	FromBoth
)

// DeckSize is the number of cards in the game's packs together.
func (r *Rules) DeckSize() int { return int(r.MaxRank) * card.Suits * r.Decks }

// Copies is how often each card occurs in the deck.
func (r *Rules) Copies() int { return r.Decks * card.Suits / r.Suits }

// SuitsInPlay lists the suits that occur.
func (r *Rules) SuitsInPlay() []card.Suit {
	switch r.Suits {
	case 1:
		return []card.Suit{card.Spades}
	case 2:
		return []card.Suit{card.Hearts, card.Spades}
	default:
		return []card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds}
	}
}

// FaceDown tells whether cards are dealt face down.
func (r *Rules) FaceDown() bool { return r.Tableau.OnlyTopFaceUp || r.Tableau.FaceDown != "" }

// PileSizes are the columns' sizes in a deal that gives each its own; nil else.
func (r *Rules) PileSizes() []int { return numbers(r.Tableau.Sizes) }

// FaceDownCards are how many cards of each column are dealt face down, where the
// deal says it column by column; nil else.
func (r *Rules) FaceDownCards() []int { return numbers(r.Tableau.FaceDown) }

// numbers reads a list that is kept as text, so that rules can be compared.
func numbers(text string) []int {
	var list []int
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			continue // it can't be: the text is written by this package
		}
		list = append(list, n)
	}
	return list
}

// Waste tells whether the game turns cards of its stock to a waste.
func (r *Rules) Waste() bool { return r.Stock.Size > 0 && r.Stock.To == ToWaste }

// initialFounded is how many cards lie on the foundations from the start.
func (r *Rules) initialFounded() int {
	switch r.Foundations.Initial {
	case InitialOne:
		return 1
	case InitialAll:
		return card.Suits * r.Decks
	case InitialThree:
		return card.Suits - 1
	default:
		return 0
	}
}

// Follows tells whether policy b lets upper be laid on lower, given that their
// ranks already fit.
func (b Build) Follows(lower, upper card.Card) bool {
	switch b {
	case AnySuit:
		return true
	case RedBlack:
		return lower.Suit().Red() != upper.Suit().Red()
	case SameSuit:
		return lower.Suit() == upper.Suit()
	default:
		return false
	}
}

// Holds tells whether any of a set of relations holds between two cards. Each of them
// is symmetric.
func (r Relation) Holds(a, b card.Card) bool {
	return r&MatchAnySuit != 0 ||
		r&MatchSuit != 0 && a.Suit() == b.Suit() ||
		r&MatchColours != 0 && a.Suit().Red() != b.Suit().Red() ||
		r&MatchRank != 0 && a.Rank() == b.Rank()
}
