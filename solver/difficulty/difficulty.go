package difficulty

// Difficulty has the components of a deal's difficulty.
type Difficulty struct {
	Method Method `json:"measure"`
	// Score combines the components: higher is harder.
	Score   float64 `json:"score"`
	Length  int     `json:"length"`  // moves of the line, as game.Length counts
	Redeals int     `json:"redeals"` // of the line, beside its length; tables don't have them

	*Line       // of LineAndPlayers; nil for other methods
	Left  *Left `json:"left,omitempty"` // of CardsLeft; nil for other methods
}

// Line has what LineAndPlayers measures.
type Line struct {
	Decisions    int     `json:"decisions"`     // moves of the line with an alternative that can't be taken back
	WinningShare float64 `json:"winning_share"` // mean share of winning moves at decisions; 1 without decisions
	Bits         float64 `json:"bits"`          // luck needed to guess right at each decision
	Critical     int     `json:"critical"`      // decisions at which only one move wins
	Unknown      int     `json:"unknown"`       // moves at decisions that the budget was too small to judge

	// How often players without foresight win (package player).
	Random   Rate `json:"random"`
	Greedy   Rate `json:"greedy"`
	Careless Rate `json:"careless"`
	// Glance is nil if cards are hidden, since that player can't look ahead then.
	Glance *Rate `json:"glance,omitempty"`

	WorryingBack Need    `json:"worrying_back,omitempty"` // empty if the rules don't allow it
	Passes       *Passes `json:"passes,omitempty"`        // nil if the rules have no redeals
}

// Rate counts how often a player won.
type Rate struct {
	Wins  int `json:"wins"`
	Plays int `json:"plays"`
}

// Share returns the share of plays won.
func (r Rate) Share() float64 { return float64(r.Wins) / float64(r.Plays) }

// Need is the answer to whether something is needed to win.
type Need string

// The needs.
const (
	Needed    Need = "needed"
	NotNeeded Need = "not-needed"
	Undecided Need = "unknown" // the budget was too small
)

// Passes has bounds on the number of passes through the stock with which a deal can be won,
// including the current one. It can be won with Fewest, and can't with fewer than AtLeast.
// Between them the budget was too small.
type Passes struct {
	Fewest  int `json:"fewest"`
	AtLeast int `json:"at_least"`
}

// Left has what CardsLeft measures: what the careless player leaves at the end of its plays.
type Left struct {
	Plays    int     `json:"plays"`
	Wins     int     `json:"wins"`
	Cards    float64 `json:"cards"`     // mean number of cards out of place
	FaceDown float64 `json:"face_down"` // mean number of face-down cards; they are out of place too
}
