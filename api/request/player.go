package request

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Player is the player that a request names, with its options.
type Player struct {
	Kind    player.Kind // zero if the name is unknown
	Options player.Options
	Seed    uint64 // of its random choices
}

// DecodePlayer reads the fields player, options and player_seed.
func DecodePlayer(fields map[string]*strict.Node) Player {
	p := Player{Seed: 1}
	if text, ok := fields["player"].Text(); ok {
		kind, known := player.Lookup(text)
		if known {
			p.Kind, p.Options = kind, kind.DecodeOptions(fields["options"])
		} else {
			fields["player"].AddError("%s", UnknownPlayer(text))
		}
	}
	seed := int64(p.Seed)
	fields["player_seed"].Int64(&seed, 0, math.MaxInt64)
	p.Seed = uint64(seed)
	return p
}

// Check adds an error to a field if the player does not play a game.
func (p *Player) Check(at *strict.Node, r *rules.Rules) {
	if refusal := p.Kind.Refusal(r); refusal != "" {
		at.AddError("%s", refusal)
	}
}
