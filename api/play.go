package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
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
	Ending      player.Ending   `json:"ending" swaggertype:"string" enums:"won,stuck,gave-up,repeated,too-long,stopped" example:"won"` // stuck: no legal move; gave-up: no move the player wanted; repeated: a position occurred five times; too-long: 1,000 moves; stopped: deadline
	Length      int             `json:"length" example:"112"`                                                                          // moves, redeals not counted
	Redeals     int             `json:"redeals" example:"4"`                                                                           // redeals; with length, all entries of moves
	Moves       []game.Move     `json:"moves"`                                                                                         // in order; replayed by the referee
	Text        string          `json:"text,omitempty"`                                                                                // the moves in moves_format, if requested
	ElapsedMS   float64         `json:"elapsed_ms" example:"1.9"`                                                                      // milliseconds spent playing
	Warnings    []string        `json:"warnings"`                                                                                      // what differs from the request
	Position    json.RawMessage `json:"position,omitempty"`                                                                            // the deal as understood, if one was given; moves are made from it
} //	@name	PlayAnswer

// Engines lends engines.
type Engines interface {
	// Do runs a task about a problem with an engine, which the task may use until it returns.
	// If the context ends first, Do returns the context's error, and the task may return
	// later. Other errors are those of a Judge.
	Do(ctx context.Context, p *solver.Problem, task func(*solver.Clock, solver.Engine)) error
}

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
func Play(ctx context.Context, arrival time.Time, body []byte, engines Engines, limits Limits) (PlayAnswer, error) {
	return reply(ctx, arrival, body, limits, decodePlay, engines)
}

// playQuestion is a decoded play request.
type playQuestion struct {
	parsed
	player  request.Player
	dialect string // to write the moves in as text too; empty for none
}

func decodePlay(_ context.Context, body []byte, limits Limits) (*playQuestion, error) {
	in := PlayRequest{DeadlineMS: limits.DefaultDeadline.Milliseconds()}
	q := &playQuestion{}
	err := q.decode(body, &in, &in.DealFields, func(node *strict.Node, right bool) {
		named := node.Field("player")
		if named == nil {
			node.AddErrorAt("player", "missing: give a player; see GET /v1/players")
		}
		q.player = request.ReadPlayer(named, in.Player, in.Options, in.PlayerSeed)
		if right {
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

// play plays with an engine until the context ends.
func (q *playQuestion) play(ctx context.Context, engines Engines) (player.Result, time.Duration, error) {
	p := q.problem
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
		default: // it never began
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

// deal returns the name of the deal for the player's random choices: the seed, as in
// campaigns, or otherwise what the player sees, so that choices reveal no hidden card.
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

// answer renders a play.
func (q *playQuestion) answer(played *player.Result, elapsed time.Duration) PlayAnswer {
	p := q.problem
	sees := q.player.Kind.Sees(q.player.Options)
	out := PlayAnswer{
		ID: p.ID(), Game: orNull(q.Game),
		Player: q.player.Kind.Name, Options: q.player.Kind.AllOptions(q.player.Options), PlayerSeed: q.player.Seed,
		Information: sees.Model(), Stock: stockModel(sees),
		Won: played.Won, Score: played.Score, Ending: played.Ending,
		Length: game.Length(played.Moves), Redeals: game.Redeals(played.Moves), Moves: list(played.Moves),
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
	w.Header().Set("Cache-Control", catalogueLife)
	return send(w, r, http.StatusOK, Players())
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

// gamesOf returns the names of the games that a player plays; nil for every game.
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

// stockModel returns what a player knows of the stock; nil if it sees all cards.
func stockModel(sees player.Information) *string {
	switch sees {
	case player.Thoughtful:
		return nil
	case player.CoveredHidden:
		sees = player.StockSeen
	}
	return orNull(string(sees))
}
