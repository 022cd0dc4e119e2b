package api

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// who is the player that a request names, and what it is told.
type who struct {
	kind    player.Kind // the zero kind if there is none of its name
	options player.Options
	seed    uint64
}

// decodePlayer reads a request's fields player, options and player_seed.
func decodePlayer(fields map[string]*strict.Node) who {
	w := who{seed: 1}
	if text, ok := fields["player"].Text(); ok {
		kind, known := player.Lookup(text)
		if known {
			w.kind, w.options = kind, kind.DecodeOptions(fields["options"])
		} else {
			fields["player"].Complain("there is no player %q: GET /v1/players lists those that there are", clip(text))
		}
	}
	seed := int64(w.seed)
	fields["player_seed"].Int64(&seed, 0, math.MaxInt64)
	w.seed = uint64(seed)
	return w
}

// complain complains at the player's place if it does not play a game.
func (w *who) complain(at *strict.Node, r *rules.Rules) {
	if refusal := w.kind.Refusal(r); refusal != "" {
		at.Complain("%s", refusal)
	}
}
