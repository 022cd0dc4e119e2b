package player

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Player chooses moves. It is made for one play.
type Player interface {
	// Choose picks one of the turn's moves, or gives up with a negative number. The
	// context can end searches, and with them the game.
	Choose(ctx context.Context, t *Turn) int
}

// Information is what a player sees.
type Information string

// The information models.
const (
	Thoughtful Information = "thoughtful"  // all cards
	StockKnown Information = "stock-known" // cards lying face up, and the stock from the start
	StockSeen  Information = "stock-seen"  // cards lying face up, and what was seen of the stock
)

// Model is the model in one of the two words of the literature: thoughtful or hidden.
func (i Information) Model() string {
	if i == Thoughtful {
		return "thoughtful"
	}
	return "hidden"
}

// Kind is a way to play.
type Kind struct {
	Name    string
	Summary string
	Options []Option // what it can be told, in the order in which it is written

	// Sees is what a player of this kind sees, with options that are settled.
	Sees func(o Options) Information

	// Check says what is wrong with options that are settled and each for itself right,
	// naming one of them; nil if nothing ever is.
	Check func(o Options) (option, detail string)

	// Plays tells whether it knows a game; nil if it plays every game.
	Plays func(r *rules.Rules) bool

	// Unreadable says why a table, as it is seen, is one on which it does not know its way,
	// though it plays the game; empty if it does. Nil if it always does.
	Unreadable func(p *deal.Position) string

	// New makes a player of this kind, with options that are settled. Those who search do
	// it with the engine.
	New func(seed uint64, o Options, e solver.Engine) Player
}

// Refusal says that a player of this kind does not know a game, and which it does;
// empty if it plays it.
func (k *Kind) Refusal(r *rules.Rules) string {
	if k.Plays == nil || k.Plays(r) {
		return ""
	}
	for _, g := range rules.Games() {
		if k.Plays(&g.Rules) {
			return fmt.Sprintf("%s does not play this game, but %s for instance", k.Name, g.Name)
		}
	}
	return k.Name + " does not play this game"
}

// PositionRefusal says why a player of this kind, with options that are settled, does not play from
// a position of a game that it knows; empty if it does.
func (k *Kind) PositionRefusal(r *rules.Rules, p *deal.Position, o Options) string {
	if k.Unreadable == nil {
		return ""
	}
	s := Observe(r, p, k.Sees(o))
	if why := k.Unreadable(&s.Table); why != "" {
		return fmt.Sprintf("%s does not play from here: %s", k.Name, why)
	}
	return ""
}

// sees is for kinds that see the same with all options.
func sees(i Information) func(Options) Information {
	return func(Options) Information { return i }
}

// Kinds lists the players that there are.
func Kinds() []Kind {
	return []Kind{
		Random, Greedy, Careless, Glance, Lookahead, Hindsight, Insight, Bjarnason, Yan,
		DonkersteegR, DonkersteegA, DonkersteegC, Hints,
	}
}

// Lookup finds a kind of player by name.
func Lookup(name string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}
