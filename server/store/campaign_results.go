package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

const (
	selectResults = `
SELECT seed, outcome, states, elapsed_ns, length, score, inferred
FROM results WHERE campaign = (SELECT number FROM campaigns WHERE id = $1) AND seed >= $2 ORDER BY seed LIMIT $3`

	selectEngines = `
SELECT campaign_ranges.first, campaign_ranges.last, engine FROM campaigns JOIN campaign_ranges ON campaign = number
WHERE id = $1 AND done IS NOT NULL AND campaign_ranges.first <= $3 AND campaign_ranges.last >= $2 ORDER BY campaign_ranges.first`
)

// The outcomes of deals in the table of results.
const (
	outcomeWinnable   = 1
	outcomeUnwinnable = 2
	outcomeDeadline   = 3 // unknown verdicts, by reason
	outcomeStates     = 4
	outcomeMemory     = 5
	outcomeWon        = 6 // by a player
	outcomeLost       = 7
)

// outcomes are what each outcome says of a result.
var outcomes = [...]campaign.Result{
	outcomeWinnable:   {Verdict: solver.Winnable},
	outcomeUnwinnable: {Verdict: solver.Unwinnable},
	outcomeDeadline:   {Verdict: solver.Unknown, Reason: solver.Deadline},
	outcomeStates:     {Verdict: solver.Unknown, Reason: solver.States},
	outcomeMemory:     {Verdict: solver.Unknown, Reason: solver.Memory},
	outcomeWon:        {Won: true},
	outcomeLost:       {},
}

// outcomeOf returns the outcome of a result, of a player or not. The error wraps ErrResults.
func outcomeOf(r *campaign.Result, player string) (int, error) {
	first, last := outcomeWinnable, outcomeMemory
	switch {
	case player == "" && (r.Won || r.Score != 0):
		return 0, fmt.Errorf("%w: seed %d: won or scored in a campaign of verdicts", ErrResults, r.Seed)
	case player != "" && (r.Verdict != "" || r.Reason != ""):
		return 0, fmt.Errorf("%w: seed %d: verdict in a player's campaign", ErrResults, r.Seed)
	case player != "":
		first, last = outcomeWon, outcomeLost
	}
	for outcome := first; outcome <= last; outcome++ {
		if o := &outcomes[outcome]; o.Verdict == r.Verdict && o.Reason == r.Reason && o.Won == r.Won {
			return outcome, nil
		}
	}
	return 0, fmt.Errorf("%w: seed %d: verdict %q for reason %q", ErrResults, r.Seed, r.Verdict, r.Reason)
}

// setOutcome sets what an outcome says of a result.
func setOutcome(r *campaign.Result, outcome int) error {
	if outcome < outcomeWinnable || outcome > outcomeLost {
		return fmt.Errorf("seed %d: %w: unknown outcome %d", r.Seed, solver.ErrDamaged, outcome)
	}
	o := &outcomes[outcome]
	r.Verdict, r.Reason, r.Won = o.Verdict, o.Reason, o.Won
	return nil
}

// count adds an outcome to a tally.
func count(t *stats.Tally, outcome int) {
	switch outcome {
	case outcomeWinnable:
		t.Winnable++
	case outcomeUnwinnable:
		t.Unwinnable++
	case outcomeWon:
		t.Won++
	case outcomeLost:
		t.Lost++
	default:
		t.Unknown++
	}
}

// resultRows are results to be written, and their sums.
type resultRows struct {
	results  []campaign.Result
	outcomes []int
	tally    stats.Tally
	spread   stats.Spread
	inferred int64
}

// resultRowsOf checks results, of a player or not, that must be sorted by seed.
func resultRowsOf(results []campaign.Result, player string) (*resultRows, error) {
	rows := &resultRows{results: results, outcomes: make([]int, len(results)), spread: stats.NewSpread()}
	for i := range results {
		r := &results[i]
		outcome, err := outcomeOf(r, player)
		switch {
		case err != nil:
			return nil, err
		case i > 0 && r.Seed <= results[i-1].Seed:
			return nil, fmt.Errorf("%w: seed %d after %d", ErrResults, r.Seed, results[i-1].Seed)
		case r.States < 0 || r.Elapsed < 0 || r.Length < 0 || r.Score < 0:
			return nil, fmt.Errorf("%w: seed %d: negative number: %+v", ErrResults, r.Seed, *r)
		}
		rows.outcomes[i] = outcome
		count(&rows.tally, outcome)
		rows.spread.Add(r.Deal(player != ""))
		if r.Inferred {
			rows.inferred++
		}
	}
	return rows, nil
}

// engine returns the version of the program that found all of them; "" if there are several.
func (rows *resultRows) engine() string {
	engine := rows.results[0].Engine
	for i := range rows.results {
		if rows.results[i].Engine != engine {
			return ""
		}
	}
	return engine
}

// resultColumns are the columns of results, in the order of resultRows.values.
var resultColumns = []string{"campaign", "seed", "outcome", "states", "elapsed_ns", "length", "score", "inferred"}

// values returns the columns of one row. The length is NULL if there is neither a solution
// nor a game.
func (rows *resultRows) values(campaign int64, i int) []any {
	r, outcome := &rows.results[i], rows.outcomes[i]
	var length, score any
	if outcome == outcomeWinnable || outcome == outcomeWon || outcome == outcomeLost {
		length = r.Length
	}
	if outcome == outcomeWon || outcome == outcomeLost {
		score = r.Score
	}
	inferred := 0
	if r.Inferred {
		inferred = 1
	}
	return []any{campaign, r.Seed, outcome, r.States, int64(r.Elapsed), length, score, inferred}
}

// resultRow is a result as it is read.
type resultRow struct {
	campaign.Result
	outcome, inferred int
	elapsed           int64
	length, score     sql.NullInt64
}

// columns returns where selectResults' columns go.
func (r *resultRow) columns() []any {
	return []any{&r.Seed, &r.outcome, &r.States, &r.elapsed, &r.length, &r.score, &r.inferred}
}

func (r *resultRow) read() (campaign.Result, error) {
	d := r.Result
	d.Elapsed, d.Length, d.Score = time.Duration(r.elapsed), int(r.length.Int64), int(r.score.Int64)
	d.Inferred = r.inferred == 1
	return d, setOutcome(&d, r.outcome)
}

// Results returns results of a campaign.
func (t *tables) Results(ctx context.Context, id string, from int64, most int) (results []campaign.Result, err error) {
	defer t.explain(&err, "reading results of campaign %s", id)
	var row resultRow
	results, err = list(ctx, t.read, selectResults, []any{id, from, most}, row.columns(), row.read)
	if err == nil && len(results) > 0 {
		err = t.engines(ctx, id, results)
	}
	return results, err
}

// engines sets the version of the program that found each result.
func (t *tables) engines(ctx context.Context, id string, results []campaign.Result) error {
	var first, last int64
	var engine string
	i := 0
	return t.read.each(ctx, selectEngines, []any{id, results[0].Seed, results[len(results)-1].Seed}, []any{&first, &last, &engine}, func() error {
		for ; i < len(results) && results[i].Seed <= last; i++ {
			if results[i].Seed >= first {
				results[i].Engine = engine
			}
		}
		return nil
	})
}
