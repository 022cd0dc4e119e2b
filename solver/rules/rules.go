package rules

import (
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Rules describes a game of patience. A section with a zero value is absent.
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
	Rows        Rows
	Discard     Discard
}

// Tableau is the columns of the layout.
type Tableau struct {
	Count         int    // columns
	Build         Build  // which card may be built on which
	UpOrDown      bool   // cards are built one rank up as well as one down
	Spaces        Spaces // which card may fill an empty column
	Diagonal      bool   // dealt as a triangle: one card to the leftmost column, two to the next …
	OnlyTopFaceUp bool   // cards are dealt face down, then the top card of each column is turned up

	Groups        Groups // which groups of cards move together
	GroupPolicy   Build  // which cards form a group; the build policy if no groups move
	Target        Target // what the card under a moved group must satisfy
	Freeze        bool   // while a space waits for the waste, nothing else moves onto the tableau
	KingsToBottom bool   // kings are put under their columns at the end of the deal

	// Packets is how many cards a redeal of the columns lays on each, 0 if they are not
	// redealt; Redeals how often, or Unlimited.
	Packets, Redeals int

	// Sizes has the number of cards of each column, and FaceDown how many of them are dealt face
	// down. They are for deals that are neither rows nor a triangle, and are empty where the other
	// fields suffice. The numbers are separated by spaces.
	Sizes, FaceDown string
}

// Build says which suits may lie on each other. The ranks of the two cards are neighbours: the
// lower card is one rank higher. If cards are built up as well, it may also be one rank lower.
type Build uint8

// The build policies.
const (
	AnySuit Build = iota
	RedBlack
	SameSuit
	NoBuild
	SameColour
	OtherSuit // any suit but the card's own
)

// Spaces says which card may fill an empty column.
type Spaces uint8

// The policies for spaces. The last three fill a space before anything else is done.
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

// The kinds of group moves. Except for the last kind, a group is a face-up run at the end
// of a column, in which each card lies on one on which the group policy allows it.
const (
	GroupsNo        Groups = iota // cards move one by one
	GroupsYes                     // any part of a group that includes its end
	GroupsWholePile               // only a column that is one group, as a whole
	GroupsMaximal                 // only the longest group of a column, as a whole
	GroupsAny                     // any face-up card with all cards on it, in order or not
)

// Target says what the card under a moved group of two or more must satisfy.
type Target uint8

// The targets.
const (
	TargetBuild Target = iota // the build policy, as for a single card
	TargetGroup               // the group policy, as in the Solvitaire program
)

// Foundations is the piles on which suits are built up, one per suit and pack (with fewer
// suits one per run in the deck).
type Foundations struct {
	Present      bool
	Initial      Initial
	Base         card.Rank // first card of each foundation; 0 if the deal decides
	Removable    bool      // worrying back: the top card may be taken back into play
	CompleteOnly bool      // Spider: only a complete run of a suit goes up, as one move
}

// RandomBase is the foundation base of games in which the deal decides it.
const RandomBase card.Rank = 0

// Initial says which base cards lie on the foundations from the start.
type Initial uint8

// The initial foundations.
const (
	InitialNone Initial = iota
	InitialOne
	InitialAll
	InitialThree // the base is the deepest card of the first column, the other three of its rank are up
)

// Hole is the single pile onto which Golf and Black Hole play everything.
type Hole struct {
	Present bool
	Base    card.Card // its first card; card.None if the deal decides
	Loops   bool      // whether ace and king are neighbours

	DeadKings bool // nothing but the stock's next card goes onto a king, the highest rank
}

// Cells is the places for one card each.
type Cells struct {
	Count     int
	PreFilled int // how many of them the deal fills
}

// Stock is the cards still to come.
type Stock struct {
	Size       int
	To         DealTo
	Count      int  // cards turned at a time, if they go to the waste
	Redeals    int  // how often the waste may be turned over, or Unlimited
	OntoSpaces bool // whether it may be dealt to the tableau while a column is empty
}

// DealTo says where cards of the stock go.
type DealTo uint8

// Where the stock goes.
const (
	ToWaste DealTo = iota
	ToTableau
	ToHole
	ToSpaces // each card fills an empty column, before anything else is done
	ToRedeal // they come to the columns when these are redealt
)

// Unlimited is an unlimited number of redeals.
const Unlimited = -1

// Reserve is the cards that come into play but are not built upon.
type Reserve struct {
	Size    int
	Stacked bool // one pile, of which only the top card can be played
}

// Accordion is a row of piles that are laid on each other.
type Accordion struct {
	Size  int
	Moves string   // permitted distances, such as "L1 L3"
	Match Relation // which relations between top cards permit a move
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

// Sequences is the rows of Gaps.
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

// DeckSize returns the number of cards in all packs.
func (r *Rules) DeckSize() int { return int(r.MaxRank) * card.Suits * r.Decks }

// Copies returns how often each card occurs in the deck.
func (r *Rules) Copies() int { return r.Decks * card.Suits / r.Suits }

// SuitsInPlay returns the suits that occur.
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

// FaceDown reports whether cards are dealt face down.
func (r *Rules) FaceDown() bool { return r.Tableau.OnlyTopFaceUp || r.Tableau.FaceDown != "" }

// PileSizes returns the columns' sizes if the deal gives each its own, otherwise nil.
func (r *Rules) PileSizes() []int { return numbers(r.Tableau.Sizes) }

// FaceDownCards returns how many cards of each column are dealt face down if the deal
// says it column by column, otherwise nil.
func (r *Rules) FaceDownCards() []int { return numbers(r.Tableau.FaceDown) }

// numbers parses a list that is kept as a string so that rules can be compared.
func numbers(text string) []int {
	var list []int
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			continue // impossible: this package wrote the string
		}
		list = append(list, n)
	}
	return list
}

// Redeals returns how often the waste may be turned over, or the columns redealt;
// Unlimited if there is no limit.
func (r *Rules) Redeals() int {
	if r.Tableau.Packets > 0 {
		return r.Tableau.Redeals
	}
	return r.Stock.Redeals
}

// Waste reports whether the game turns cards of its stock to a waste.
func (r *Rules) Waste() bool { return r.Stock.Size > 0 && r.Stock.To == ToWaste }

// initialFounded returns how many cards lie on the foundations from the start.
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

// Follows reports whether policy b allows upper to be laid on lower, given that their
// ranks fit.
func (b Build) Follows(lower, upper card.Card) bool {
	switch b {
	case AnySuit:
		return true
	case RedBlack:
		return lower.Suit().Red() != upper.Suit().Red()
	case SameSuit:
		return lower.Suit() == upper.Suit()
	case SameColour:
		return lower.Suit().Red() == upper.Suit().Red()
	case OtherSuit:
		return lower.Suit() != upper.Suit()
	default:
		return false
	}
}

// Holds reports whether any of a set of relations holds between two cards. Each relation
// is symmetric.
func (r Relation) Holds(a, b card.Card) bool {
	return r&MatchAnySuit != 0 ||
		r&MatchSuit != 0 && a.Suit() == b.Suit() ||
		r&MatchColours != 0 && a.Suit().Red() != b.Suit().Red() ||
		r&MatchRank != 0 && a.Rank() == b.Rank()
}

// ColumnSizes returns the columns' sizes in a fresh deal.
func (r *Rules) ColumnSizes() []int {
	t := &r.Tableau
	if t.Sizes != "" {
		return r.PileSizes()
	}
	sizes := make([]int, t.Count)
	left := r.DeckSize() - r.placed()
	for row := 0; left > 0 && t.Count > 0; row++ {
		for i := 0; i < t.Count && left > 0; i++ {
			c := i
			if t.Diagonal && row < t.Count {
				c = t.Count - 1 - i // triangles are dealt from right to left
			}
			if t.Diagonal && row < t.Count && c < row {
				continue
			}
			sizes[c]++
			left--
		}
	}
	return sizes
}

// placed returns how many cards the deal places before the tableau.
func (r *Rules) placed() int {
	placed := r.Stock.Size + r.Reserve.Size + r.Cells.PreFilled
	if r.Foundations.Present {
		placed += r.initialFounded()
	}
	if r.Hole.Present {
		placed++
	}
	return placed
}
