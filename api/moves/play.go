package moves

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// PlayRequest asks a computer player to play a deal.
type PlayRequest struct {
	request.DealFields
	Player      string       `json:"player" example:"greedy"`                                                       // the player; see GET /v1/players
	Options     *strict.Node `json:"options,omitempty" swaggertype:"object"`                                        // options by name; see GET /v1/players
	PlayerSeed  int64        `json:"player_seed,omitempty" minimum:"0" default:"1"`                                 // random seed for the player; campaigns with the same seed play the deal alike
	DeadlineMS  int64        `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"`              // milliseconds from arrival to the answer, including waiting
	MovesFormat string       `json:"moves_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"` // also write the moves as text, for people or another program
} //	@name	PlayRequest

// PlayAnswer is a play.
type PlayAnswer struct {
	ID          solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // permanent; the same rules and cards have the same id
	Game        *string         `json:"game" example:"klondike" extensions:"x-nullable"`                                               // name of the game; null if rules were given
	Player      string          `json:"player" example:"greedy"`                                                                       // the player
	Options     map[string]any  `json:"options" swaggertype:"object"`                                                                  // with defaults
	PlayerSeed  uint64          `json:"player_seed" example:"1"`                                                                       // random seed of the player
	Information string          `json:"information" enums:"thoughtful,hidden"`                                                         // thoughtful: the player saw all cards; hidden: only those that lay face up
	Stock       *string         `json:"stock" enums:"stock-known,stock-seen" extensions:"x-nullable"`                                  // if hidden: whether the player knew the whole stock, or only what it had seen; null if it saw all cards
	Won         bool            `json:"won"`                                                                                           // whether the player won
	Score       int             `json:"score" example:"52"`                                                                            // cards on foundations at the end; without foundations, in the hole or on other cards
	Ending      player.Ending   `json:"ending" swaggertype:"string" enums:"won,stuck,gave-up,repeated,too-long,stopped" example:"won"` // stuck: no legal move; gave-up: the player chose no move; repeated: a position occurred five times; too-long: 1,000 moves; stopped: deadline
	Length      int             `json:"length" example:"112"`                                                                          // moves, redeals not counted
	Redeals     int             `json:"redeals" example:"4"`                                                                           // redeals; with length, all entries of moves
	Moves       []game.Move     `json:"moves"`                                                                                         // in order; replayed by the referee
	Text        string          `json:"text,omitempty"`                                                                                // the moves in moves_format, if requested
	ElapsedMS   float64         `json:"elapsed_ms" example:"1.9"`                                                                      // milliseconds spent playing
	Warnings    []string        `json:"warnings"`                                                                                      // what differs from the request
	Position    json.RawMessage `json:"position,omitempty"`                                                                            // the deal as understood, if one was given; moves are made from it
} //	@name	PlayAnswer

// Play answers the JSON of a PlayRequest that arrived at some time.
//
//	@ID				play
//	@Summary		How does a player play this deal?
//	@Description	A computer player plays a deal move by move, to its end or until the deadline. It sees only what `information` allows. A deal that it loses may still be winnable: ask `/v1/solve`.
//	@Description	The same request gives the same play on every machine, unless a time limit ends it.
//	@Description	Give `game` or `rules`, and `seed` or `deal`.
//	@Param			request				body		PlayRequest	true	"the deal and the player"
//	@Success		200					{object}	PlayAnswer
//	@Router			/v1/play [post]
func Play(ctx context.Context, arrival time.Time, body []byte, engines reply.Engines, limits request.Limits) (PlayAnswer, error) {
	return reply.Ask(ctx, arrival, body, limits, decodePlay, engines)
}

// playQuestion is a decoded play request.
type playQuestion struct {
	request.Asked
	player  request.Player
	dialect string // the format in which to write the moves as text, too; empty if not requested
}

func decodePlay(_ context.Context, body []byte, limits request.Limits) (*playQuestion, error) {
	in := PlayRequest{DeadlineMS: limits.DefaultDeadline.Milliseconds()}
	q := &playQuestion{}
	err := q.Decode(body, &in, &in.DealFields, func(node *strict.Node, knownGame bool) {
		named := node.Field("player")
		if named == nil {
			node.AddErrorAt("player", "missing: give a player; see GET /v1/players")
		}
		q.player = request.ReadPlayer(named, in.Player, in.Options, in.PlayerSeed)
		if knownGame {
			q.player.Check(named, &q.Rules)
		}
		if in.Deal != nil && node.Err() == nil {
			if refusal := q.player.Kind.PositionRefusal(&q.Rules, &q.Position, q.player.Options); refusal != "" {
				in.Deal.AddError("%s", refusal)
			}
		}
		q.Budget = limits.Budget(node, in.DeadlineMS, 0)
		q.CheckDialect(node, "moves_format", in.MovesFormat, true)
	})
	q.dialect = in.MovesFormat
	return q, err
}

func (q *playQuestion) Ask(ctx context.Context, engines reply.Engines) (PlayAnswer, error) {
	asked := q.Problem.Asked()
	played, elapsed, err := q.play(ctx, engines)
	if err == nil {
		err = played.Verify(q.Problem.Rules(), &asked)
	}
	if err != nil {
		return PlayAnswer{}, fmt.Errorf("%s playing %s: %w", q.player.Kind.Title(q.player.Options), q.Problem.ID(), err)
	}
	return q.answer(&played, elapsed), nil
}

// play plays with an engine until the context ends.
func (q *playQuestion) play(ctx context.Context, engines reply.Engines) (player.Result, time.Duration, error) {
	p := q.Problem
	var record player.Recorder
	asked := p.Asked()
	began := make(chan time.Time, 1)
	ended := make(chan player.Result, 1)
	err := engines.Do(ctx, p, func(clock *solver.Clock, e solver.Engine) {
		record.Player = q.player.Kind.New(player.DealSeed(q.player.Seed, q.deal()), q.player.Options, e)
		began <- time.Now()
		table := p.Asked()
		ended <- player.Play(clock, q.player.Kind.Sees(q.player.Options), &record, p.Rules(), &table)
	})
	elapsed := func() time.Duration {
		select {
		case at := <-began:
			return time.Since(at)
		default: // the play never began
			return 0
		}
	}
	switch {
	case err == nil:
		return <-ended, elapsed(), nil
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return record.SoFar(p.Rules(), &asked), elapsed(), nil
	default:
		return player.Result{}, 0, err
	}
}

// deal returns the name of the deal that the player's random choices depend on. It is the seed, as
// in campaigns. Without a seed it is what the player sees, so that the choices reveal no hidden
// card.
func (q *playQuestion) deal() string {
	p := q.Problem
	sees := q.player.Kind.Sees(q.player.Options)
	switch {
	case q.Seed != nil:
		return q.Seed.String()
	case sees == player.Thoughtful:
		return string(p.ID())
	}
	asked := p.Asked()
	observed := player.Observe(p.Rules(), &asked, sees)
	return string(slices.Concat(p.Rules().Canonical(), observed.Table.Document(p.Rules())))
}

// answer renders a play.
func (q *playQuestion) answer(played *player.Result, elapsed time.Duration) PlayAnswer {
	p := q.Problem
	sees := q.player.Kind.Sees(q.player.Options)
	out := PlayAnswer{
		ID: p.ID(), Game: reply.OrNull(q.Game),
		Player: q.player.Kind.Name, Options: q.player.Kind.AllOptions(q.player.Options), PlayerSeed: q.player.Seed,
		Information: sees.Model(), Stock: stockModel(sees),
		Won: played.Won, Score: played.Score, Ending: played.Ending,
		Length: game.Length(played.Moves), Redeals: game.Redeals(played.Moves), Moves: reply.List(played.Moves),
		ElapsedMS: reply.Milliseconds(elapsed), Warnings: reply.List(q.Warnings), Position: q.Echo(),
	}
	if q.dialect != "" {
		asked := p.Asked()
		text, err := notation.WriteMoves(q.dialect, p.Rules(), &asked, played.Moves)
		if err != nil {
			out.Warnings = append(out.Warnings, "moves_format: "+err.Error())
		}
		out.Text = text
	}
	return out
}
