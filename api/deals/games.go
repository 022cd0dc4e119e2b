package deals

import (
	"net/http"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Catalogue is the games that have a name.
type Catalogue struct {
	Version string        `json:"version" example:"v1.2.0"` // of the program; calls that take it as the parameter version never change then
	Games   []GameSummary `json:"games"`                    // all of them, family by family, popular ones first, variants after their game
} //	@name	Catalogue

// GameSummary is a game without its rules.
type GameSummary struct {
	Name    string   `json:"name" example:"klondike"`           // name in requests
	Title   string   `json:"title" example:"Klondike"`          // title
	Summary string   `json:"summary"`                           // in one sentence
	Aliases []string `json:"aliases" example:"klondike-draw-3"` // other names of the same rules

	Family    string  `json:"family" example:"Klondike"`                                         // group of related games
	VariantOf *string `json:"variant_of" extensions:"x-nullable" example:"klondike"`             // the game into whose entry a list may fold it
	Rank      *int    `json:"rank" extensions:"x-nullable" minimum:"1" maximum:"99" example:"1"` // place among the games that most people look for; null if none of them
} //	@name	GameSummary

// GameAnswer is a game with its rules.
type GameAnswer struct {
	GameSummary
	Rules   rules.Rules     `json:"rules"`
	InWords []rules.Section `json:"rules_in_words"`                                                                                        // the rules in English
	Source  string          `json:"source"`                                                                                                // source of the rules
	Schemes []string        `json:"schemes" enums:"solvitaire,microsoft,pysol,pysol-legacy,greenfelt,klondike-solver,ms-collection,exact"` // schemes that number its deals
} //	@name	Game

// cacheCatalogue sets the cache time of an answer that is part of the program. If the request names
// the version of a release, the answer never changes.
func cacheCatalogue(w http.ResponseWriter, given *request.Parameters, version string) error {
	life := reply.CatalogueLife
	if asked, has := given.Text("version"); has {
		switch {
		case asked != version:
			return problem.New(problem.NotFound, "the version of the program is %s, not %s", version, problem.Clip(asked))
		case !strings.ContainsAny(version, "+("): // built from what is committed
			life = reply.CardsLife
		}
	}
	w.Header().Set("Cache-Control", life)
	return nil
}

// getGames answers GET /v1/games.
//
//	@ID			games
//	@Summary	List the games
//	@Success	200		{object}	Catalogue
//	@Router		/v1/games [get]
func (c *Calls) getGames(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", reply.CatalogueLife)
	answer := Games()
	answer.Version = c.Version
	return reply.Send(w, r, http.StatusOK, answer)
}

// Games returns the catalogue.
func Games() Catalogue {
	c := Catalogue{}
	for _, f := range rules.Families() {
		for _, e := range f.Games {
			c.Games = append(c.Games, summary(e.Game))
			for _, v := range e.Variants {
				c.Games = append(c.Games, summary(v))
			}
		}
	}
	return c
}

// getGame answers GET /v1/games/{game}.
//
//	@ID			game
//	@Summary	Get the rules of a game
//	@Param		version		query		string	false	"version of the program, from GET /v1/games: the answer may be cached for ever; 404 if the program has another"
//	@Success	200			{object}	GameAnswer
//	@Router		/v1/games/{game} [get]
func (c *Calls) getGame(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "version")
	if err := given.Err(); err != nil {
		return err
	}
	answer, err := Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	if err := cacheCatalogue(w, given, c.Version); err != nil {
		return err
	}
	return reply.Send(w, r, http.StatusOK, answer)
}

// Game returns a game by its name or alias.
func Game(name string) (GameAnswer, error) {
	g, err := request.Game(name)
	if err != nil {
		return GameAnswer{}, err
	}
	return GameAnswer{GameSummary: summary(g), Rules: g.Rules, InWords: g.Rules.Describe(phrase.Fill), Source: g.Source, Schemes: deal.Schemes(&g.Rules)}, nil
}

func summary(g rules.Game) GameSummary {
	s := GameSummary{Name: g.Name, Title: g.Title, Summary: g.Summary, Aliases: reply.List(g.Aliases), Family: g.Family}
	if g.VariantOf != "" {
		s.VariantOf = &g.VariantOf
	}
	if g.Rank > 0 {
		s.Rank = &g.Rank
	}
	return s
}
