package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Statistician knows how often games can be won.
type Statistician interface {
	// Rates gives a report of every game of which deals were counted or something was
	// published, without contradictions and neighbours.
	Rates(ctx context.Context) ([]stats.Report, error)
	// Game gives the report of a game of the catalogue, whatever is known of it. Where
	// the context ends before everything is counted, neighbours say that they are not.
	Game(ctx context.Context, name string) (stats.Report, error)
	// Compare compares two games of the catalogue on the same deals, the one with weaker
	// rules first, if one has. With the context's error comes what was counted before.
	Compare(ctx context.Context, first, second string) (stats.Comparison, error)
}

// Statistics is how often games can be won.
type Statistics struct {
	Games []GameRate `json:"games"` // of which deals were counted, or something was published
} //	@name	Statistics

// GameRate is how often a game can be won by somebody who sees all cards.
type GameRate struct {
	Game      string          `json:"game" example:"klondike"`           // the catalogue's name
	Title     string          `json:"title" example:"Klondike"`          // what people call it
	Deals     int64           `json:"deals" example:"1000"`              // that were counted, each once; by this service and by others that run this program
	Tally     VerdictTally    `json:"tally"`                             // their verdicts
	Rate      *WinRate        `json:"rate" extensions:"x-nullable"`      // null if none were counted
	Seeds     []string        `json:"seeds" example:"solvitaire:1-1000"` // the ranges of deals
	Published []PublishedRate `json:"published"`                         // what others have published
	Overlap   *bool           `json:"overlap" extensions:"x-nullable"`   // whether the rate and each published one have figures in common; null if there is nothing to compare
} //	@name	GameRate

// VerdictTally is how many deals have each verdict.
type VerdictTally struct {
	Winnable   int64 `json:"winnable" example:"813"`
	Unwinnable int64 `json:"unwinnable" example:"186"`
	Unknown    int64 `json:"unknown" example:"1"`
} //	@name	VerdictTally

// PublishedRate is a figure that was published.
type PublishedRate struct {
	Source  string  `json:"source" example:"Solvitaire, table 3"` // where
	Variant string  `json:"variant" example:"Klondike, Draw 3"`   // what the game is called there
	Figure  string  `json:"figure" example:"81.945 ± 0.084"`      // percent, as it was published
	Low     float64 `json:"low" example:"81.861"`                 // percent
	High    float64 `json:"high" example:"82.029"`                // percent
} //	@name	PublishedRate

// GameStatistics is all that is known of how often a game can be won.
type GameStatistics struct {
	GameRate
	Others         []OtherRate            `json:"others"`                // what other solvers found, and what players won
	Compared       int64                  `json:"compared" example:"20"` // deals that this program and another solver both decided
	Contradictions []VerdictContradiction `json:"contradictions"`        // deals of which one says that they can be won and another that they can't
	Distributions  Distributions          `json:"distributions"`         // what the deals took that were counted
	Neighbours     []GameComparison       `json:"neighbours"`            // games of weaker or stronger rules whose deals were compared, with no such game between
} //	@name	GameStatistics

// OtherRate is what another solver found, or what a player won.
type OtherRate struct {
	Source *string       `json:"source" extensions:"x-nullable" example:"Solvitaire 0.10.1"` // who solved the deals; null for this program
	Player *string       `json:"player" extensions:"x-nullable" example:"greedy"`            // who played them; null if they were solved
	Deals  int64         `json:"deals" example:"20"`
	Tally  *VerdictTally `json:"tally" extensions:"x-nullable"`  // null for a player
	Played *PlayerRate   `json:"played" extensions:"x-nullable"` // null for a solver
	Rate   *WinRate      `json:"rate" extensions:"x-nullable"`
	Seeds  []string      `json:"seeds" example:"solvitaire:1-20"`
} //	@name	OtherRate

// VerdictContradiction is a deal of which two say different things: one of them is wrong.
type VerdictContradiction struct {
	Seed       string  `json:"seed" example:"solvitaire:17"`
	Winnable   *string `json:"winnable" extensions:"x-nullable" example:"Solvitaire 0.10.1"` // who says that it can be won; null for this service
	Unwinnable *string `json:"unwinnable" extensions:"x-nullable"`                           // who says that it can't; null for this service
	Player     *string `json:"player" extensions:"x-nullable"`                               // who won it, if a player did
} //	@name	VerdictContradiction

// Distributions is how what deals took is distributed.
type Distributions struct {
	States  *Distribution `json:"states" extensions:"x-nullable"`  // that a search entered; deals that were known from other games are left out
	Seconds *Distribution `json:"seconds" extensions:"x-nullable"` // that a search took
	Length  *Distribution `json:"length" extensions:"x-nullable"`  // of solutions, redeals not counted
} //	@name	Distributions

// Distribution is how numbers are distributed. Quantiles are exact to 3 %, lengths exactly.
type Distribution struct {
	Deals  int64             `json:"deals" example:"813"`
	Mean   float64           `json:"mean" example:"131.4"`
	Least  float64           `json:"least" example:"82"`
	Median float64           `json:"median" example:"129"`
	P90    float64           `json:"p90" example:"161"` // nine of ten are no greater
	P99    float64           `json:"p99" example:"192"` // 99 of a hundred are no greater
	Most   float64           `json:"most" example:"240"`
	Bins   []DistributionBin `json:"bins"` // by size, those with nothing in them left out
} //	@name	Distribution

// DistributionBin is how many numbers lie between two others.
type DistributionBin struct {
	From  float64 `json:"from" example:"120"`
	Below float64 `json:"below" example:"125"`
	Deals int64   `json:"deals" example:"97"`
} //	@name	DistributionBin

// GameComparison is how two games compare on the same deals.
type GameComparison struct {
	First      string       `json:"first" example:"klondike"` // the one with weaker rules, if one has
	Second     string       `json:"second" example:"klondike-draw-3-no-worrying-back"`
	Weaker     bool         `json:"weaker"`                             // whether all that is won in the second is won in the first
	Counted    bool         `json:"counted"`                            // false as long as the deals are being counted: then nothing else is here
	Deals      int64        `json:"deals" example:"10000"`              // with a verdict of both
	Winnable   VerdictTally `json:"winnable"`                           // of the deals that can be won in the first game, the verdicts in the second
	Unwinnable VerdictTally `json:"unwinnable"`                         // of those that can't
	Unknown    VerdictTally `json:"unknown"`                            // of the others
	Difference *WinRate     `json:"difference" extensions:"x-nullable"` // the first game's rate less the second's; null if there are no such deals
	Needed     *WinRate     `json:"needed" extensions:"x-nullable"`     // where the first is weaker: the share of its winnable deals that can't be won in the second
} //	@name	GameComparison

// statsPatience is how long a report waits for pairs of games that are being counted.
const statsPatience = 2 * time.Second

// getStats answers GET /v1/stats.
//
//	@ID				stats
//	@Summary		How often can games be won?
//	@Description	All games of which deals were counted, or of which something was published, with the rate of deals that can be won as an interval of 95 %: unknown verdicts count as lost for its lower end and as won for its upper end. Every deal counts once.
//	@Tags			stats
//	@Produce		json,application/problem+json
//	@Success		200			{object}	Statistics
//	@Header			200,304		{string}	ETag	"changes when the answer does; for If-None-Match"
//	@Success		304
//	@Failure		400,500,503	{object}	problem.Problem
//	@Router			/v1/stats [get]
func getStats(statistics Statistician) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := request.NoParameters(r); err != nil {
			return err
		}
		reports, err := statistics.Rates(r.Context())
		if err != nil {
			return problem.Of(fmt.Errorf("win rates: %w", err), problem.Unavailable)
		}
		web.SendTagged(w, r, "application/json", encode(StatisticsOf(reports)))
		return nil
	}
}

// StatisticsOf are reports as GET /v1/stats has them.
func StatisticsOf(reports []stats.Report) Statistics {
	answer := Statistics{Games: []GameRate{}}
	for i := range reports {
		answer.Games = append(answer.Games, gameRate(&reports[i]))
	}
	return answer
}

// getGameStats answers GET /v1/stats/{game}.
//
//	@ID				gameStats
//	@Summary		How often can a game be won?
//	@Description	What was counted of a game, beside what others found and what was published, and how the game compares with its neighbours on the same deals.
//	@Tags			stats
//	@Produce		json,application/problem+json
//	@Param			game			path		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Success		200				{object}	GameStatistics
//	@Header			200,304			{string}	ETag	"changes when the answer does; for If-None-Match"
//	@Success		304
//	@Failure		400,404,500,503	{object}	problem.Problem
//	@Router			/v1/stats/{game} [get]
func getGameStats(statistics Statistician) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := request.NoParameters(r); err != nil {
			return err
		}
		report, err := gameReport(r, statistics, request.Param(r, "game"))
		if err != nil {
			return err
		}
		web.SendTagged(w, r, "application/json", encode(GameStatisticsOf(&report)))
		return nil
	}
}

// gameReport asks for the report of a game that a client named.
func gameReport(r *http.Request, statistics Statistician, name string) (stats.Report, error) {
	g, err := request.Game(name)
	if err != nil {
		return stats.Report{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), statsPatience)
	defer cancel()
	report, err := statistics.Game(ctx, g.Name)
	if err != nil {
		return report, problem.Of(fmt.Errorf("win rates of %s: %w", g.Name, err), problem.Unavailable)
	}
	return report, nil
}

// getStatsPairs answers GET /v1/stats/pairs.
//
//	@ID				statsPairs
//	@Summary		How do two games compare on the same deals?
//	@Description	Of the deals that both games were tried on: how many have which verdicts, by how much the rates differ, and, where one game's rules are weaker, which share of its winnable deals needs what the other does not allow. For `klondike` and `klondike-draw-3-no-worrying-back` that is the share that needs worrying back.
//	@Description	It makes sense of games that are dealt alike.
//	@Tags			stats
//	@Produce		json,application/problem+json
//	@Param			first			query		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			second			query		string	true	"another one"				extensions(x-example=klondike-draw-3-no-worrying-back)
//	@Success		200				{object}	GameComparison
//	@Header			200,304			{string}	ETag	"changes when the answer does; for If-None-Match"
//	@Success		304
//	@Failure		400,500,503		{object}	problem.Problem
//	@Router			/v1/stats/pairs [get]
func getStatsPairs(statistics Statistician, within time.Duration) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		given, err := request.Query(r, "first", "second")
		if err != nil {
			return err
		}
		var names [2]string
		var mistakes strict.Error
		for i, field := range []string{"first", "second"} {
			text, has := given[field]
			g, known := rules.Lookup(text)
			switch {
			case !has:
				mistakes = append(mistakes, strict.FieldError{Field: field, Detail: "the name of a game is missing"})
			case !known:
				mistakes = append(mistakes, strict.FieldError{Field: field, Detail: request.UnknownGame(text)})
			}
			names[i] = g.Name
		}
		switch {
		case len(mistakes) > 0:
			return mistakes
		case names[0] == names[1]:
			return strict.Error{{Field: "second", Detail: "that is the same game as the first"}}
		}
		ctx, cancel := context.WithTimeout(r.Context(), within)
		defer cancel()
		c, err := statistics.Compare(ctx, names[0], names[1])
		switch {
		case err == nil, c.Counted:
		case ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return &problem.Error{Kind: problem.Unavailable, Detail: "the deals are being counted; try again later", After: statsPatience}
		default:
			return problem.Of(fmt.Errorf("win rates of %s and %s: %w", names[0], names[1], err), problem.Unavailable)
		}
		web.SendTagged(w, r, "application/json", encode(gameComparison(&c)))
		return nil
	}
}

// gameRate is a report as GET /v1/stats has it.
func gameRate(r *stats.Report) GameRate {
	g, _ := rules.Lookup(r.Game)
	answer := GameRate{
		Game: r.Game, Title: g.Title, Deals: r.Ours.Deals(), Tally: verdictTally(r.Ours.Tally), Rate: winRate(r.Ours.Tally),
		Seeds: stats.Ranges(r.Ours.Samples), Published: []PublishedRate{},
	}
	for _, p := range r.Published {
		_, fraction, _ := strings.Cut(p.Text[:strings.Index(p.Text, " ")], ".")
		answer.Published = append(answer.Published, PublishedRate{
			Source: p.Source, Variant: p.Variant, Figure: p.Text,
			Low:  decimal(strconv.FormatFloat(100*p.Interval.Low, 'f', len(fraction), 64)),
			High: decimal(strconv.FormatFloat(100*p.Interval.High, 'f', len(fraction), 64)),
		})
	}
	if overlap, known := r.Overlap(); known {
		answer.Overlap = &overlap
	}
	return answer
}

// GameStatisticsOf is a report as GET /v1/stats/{game} has it.
func GameStatisticsOf(r *stats.Report) GameStatistics {
	answer := GameStatistics{
		GameRate: gameRate(r), Others: []OtherRate{}, Compared: r.Compared,
		Contradictions: []VerdictContradiction{}, Neighbours: []GameComparison{},
		Distributions: Distributions{
			States:  distribution(&r.Spread.States, r.Spread.States.Doublings(), 1),
			Seconds: distribution(&r.Spread.Elapsed, r.Spread.Elapsed.Doublings(), float64(time.Second)),
			Length:  distribution(&r.Spread.Length, r.Spread.Length.Steps(mostSteps), 1),
		},
	}
	for _, o := range r.Others {
		other := OtherRate{
			Source: orNull(o.Source), Player: orNull(o.Player), Deals: o.Deals(), Rate: winRate(o.Tally), Seeds: stats.Ranges(o.Samples),
		}
		if o.Player != "" {
			other.Played = &PlayerRate{Wins: int(o.Won), Plays: int(o.Deals())}
		} else {
			tally := verdictTally(o.Tally)
			other.Tally = &tally
		}
		answer.Others = append(answer.Others, other)
	}
	for _, c := range r.Contradictions {
		answer.Contradictions = append(answer.Contradictions, VerdictContradiction{
			Seed: c.Seed, Winnable: orNull(c.Winnable), Unwinnable: orNull(c.Unwinnable), Player: orNull(c.Player),
		})
	}
	for i := range r.Neighbours {
		answer.Neighbours = append(answer.Neighbours, gameComparison(&r.Neighbours[i]))
	}
	return answer
}

// gameComparison is a comparison as GET /v1/stats/pairs has it.
func gameComparison(c *stats.Comparison) GameComparison {
	row := func(o stats.Outcome) VerdictTally {
		return VerdictTally{c.Paired[o][stats.Winnable], c.Paired[o][stats.Unwinnable], c.Paired[o][stats.Unknown]}
	}
	answer := GameComparison{
		First: c.First, Second: c.Second, Weaker: c.Weaker, Counted: c.Counted, Deals: c.N(),
		Winnable: row(stats.Winnable), Unwinnable: row(stats.Unwinnable), Unknown: row(stats.Unknown),
	}
	if c.N() > 0 {
		answer.Difference = percentOf(c.Difference())
		if c.Weaker {
			answer.Needed = percentOf(c.Needed())
		}
	}
	return answer
}

// mostSteps is how many bins a distribution of lengths has at most.
const mostSteps = 40

// distribution writes a distribution in another unit; nil if nothing was counted.
func distribution(d *stats.Distribution, bins []stats.Bucket, unit float64) *Distribution {
	if d.N() == 0 {
		return nil
	}
	quantile := func(q float64) float64 {
		least, most := d.Quantile(q)
		return float64(least+(most-least)/2) / unit
	}
	answer := &Distribution{
		Deals: d.N(), Mean: d.Mean() / unit, Least: float64(d.Min()) / unit, Median: quantile(0.5), P90: quantile(0.9), P99: quantile(0.99),
		Most: float64(d.Max()) / unit,
	}
	for _, b := range bins {
		answer.Bins = append(answer.Bins, DistributionBin{From: float64(b.Least) / unit, Below: float64(b.Most+1) / unit, Deals: b.Count})
	}
	return answer
}

func verdictTally(t stats.Tally) VerdictTally {
	return VerdictTally{Winnable: t.Winnable, Unwinnable: t.Unwinnable, Unknown: t.Unknown}
}
