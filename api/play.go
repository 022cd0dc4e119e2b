package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// PlayRequest asks a player to play a deal.
type PlayRequest struct {
	Game        string                 `json:"game,omitempty" example:"klondike"`                                             // a game's name or alias; or give rules
	Rules       *request.RulesDocument `json:"rules,omitempty"`                                                               // the rules of a game; or give game
	Seed        string                 `json:"seed,omitempty" example:"solvitaire:7"`                                         // a deal by number; or give deal
	Deal        json.RawMessage        `json:"deal,omitempty"`                                                                // the cards, at the start of a game or in the middle, in JSON or as a text in some format; or give seed
	Format      string                 `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver"`                       // the format of a deal that is a text, as another program writes it
	Player      string                 `json:"player" example:"greedy"`                                                       // who plays; GET /v1/players lists those that there are
	Options     map[string]any         `json:"options,omitempty" swaggertype:"object"`                                        // what to tell the player, by name; GET /v1/players lists what it can be told
	PlayerSeed  int64                  `json:"player_seed,omitempty" minimum:"0" default:"1"`                                 // of what the player draws at random; a campaign with the same one has it play this seed's deal alike
	DeadlineMS  int64                  `json:"deadline_ms,omitempty" minimum:"1" default:"10000" example:"5000"`              // milliseconds from arrival in which to play, waiting included
	MovesFormat string                 `json:"moves_format,omitempty" enums:"text,fc-solve,klondike-solver,minimal-klondike"` // write the moves as a text too: for people, or as another program does
} //	@name	PlayRequest

// PlayAnswer is a play.
type PlayAnswer struct {
	ID          solver.ID       `json:"id" swaggertype:"string" example:"1-0123456789abcdef0123456789abcdef"`                          // the problem's name for good
	Game        *string         `json:"game" example:"klondike" extensions:"x-nullable"`                                               // the catalogue's name of the game; null if rules were given
	Player      string          `json:"player" example:"greedy"`                                                                       // who played
	Options     map[string]any  `json:"options" swaggertype:"object"`                                                                  // of the player, also those that it was not told
	PlayerSeed  uint64          `json:"player_seed" example:"1"`                                                                       // of what the player drew at random
	Information string          `json:"information" enums:"thoughtful,hidden"`                                                         // thoughtful: the player saw all cards; hidden: only those that lay face up
	Stock       *string         `json:"stock" enums:"stock-known,stock-seen" extensions:"x-nullable"`                                  // with hidden: whether the player knew the stock from the start, or what it had seen of it; null if it saw all cards
	Won         bool            `json:"won"`                                                                                           // whether the player won
	Score       int             `json:"score" example:"52"`                                                                            // cards on foundations at the end; without foundations, those in the hole or laid on others
	Ending      player.Ending   `json:"ending" swaggertype:"string" enums:"won,stuck,gave-up,repeated,too-long,stopped" example:"won"` // how it ended: stuck: no move was legal; gave-up: no move that the player cared for; repeated: one position was on the table for the fifth time; too-long: after 1,000 moves; stopped: the deadline came first
	Length      int             `json:"length" example:"112"`                                                                          // moves as people count them: every entry but redeals
	Moves       []game.Move     `json:"moves"`                                                                                         // what the player did, in order; a referee has replayed it
	Text        string          `json:"text,omitempty"`                                                                                // the moves in moves_format, if the request has one
	ElapsedMS   float64         `json:"elapsed_ms" example:"1.9"`                                                                      // milliseconds spent playing, not waiting
	Warnings    []string        `json:"warnings"`                                                                                      // what was not done as the request asked
	Position    json.RawMessage `json:"position,omitempty"`                                                                            // the deal as it was understood, if one was given; the moves are moves of it
} //	@name	PlayAnswer

// Engines lends engines to whoever thinks with one for a while.
type Engines interface {
	// Do has a task about a problem done with an engine, which is the task's until it
	// returns, soon after its context has ended. That may be after Do: then the error is
	// the context's, as it is if there was no engine before its end. Other errors are those
	// of a Judge.
	Do(ctx context.Context, p *solver.Problem, task func(context.Context, solver.Engine)) error
}

// postPlay answers POST /v1/play.
//
//	@ID				play
//	@Summary		How does this player play this deal?
//	@Description	Has a player, who chooses moves one by one, play a deal to its end, or until the deadline. What it may not know (`information`) it does not get to see. A deal that it does not win may be winnable all the same: ask `/v1/solve`.
//	@Description	The same request is played alike on every machine, if neither the deadline nor a limit of the player's own in time comes first.
//	@Description	Give `game` or `rules`, and `seed` or `deal`.
//	@Tags			players
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request				body		PlayRequest	true	"the deal and the player"
//	@Success		200					{object}	PlayAnswer
//	@Failure		400,413,415,500,503	{object}	problem.Problem
//	@Router			/v1/play [post]
func postPlay(engines Engines, limits Limits) handler {
	return asking(limits, decodePlay, engines, nil)
}

// Play lets a player play as the JSON of a PlayRequest asks that arrived at some time.
func Play(ctx context.Context, arrival time.Time, body []byte, engines Engines, limits Limits) (PlayAnswer, error) {
	return reply(ctx, arrival, body, limits, decodePlay, engines)
}

// playQuestion is a play request as it was understood.
type playQuestion struct {
	parsed
	player  request.Player
	dialect string // in which the moves are written as a text too; empty for none
}

func decodePlay(_ context.Context, body []byte, limits Limits) (*playQuestion, error) {
	node, fields, err := request.Object(body, "game", "rules", "seed", "deal", "format", "player", "options", "player_seed", "deadline_ms", "moves_format")
	if err != nil {
		return nil, err
	}
	before := node.ErrorCount()
	q := &playQuestion{}
	q.Question = request.DecodeQuestion(node, fields, deal.Decode)
	rulesRight := node.ErrorCount() == before
	if fields["player"] == nil {
		node.AddErrorAt("player", "missing: say who plays; GET /v1/players lists those that there are")
	}
	q.player = request.DecodePlayer(fields)
	if rulesRight {
		q.player.Check(fields["player"], &q.Rules)
	}
	if cards := fields["deal"]; cards != nil && node.ErrorCount() == before {
		if refusal := q.player.Kind.PositionRefusal(&q.Rules, &q.Position, q.player.Options); refusal != "" {
			cards.AddError("%s", refusal)
		}
	}
	q.Budget = request.DecodeBudget(fields, limits.Limits, limits.DefaultDeadline)
	q.dialect = q.DecodeDialect(fields["moves_format"])
	if err := node.Err(); err != nil {
		return nil, err
	}
	return q, q.pose()
}

func (q *playQuestion) ask(ctx context.Context, engines Engines) (PlayAnswer, error) {
	asked := q.problem.Asked()
	played, elapsed, err := q.play(ctx, engines)
	if err == nil {
		err = played.Verify(q.problem.Rules(), &asked)
	}
	if err != nil {
		return PlayAnswer{}, fmt.Errorf("%s playing %s: %w", q.player.Kind.Title(q.player.Options), q.problem.ID(), err)
	}
	return q.answer(&played, elapsed), nil
}

// play has the player play, with an engine that is lent, until the context ends.
func (q *playQuestion) play(ctx context.Context, engines Engines) (player.Result, time.Duration, error) {
	p := q.problem
	var record player.Recorder
	asked := p.Asked()
	began := make(chan time.Time, 1)
	ended := make(chan player.Result, 1)
	err := engines.Do(ctx, p, func(ctx context.Context, e solver.Engine) {
		record.Player = q.player.Kind.New(player.DealSeed(q.player.Seed, q.deal()), q.player.Options, e)
		began <- time.Now()
		table := p.Asked()
		ended <- player.Play(ctx, q.player.Kind.Sees(q.player.Options), &record, p.Rules(), &table)
	})
	elapsed := func() time.Duration {
		select {
		case at := <-began:
			return time.Since(at)
		default: // it never was
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

// deal is what the deal is called where the player's chances are drawn: in the same way as
// in campaigns if it has a number, and else by what the player sees of it, so that chances
// have nothing to do with hidden cards.
func (q *playQuestion) deal() string {
	p := q.problem
	sees := q.player.Kind.Sees(q.player.Options)
	switch {
	case q.Seed != nil:
		return q.Seed.String()
	case sees == player.Thoughtful:
		return string(p.ID())
	}
	asked := p.Asked()
	sight := player.Observe(p.Rules(), &asked, sees)
	return string(slices.Concat(p.Rules().Canonical(), sight.Table.Document(p.Rules())))
}

// answer renders a play in the words of the question.
func (q *playQuestion) answer(played *player.Result, elapsed time.Duration) PlayAnswer {
	p := q.problem
	sees := q.player.Kind.Sees(q.player.Options)
	out := PlayAnswer{
		ID: p.ID(), Game: orNull(q.Game),
		Player: q.player.Kind.Name, Options: q.player.Kind.AllOptions(q.player.Options), PlayerSeed: q.player.Seed,
		Information: sees.Model(), Stock: stockModel(sees),
		Won: played.Won, Score: played.Score, Ending: played.Ending,
		Length: game.Length(played.Moves), Moves: list(played.Moves),
		ElapsedMS: milliseconds(elapsed), Warnings: list(q.Warnings), Position: q.Echo(p),
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
