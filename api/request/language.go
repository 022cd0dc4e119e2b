package request

// The types of this file describe the language of deals and moves in the OpenAPI document. The service reads
// and writes the language through packages deal and game, which check it more strictly than a schema can; a
// test holds the two together.

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
// face-down card; a removal has one or two cards, and a list with the place of each.
type MoveDocument struct {
	Action  string   `json:"action" enums:"move,draw,redeal,deal,remove" example:"draw"` // what is done
	Count   int      `json:"count,omitempty" minimum:"1" maximum:"104" example:"3"`      // draw, deal: how many cards
	From    any      `json:"from,omitempty"`                                             // move: a place, such as waste, reserve/1, cell/1, tableau/2, foundation/S, row/4/3; remove: a list of one or two places
	To      string   `json:"to,omitempty"`                                               // move: a place
	Cards   []string `json:"cards,omitempty"`                                            // move: from the deepest to the top; remove: as from
	TurnsUp string   `json:"turns_up,omitempty"`                                         // move: the face-down card that it uncovers, if any
} //	@name	Move
