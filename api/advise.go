package api

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"

	"github.com/maypok86/otter/v2"
)

// AdviseRequest asks what to play where cards are hidden.
type AdviseRequest struct {
	Game        string                 `json:"game,omitempty" example:"klondike"`                                         // a game's name or alias; or give rules
	Rules       *request.RulesDocument `json:"rules,omitempty"`                                                           // the rules of a game; or give game
	Seed        string                 `json:"seed,omitempty" example:"solvitaire:2"`                                     // a deal by number, of which only what a player would see is looked at; or give deal
	Deal        json.RawMessage        `json:"deal,omitempty"`                                                            // the cards where they lie now, `??` for one that was not seen; cards written as lying face down are read as `??`; or give seed
	Format      string                 `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver"`                   // the format of a deal that is a text, as another program writes it, of which only what a player would see is looked at
	Information string                 `json:"information,omitempty" enums:"stock-seen,stock-known" default:"stock-seen"` // what is known of the stock: the cards of it that are written out, or all of them in order from the start
	DeadlineMS  int64                  `json:"deadline_ms,omitempty" minimum:"1" default:"500" example:"500"`             // milliseconds from arrival in which to answer, waiting included
	Samples     int64                  `json:"samples,omitempty" minimum:"1" maximum:"10000" default:"128"`               // deals of the hidden cards to judge the moves on at most
	PlayerSeed  int64                  `json:"player_seed,omitempty" minimum:"0" default:"1"`                             // of these deals: with the same one, and time enough, the same request has the same answer
} //	@name	AdviseRequest

// AdviseAnswer estimates how often each move wins. It proves nothing.
type AdviseAnswer struct {
	Game        *string            `json:"game" example:"klondike" extensions:"x-nullable"`                 // the catalogue's name of the game; null if rules were given
	Policy      string             `json:"policy" example:"insight"`                                        // whose advice it is
	Information player.Information `json:"information" swaggertype:"string" enums:"stock-seen,stock-known"` // what was taken to be known of the stock
	Hidden      int                `json:"hidden" example:"21"`                                             // cards that are not known
	Samples     int                `json:"samples" example:"120"`                                           // deals of the hidden cards on which the first move was judged
	Won         bool               `json:"won"`                                                             // whether the game is won already
	Moves       []AdvisedMove      `json:"moves"`                                                           // every legal move, best first; none if the game is won
	Plan        []game.Move        `json:"plan"`                                                            // the first move, and what is to follow until a card is turned up or something can't be taken back
	ElapsedMS   float64            `json:"elapsed_ms" example:"412.5"`                                      // milliseconds from arrival to the answer
	Warnings    []string           `json:"warnings"`                                                        // what was not done as the request asked, and what the estimate lacks
	Position    json.RawMessage    `json:"position"`                                                        // the cards as they were understood, `??` for each that is not known; the moves are moves of it
} //	@name	AdviseAnswer

// AdvisedMove is a legal move, and an estimate of how often games are won that go on with it.
type AdvisedMove struct {
	Move game.Move `json:"move"`               // the move, without what it turns up
	Win  float64   `json:"win" example:"0.61"` // the share of games won from there, where the hidden cards lie at random and whoever plays goes on following advice; an estimate and no proof
	Low  float64   `json:"low" example:"0.58"` // that share lies between low and high in 95 cases of 100
	High float64   `json:"high" example:"0.64"`
} //	@name	AdvisedMove

// Adviser judges moves where cards are hidden.
type Adviser interface {
	// Advise says how often each legal move of a sight wins, judged on so many deals of the
	// hidden cards at most, drawn from the seed, until the context's end. The plan is what is
	// left of the one that an earlier answer gave; nil if there is none. Errors are those of
	// a Judge; that nobody was free within the time is context.DeadlineExceeded.
	Advise(ctx context.Context, s *player.Observation, plan []game.Move, samples int, seed uint64) (player.Advice, error)
}

const (
	adviseDeadline = 500 * time.Millisecond // of requests that name none
	usualSamples   = 128                    // of requests that name no number
	mostSamples    = 10_000
	// sending is how long before the deadline thinking ends, so that the answer is there by
	// then: of a short time a tenth.
	sending = 50 * time.Millisecond
	// mostPlans is how many plans are remembered that advice began, for those who come back
	// to ask what follows. Where the cards are known a plan is a whole line, which takes ten
	// kilobytes, or a hundred if somebody makes up a long one.
	mostPlans = 1_000
)

var informations = []string{string(player.StockSeen), string(player.StockKnown)}

// postAdvise answers POST /v1/advise.
//
//	@ID				advise
//	@Summary		What to play where cards are hidden?
//	@Description	Takes a position as a player sees it, `??` for each card that was not seen, and estimates for every legal move, best first, how often games are won that go on with it. Hidden cards that a request gives away are not looked at.
//	@Description	The estimate is no proof, and a move that is said to win always can lose. Where no card is hidden, `POST /v1/moves` proves what can be proven.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. If no worker is free within the deadline the answer is 503.
//	@Tags			moves
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request				body		AdviseRequest	true	"the position"
//	@Success		200					{object}	AdviseAnswer
//	@Failure		400,413,415,500,503	{object}	problem.Problem
//	@Router			/v1/advise [post]
func postAdvise(adviser Adviser, limits Limits) handler {
	plans := otter.Must(&otter.Options[string, []game.Move]{MaximumSize: mostPlans})
	return asking(limits, decodeAdvise, planned{adviser, plans}, nil)
}

// planned is an adviser with the plans that it began, by [adviseQuestion.planKey].
type planned struct {
	Adviser
	plans *otter.Cache[string, []game.Move]
}

// adviseQuestion is a request for advice as it was understood.
type adviseQuestion struct {
	parsed
	information player.Information
	sight       player.Observation
	samples     int64
	playerSeed  int64
}

func decodeAdvise(_ context.Context, body []byte, limits Limits) (*adviseQuestion, error) {
	node, fields, err := request.Object(body, "game", "rules", "seed", "deal", "format", "information", "deadline_ms", "samples", "player_seed")
	if err != nil {
		return nil, err
	}
	q := &adviseQuestion{samples: usualSamples, playerSeed: 1}
	q.information = player.Information(request.DecodeWord(fields["information"], informations))
	written := false // the cards are written as they are seen
	q.Question = request.DecodeQuestion(node, fields, func(cards *strict.Node, r *rules.Rules) deal.Position {
		written = true
		q.sight.Table, q.sight.Unseen = deal.DecodeSeen(cards, r, q.information == player.StockKnown)
		return deal.Position{}
	})
	q.Budget = request.DecodeBudget(fields, limits.Limits, adviseDeadline)
	if samples := fields["samples"]; samples != nil {
		q.samples = q.Positive(samples, mostSamples, "deals to judge the moves on")
	}
	fields["player_seed"].Int64(&q.playerSeed, 0, math.MaxInt64)
	if err := node.Err(); err != nil {
		return nil, err
	}
	if !written {
		if err := q.pose(); err != nil {
			return nil, err
		}
		asked := q.problem.Asked()
		q.sight = player.Observe(&q.Rules, &asked, q.information)
	}
	q.sight.Rules = &q.Rules
	return q, nil
}

func (q *adviseQuestion) ask(ctx context.Context, adviser planned) (AdviseAnswer, error) {
	out := AdviseAnswer{
		Game: orNull(q.Game), Information: q.information, Hidden: len(q.sight.Unseen),
		Moves: []AdvisedMove{}, Plan: []game.Move{}, Warnings: list(q.Warnings), Position: q.sight.Table.Document(&q.Rules),
	}
	if out.Won = game.New(&q.Rules, &q.sight.Table).Won(); out.Won {
		out.ElapsedMS = milliseconds(time.Since(q.arrival))
		return out, nil
	}
	thinking, cancel := context.WithDeadline(ctx, q.arrival.Add(q.Deadline-min(sending, q.Deadline/10)))
	defer cancel()
	plan, _ := adviser.plans.GetIfPresent(q.planKey(&q.sight))
	a, err := adviser.Advise(thinking, &q.sight, plan, int(q.samples), uint64(q.playerSeed))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return out, &problem.Error{Kind: problem.Busy, Detail: "no worker was free within the deadline; try again later", After: time.Second}
	case err != nil:
		return out, fmt.Errorf("advising: %w", err)
	}
	if after, known := q.next(a.Plan); known {
		adviser.plans.Set(q.planKey(&after), a.Plan[1:])
	}
	out.Policy, out.Samples, out.Plan = a.Policy, a.Samples, list(a.Plan)
	for i := range a.Moves {
		m := &a.Moves[i]
		out.Moves = append(out.Moves, AdvisedMove{m.Move, fourPlaces(m.Win), fourPlaces(m.Low), fourPlaces(m.High)})
	}
	out.Warnings = append(out.Warnings, q.caveats(&a)...)
	out.ElapsedMS = milliseconds(time.Since(q.arrival))
	return out, nil
}

// caveats are what the estimate lacks.
func (q *adviseQuestion) caveats(a *player.Advice) []string {
	var warnings []string
	switch {
	case len(a.Moves) == 0:
		return []string{"moves: there is none, so the game is lost"}
	case a.Certain:
		warnings = append(warnings, "win: no card is hidden, or it is plain which; POST /v1/moves proves what can be proven of each move")
	case !a.Checked:
		warnings = append(warnings, "win: how often games are won from here was not checked; it is the share of deals that can be won by whoever sees all cards, which is too high")
	}
	switch {
	case a.Samples == 0:
		warnings = append(warnings, "samples: there was no time to judge the moves; they are in the order in which they look good")
	case a.Samples < a.Most && !a.Certain:
		warnings = append(warnings, fmt.Sprintf("samples: there was time for %d deals of the %d", a.Samples, a.Most))
	}
	if a.Most > 0 && a.Most < int(q.samples) && !a.Certain {
		warnings = append(warnings, fmt.Sprintf("samples: %d is above what %s judges at most, %d, which was taken instead", q.samples, a.Policy, a.Most))
	}
	return warnings
}

// fourPlaces is a share to four places, of which the last says nothing any more.
func fourPlaces(share float64) float64 { return math.Round(share*1e4) / 1e4 }

// next is what is seen when the first move of a plan was made, if more is to follow, but not
// more than anybody plays.
func (q *adviseQuestion) next(plan []game.Move) (player.Observation, bool) {
	if len(plan) < 2 || len(plan) > player.MostMoves {
		return player.Observation{}, false
	}
	return q.sight.After(plan[0])
}

// planKey is under what a plan is remembered for whoever sees this.
func (q *adviseQuestion) planKey(s *player.Observation) string {
	text := slices.Concat(q.Rules.Canonical(), s.Table.Document(&q.Rules), []byte(q.information))
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(text, uint64(q.playerSeed)))
	return string(sum[:])
}
