package rates

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// CampaignVerdict is the result of a deal that was solved.
type CampaignVerdict struct {
	Game    *string        `json:"game" example:"klondike" extensions:"x-nullable"`                                               // name of the game; null if rules were given
	Seed    string         `json:"seed" example:"solvitaire:17"`                                                                  // seed of the deal
	Verdict solver.Verdict `json:"verdict" swaggertype:"string" enums:"winnable,unwinnable,unknown"`                              // verdict
	Because *solver.Reason `json:"because" swaggertype:"string" enums:"deadline,states,memory,cancelled" extensions:"x-nullable"` // why the verdict is unknown; null if it is known
	Seconds float64        `json:"seconds" example:"0.0019"`                                                                      // seconds spent
	States  int64          `json:"states" example:"4123"`                                                                         // positions visited
	Length  *int           `json:"length" example:"112" extensions:"x-nullable"`                                                  // of the solution; null if none or not known
	Source  string         `json:"source" enums:"search,inferred,imported"`                                                       // searched, inferred from a related game, or imported
	Engine  string         `json:"engine" example:"v1.2.0"`                                                                       // version of the program
} //	@name	CampaignVerdict

// CampaignPlay is the result of a deal that was played.
type CampaignPlay struct {
	Game    *string `json:"game" example:"klondike" extensions:"x-nullable"` // name of the game; null if rules were given
	Seed    string  `json:"seed" example:"solvitaire:17"`                    // seed of the deal
	Won     bool    `json:"won"`                                             // whether the player won it
	Score   int     `json:"score" example:"17"`                              // cards on foundations at the end
	Seconds float64 `json:"seconds" example:"0.0019"`                        // seconds spent
	Length  int     `json:"length" example:"112"`                            // moves made, redeals not counted
	Engine  string  `json:"engine" example:"v1.2.0"`                         // version of the program
	Player  string  `json:"player" example:"yan n=2"`                        // player with options
} //	@name	CampaignPlay

// CampaignResult is either of the two, for the OpenAPI document.
type CampaignResult struct {
	CampaignVerdict CampaignVerdict
	CampaignPlay    CampaignPlay
} //	@name	CampaignResult

const (
	// mostResults is the greatest value of the parameter count.
	mostResults = 10_000
	// resultPage is how many results of a request are in memory at a time.
	resultPage = 2000
	// packedDeals is roughly the number of deals in a block of packed verdicts. Smaller blocks need
	// more space in total.
	packedDeals = 50_000
	// resultWrite limits the time to write a page of results to a slow client.
	resultWrite = time.Minute

	csvType    = "text/csv"
	packedType = "application/gzip"
)

// resultFormats are the values of the parameter format; the first is the default.
var resultFormats = []string{"ndjson", "csv", "packed"}

// results answers GET /v1/campaigns/{id}/results.
//
//	@ID				campaignResults
//	@Summary		Get the results of a campaign, deal by deal
//	@Description	One line for each done deal, by number, as JSON, as CSV with a header, or all in a file of packed verdicts (/docs/inside/packed), two bits a deal. CSV has the columns of `thoughtful bench`, then `source` and `engine`: `game,seed,verdict,because,seconds,states,length,source,engine`; for a player, `game,seed,won,score,seconds,length,engine,player`.
//	@Description	If the response breaks off, continue with `from`, one above the last number received. With `count`, the header `Link` has the address of what follows. While the campaign runs, deals in progress are missing.
//	@Produce		application/x-ndjson,text/csv,application/gzip
//	@Param			format		query		string	false	"ndjson, csv or packed; if absent, by the header Accept (packed is application/gzip), or ndjson"	Enums(ndjson, csv, packed)
//	@Param			from		query		string	false	"first deal, as scheme:number"	extensions(x-example=solvitaire:1001)
//	@Param			verdict		query		string	false	"only results with this verdict; not for a player, nor packed"	Enums(winnable, unwinnable, unknown)
//	@Param			count		query		int		false	"results at most; all if absent"	minimum(1)	maximum(10000)
//	@Param			cursor		query		string	false	"where the list continues; copy it from the header Link"
//	@Success		200			{object}	CampaignResult
//	@Header			200			{string}	Content-Disposition	"name of the file"
//	@Header			200			{string}	Link				"address of the results that follow, as rel=next; only with count, and absent if there are none"
//	@Failure		403	{object}	problem.Problem
//	@Failure		503			{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/campaigns/{id}/results [get]
func (c *Calls) results(w http.ResponseWriter, r *http.Request) error {
	found, err := c.find(r)
	if err != nil {
		return err
	}
	given := request.Query(r, "format", "from", "verdict", "count", "cursor")
	format := cmp.Or(given.Word("format", resultFormats), preferredFormat(r))
	wanted := readWanted(given, &found)
	if format == "packed" && wanted.verdict != "" {
		given.AddError("verdict", "does not apply to packed results, which must have all verdicts")
	}
	if err := given.Err(); err != nil {
		return err
	}
	leave, err := c.exports.Enter(middleware.ClientName(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	page, err := wanted.first(r.Context(), c.Campaigns)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	if wanted.count > 0 && len(page) > wanted.count {
		page = page[:wanted.count]
		next := request.WriteCursor(wanted.list, strconv.FormatInt(page[len(page)-1].Seed+1, 10))
		given.LinkNext(w, middleware.CampaignsPath+"/"+found.ID+"/results", next, "from")
	}
	out := formatResults(&found, w, format)
	h := w.Header()
	h.Set("Content-Type", out.media)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", fileOf(&found)+out.ending))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if err := c.send(r.Context(), w, wanted, page, out); err != nil {
		if r.Context().Err() == nil {
			c.Problems.Report(r.Context(), err)
		}
		panic(http.ErrAbortHandler) // so that the client sees that the response is incomplete
	}
	return nil
}

// errDeleted ends a response that may be incomplete.
var errDeleted = errors.New("campaign deleted or unavailable while sending results")

// wantedResults are the results that a request asks for. Fields change with each page.
type wantedResults struct {
	id      string         // of the campaign
	list    string         // the list's name in cursors
	from    int64          // the seed of the next result
	ended   bool           // whether there are no more results
	count   int            // the greatest number of results; 0 means all
	verdict solver.Verdict // only results with this verdict; empty means all
}

// readWanted reads the parameters that say which results are wanted.
func readWanted(given *request.Parameters, c *campaign.Campaign) *wantedResults {
	q := &wantedResults{
		id: c.ID, from: c.First, count: given.Number("count", 0, mostResults),
		verdict: given.Verdict(),
	}
	if q.verdict != "" && c.Player != "" {
		given.AddError("verdict", "the campaign's deals are played, which gives no verdicts")
	}
	if text, has := given.Text("from"); has {
		seed, err := deal.ParseSeed(text)
		switch {
		case err != nil:
			given.AddError("from", "%s", err)
		case seed.Scheme != c.Scheme || seed.Large != "":
			given.AddError("from", "not a deal of the campaign, which has %s", c.Range())
		}
		q.from = int64(seed.Number)
	}
	given.Either("from", "cursor")
	q.list = fmt.Sprintf("results %s %s", c.ID, q.verdict)
	q.from = given.CursorNumber(q.list, q.from)
	return q
}

// next returns the next page of results.
func (q *wantedResults) next(ctx context.Context, from Campaigns) ([]campaign.Result, error) {
	page, err := from.Results(ctx, q.id, q.from, resultPage)
	if q.ended = len(page) < resultPage; !q.ended {
		q.from = page[len(page)-1].Seed + 1
	}
	if q.verdict != "" {
		page = slices.DeleteFunc(page, func(r campaign.Result) bool { return r.Verdict != q.verdict })
	}
	return page, err
}

// first returns the first page of results. If the request limits the number of results, first
// returns all of them, and one more if there are more.
func (q *wantedResults) first(ctx context.Context, from Campaigns) (some []campaign.Result, err error) {
	for {
		page, err := q.next(ctx, from)
		some = append(some, page...)
		if err != nil || q.count == 0 || q.ended {
			return some, err
		}
		if len(some) > q.count {
			q.ended = true
			return some, nil
		}
	}
}

// send writes the first page, which is given, and then reads and writes the other pages.
func (c *Calls) send(ctx context.Context, w http.ResponseWriter, q *wantedResults, page []campaign.Result, out resultFormat) error {
	// A time limit for each page replaces the server's limit for a response.
	connection := http.NewResponseController(w)
	for {
		_ = connection.SetWriteDeadline(time.Now().Add(resultWrite))
		for i := range page {
			if err := out.write(&page[i]); err != nil {
				return err
			}
		}
		if err := out.flush(q.ended); err != nil {
			return err
		}
		if q.ended {
			// A campaign that was deleted meanwhile has no more results.
			if _, found, err := c.Campaigns.Campaign(ctx, q.id); err != nil || !found {
				return errors.Join(errDeleted, err)
			}
			return nil
		}
		var err error
		if page, err = q.next(ctx, c.Campaigns); err != nil {
			return problem.Of(err, problem.Unavailable)
		}
	}
}

// fileOf returns the name of a file of results, without extension.
func fileOf(c *campaign.Campaign) string {
	name := c.Game
	if name == "" {
		name = "rules"
	}
	if c.Player != "" {
		name += "-" + strings.ReplaceAll(c.PlayedBy, " ", "-")
	}
	return fmt.Sprintf("%s-%s-%d-%d", name, c.Scheme, c.First, c.Last)
}

// preferredFormat returns the first known format in the request's Accept header, or the default.
func preferredFormat(r *http.Request) string {
	for media := range request.Listed(r, "Accept") {
		switch media {
		case reply.NDJSON:
			return resultFormats[0]
		case csvType:
			return "csv"
		case packedType:
			return "packed"
		}
	}
	return resultFormats[0]
}

// resultFormat writes results.
type resultFormat struct {
	media, ending string
	write         func(*campaign.Result) error
	flush         func(last bool) error // after each page
}

func formatResults(c *campaign.Campaign, w io.Writer, format string) resultFormat {
	switch format {
	case "csv":
		table := campaign.NewWriter(w, c)
		return resultFormat{csvType + "; charset=utf-8; header=present", ".csv", table.Write, func(bool) error { return table.Flush() }}
	case "packed":
		results := packed.ResultsOf(c)
		return resultFormat{packedType, ".gz", results.Add, func(last bool) error {
			if !last && results.Deals() < packedDeals {
				return nil
			}
			for _, r := range results.Take() {
				if err := packed.Write(w, r); err != nil {
					return err
				}
			}
			return nil
		}}
	}
	line := func(d *campaign.Result) error {
		_, err := w.Write(reply.JSON(campaignResult(c, d)))
		return err
	}
	return resultFormat{reply.NDJSON, ".ndjson", line, func(bool) error { return nil }}
}

// campaignResult renders the result of a deal.
func campaignResult(c *campaign.Campaign, d *campaign.Result) any {
	seed, seconds := c.Seeds.Name(d.Seed), d.Elapsed.Round(time.Microsecond).Seconds()
	if c.Player != "" {
		return CampaignPlay{reply.OrNull(c.Game), seed, d.Won, d.Score, seconds, d.Length, d.Engine, c.PlayedBy}
	}
	verdict := CampaignVerdict{
		Game: reply.OrNull(c.Game), Seed: seed, Verdict: d.Verdict, Because: reply.OrNull(d.Reason),
		Seconds: seconds, States: d.States, Source: c.FoundBy(d), Engine: d.Engine,
	}
	if length, known := d.SolutionLength(); known {
		verdict.Length = &length
	}
	return verdict
}
