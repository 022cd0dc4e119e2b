package request

// The types of this file describe the language of rules, deals and moves in the
// OpenAPI document and to clients written in Go. The service reads and writes the
// language through packages rules, deal and game, which check it more strictly
// than a schema can; a test holds the two together.

// RulesDocument is a game of patience: the language of Blake & Gent, "The
// Winnability of Klondike Solitaire and Many Other Patience Games".
type RulesDocument struct {
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
	Packets       *int   `json:"redeal packets,omitempty" minimum:"0" maximum:"104" default:"0"`                                                                               // cards that a redeal of the columns lays on each; 0: they are not redealt
	Redeals       *int   `json:"redeals,omitempty" minimum:"0" maximum:"104"`                                                                                                  // how often the columns may be redealt, where that is limited
	Freeze        *bool  `json:"spaces freeze,omitempty" default:"false"`                                                                                                      // while a space waits for the waste, nothing else moves onto the tableau
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

// RowRules are places in rows, of which some cover others: Pyramid, TriPeaks.
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

// DealDocument tells where each card lies. A card is a rank and a suit, `TH` or
// `10H` for the ten of hearts; a lower-case suit lies face down. Piles are lists
// from the deepest card to the top.
type DealDocument struct {
	Tableau     [][]string `json:"tableau piles,omitempty"`       // the columns, from the left
	Foundations any        `json:"foundations,omitempty"`         // a list of cards, or a list of lists, one per foundation
	Base        string     `json:"base,omitempty" example:"A"`    // the foundations' first rank, where it can't be read off
	Cells       []string   `json:"cells,omitempty"`               // an empty text is an empty cell
	Reserve     []string   `json:"reserve,omitempty"`             // an empty text is an empty place
	Stock       []string   `json:"stock,omitempty"`               // the last card is dealt next
	Waste       []string   `json:"waste,omitempty"`               // the last card is the top
	RedealsLeft *int       `json:"redeals left,omitempty"`        // in the middle of a game that limits them
	Hole        string     `json:"hole,omitempty"`                // its top card
	Sequences   [][]string `json:"sequences,omitempty"`           // an empty text is a gap
	Accordion   []string   `json:"accordion,omitempty"`           // the piles' top cards, from the left
	Rows        [][]string `json:"rows,omitempty"`                // from the top; an empty text is an empty place
	Faces       string     `json:"faces,omitempty" enums:"dealt"` // dealt: faces as the rules deal them
	Foundation  [][]string `json:"foundation,omitempty"`          // lonelybot's word for foundations

	Piles *PilesDocument `json:"piles,omitempty"`                                                              // in the explicit form, instead of all fields but base and redeals_left: every pile, with cards as objects
	Left  *int           `json:"redeals_left,omitempty" extensions:"x-nullable,x-go-name=RedealsLeftExplicit"` // in the explicit form: redeals left, null where the rules don't limit them
} //	@name	Deal

// PilesDocument is the piles of a position in the explicit form. All of them are there,
// empty ones as empty lists. An empty card is an empty place.
type PilesDocument struct {
	Tableau     [][]PileCard `json:"tableau,omitempty"`     // the columns, from the left, each from the deepest card to the top
	Foundations [][]PileCard `json:"foundations,omitempty"` // a list for each foundation, from its first card
	Cells       []PileCard   `json:"cells,omitempty"`       // each cell
	Reserve     []PileCard   `json:"reserve,omitempty"`     // each place; a stacked reserve from the deepest card to the top
	Stock       []PileCard   `json:"stock,omitempty"`       // the last card is dealt next
	Waste       []PileCard   `json:"waste,omitempty"`       // the last card is the top
	Hole        []PileCard   `json:"hole,omitempty"`        // its top card
	Sequences   [][]PileCard `json:"sequences,omitempty"`   // each row, from the top
	Accordion   []PileCard   `json:"accordion,omitempty"`   // the piles' top cards, from the left
	Rows        [][]PileCard `json:"rows,omitempty"`        // each row, from the top
} //	@name	Piles

// PileCard is a card of a pile.
type PileCard struct {
	Card   string `json:"card" example:"QH"`      // rank and suit; empty for an empty place
	FaceUp bool   `json:"face_up" example:"true"` // whether it lies face up; cards of the stock don't
} //	@name	PileCard

// MoveDocument is one thing that a person does at the table. A draw and a deal
// have a count; a move has from, to and cards, and turns_up if it uncovers a
// face-down card; a removal has one or two cards, and a list of as many places.
type MoveDocument struct {
	Action  string   `json:"action" enums:"move,draw,redeal,deal,remove" example:"draw"` // what is done
	Count   int      `json:"count,omitempty" minimum:"1" maximum:"104" example:"3"`      // draw, deal: how many cards
	From    any      `json:"from,omitempty"`                                             // move: a place, such as waste, reserve/1, cell/1, tableau/2, foundation/S, row/4/3; remove: a list of one or two places
	To      string   `json:"to,omitempty"`                                               // move: a place
	Cards   []string `json:"cards,omitempty"`                                            // move: from the deepest to the top; remove: as from
	TurnsUp string   `json:"turns_up,omitempty"`                                         // move: the face-down card that it uncovers, if any
} //	@name	Move
