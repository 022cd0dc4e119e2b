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
	Decisions    int     `json:"decisions" validate:"optional" example:"31"`       // number of decisions
	WinningShare float64 `json:"winning_share" validate:"optional" example:"0.94"` // average share of winning moves at decisions; 1 without decisions
	Bits         float64 `json:"bits" validate:"optional" example:"3.5"`           // of luck needed to guess a winning move at each decision
	Critical     int     `json:"critical" validate:"optional" example:"2"`         // decisions with only one winning move
	Unknown      int     `json:"unknown" validate:"optional" example:"0"`          // moves at decisions without a verdict, not counted

	Random   Rate  `json:"random" validate:"optional"`   // a player of random moves
	Greedy   Rate  `json:"greedy" validate:"optional"`   // a player of the heuristically best move
	Careless Rate  `json:"careless" validate:"optional"` // a player of the heuristically best move, most of the time
	Glance   *Rate `json:"glance,omitempty"`             // a player with a small search; absent if cards are hidden

	WorryingBack Need    `json:"worrying_back,omitempty" swaggertype:"string" enums:"needed,not-needed,unknown"` // whether a card must be taken back from a foundation; absent if the rules forbid it
	Passes       *Passes `json:"passes,omitempty"`                                                               // through the stock; absent without redeals
}

// Rate is how often a player without foresight wins.
type Rate struct {
	Wins  int `json:"wins" example:"4"`   // games won
	Plays int `json:"plays" example:"20"` // games played
} //	@name	PlayerRate

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

// Passes is how many passes through the stock a solution needs. The current one counts. Between the two
// bounds the budget was too small.
type Passes struct {
	Fewest  int `json:"fewest" example:"2"`   // that suffice
	AtLeast int `json:"at_least" example:"2"` // that are needed
} //	@name	PassesThrough

// Left is what the careless player leaves: cards that are not on a foundation and don't lie
// on the next higher card of their suit.
type Left struct {
	Plays    int     `json:"plays" example:"20"`       // games played
	Wins     int     `json:"wins" example:"0"`         // games won
	Cards    float64 `json:"cards" example:"61.3"`     // left at the end of a game, on average
	FaceDown float64 `json:"face_down" example:"18.2"` // of them lying face down, which the score counts twice
} //	@name	CardsLeft
