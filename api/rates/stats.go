package rates

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Statistician has win rates.
type Statistician interface {
	// Rates returns a report of every game that has counted deals or published figures. The reports
	// have no contradictions and no neighbours.
	Rates(ctx context.Context, scope stats.Scope) ([]stats.Report, error)
	// Game returns the report of a game of the catalogue. If the context ends first, the report
	// lacks some neighbours.
	Game(ctx context.Context, name string, scope stats.Scope) (stats.Report, error)
	// Compare compares two games of the catalogue on the same deals. If one has weaker rules, it
	// comes first. If the context ends, Compare returns the error of the context and what was
	// counted so far.
	Compare(ctx context.Context, first, second string) (stats.Comparison, error)
}

// Statistics is the win rates of games.
type Statistics struct {
	Games []GameRate `json:"games"` // games with counted deals or published figures
} //	@name	Statistics

// GameRate is the win rate of a game with all cards known.
type GameRate struct {
	Game      string          `json:"game" example:"klondike"`           // the catalogue's name
	Title     string          `json:"title" example:"Klondike"`          // title of the game
	Deals     int64           `json:"deals" example:"1000"`              // counted once each, by this service and other installations
	Shipped   int64           `json:"shipped" example:"1000"`            // of these deals, how many were counted before the release, and come with the program
	Tally     VerdictTally    `json:"tally"`                             // verdicts
	Rate      *WinRate        `json:"rate" extensions:"x-nullable"`      // null if none were counted
	Seeds     []string        `json:"seeds" example:"solvitaire:1-1000"` // ranges of deals
	Packed    *PackedFile     `json:"packed" extensions:"x-nullable"`    // the verdict of each shipped deal, also of other solvers and players; null if there is none
	Published []PublishedRate `json:"published"`                         // published figures
	Overlap   *bool           `json:"overlap" extensions:"x-nullable"`   // whether the rate overlaps each published one; null if there is nothing to compare
} //	@name	GameRate

// PackedFile is a file of verdicts, deal by deal, as /docs/inside/packed describes it.
type PackedFile struct {
	URL    string `json:"url" example:"/data/packed/klondike.gz?sha256=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"` // relative to the server
	SHA256 string `json:"sha256" example:"2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"`                              // checksum, in hexadecimal
	Bytes  int64  `json:"bytes" example:"2640"`                                                                                           // size
} //	@name	PackedFile

// VerdictTally is how many deals have each verdict.
type VerdictTally struct {
	Winnable   int64 `json:"winnable" example:"813"`
	Unwinnable int64 `json:"unwinnable" example:"186"`
	Unknown    int64 `json:"unknown" example:"1"`
} //	@name	VerdictTally

// PublishedRate is a published figure.
type PublishedRate struct {
	Source  string  `json:"source" example:"Solvitaire, table 3"` // publication
	Variant string  `json:"variant" example:"Klondike, Draw 3"`   // name of the game there
	Figure  string  `json:"figure" example:"81.945 ± 0.084"`      // percent, as published
	Low     float64 `json:"low" example:"81.861"`                 // percent
	High    float64 `json:"high" example:"82.029"`                // percent
} //	@name	PublishedRate

// GameStatistics is all statistics of a game.
type GameStatistics struct {
	GameRate
	Others         []OtherRate            `json:"others"`                // results of other solvers, and of players
	Compared       int64                  `json:"compared" example:"20"` // deals decided by two sources; a player decides what it wins
	Contradictions []VerdictContradiction `json:"contradictions"`        // deals with contradictory verdicts
	Distributions  Distributions          `json:"distributions"`         // cost of deals
	Neighbours     []GameComparison       `json:"neighbours"`            // next games of weaker or stronger rules, on the same deals
	Ranges         []CountedRange         `json:"ranges"`                // the counted deals, by seed
} //	@name	GameStatistics

// CountedRange is a range of counted deals.
type CountedRange struct {
	Seeds   string          `json:"seeds" example:"solvitaire:1-1000"`
	Deals   int64           `json:"deals" example:"1000"` // some between the first and the last may not be counted
	Shipped bool            `json:"shipped"`              // whether they were counted before the release, and come with the program
	Tally   VerdictTally    `json:"tally"`
	Methods []CountedMethod `json:"methods"` // how the verdicts were found; several if some deals were tried again
} //	@name	CountedRange

// CountedMethod says how verdicts were found.
type CountedMethod struct {
	Engine   *string `json:"engine" extensions:"x-nullable" example:"v1.2.0"`     // version of the program; null if not known
	States   *int64  `json:"states" extensions:"x-nullable" example:"1000000"`    // limit for each deal; null if there was none, or it is not known
	Deadline *int64  `json:"deadline_ms" extensions:"x-nullable" example:"20000"` // likewise, milliseconds
	Memory   *int64  `json:"memory" extensions:"x-nullable" example:"536870912"`  // likewise, bytes
} //	@name	CountedMethod

// OtherRate is the result of another solver, or of a player.
type OtherRate struct {
	Source  *string          `json:"source" extensions:"x-nullable" example:"Solvitaire 0.10.1"` // who solved the deals; null for this program
	Player  *string          `json:"player" extensions:"x-nullable" example:"greedy"`            // who played them; null if they were solved
	Deals   int64            `json:"deals" example:"20"`
	Shipped int64            `json:"shipped" example:"20"`           // of these deals, how many come with the program
	Tally   *VerdictTally    `json:"tally" extensions:"x-nullable"`  // null for a player
	Played  *difficulty.Rate `json:"played" extensions:"x-nullable"` // null for a solver
	Rate    *WinRate         `json:"rate" extensions:"x-nullable"`
	Seeds   []string         `json:"seeds" example:"solvitaire:1-20"`
} //	@name	OtherRate

// VerdictContradiction is a deal with two contradictory verdicts. One of them is wrong.
type VerdictContradiction struct {
	Seed       string  `json:"seed" example:"solvitaire:17"`
	Winnable   *string `json:"winnable" extensions:"x-nullable" example:"Solvitaire 0.10.1"` // source of the verdict winnable; null for this service
	Unwinnable *string `json:"unwinnable" extensions:"x-nullable"`                           // source of the verdict unwinnable; null for this service
	Player     *string `json:"player" extensions:"x-nullable"`                               // player who won it, if one did
} //	@name	VerdictContradiction

// Distributions are the distributions of the cost of deals.
type Distributions struct {
	States  *Distribution `json:"states" extensions:"x-nullable"`  // positions searched, without inferred deals
	Seconds *Distribution `json:"seconds" extensions:"x-nullable"` // time of the search
	Length  *Distribution `json:"length" extensions:"x-nullable"`  // of solutions, redeals not counted
} //	@name	Distributions

// Distribution is the distribution of numbers. Quantiles are exact to 3 %, of lengths exactly.
type Distribution struct {
	Deals   int64             `json:"deals" example:"813"`
	Shipped int64             `json:"shipped" example:"813"` // of these deals, how many come with the program
	Mean    float64           `json:"mean" example:"131.4"`
	Least   float64           `json:"least" example:"82"`
	Median  float64           `json:"median" example:"129"`
	P90     float64           `json:"p90" example:"161"` // 90th percentile
	P99     float64           `json:"p99" example:"192"` // 99th percentile
	Most    float64           `json:"most" example:"240"`
	Bins    []DistributionBin `json:"bins"` // ascending, without empty ones
} //	@name	Distribution

// DistributionBin is a bin of a distribution.
type DistributionBin struct {
	From  float64 `json:"from" example:"120"`
	Below float64 `json:"below" example:"125"`
	Deals int64   `json:"deals" example:"97"`
} //	@name	DistributionBin

// GameComparison compares two games on the same deals.
type GameComparison struct {
	First      string       `json:"first" example:"klondike"` // the game with weaker rules; if there is none, the first game of the request
	Second     string       `json:"second" example:"klondike-draw-3-no-worrying-back"`
	Weaker     bool         `json:"weaker"`                             // whether every deal won in the second is won in the first
	Counted    bool         `json:"counted"`                            // false while the deals are being counted; then the rest is empty
	Deals      int64        `json:"deals" example:"10000"`              // with a verdict in both games
	Winnable   VerdictTally `json:"winnable"`                           // verdicts in the second game of deals winnable in the first
	Unwinnable VerdictTally `json:"unwinnable"`                         // of deals unwinnable in the first
	Unknown    VerdictTally `json:"unknown"`                            // of deals unknown in the first
	Difference *WinRate     `json:"difference" extensions:"x-nullable"` // rate of the first game minus that of the second; null without deals
	Needed     *WinRate     `json:"needed" extensions:"x-nullable"`     // if the first has weaker rules: share of its winnable deals that are unwinnable in the second
} //	@name	GameComparison

// rates returns a report of every game.
func (c *Calls) rates(r *http.Request, scope stats.Scope) ([]stats.Report, error) {
	ctx, cancel := context.WithTimeout(r.Context(), request.StatsTimeout)
	defer cancel()
	reports, err := c.Stats.Rates(ctx, scope)
	if err != nil {
		return nil, problem.Of(fmt.Errorf("reading the win rates: %w", err), problem.Unavailable)
	}
	return reports, nil
}

// all answers GET /v1/stats.
//
//	@ID				stats
//	@Summary		Get all win rates
//	@Description	All games with counted deals or published figures. Rates are 95 % confidence intervals; unknown deals count as lost (low end) and won (high end). Every deal counts once. `shipped` of the counted `deals` were counted before the release, and come with the program.
//	@Param			shipped		query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success		200			{object}	Statistics
//	@Router			/v1/stats [get]
func (c *Calls) all(w http.ResponseWriter, r *http.Request) error {
	reports, err := c.reports(r)
	if err != nil {
		return err
	}
	return reply.Send(w, r, http.StatusOK, StatisticsOf(reports))
}

// reports returns a report of every game for a call whose only parameter is shipped.
func (c *Calls) reports(r *http.Request) ([]stats.Report, error) {
	given := request.Query(r, "shipped")
	scope := given.Scope()
	if err := given.Err(); err != nil {
		return nil, err
	}
	return c.rates(r, scope)
}

// StatisticsOf renders reports.
func StatisticsOf(reports []stats.Report) Statistics {
	answer := Statistics{Games: []GameRate{}}
	for i := range reports {
		answer.Games = append(answer.Games, gameRate(&reports[i]))
	}
	return answer
}

// game answers GET /v1/stats/{game}.
//
//	@ID				gameStats
//	@Summary		Get the statistics of a game
//	@Description	Counted deals, results of others, published figures, and comparisons with neighbouring games on the same deals.
//	@Param			shipped			query		string	false	"false leaves out the counts that come with the program"	Enums(true, false)	default(true)
//	@Success		200				{object}	GameStatistics
//	@Router			/v1/stats/{game} [get]
func (c *Calls) game(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "shipped")
	scope := given.Scope()
	if err := given.Err(); err != nil {
		return err
	}
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), request.StatsTimeout)
	defer cancel()
	report, err := c.Stats.Game(ctx, g.Name, scope)
	if err != nil {
		return problem.Of(fmt.Errorf("reading the win rates of %s: %w", g.Name, err), problem.Unavailable)
	}
	return reply.Send(w, r, http.StatusOK, GameStatisticsOf(&report))
}

// pair answers GET /v1/stats/pairs.
//
//	@ID				statsPairs
//	@Summary		Compare two games on the same deals
//	@Description	For deals tried in both games: counts of verdicts, the difference of the rates, and, if one game has weaker rules, the share of its winnable deals that need them. For `klondike` and `klondike-draw-3-no-worrying-back` that is the share that needs worrying back.
//	@Description	Meaningful for games that are dealt alike.
//	@Param			first			query		string	true	"a game's name or alias"	extensions(x-example=klondike)
//	@Param			second			query		string	true	"another game"				extensions(x-example=klondike-draw-3-no-worrying-back)
//	@Success		200				{object}	GameComparison
//	@Failure		403		{object}	problem.Problem
//	@Router			/v1/stats/pairs [get]
func (c *Calls) pair(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "first", "second")
	var names [2]string
	for i, field := range []string{"first", "second"} {
		text, has := given.Text(field)
		g, known := rules.Lookup(text)
		switch {
		case !has:
			given.AddError(field, "missing: give a game")
		case !known:
			given.AddError(field, "%s", request.UnknownGame(text))
		}
		names[i] = g.Name
	}
	if names[0] == names[1] && names[0] != "" {
		given.AddError("second", "must differ from first")
	}
	if err := given.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), c.Limits.DefaultDeadline)
	defer cancel()
	found, err := c.Stats.Compare(ctx, names[0], names[1])
	switch {
	case err == nil, found.Counted:
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return &problem.Error{Kind: problem.Unavailable, Detail: "the deals are being counted; try again later", After: request.StatsTimeout}
	default:
		return problem.Of(fmt.Errorf("comparing the win rates of %s and %s: %w", names[0], names[1], err), problem.Unavailable)
	}
	return reply.Send(w, r, http.StatusOK, gameComparison(&found))
}

// gameRate renders the rate of a report.
func gameRate(r *stats.Report) GameRate {
	g, _ := rules.Lookup(r.Game)
	answer := GameRate{
		Game: r.Game, Title: g.Title, Deals: r.Ours.Deals(), Shipped: r.Ours.Shipped(), Tally: verdictTally(r.Ours.Tally), Rate: winRate(r.Ours.Tally),
		Seeds: stats.Ranges(r.Ours.Samples), Published: []PublishedRate{},
	}
	if f := r.Packed; f != nil {
		answer.Packed = &PackedFile{web.PackedAddress(f), f.SHA256, f.Size}
	}
	for _, p := range r.Published {
		_, fraction, _ := strings.Cut(p.Text[:strings.Index(p.Text, " ")], ".")
		answer.Published = append(answer.Published, PublishedRate{
			Source: p.Source, Variant: p.Variant, Figure: p.Text,
			Low:  parseDecimal(strconv.FormatFloat(100*p.Interval.Low, 'f', len(fraction), 64)),
			High: parseDecimal(strconv.FormatFloat(100*p.Interval.High, 'f', len(fraction), 64)),
		})
	}
	if overlap, known := r.Overlap(); known {
		answer.Overlap = &overlap
	}
	return answer
}

// GameStatisticsOf renders a report.
func GameStatisticsOf(r *stats.Report) GameStatistics {
	answer := GameStatistics{
		GameRate: gameRate(r), Others: []OtherRate{}, Compared: r.Compared,
		Contradictions: []VerdictContradiction{}, Neighbours: []GameComparison{}, Ranges: countedRanges(r.Ours.Samples),
		Distributions: Distributions{
			States:  distribution(&r.Spread.States, r.ShippedSpread.States.N(), r.Spread.States.Doublings(), 1),
			Seconds: distribution(&r.Spread.Elapsed, 0, r.Spread.Elapsed.Doublings(), float64(time.Second)),
			Length:  distribution(&r.Spread.Length, r.ShippedSpread.Length.N(), r.Spread.Length.Steps(web.MostSteps), 1),
		},
	}
	for _, o := range r.Others {
		other := OtherRate{
			Source: reply.OrNull(o.Source), Player: reply.OrNull(o.Player), Deals: o.Deals(), Shipped: o.Shipped(),
			Rate: winRate(o.Tally), Seeds: stats.Ranges(o.Samples),
		}
		if o.Player != "" {
			other.Played = &difficulty.Rate{Wins: int(o.Won), Plays: int(o.Deals())}
		} else {
			other.Tally = new(verdictTally(o.Tally))
		}
		answer.Others = append(answer.Others, other)
	}
	for _, c := range r.Contradictions {
		answer.Contradictions = append(answer.Contradictions, VerdictContradiction{
			Seed: c.Seed, Winnable: reply.OrNull(c.Winnable), Unwinnable: reply.OrNull(c.Unwinnable), Player: reply.OrNull(c.Player),
		})
	}
	for i := range r.Neighbours {
		answer.Neighbours = append(answer.Neighbours, gameComparison(&r.Neighbours[i]))
	}
	return answer
}

// countedRanges renders samples, by seed.
func countedRanges(samples []stats.Sample) []CountedRange {
	list := []CountedRange{}
	for _, s := range slices.SortedFunc(slices.Values(samples), stats.Sample.Compare) {
		one := CountedRange{Seeds: s.Seeds(), Deals: s.Deals(), Shipped: s.Shipped, Tally: verdictTally(s.Tally), Methods: []CountedMethod{}}
		for _, m := range s.Methods {
			one.Methods = append(one.Methods, CountedMethod{reply.OrNull(m.Engine), reply.OrNull(m.States), reply.OrNull(m.Time.Milliseconds()), reply.OrNull(m.Memory)})
		}
		list = append(list, one)
	}
	return list
}

// gameComparison renders a comparison.
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

// distribution renders a distribution in a unit; nil if it is empty. shipped is how many of its
// numbers come with the program.
func distribution(d *stats.Distribution, shipped int64, bins []stats.Bucket, unit float64) *Distribution {
	if d.N() == 0 {
		return nil
	}
	quantile := func(q float64) float64 {
		least, most := d.Quantile(q)
		return float64(least+(most-least)/2) / unit
	}
	answer := &Distribution{
		Deals: d.N(), Shipped: shipped, Mean: d.Mean() / unit, Least: float64(d.Min()) / unit, Median: quantile(0.5), P90: quantile(0.9), P99: quantile(0.99),
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

// WinRate is a win rate as a 95 % confidence interval. Unknown deals count as lost (low end)
// and won (high end).
type WinRate struct {
	Low       float64 `json:"low" example:"79.8"`        // percent, rounded down
	High      float64 `json:"high" example:"84.9"`       // percent, rounded up
	Centre    float64 `json:"centre" example:"82.35"`    // percent, the centre of the interval, which is nearer to 50 than the rate
	HalfRange float64 `json:"half_range" example:"2.6"`  // percentage points, rounded up: the interval is centre ± half_range
	ShareLow  float64 `json:"share_low" example:"82.5"`  // percent: the rate itself, if unknown deals count as lost
	ShareHigh float64 `json:"share_high" example:"82.6"` // percent: the rate itself, if unknown deals count as won
} //	@name	WinRate

// winRate returns the rate of a tally; nil if it is empty.
func winRate(t stats.Tally) *WinRate {
	if t.Deals() == 0 {
		return nil
	}
	return percentOf(t.Rate())
}

// percentOf renders a rate in percent.
func percentOf(r stats.Rate) *WinRate {
	i, decimals := r.Interval, r.Interval.Decimals()
	low, high := i.Ends(decimals)
	centre, half, _ := strings.Cut(i.String(), " ± ")
	share := func(x float64) float64 { return parseDecimal(strconv.FormatFloat(100*x, 'f', decimals, 64)) }
	return &WinRate{parseDecimal(low), parseDecimal(high), parseDecimal(centre), parseDecimal(half), share(r.Share.Low), share(r.Share.High)}
}

// parseDecimal reads a number written by package stats.
func parseDecimal(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return n
}
