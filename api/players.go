package api

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// PlayerList lists the players that there are.
type PlayerList struct {
	Players []PlayerSummary `json:"players"` // all of them
} //	@name	PlayerList

// PlayerSummary is a player, and what it can be told.
type PlayerSummary struct {
	Name        string         `json:"name" example:"greedy"`                                        // what requests call it
	Summary     string         `json:"summary"`                                                      // how it plays, in a sentence
	Information string         `json:"information" enums:"thoughtful,hidden"`                        // thoughtful: it sees all cards; hidden: only those that lie face up. Of a player that is told nothing: some options change it
	Stock       *string        `json:"stock" enums:"stock-known,stock-seen" extensions:"x-nullable"` // with hidden: whether it knows the stock from the start, or what it has seen of it; null if it sees all cards
	Options     []PlayerOption `json:"options"`                                                      // what it can be told
	Defaults    map[string]any `json:"defaults" swaggertype:"object"`                                // the values of its options if it is told nothing; an option without one is off
	Games       []string       `json:"games" extensions:"x-nullable"`                                // the names of the games that it plays; null if it plays every game
} //	@name	Player

// PlayerOption is something that a player can be told: a whole number, or one of some
// words.
type PlayerOption struct {
	Name    string   `json:"name" example:"n"`                          // what requests call it
	Summary string   `json:"summary"`                                   // what it means
	Least   *int64   `json:"least" example:"0" extensions:"x-nullable"` // the least number; null if it is a word
	Most    *int64   `json:"most" example:"5" extensions:"x-nullable"`  // the greatest number; null if it is a word
	Words   []string `json:"words" extensions:"x-nullable"`             // the words; null if it is a number
} //	@name	PlayerOption

// getPlayers answers GET /v1/players.
//
//	@ID			players
//	@Summary	Who can play, and what can they be told?
//	@Tags		players
//	@Produce	json,application/problem+json
//	@Success	200		{object}	PlayerList
//	@Failure	400,500	{object}	problem.Problem
//	@Router		/v1/players [get]
func getPlayers(w http.ResponseWriter, r *http.Request) error {
	if err := request.NoParameters(r); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", catalogueLife)
	send(w, http.StatusOK, Players())
	return nil
}

// Players lists the players that there are.
func Players() PlayerList {
	var list PlayerList
	for _, k := range player.Kinds() {
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

// gamesOf names the games that a player plays, nil if it plays every game.
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

// stockModel says what a player that does not see all cards knows of the stock.
func stockModel(sees player.Information) *string {
	if sees == player.Thoughtful {
		return nil
	}
	return orNull(string(sees))
}
