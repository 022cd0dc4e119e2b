package request

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Player is a player with its options, as a request names it.
type Player struct {
	Kind    player.Kind // zero if the name is unknown
	Options player.Options
	Seed    uint64 // of the player's random choices
}

// ReadPlayer reads the player that a request names in a field. Errors are added to the field.
func ReadPlayer(at *strict.Node, name string, options *strict.Node, seed int64) Player {
	p := Player{Seed: uint64(seed)}
	if !at.IsText() {
		return p
	}
	kind, known := roster.Lookup(name)
	if !known {
		at.AddError("%s", UnknownPlayer(name))
		return p
	}
	p.Kind, p.Options = kind, kind.DecodeOptions(options)
	return p
}

// Check adds an error to a field if the player can't play the game.
func (p *Player) Check(at *strict.Node, r *rules.Rules) {
	if refusal := p.Kind.Refusal(r); refusal != "" {
		at.AddError("%s", refusal)
	}
}
