package moves

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// PlayerList lists the players.
type PlayerList struct {
	Players []PlayerSummary `json:"players"` // all of them
} //	@name	PlayerList

// PlayerSummary is a player with its options.
type PlayerSummary struct {
	Name        string         `json:"name" example:"greedy"`                                        // name in requests
	Summary     string         `json:"summary"`                                                      // how it plays, in a sentence
	Information string         `json:"information" enums:"thoughtful,hidden"`                        // thoughtful: sees all cards; hidden: only cards face up. With default options; some options change it
	Stock       *string        `json:"stock" enums:"stock-known,stock-seen" extensions:"x-nullable"` // if hidden: whether it knows the whole stock, or only what it has seen; null if it sees all cards
	Options     []PlayerOption `json:"options"`                                                      // its options
	Defaults    map[string]any `json:"defaults" swaggertype:"object"`                                // default values; an option without one is off
	Games       []string       `json:"games" extensions:"x-nullable"`                                // games that it plays; null for every game
} //	@name	Player

// PlayerOption is an option of a player: a whole number, or one of some words.
type PlayerOption struct {
	Name    string   `json:"name" example:"n"`                          // name in requests
	Summary string   `json:"summary"`                                   // meaning
	Least   *int64   `json:"least" example:"0" extensions:"x-nullable"` // minimum; null for words
	Most    *int64   `json:"most" example:"5" extensions:"x-nullable"`  // maximum; null for words
	Words   []string `json:"words" extensions:"x-nullable"`             // allowed words; null for numbers
} //	@name	PlayerOption

// getPlayers answers GET /v1/players.
//
//	@ID			players
//	@Summary	Which players are there, with which options?
//	@Success	200		{object}	PlayerList
//	@Router		/v1/players [get]
func getPlayers(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", reply.CatalogueLife)
	return reply.Send(w, r, http.StatusOK, Players())
}

// Players returns all players.
func Players() PlayerList {
	var list PlayerList
	for _, k := range roster.Kinds() {
		sees := k.Sees(k.Defaults())
		summary := PlayerSummary{
			Name: k.Name, Summary: k.Summary, Information: sees.Model(), Stock: stockModel(sees),
			Options: []PlayerOption{}, Defaults: k.AllOptions(k.Defaults()), Games: gamesOf(&k),
		}
		for _, o := range k.Options {
			option := PlayerOption{Name: o.Name, Summary: o.Summary, Words: o.Words}
			if len(o.Words) == 0 {
				option.Least, option.Most = &o.Least, &o.Most
			}
			summary.Options = append(summary.Options, option)
		}
		list.Players = append(list.Players, summary)
	}
	return list
}

// gamesOf returns the names of the games that a player can play. It returns nil if the player can
// play every game.
func gamesOf(k *player.Kind) []string {
	if k.Plays == nil {
		return nil
	}
	names := []string{}
	for _, g := range rules.Games() {
		if k.Plays(&g.Rules) {
			names = append(names, g.Name)
		}
	}
	return names
}

// stockModel returns what a player knows of the stock. It returns nil if the player sees all cards.
func stockModel(sees player.Information) *string {
	switch sees {
	case player.Thoughtful:
		return nil
	case player.CoveredHidden:
		sees = player.StockSeen
	}
	return reply.OrNull(string(sees))
}
