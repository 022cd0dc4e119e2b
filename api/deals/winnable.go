package deals

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// Dealer has deals that are proven winnable. An empty grade means deals of any grade.
type Dealer interface {
	// Winnable returns at least one and at most count deals of a game. If a cursor is given, it
	// returns the deals after the cursor.
	Winnable(game string, grade difficulty.Grade, count int, cursor string) ([]seeds.Deal, error)
	// Daily returns the deal of a day. The date has the form 2026-11-22; an empty date means today.
	Daily(game, date string, grade difficulty.Grade) (seeds.Day, seeds.Deal, error)
	// Graded returns the deal of a game by the game's rules and the deal's id. It returns false if
	// the dealer does not have that deal.
	Graded(r *rules.Rules, id solver.ID) (seeds.Deal, bool)
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
	Solution   *reply.Solution      `json:"solution,omitempty"` // with solution=true: in the columns of the deal by number
} //	@name	ProvenDeal

// DifficultyComponents are the parts of a difficulty score, and other measures of the
// solution. A decision is a move with an irreversible alternative. The measure cards-left has
// only left, the measure line-and-players has the others.
type DifficultyComponents struct {
	*difficulty.Line
	Left *difficulty.Left `json:"left,omitempty"` // what the careless player leaves at the end of its plays
} //	@name	DifficultyComponents

// WinnableDeal is one of the deals that the program has.
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

// winnable answers GET /v1/games/{game}/winnable-deals.
//
//	@ID				winnableDeals
//	@Summary		Get winnable deals
//	@Description	Returns one deal a line. The deals come with the program: each was solved, its solution replayed and its difficulty measured. There may be fewer than `count`, but at least one.
//	@Description	`solution=true` adds the solution of each deal, as `GET /v1/games/{game}/deals/{seed}/solution` has it, and its `length` and `redeals`. The difficulty may have been measured along a longer solution. Solutions that are not stored are searched for, until the usual deadline of a request; deals without a solution by then are left out.
//	@Description	Without `cursor`, deals start at a random one. With the last `cursor`, no deal repeats, and all deals come in turn. The header `Link` has the address of the next deals. A cursor belongs to one game and difficulty, and is good on every server.
//	@Produce		application/x-ndjson
//	@Param			game			path		string	true	"a game's name or alias, if it has winnable deals"	extensions(x-example=klondike)
//	@Param			count			query		int		false	"number of deals"						minimum(1)	maximum(1000)	default(1)
//	@Param			difficulty		query		string	false	"difficulty; any if absent"	Enums(easy, medium, hard, expert)
//	@Param			cursor			query		string	false	"the last cursor received"
//	@Param			exclude			query		string	false	"another name of cursor"
//	@Param			deal			query		bool	false	"whether to return the cards, too"	default(false)
//	@Param			solution		query		bool	false	"whether to return the solution, too"	default(false)
//	@Param			schema			query		string	false	"how the cards are written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success		200				{object}	WinnableDeal
//	@Header			200				{string}	Link		"address of the next deals, as rel=next"
//	@Failure		403		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/games/{game}/winnable-deals [get]
func (c *Calls) winnable(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	given := request.Query(r, "count", "difficulty", "cursor", "exclude", "deal", "solution", "schema")
	count, grade, parts := given.Number("count", 1, mostDeals), given.Difficulty(), partsOf(given)
	given.Either("exclude", "cursor")
	if err := given.Err(); err != nil {
		return err
	}
	cursor, _ := given.Text("cursor")
	exclude, _ := given.Text("exclude")
	deals, err := c.Dealer.Winnable(g.Name, difficulty.Grade(grade), count, cmp.Or(cursor, exclude))
	if err != nil {
		return badCursor(given, problem.Of(fmt.Errorf("reading the winnable deals of %s: %w", g.Name, err), problem.Internal))
	}
	ctx, cancel := context.WithTimeout(r.Context(), c.Limits.DefaultDeadline)
	defer cancel()
	var lines []byte
	for i := range deals {
		d, err := c.provenDeal(ctx, &deals[i], parts)
		switch {
		case err != nil && len(lines) == 0:
			return err
		case err != nil: // what was found before is answered
			c.Problems.Note(ctx, "fewer winnable deals answered than asked for", err)
		case d != nil:
			lines = append(lines, reply.JSON(WinnableDeal{*d, deals[i].Cursor})...)
			continue
		case ctx.Err() == nil: // its search has spent its states
			continue
		}
		deals = deals[:i]
		break
	}
	if len(lines) == 0 {
		return unsolved()
	}
	given.LinkNext(w, "/v1/games/"+g.Name+"/winnable-deals", deals[len(deals)-1].Cursor, "exclude")
	h := w.Header()
	h.Set("Content-Type", reply.NDJSON)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(lines) // the client may have gone
	return nil
}

// badCursor names the parameter in which a wrong cursor was given.
func badCursor(given *request.Parameters, err *problem.Error) error {
	if _, old := given.Text("exclude"); old && len(err.Fields) == 1 && err.Fields[0].Field == "cursor" {
		return problem.Field("exclude", "%s", err.Fields[0].Detail)
	}
	return err
}

// daily answers GET /v1/games/{game}/daily-deal.
//
//	@ID				dailyDeal
//	@Summary		Get a daily deal, which can be won
//	@Description	The same deal on every server for a day, game and difficulty. Days range from 2020 to a year ahead; the default is today, in UTC.
//	@Param			game			path		string	true	"a game's name or alias, if it has winnable deals"	extensions(x-example=klondike)
//	@Param			date			query		string	false	"YYYY-MM-DD; today if absent"	format(date)
//	@Param			difficulty		query		string	false	"difficulty; any if absent"	Enums(easy, medium, hard, expert)
//	@Param			deal			query		bool	false	"whether to return the cards, too"	default(false)
//	@Param			solution		query		bool	false	"whether to return the solution, too"	default(false)
//	@Param			schema			query		string	false	"how the cards are written"	Enums(solvitaire, explicit, line)	default(solvitaire)
//	@Success		200				{object}	DailyDeal
//	@Failure		403		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/games/{game}/daily-deal [get]
func (c *Calls) daily(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	given := request.Query(r, "date", "difficulty", "deal", "solution", "schema")
	date, grade, parts := given.Date(), given.Difficulty(), partsOf(given)
	if err := given.Err(); err != nil {
		return err
	}
	day, found, err := c.Dealer.Daily(g.Name, date, difficulty.Grade(grade))
	if err != nil {
		return problem.Of(fmt.Errorf("reading the winnable deals of %s: %w", g.Name, err), problem.Internal)
	}
	ctx, cancel := context.WithTimeout(r.Context(), c.Limits.DefaultDeadline)
	defer cancel()
	deal, err := c.provenDeal(ctx, &found, parts)
	switch {
	case err != nil:
		return err
	case deal == nil:
		return unsolved()
	}
	life := time.Hour
	if date == "" { // expires with the day
		today, err := time.Parse(time.DateOnly, day.Date)
		if err != nil {
			return problem.Of(fmt.Errorf("reading the daily deal: %w", err), problem.Internal)
		}
		life = min(life, max(0, time.Until(today.AddDate(0, 0, 1))))
	}
	w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(life.Seconds())))
	return reply.Send(w, r, http.StatusOK, DailyDeal{day.Date, *deal, day.Version})
}

// dealParts are the optional parts of a deal in an answer.
type dealParts struct {
	cards, solution bool
	schema          string // of the cards
}

// partsOf reads the parameters deal, schema and solution.
func partsOf(given *request.Parameters) dealParts {
	return dealParts{cards: given.Flag("deal"), solution: given.Flag("solution"), schema: given.Schema()}
}

// unsolved returns the error of an answer without a deal, because the solutions were not found in time.
func unsolved() error {
	return problem.New(problem.Unavailable, "no solution was found in time; try again, or ask for another deal")
}

// provenDeal renders a deal with the requested parts. It returns nil if the solution is requested
// and was not found in time.
func (c *Calls) provenDeal(ctx context.Context, d *seeds.Deal, parts dealParts) (*ProvenDeal, error) {
	p := &ProvenDeal{
		Game: d.Game, Seed: d.Seed, ID: d.ID, Length: d.Length, Redeals: d.Redeals,
		Difficulty: string(d.Grade), Score: d.Score, Measure: d.Method, Components: DifficultyComponents{d.Line, d.Left},
	}
	if !parts.cards && !parts.solution {
		return p, nil
	}
	_, numbered, err := Deal(d.Game, d.Seed)
	if err != nil {
		return nil, problem.Of(fmt.Errorf("cards of deal %s: %w", d.ID, err), problem.Internal)
	}
	if parts.cards {
		p.Deal = cards(numbered, parts.schema)
	}
	if !parts.solution {
		return p, nil
	}
	a, err := c.solvePacked(ctx, d.Game, numbered)
	if err != nil || a.Verdict != solver.Winnable {
		return nil, err
	}
	p.Length, p.Redeals = game.Length(a.Solution), game.Redeals(a.Solution)
	p.Solution = reply.NewSolution(numbered.ToAsked(a.Solution))
	p.Solution.ProvenShortest = a.Shortest()
	return p, nil
}

// solvePacked solves a deal of a Dealer. Unless its solution is stored, the search has the budget
// with which the deal was measured, and then twenty times as much: the engines of today may share
// a budget in another way than those that measured the deal.
func (c *Calls) solvePacked(ctx context.Context, game string, p *solver.Problem) (solver.Answer, error) {
	states := difficulty.StatesOf(game)
	a, err := c.Judge.Answer(ctx, p, solver.Budget{States: states}, false)
	if err == nil && a.Verdict == solver.Unknown && a.Reason == solver.States {
		a, err = c.Judge.Answer(ctx, p, solver.Budget{States: 20 * states}, false)
	}
	if err != nil {
		err = fmt.Errorf("solving deal %s: %w", p.ID(), err)
	}
	return a, err
}
