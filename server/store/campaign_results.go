package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

const (
	selectNumber = `SELECT number FROM campaigns WHERE id = $1`
	selectPage   = `
SELECT count(*), coalesce(max(seed), 0)
FROM (SELECT seed FROM results WHERE campaign = $1 AND seed >= $2 ORDER BY seed LIMIT $3) AS page`

	selectEngines = `
SELECT first, last, engine FROM campaign_ranges
WHERE campaign = $1 AND done IS NOT NULL AND first <= $3 AND last >= $2 ORDER BY first`
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
	if hasLength(outcome) {
		length = r.Length
	}
	if hasScore(outcome) {
		score = r.Score
	}
	return []any{campaign, r.Seed, outcome, r.States, int64(r.Elapsed), length, score, rows.inference(i)}
}

// hasLength reports whether there is a solution or a game.
func hasLength(outcome int) bool { return outcome == outcomeWinnable || hasScore(outcome) }

// hasScore reports whether a player played.
func hasScore(outcome int) bool { return outcome == outcomeWon || outcome == outcomeLost }

// inference returns 1 for an inferred result, else 0.
func (rows *resultRows) inference(i int) int64 {
	if rows.results[i].Inferred {
		return 1
	}
	return 0
}

// appendTo appends one row as seals cover it.
func (rows *resultRows) appendTo(to []byte, i int) []byte {
	r, outcome := &rows.results[i], rows.outcomes[i]
	var length, score int // 0 stands for NULL
	if hasLength(outcome) {
		length = r.Length
	}
	if hasScore(outcome) {
		score = r.Score
	}
	return appendResult(to, r.Seed, int64(outcome), r.States, int64(r.Elapsed), int64(length), int64(score), rows.inference(i))
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

// appendTo appends the row as seals cover it.
func (r *resultRow) appendTo(to []byte) []byte {
	return appendResult(to, r.Seed, int64(r.outcome), r.States, r.elapsed, r.length.Int64, r.score.Int64, int64(r.inferred))
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
	err = t.snapshot(ctx, func(now querier) error {
		var number, n, last int64
		if found, err := one(ctx, now, selectNumber, []any{id}, &number); err != nil || !found {
			return err
		}
		if _, err := one(ctx, now, selectPage, []any{number, from, most}, &n, &last); err != nil {
			return err
		}
		if n < int64(most) {
			last = math.MaxInt64 // the seals of what may be missing after the last one
		}
		_, err := t.verified(ctx, now, number, from, last, func(r *resultRow) error {
			result, err := r.read()
			results = append(results, result)
			return err
		})
		if err != nil || len(results) == 0 {
			return err
		}
		return setEngines(ctx, now, number, results)
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// setEngines sets the version of the program that found each result.
func setEngines(ctx context.Context, from querier, number int64, results []campaign.Result) error {
	var first, last int64
	var engine string
	i := 0
	return from.each(ctx, selectEngines, []any{number, results[0].Seed, results[len(results)-1].Seed}, []any{&first, &last, &engine}, func() error {
		for ; i < len(results) && results[i].Seed <= last; i++ {
			if results[i].Seed >= first {
				results[i].Engine = engine
			}
		}
		return nil
	})
}
