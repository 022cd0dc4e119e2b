package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Dealer has deals that are proven winnable. A difficulty is one of [request.Difficulties], or empty
// for any. Errors without behaviour mean that the store is unavailable.
type Dealer interface {
	// Winnable returns at least one and at most count deals of a game, those after a cursor
	// if exclude is not empty.
	Winnable(ctx context.Context, game, difficulty string, count int, exclude string) ([]winnable.Deal, error)
	// Daily returns the deal of a day, written 2026-11-22, or empty for today.
	Daily(ctx context.Context, game, date, difficulty string) (winnable.Day, winnable.Deal, error)
	// Graded returns the deal with an id of the game with these rules; false if its difficulty is
	// not known.
	Graded(ctx context.Context, r *rules.Rules, id solver.ID) (winnable.Deal, bool, error)
	// Games returns the names of the games that have deals.
	Games() []string
}

// ProvenDeal is a winnable deal.
type ProvenDeal struct {
	Game       string               `json:"game" example:"klondike"`                                              // name of the game
	Seed       string               `json:"seed" example:"solvitaire:17"`                                         // GET /v1/games/{game}/deals/{seed} has the cards
	ID         solver.ID            `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"` // permanent; the same rules and cards have the same id
	Length     int                  `json:"length" example:"112"`                                                 // of the solution, redeals not counted; there may be shorter ones
	Redeals    int                  `json:"redeals" example:"4"`                                                  // of the solution, beside its length
	Difficulty string               `json:"difficulty" enums:"easy,medium,hard,expert"`                           // quarter of the game's winnable deals, by score
	Score      float64              `json:"score" example:"12.25"`                                                // of difficulty; comparable among deals of one game
	Measure    difficulty.Method    `json:"measure" swaggertype:"string" enums:"line-and-players,cards-left"`     // how the score was measured
	Components DifficultyComponents `json:"components"`
	Deal       json.RawMessage      `json:"deal,omitempty"`     // the cards, with deal=true
	Solution   *Solution            `json:"solution,omitempty"` // with solution=true: in the columns of the deal by number
} //	@name	ProvenDeal

// DifficultyComponents are the parts of a difficulty score, and other measures of the
// solution. A decision is a move with an irreversible alternative. The measure cards-left has
// only left, the measure line-and-players has the others.
type DifficultyComponents struct {
	Decisions    *int           `json:"decisions,omitempty" example:"31"`                          // number of decisions
	WinningShare *float64       `json:"winning_share,omitempty" example:"0.94"`                    // average share of winning moves at decisions; 1 without decisions
	Bits         *float64       `json:"bits,omitempty" example:"3.5"`                              // of luck needed to guess a winning move at each decision
	Critical     *int           `json:"critical,omitempty" example:"2"`                            // decisions with only one winning move
	Unknown      *int           `json:"unknown,omitempty" example:"0"`                             // moves at decisions without a verdict, not counted
	Random       *PlayerRate    `json:"random,omitempty"`                                          // a player of random moves
	Greedy       *PlayerRate    `json:"greedy,omitempty"`                                          // a player of the heuristically best move
	Careless     *PlayerRate    `json:"careless,omitempty"`                                        // a player of the heuristically best move, most of the time
	Glance       *PlayerRate    `json:"glance,omitempty"`                                          // a player with a small search; absent if cards are hidden
	WorryingBack string         `json:"worrying_back,omitempty" enums:"needed,not-needed,unknown"` // whether a card must be taken back from a foundation; absent if the rules forbid it
	Passes       *PassesThrough `json:"passes,omitempty"`                                          // through the stock; absent without redeals
	Left         *CardsLeft     `json:"left,omitempty"`                                            // what the careless player leaves at the end of its plays
} //	@name	DifficultyComponents

// CardsLeft is what the careless player leaves: cards that are not on a foundation and don't lie
// on the next higher card of their suit.
type CardsLeft struct {
	Plays    int     `json:"plays" example:"20"`       // games played
	Wins     int     `json:"wins" example:"0"`         // games won
	Cards    float64 `json:"cards" example:"61.3"`     // left at the end of a game, on average
	FaceDown float64 `json:"face_down" example:"18.2"` // of them lying face down, which the score counts twice
} //	@name	CardsLeft

// PlayerRate is how often a player without foresight wins.
type PlayerRate struct {
	Wins  int `json:"wins" example:"4"`   // games won
	Plays int `json:"plays" example:"20"` // games played
} //	@name	PlayerRate

// PassesThrough is how many passes through the stock a solution needs.
type PassesThrough struct {
	Fewest  int `json:"fewest" example:"2"`   // that suffice
	AtLeast int `json:"at_least" example:"2"` // that are needed
} //	@name	PassesThrough

// WinnableDeal is a deal from a pool.
type WinnableDeal struct {
	ProvenDeal
	Cursor string `json:"cursor" example:"ctpK9IPZAdcY2BgB"` // as the parameter cursor, it returns only later deals
} //	@name	WinnableDeal

// DailyDeal is the deal of a day.
type DailyDeal struct {
	Date string `json:"date" format:"date" example:"2026-11-22"` // the day
	ProvenDeal
	Version int `json:"version" example:"1"` // of the method; the same version gives the same deals everywhere
} //	@name	DailyDeal

// mostDeals bounds the deals of one answer.
const mostDeals = 1000

// getWinnableDeals answers GET /v1/games/{game}/winnable-deals.
//
//	@ID				winnableDeals
//	@Summary		Get winnable deals
//	@Description	Returns one deal a line. Each has been solved, its solution replayed and its difficulty measured. There may be fewer than `count`, but at least one.
//	@Description	`solution=true` returns each solution, as `GET /v1/games/{game}/deals/{seed}/solution` does; `length` and `redeals` are those of it then. The service shortens solutions later, so it may be shorter than the one along which the difficulty was measured.
//	@Description	Without `cursor`, deals start at a random place of the pool. With the last `cursor`, no deal repeats, and all deals come in turn, including new ones. The header `Link` has the address of the next deals. A cursor belongs to one game and difficulty.
//	@Tags			deals
//	@Produce		application/x-ndjson,application/problem+json
//	@Param			game			path		string	true	"a game's name or alias, if it has a pool"	extensions(x-example=klondike)
//	@Param			count			query		int		false	"number of deals"						minimum(1)	maximum(1000)	default(1)
//	@Param			difficulty		query		string	false	"difficulty; any if absent"	Enums(easy, medium, hard, expert)
//	@Param			cursor			query		string	false	"the last cursor received"
//	@Param			exclude			query		string	false	"another name of cursor"
//	@Param			deal			query		bool	false	"whether to return the cards, too"	default(false)
//	@Param			solution		query		bool	false	"whether to return the solution, too"	default(false)
//	@Param			schema			query		string	false	"how the cards are written"	Enums(solvitaire, explicit)	default(solvitaire)
//	@Success		200				{object}	WinnableDeal
//	@Header			200				{string}	Link		"address of the next deals, as rel=next"
//	@Failure		400,403,404,500		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"unavailable, filling"
//	@Router			/v1/games/{game}/winnable-deals [get]
func getWinnableDeals(dealer Dealer, library Library) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		g, err := request.Game(request.Param(r, "game"))
		if err != nil {
			return err
		}
		given := request.Query(r, "count", "difficulty", "cursor", "exclude", "deal", "solution", "schema")
		count, grade, parts := given.Number("count", 1, mostDeals), given.Difficulty(), partsOf(given)
		given.Either("exclude", "cursor")
		if err := given.Err(); err != nil {
			return err
		}
		cursor, _ := given.Text("cursor")
		exclude, _ := given.Text("exclude")
		deals, err := dealer.Winnable(r.Context(), g.Name, grade, count, cmp.Or(cursor, exclude))
		if err != nil {
			return badCursor(given, problem.Of(fmt.Errorf("deals of %s: %w", g.Name, err), problem.Unavailable))
		}
		var lines []byte
		for i := range deals {
			d, err := provenDeal(r.Context(), library, &deals[i], parts)
			switch {
			case err != nil:
				return err
			case d != nil: // else its solution is lost
				lines = append(lines, encode(WinnableDeal{*d, deals[i].Cursor})...)
			}
		}
		if len(lines) == 0 {
			return lostSolution()
		}
		given.LinkNext(w, "/v1/games/"+g.Name+"/winnable-deals", deals[len(deals)-1].Cursor, "exclude")
		h := w.Header()
		h.Set("Content-Type", ndjson)
		h.Set("Cache-Control", "no-store")
		_, _ = w.Write(lines) // the client may have gone
		return nil
	}
}

// badCursor names the parameter in which a wrong cursor was given.
func badCursor(given *request.Parameters, err *problem.Error) error {
	if _, old := given.Text("exclude"); old && len(err.Fields) == 1 && err.Fields[0].Field == "cursor" {
		return problem.Field("exclude", "%s", err.Fields[0].Detail)
	}
	return err
}

// getDailyDeal answers GET /v1/games/{game}/daily-deal.
//
//	@ID				dailyDeal
//	@Summary		Get a daily deal, which can be won
//	@Description	The same deal on every server for a day, game and difficulty. Days range from 2020 to a year ahead; the default is today, in UTC. Deals of today and tomorrow are ready; others may take seconds, with 503 and `Retry-After` meanwhile.
//	@Tags			deals
//	@Produce		json,application/problem+json
//	@Param			game			path		string	true	"a game's name or alias, if it has a pool"	extensions(x-example=klondike)
//	@Param			date			query		string	false	"YYYY-MM-DD; today if absent"	format(date)
//	@Param			difficulty		query		string	false	"difficulty; any if absent"	Enums(easy, medium, hard, expert)
//	@Param			deal			query		bool	false	"whether to return the cards, too"	default(false)
//	@Param			solution		query		bool	false	"whether to return the solution, too"	default(false)
//	@Param			schema			query		string	false	"how the cards are written"	Enums(solvitaire, explicit)	default(solvitaire)
//	@Success		200				{object}	DailyDeal
//	@Failure		400,403,404,500		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"unavailable, filling"
//	@Router			/v1/games/{game}/daily-deal [get]
func getDailyDeal(dealer Dealer, library Library, within time.Duration) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		g, err := request.Game(request.Param(r, "game"))
		if err != nil {
			return err
		}
		given := request.Query(r, "date", "difficulty", "deal", "solution", "schema")
		date, grade, parts := given.Date(), given.Difficulty(), partsOf(given)
		if err := given.Err(); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(r.Context(), within)
		defer cancel()
		day, found, err := dealer.Daily(ctx, g.Name, date, grade)
		if err != nil {
			return problem.Of(fmt.Errorf("deals of %s: %w", g.Name, err), problem.Unavailable)
		}
		deal, err := provenDeal(ctx, library, &found, parts)
		switch {
		case err != nil:
			return err
		case deal == nil:
			return lostSolution()
		}
		life := time.Hour
		if date == "" { // expires with the day
			today, err := time.Parse(time.DateOnly, day.Date)
			if err != nil {
				return problem.Of(fmt.Errorf("daily deal: %w", err), problem.Internal)
			}
			life = min(life, max(0, time.Until(today.AddDate(0, 0, 1))))
		}
		w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(life.Seconds())))
		return send(w, http.StatusOK, DailyDeal{day.Date, *deal, day.Version})
	}
}

// dealParts are what is returned of a deal beside its number and difficulty.
type dealParts struct{ cards, explicit, solution bool }

// partsOf reads the parameters deal, schema and solution.
func partsOf(given *request.Parameters) dealParts {
	return dealParts{cards: given.Flag("deal"), explicit: given.Explicit(), solution: given.Flag("solution")}
}

// lostSolution returns the error of an answer without a deal, because the solution is lost.
func lostSolution() error {
	return problem.New(problem.Unavailable, "the stored solution is damaged; try again, or ask for another deal")
}

// provenDeal renders a deal with the parts that are asked for; nil if its solution is needed and is no
// longer stored.
func provenDeal(ctx context.Context, library Library, d *winnable.Deal, parts dealParts) (*ProvenDeal, error) {
	p := &ProvenDeal{Game: d.Game, Seed: d.Seed, ID: d.ID, Length: d.Length, Difficulty: d.Grade, Score: d.Score}
	found, err := components(d.Components)
	if err != nil {
		return nil, problem.Of(fmt.Errorf("components of deal %s: %w", d.ID, err), problem.Internal)
	}
	p.Components, p.Measure = found.DifficultyComponents, found.Measure
	recalled := parts.solution || found.Redeals == nil
	if !recalled {
		p.Redeals = *found.Redeals
	}
	if !recalled && !parts.cards {
		return p, nil
	}
	dealt, numbered, err := Deal(d.Game, d.Seed)
	if err != nil {
		return nil, problem.Of(fmt.Errorf("cards of deal %s: %w", d.ID, err), problem.Internal)
	}
	if parts.cards {
		p.Deal = dealt.Deal
		if parts.explicit {
			asked := numbered.Asked()
			p.Deal = asked.Explicit(numbered.Rules())
		}
	}
	if !recalled {
		return p, nil
	}
	known, a, err := recall(ctx, library, d.ID)
	if err != nil || known == nil || known.Text() != numbered.Text() || a.Verdict != solver.Winnable {
		return nil, err
	}
	p.Length, p.Redeals = game.Length(a.Solution), game.Redeals(a.Solution)
	if parts.solution {
		p.Solution = newSolution(numbered.ToAsked(a.Solution))
		p.Solution.ProvenShortest = a.Shortest()
	}
	return p, nil
}

// storedComponents are the components of a difficulty as they are stored.
type storedComponents struct {
	DifficultyComponents
	Measure difficulty.Method // deals of versions with one measure don't name it
	Redeals *int              // of the line; nil for deals of versions that did not count them
}

// components reads the JSON of a difficulty.
func components(text string) (*storedComponents, error) {
	out := &storedComponents{Measure: difficulty.LineAndPlayers}
	return out, json.Unmarshal([]byte(text), out)
}
