package rules

// Document is the JSON of rules, in the language of Blake & Gent, "The Winnability of Klondike Solitaire and Many
// Other Patience Games". It is written with the sections that the game has, in the paper's order, and with
// extensions only where they differ from their defaults.
type Document struct {
	Tableau     *TableauRules    `json:"tableau piles,omitempty"`
	Foundations *FoundationRules `json:"foundations,omitempty"`
	Hole        *HoleRules       `json:"hole,omitempty"`
	Cells       *CellRules       `json:"cells,omitempty"`
	Stock       *StockRules      `json:"stock,omitempty"`
	Reserve     *ReserveRules    `json:"reserve,omitempty"`
	Accordion   *AccordionRules  `json:"accordion,omitempty"`
	Sequences   *SequenceRules   `json:"sequences,omitempty"`
	Rows        *RowRules        `json:"rows,omitempty"`
	Discard     *DiscardRules    `json:"discard,omitempty"`
	MaxRank     *int             `json:"max rank,omitempty" minimum:"1" maximum:"13" default:"13"` // ranks per suit
	TwoDecks    *bool            `json:"two decks,omitempty" default:"false"`                      // whether there are two packs
	Suits       *int             `json:"suits,omitempty" enums:"4,2,1" default:"4"`                // suits in the deck
} //	@name	Rules

// TableauRules are the columns.
type TableauRules struct {
	Count         *int   `json:"count,omitempty" minimum:"0" maximum:"104" default:"8"`                                                                                        // how many columns
	Build         string `json:"build policy,omitempty" enums:"any-suit,red-black,same-suit,no-build,same-colour,other-suit" default:"any-suit"`                               // of which suits two cards may be that lie on each other
	Spaces        string `json:"spaces policy,omitempty" enums:"any,no-build,kings,auto-reserve-then-any,auto-reserve-then-waste,auto-waste-then-stock" default:"any"`         // who may fill an empty column
	Diagonal      *bool  `json:"diagonal deal,omitempty" default:"false"`                                                                                                      // dealt as a triangle
	Groups        string `json:"move built group,omitempty" enums:"no,yes,whole-pile,maximal-group,any,partial-if-card-above-buildable" default:"no"`                          // which groups of cards move together
	GroupPolicy   string `json:"move built group policy,omitempty" enums:"same-as-build,any-suit,red-black,same-suit,no-build,same-colour,other-suit" default:"same-as-build"` // which cards form a group
	Face          string `json:"face up cards,omitempty" enums:"all,top" default:"all"`                                                                                        // which cards are dealt face up
	Target        string `json:"group target,omitempty" enums:"build,group" default:"build"`                                                                                   // what the card under a moved group must satisfy
	Sizes         []int  `json:"pile sizes,omitempty"`                                                                                                                         // cards of each pile, where the deal is neither rows nor a triangle
	FaceDown      []int  `json:"face down cards,omitempty"`                                                                                                                    // cards of each pile that are dealt face down
	KingsToBottom *bool  `json:"kings to the bottom,omitempty" default:"false"`                                                                                                // kings are put under their piles when the deal is done
	Freeze        *bool  `json:"spaces freeze,omitempty" default:"false"`                                                                                                      // while a space waits for the waste, nothing else moves onto the tableau
	Packets       *int   `json:"redeal packets,omitempty" minimum:"0" maximum:"104" default:"0"`                                                                               // cards that a redeal of the columns lays on each; 0: they are not redealt
	Redeals       *int   `json:"redeals,omitempty" minimum:"0" maximum:"104"`                                                                                                  // how often the columns may be redealt, where that is limited
	BuildTo       string `json:"build direction,omitempty" enums:"down,up-or-down" default:"down"`                                                                             // whether cards are built on the next higher rank only, or on the next lower one too
} //	@name	TableauRules

// FoundationRules are the piles on which suits are built up.
type FoundationRules struct {
	Present      *bool  `json:"present,omitempty" default:"true"`                                  // whether there are any
	Initial      string `json:"initial cards,omitempty" enums:"none,one,all,three" default:"none"` // base cards that lie there from the start
	Base         string `json:"base card,omitempty" default:"A"`                                   // the first rank, or random
	Removable    *bool  `json:"removable,omitempty" default:"false"`                               // whether a card may be taken back into play
	CompleteOnly *bool  `json:"only complete pile moves,omitempty" default:"false"`                // nothing but a complete run goes up
} //	@name	FoundationRules

// HoleRules are the pile of Golf and Black Hole.
type HoleRules struct {
	Present   *bool  `json:"present,omitempty" default:"false"`          // whether there is one
	Base      string `json:"base card,omitempty" default:"AS"`           // its first card, or random
	Loops     *bool  `json:"build loops,omitempty" default:"true"`       // whether ace and king are neighbours
	DeadKings *bool  `json:"nothing on kings,omitempty" default:"false"` // whether only the stock's next card goes onto a king
} //	@name	HoleRules

// CellRules are places for one card each.
type CellRules struct {
	Count     *int `json:"count,omitempty" minimum:"0" maximum:"104" default:"0"`      // how many there are
	PreFilled *int `json:"pre-filled,omitempty" minimum:"0" maximum:"104" default:"0"` // how many of them the deal fills
} //	@name	CellRules

// StockRules are the cards that are still to come.
type StockRules struct {
	Size    *int   `json:"size,omitempty" minimum:"0" maximum:"104" default:"0"`                               // cards in it
	To      string `json:"deal type,omitempty" enums:"waste,tableau piles,hole,spaces,redeal" default:"waste"` // where its cards go
	Count   *int   `json:"deal count,omitempty" minimum:"1" maximum:"104" default:"1"`                         // cards turned at a time
	Redeal  *bool  `json:"redeal,omitempty" default:"false"`                                                   // whether the waste may be turned over, without limit
	Redeals *int   `json:"redeals,omitempty" minimum:"0" maximum:"104"`                                        // how often it may, where that is limited
	Spaces  *bool  `json:"deal onto spaces,omitempty" default:"true"`                                          // whether the stock is dealt to the tableau while a column is empty
} //	@name	StockRules

// ReserveRules are cards that come into play but are not built upon.
type ReserveRules struct {
	Size    *int  `json:"size,omitempty" minimum:"0" maximum:"104" default:"0"` // cards in it
	Stacked *bool `json:"stacked,omitempty" default:"false"`                    // one pile of which only the top is available
} //	@name	ReserveRules

// AccordionRules are a row of piles that are laid on each other.
type AccordionRules struct {
	Size  *int     `json:"size,omitempty" minimum:"0" maximum:"104" default:"0"`   // piles in the row
	Moves []string `json:"moves,omitempty" example:"L1,L3"`                        // permitted distances
	Match []string `json:"build policies,omitempty" example:"same-suit,same-rank"` // what two cards must have in common
} //	@name	AccordionRules

// SequenceRules are the rows of Gaps.
type SequenceRules struct {
	Count     *int   `json:"count,omitempty" minimum:"0" maximum:"104" default:"0"`                           // rows
	Direction string `json:"direction,omitempty" enums:"L,R,LR" default:"L"`                                  // which neighbour a card must follow: the left one, the right one, either
	Build     string `json:"build policy,omitempty" enums:"any-suit,red-black,same-suit" default:"same-suit"` // which card may follow which
	FixedSuit *bool  `json:"fixed suit,omitempty" default:"false"`                                            // whether each row begins with a suit of its own
} //	@name	SequenceRules

// RowRules are places in rows, where some places cover others: Pyramid, TriPeaks.
type RowRules struct {
	Shape       string       `json:"shape,omitempty" enums:"none,pyramid,tripeaks,lists" default:"none"` // which places there are, and which cover which
	Count       *int         `json:"count,omitempty" minimum:"1" maximum:"13" default:"7"`               // rows of a pyramid
	CoveredBy   [][][]string `json:"covered by,omitempty"`                                               // lists: for each place of each row, the places that cover it
	PairSum     *int         `json:"pair sum,omitempty" minimum:"0" maximum:"26" default:"0"`            // ranks of two cards that are removed together; 0: no pairs
	StockInPlay *bool        `json:"stock in play,omitempty" default:"false"`                            // the next card of the stock can be removed too
	ToWaste     *bool        `json:"build on waste,omitempty" default:"false"`                           // a card one rank above or below the waste's goes there
	Loops       *bool        `json:"build loops,omitempty" default:"true"`                               // whether ace and king are neighbours
	Goal        string       `json:"goal,omitempty" enums:"rows,all" default:"rows"`                     // what must be gone: the rows, or all cards
} //	@name	RowRules

// DiscardRules say which cards are removed from the tops of columns: Aces Up, Baroness, Monte Carlo.
type DiscardRules struct {
	Policy string `json:"policy,omitempty" enums:"none,pair-sum,pair-rank,lower-in-suit" default:"none"` // which top cards are removed
	Sum    *int   `json:"sum,omitempty" minimum:"2" maximum:"26" default:"13"`                           // pair-sum: what two ranks make
	Row    *int   `json:"row,omitempty" minimum:"0" maximum:"104" default:"0"`                           // pairs: columns in a row, of which only neighbours go together; 0: any two
} //	@name	DiscardRules
