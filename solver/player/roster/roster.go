package roster

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/papers"
)

// Kinds returns all kinds of players.
func Kinds() []player.Kind {
	return []player.Kind{
		player.Random, player.Greedy, player.Careless, player.Glance, player.Lookahead,
		player.Hindsight, player.Foresight, player.Insight,
		papers.Bjarnason, papers.Yan, papers.DonkersteegR, papers.DonkersteegA, papers.DonkersteegC, papers.Hints,
	}
}

// Lookup returns the kind of player with a name.
func Lookup(name string) (player.Kind, bool) {
	for _, k := range Kinds() {
		if k.Name == name {
			return k, true
		}
	}
	return player.Kind{}, false
}
