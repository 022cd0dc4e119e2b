package player

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/solver"
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
	Hidden     Information = "hidden"     // cards lying face up, and what was seen of the stock
	Thoughtful Information = "thoughtful" // all cards
)

// Kind is a way to play.
type Kind struct {
	Name        string
	Summary     string
	Information Information

	// New makes a player of this kind. Those who search do it with the engine.
	New func(seed uint64, e solver.Engine) Player
}

// Kinds lists the players that there are.
func Kinds() []Kind {
	return []Kind{Random, Greedy, Careless, Glance, Lookahead, Hindsight}
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
