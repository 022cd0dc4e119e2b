package player

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Player chooses moves. It is made for one play.
type Player interface {
	// Choose returns the index of one of the turn's moves, or a negative number to give up.
	// When the clock ends, searches end, and the play ends with them.
	Choose(clock *solver.Clock, t *Turn) int
}

// Information is the information model of a player: which cards it sees.
type Information string

// The information models.
const (
	Thoughtful Information = "thoughtful"  // all cards
	StockKnown Information = "stock-known" // face-up cards, and the stock from the start
	StockSeen  Information = "stock-seen"  // face-up cards, and the stock once it has been turned

	// CoveredHidden is StockSeen without the covered cards of rows, as in TriPeaks, and of a
	// reserve that is a pile, as in Canfield. On many tables these cards lie face down.
	CoveredHidden Information = "covered-hidden"
)

// Model returns the literature's word for the model: thoughtful or hidden.
func (i Information) Model() string {
	if i == Thoughtful {
		return "thoughtful"
	}
	return "hidden"
}

// Kind is a kind of player. Its functions take complete options.
type Kind struct {
	Name    string
	Summary string
	Options []Option // in the order in which they are written

	// Sees returns what a player of this kind sees.
	Sees func(o Options) Information

	// Check returns an option that conflicts with others, and why; detail is empty if none
	// does. It is nil for kinds without conflicts. Each option is within its bounds.
	Check func(o Options) (option, detail string)

	// Plays reports whether the kind plays a game. It is nil for kinds that play every game.
	Plays func(r *rules.Rules) bool

	// Unreadable returns why a player of this kind can't play from a position of a game that
	// it plays; empty if it can. Unknown cards of the position are card.None. It is nil for
	// kinds that play from every position.
	Unreadable func(p *deal.Position) string

	// New returns a player of this kind with a random seed. Players that search use the
	// engine; others may be given nil.
	New func(seed uint64, o Options, e solver.Engine) Player
}

// Refusal returns an error text if players of this kind don't play a game. The text names a
// game that they play. It is empty if they play it.
func (k *Kind) Refusal(r *rules.Rules) string {
	if k.Plays == nil || k.Plays(r) {
		return ""
	}
	for _, g := range rules.Games() {
		if k.Plays(&g.Rules) {
			return fmt.Sprintf("%s does not play this game; it plays %s, for example", k.Name, g.Name)
		}
	}
	return k.Name + " does not play this game"
}

// PositionRefusal returns an error text if a player of this kind can't play from a position of
// a game that it plays; empty if it can.
func (k *Kind) PositionRefusal(r *rules.Rules, p *deal.Position, o Options) string {
	if k.Unreadable == nil {
		return ""
	}
	s := Observe(r, p, k.Sees(o))
	if why := k.Unreadable(&s.Table); why != "" {
		return fmt.Sprintf("%s can't play from this position: %s", k.Name, why)
	}
	return ""
}

// AlwaysSees returns a Sees function for kinds that see the same with all options.
func AlwaysSees(i Information) func(Options) Information {
	return func(Options) Information { return i }
}
