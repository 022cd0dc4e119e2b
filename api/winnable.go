package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Dealer hands out deals that are proven winnable. A difficulty is one of
// [Difficulties], or empty for any. Errors that the client can do something about behave
// as package problem asks; any other means that the store is out of reach.
type Dealer interface {
	// Winnable returns deals of a game of the catalogue, at least one and at most count,
	// none that comes before the cursor exclude, if that is not empty.
	Winnable(ctx context.Context, game, difficulty string, count int, exclude string) ([]winnable.Deal, error)
	// Daily returns the deal of a day, written 2026-11-22, or empty for today.
	Daily(ctx context.Context, game, date, difficulty string) (winnable.Day, winnable.Deal, error)
	// Games are the games of the catalogue of which deals are kept.
	Games() []string
}

// Difficulties are the grades of deals, the easiest first.
var Difficulties = []string{"easy", "medium", "hard", "expert"}

// ProvenDeal is a deal that is proven winnable: this server has a solution of it, which
// GET /v1/deals/{id}/solution tells.
type ProvenDeal struct {
	Game       string               `json:"game" example:"klondike"`                                              // the catalogue's name
	Seed       string               `json:"seed" example:"solvitaire:17"`                                         // GET /v1/games/{game}/deals/{seed} has the cards
	ID         solver.ID            `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // the deal's name for good
	Length     int                  `json:"length" example:"112"`                                                 // of the solution: moves as people count them; there may be shorter ones
	Difficulty string               `json:"difficulty" enums:"easy,medium,hard,expert"`                           // a quarter of the game's winnable deals by score
	Score      float64              `json:"score" example:"12.25"`                                                // of difficulty: the higher, the harder, among deals of one game
	Components DifficultyComponents `json:"components"`
} //	@name	ProvenDeal

// DifficultyComponents are what the score of a difficulty is made of, and more that was
// measured along the solution. A decision is a move of it beside which there was another
// that can't be taken back at once.
type DifficultyComponents struct {
	Decisions    int            `json:"decisions" example:"31"`                                    // how many there are
	WinningShare float64        `json:"winning_share" example:"0.94"`                              // of the moves at decisions, those that keep the deal winnable, on average; 1 where there are no decisions
	Bits         float64        `json:"bits" example:"3.5"`                                        // of luck that it takes to guess a winning move at each decision
	Critical     int            `json:"critical" example:"2"`                                      // decisions at which only one move wins
	Unknown      int            `json:"unknown" example:"0"`                                       // moves at decisions that were too hard to judge, which count for nothing
	Random       PlayerRate     `json:"random"`                                                    // a player who takes any move
	Greedy       PlayerRate     `json:"greedy"`                                                    // one who takes the move that looks best
	Careless     PlayerRate     `json:"careless"`                                                  // one who takes the move that looks best, most of the time
	Glance       *PlayerRate    `json:"glance,omitempty"`                                          // one who tries a few moves out; absent where cards are hidden
	WorryingBack string         `json:"worrying_back,omitempty" enums:"needed,not-needed,unknown"` // whether a card must be taken back from a foundation; absent where the rules don't allow it
	Passes       *PassesThrough `json:"passes,omitempty"`                                          // through the stock; absent where the rules have no redeals
} //	@name	DifficultyComponents

// PlayerRate is how often a player without foresight wins.
type PlayerRate struct {
	Wins  int `json:"wins" example:"4"`   // games won
	Plays int `json:"plays" example:"20"` // games played
} //	@name	PlayerRate

// PassesThrough are how many passes through the stock a solution needs.
type PassesThrough struct {
	Fewest  int `json:"fewest" example:"2"`   // with so many it can be done
	AtLeast int `json:"at_least" example:"2"` // with fewer it can't
} //	@name	PassesThrough

// WinnableDeal is a deal from a pool.
type WinnableDeal struct {
	ProvenDeal
	Cursor string `json:"cursor" example:"ctpK9IPZAdcY2BgB"` // give it as exclude, and neither this deal comes again nor any before it
} //	@name	WinnableDeal

// DailyDeal is the deal of a day.
type DailyDeal struct {
	Date string `json:"date" format:"date" example:"2026-11-22"` // the day
	ProvenDeal
	Version int `json:"version" example:"1"` // of the way in which deals of days are worked out: under the same one everybody has the same
} //	@name	DailyDeal

// mostDeals is how many deals one answer has at most.
const mostDeals = 1000

// getWinnableDeals answers GET /v1/games/{game}/winnable-deals.
//
//	@ID				winnableDeals
//	@Summary		Deals that can be won, from a pool
//	@Description	Answers with a deal a line, each of them solved before, its solution replayed, and its difficulty measured. There may be fewer than `count`, but at least one.
//	@Description	Without `exclude`, they start at a place of the pool drawn at random. The `cursor` of a deal says what whoever got it has seen: with the last one as `exclude`, no deal comes twice, and all of them come in turn, those too that are added meanwhile. The header `Link` has the address of what follows. A cursor belongs to one game and difficulty.
//	@Tags			deals
//	@Produce		application/x-ndjson,application/problem+json
//	@Param			game			path		string	true	"a game's name or alias, of which a pool is kept"	extensions(x-example=klondike)
//	@Param			count			query		int		false	"how many"						minimum(1)	maximum(1000)	default(1)
//	@Param			difficulty		query		string	false	"how difficult; any if absent"	Enums(easy, medium, hard, expert)
//	@Param			exclude			query		string	false	"the last cursor that you have"
//	@Success		200				{object}	WinnableDeal
//	@Header			200				{string}	Link		"the address of the deals that follow, as rel=next"
//	@Failure		400,404,500		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"unavailable, filling"
//	@Router			/v1/games/{game}/winnable-deals [get]
func getWinnableDeals(dealer Dealer) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		given, err := request.Query(r, "count", "difficulty", "exclude")
		if err != nil {
			return err
		}
		g, err := request.Game(request.Param(r, "game"))
		if err != nil {
			return err
		}
		count, err := given.Number("count", 1, mostDeals)
		if err != nil {
			return err
		}
		difficulty, err := given.Word("difficulty", Difficulties)
		if err != nil {
			return err
		}
		deals, err := dealer.Winnable(r.Context(), g.Name, difficulty, count, given["exclude"])
		if err != nil {
			return problem.Of(fmt.Errorf("deals of %s: %w", g.Name, err), problem.Unavailable)
		}
		var lines []byte
		for i := range deals {
			d, err := provenDeal(&deals[i])
			if err != nil {
				return err
			}
			lines = append(lines, encode(WinnableDeal{d, deals[i].Cursor})...)
		}
		next := url.Values{"exclude": {deals[len(deals)-1].Cursor}}
		for _, name := range []string{"count", "difficulty"} {
			if text, ok := given[name]; ok {
				next.Set(name, text)
			}
		}
		h := w.Header()
		h.Set("Link", fmt.Sprintf(`</v1/games/%s/winnable-deals?%s>; rel="next"`, g.Name, next.Encode()))
		h.Set("Content-Type", ndjson)
		h.Set("Cache-Control", "no-store")
		_, _ = w.Write(lines) // a client that has gone can't be told
		return nil
	}
}

// getDailyDeal answers GET /v1/games/{game}/daily-deal.
//
//	@ID				dailyDeal
//	@Summary		The deal of a day, which can be won
//	@Description	The same deal for everybody who asks for this day, game and difficulty, on every server: it is derived from these alone. Days from 2020 to a year ahead; today, in UTC, if no date is given. Today's and tomorrow's are there at once, others may take seconds, and 503 says when to ask again.
//	@Tags			deals
//	@Produce		json,application/problem+json
//	@Param			game			path		string	true	"a game's name or alias, of which a pool is kept"	extensions(x-example=klondike)
//	@Param			date			query		string	false	"the day, as in 2026-11-22; today if absent"	format(date)
//	@Param			difficulty		query		string	false	"how difficult; any if absent"	Enums(easy, medium, hard, expert)
//	@Success		200				{object}	DailyDeal
//	@Failure		400,404,500		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"unavailable, filling"
//	@Router			/v1/games/{game}/daily-deal [get]
func getDailyDeal(dealer Dealer, within time.Duration) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		given, err := request.Query(r, "date", "difficulty")
		if err != nil {
			return err
		}
		g, err := request.Game(request.Param(r, "game"))
		if err != nil {
			return err
		}
		date, dated := given["date"]
		if _, err := time.Parse(time.DateOnly, date); dated && err != nil {
			return problem.Field("date", "%q is no date, which is written as in 2026-11-22", problem.Clip(date))
		}
		difficulty, err := given.Word("difficulty", Difficulties)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(r.Context(), within)
		defer cancel()
		day, found, err := dealer.Daily(ctx, g.Name, date, difficulty)
		if err != nil {
			return problem.Of(fmt.Errorf("deals of %s: %w", g.Name, err), problem.Unavailable)
		}
		deal, err := provenDeal(&found)
		if err != nil {
			return err
		}
		life := time.Hour
		if !dated { // another one is today's soon, or already, if the day ended meanwhile
			today, err := time.Parse(time.DateOnly, day.Date)
			if err != nil {
				return problem.Of(fmt.Errorf("the deal of today: %w", err), problem.Internal)
			}
			life = min(life, max(0, time.Until(today.AddDate(0, 0, 1))))
		}
		w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(life.Seconds())))
		send(w, http.StatusOK, DailyDeal{day.Date, deal, day.Version})
		return nil
	}
}

// provenDeal renders a deal.
func provenDeal(d *winnable.Deal) (ProvenDeal, error) {
	p := ProvenDeal{
		Game: d.Game, Seed: d.Seed, ID: d.ID, Length: d.Length, Difficulty: d.Grade, Score: d.Score,
	}
	if err := json.Unmarshal([]byte(d.Components), &p.Components); err != nil {
		return p, problem.Of(fmt.Errorf("components of deal %s: %w", d.ID, err), problem.Internal)
	}
	return p, nil
}
