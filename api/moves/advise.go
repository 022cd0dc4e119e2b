package moves

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// AdviseRequest asks for a move when cards are hidden.
type AdviseRequest struct {
	request.DealFields
	Information string `json:"information,omitempty" enums:"stock-seen,stock-known,covered-hidden" default:"stock-seen"` // what is known of the stock: the cards given, or all of them in order; covered-hidden is stock-seen where the covered cards of rows and of a reserve that is a pile lie face down
	DeadlineMS  int64  `json:"deadline_ms,omitempty" minimum:"1" default:"500" example:"500"`                            // milliseconds from arrival to the answer, including waiting
	Samples     int64  `json:"samples,omitempty" minimum:"1" default:"128"`                                              // hidden-card deals to evaluate moves on
	PlayerSeed  int64  `json:"player_seed,omitempty" minimum:"0" default:"1"`                                            // random seed; the same seed gives the same answer if time suffices
	request.PlayedFields
} //	@name	AdviseRequest

// AdviseAnswer estimates how often each move wins. It is no proof.
type AdviseAnswer struct {
	Game        *string                `json:"game" example:"klondike" extensions:"x-nullable"`                                // name of the game; null if rules were given
	Policy      string                 `json:"policy" example:"insight"`                                                       // the policy that advised
	Information player.Information     `json:"information" swaggertype:"string" enums:"stock-seen,stock-known,covered-hidden"` // what was assumed to be known of the stock and of covered cards
	Hidden      int                    `json:"hidden" example:"21"`                                                            // unknown cards
	Samples     int                    `json:"samples" example:"120"`                                                          // hidden-card deals on which the first move was evaluated
	Won         bool                   `json:"won"`                                                                            // whether the game is already won
	Moves       []AdvisedMove          `json:"moves"`                                                                          // every legal move, best first; none if the game is won
	Plan        []game.Move            `json:"plan"`                                                                           // the first move and its continuation, until a card is turned up or a move is irreversible
	ElapsedMS   float64                `json:"elapsed_ms" example:"412.5"`                                                     // milliseconds from arrival to the answer
	Warnings    []string               `json:"warnings"`                                                                       // what differs from the request, and what the estimate lacks
	Position    json.RawMessage        `json:"position"`                                                                       // the position as understood, `??` for each unknown card; moves are made from it
	Expanded    []request.ExpandedMove `json:"expanded,omitempty"`                                                             // each run among the played moves, and the single moves that it stands for
} //	@name	AdviseAnswer

// AdvisedMove is a legal move with an estimate of how often it wins.
type AdvisedMove struct {
	Move game.Move `json:"move"`               // without the card it turns up
	Win  float64   `json:"win" example:"0.61"` // estimated share of games won, with hidden cards at random and all later moves by advice
	Low  float64   `json:"low" example:"0.58"` // low and high are a 95 % confidence interval
	High float64   `json:"high" example:"0.64"`
} //	@name	AdvisedMove

// Adviser evaluates moves when cards are hidden.
type Adviser interface {
	// Advise estimates how often each legal move wins. It draws deals of the hidden cards by the
	// seed, and plays at most samples of them until the context ends. plan is the rest of the plan
	// of an earlier answer, or nil. The error is context.DeadlineExceeded if no worker was free in
	// time. Other errors have the same behaviour as the errors of Judge.Answer.
	Advise(ctx context.Context, s *player.Observation, plan []game.Move, samples int, seed uint64) (player.Advice, error)
}

const (
	mostSamples = 10_000
	// timeToSend is the part of the deadline that is kept for sending the answer: this time, or a
	// tenth of the deadline if that is less.
	timeToSend = 50 * time.Millisecond
	// mostPlans is the number of unfinished plans in the cache, which serve the next requests. If
	// all cards are known, a plan is a whole line of play, which takes 10 KB, and at most 100 KB.
	mostPlans = 1_000
)

// adviseQuestion is a decoded request for advice.
type adviseQuestion struct {
	request.Asked
	information player.Information
	observed    player.Observation
	samples     int64
	playerSeed  int64
}

// decodeAdvise reads what POST /v1/advise asks.
//
//	@ID				advise
//	@Summary		What to play when cards are hidden?
//	@Description	Estimates how often each legal move wins, best first. Write `??` for each card that the player can't see. Face-down cards count as unseen even if the request names them.
//	@Description	An estimate is not a proof: a move at 100 % can still lose. If all cards are known, `POST /v1/moves` gives proven verdicts.
//	@Description	Give `game` or `rules`, and `seed` or `deal`. With `moves`, the position is the one after them: `deal` must then have all cards, and those that the player can't see are ignored after the moves. If no worker is free before the deadline, the answer is 503.
//	@Param			request				body		AdviseRequest	true	"the position"
//	@Success		200					{object}	AdviseAnswer
//	@Router			/v1/advise [post]
func decodeAdvise(_ context.Context, body []byte, limits request.Limits) (*adviseQuestion, error) {
	var in AdviseRequest
	node, err := request.Decode(body, &in)
	if err != nil {
		return nil, err
	}
	q := &adviseQuestion{playerSeed: in.PlayerSeed, information: player.Information(in.Information)}
	written := false // the deal is given as seen
	q.SetMoves(node, &in.TextFields, in.Moves)
	// Moves are made only where all cards are known. A text without unseen cards has all of them, too.
	known := q.HasMoves()
	if in.Format != "" && in.Deal.IsText() {
		text, _ := in.Deal.Text()
		known = known || !strings.Contains(text, deal.Unseen)
	}
	q.Question, _ = in.Question(node, func(cards *strict.Node, r *rules.Rules) deal.Position {
		if known {
			return deal.Decode(cards, r)
		}
		written = true
		q.observed.Table, q.observed.Unseen = deal.DecodeSeen(cards, r, q.information == player.StockKnown)
		return deal.Position{}
	})
	q.Budget = limits.Budget(node, in.DeadlineMS, 0)
	q.samples = q.Reduce(node.Field("samples"), in.Samples, mostSamples)
	if err := node.Err(); err != nil {
		return nil, err
	}
	if written {
		q.Warnings = append(q.Warnings, q.Notes...)
	} else {
		if err := q.SetProblem(); err != nil {
			return nil, err
		}
		asked := q.Problem.Asked()
		q.observed = player.Observe(&q.Rules, &asked, q.information)
	}
	q.observed.Rules = &q.Rules
	if q.information == player.CoveredHidden {
		q.observed.HideCovered()
	}
	return q, nil
}

func (q *adviseQuestion) Ask(ctx context.Context, c *Calls) (AdviseAnswer, error) {
	out := AdviseAnswer{
		Game: reply.OrNull(q.Game), Information: q.information, Hidden: len(q.observed.Unseen),
		Moves: []AdvisedMove{}, Plan: []game.Move{}, Warnings: reply.List(q.Warnings), Position: q.Write(&q.Rules, &q.observed.Table), Expanded: request.Expanded(q.Played.Steps),
	}
	if out.Won = game.New(&q.Rules, &q.observed.Table).Won(); out.Won {
		out.ElapsedMS = reply.Milliseconds(time.Since(q.Arrival))
		return out, nil
	}
	thinking, cancel := context.WithDeadline(ctx, q.Arrival.Add(q.Deadline-min(timeToSend, q.Deadline/10)))
	defer cancel()
	plan, _ := c.plans.Get(q.planKey(&q.observed))
	a, err := c.Adviser.Advise(thinking, &q.observed, plan, int(q.samples), uint64(q.playerSeed))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return out, &problem.Error{Kind: problem.Busy, Detail: "no worker was free before the deadline; try again later", After: time.Second}
	case err != nil:
		return out, fmt.Errorf("advising: %w", err)
	}
	if after, known := q.next(a.Plan); known {
		c.plans.Add(q.planKey(&after), a.Plan[1:])
	}
	out.Policy, out.Samples, out.Plan = a.Policy, a.Samples, reply.List(a.Plan)
	for i := range a.Moves {
		m := &a.Moves[i]
		out.Moves = append(out.Moves, AdvisedMove{m.Move, fourPlaces(m.Win), fourPlaces(m.Low), fourPlaces(m.High)})
	}
	out.Warnings = append(out.Warnings, q.estimateWarnings(&a)...)
	out.ElapsedMS = reply.Milliseconds(time.Since(q.Arrival))
	return out, nil
}

// estimateWarnings returns warnings about the quality of the estimate.
func (q *adviseQuestion) estimateWarnings(a *player.Advice) []string {
	var warnings []string
	switch {
	case len(a.Moves) == 0:
		return []string{"moves: none, so the game is lost"}
	case a.Certain:
		warnings = append(warnings, "win: all cards are known; POST /v1/moves gives proven verdicts")
	case !a.Checked:
		warnings = append(warnings, "win: too high: it is the share of deals that can be won by a player who sees all cards")
	}
	switch {
	case a.Samples == 0:
		warnings = append(warnings, "samples: there was no time to evaluate moves; their order is a guess")
	case a.Samples < a.Most && !a.Certain:
		warnings = append(warnings, fmt.Sprintf("samples: time for only %d of %d deals", a.Samples, a.Most))
	}
	if a.Most > 0 && a.Most < int(q.samples) && !a.Certain {
		warnings = append(warnings, fmt.Sprintf("samples: %d reduced to the maximum of %s, %d", q.samples, a.Policy, a.Most))
	}
	return warnings
}

// fourPlaces rounds a share to four decimal places. The estimate is not more precise.
func fourPlaces(share float64) float64 { return math.Round(share*1e4) / 1e4 }

// next returns what the player sees after the first move of a plan. It returns false if the plan
// ends there or is longer than any game.
func (q *adviseQuestion) next(plan []game.Move) (player.Observation, bool) {
	if len(plan) < 2 || len(plan) > player.MostMoves {
		return player.Observation{}, false
	}
	return q.observed.After(plan[0])
}

// planKey returns the cache key of a plan from a position.
func (q *adviseQuestion) planKey(s *player.Observation) string {
	text := slices.Concat(q.Rules.Canonical(), s.Table.Document(&q.Rules), []byte(q.information))
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(text, uint64(q.playerSeed)))
	return string(sum[:])
}
