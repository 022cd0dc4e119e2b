package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
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
		return 0, fmt.Errorf("%w: seed %d: a result of a player in a campaign without a player", ErrResults, r.Seed)
	case player != "" && (r.Verdict != "" || r.Reason != ""):
		return 0, fmt.Errorf("%w: seed %d: a verdict in a campaign of a player", ErrResults, r.Seed)
	case player != "":
		first, last = outcomeWon, outcomeLost
	}
	for outcome := first; outcome <= last; outcome++ {
		if o := &outcomes[outcome]; o.Verdict == r.Verdict && o.Reason == r.Reason && o.Won == r.Won {
			return outcome, nil
		}
	}
	return 0, fmt.Errorf("%w: seed %d: verdict %q can't have reason %q", ErrResults, r.Seed, r.Verdict, r.Reason)
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

// resultRow is a result as the table has it. The length is NULL if there is neither a solution nor a game,
// the score if there is no game.
type resultRow struct {
	seed              int64
	outcome, inferred int
	states, elapsed   int64 // nanoseconds
	length, score     sql.NullInt64
}

// resultRowOf returns the row of a result, of a player or not. The error wraps ErrResults.
func resultRowOf(r *campaign.Result, player string) (resultRow, error) {
	outcome, err := outcomeOf(r, player)
	row := resultRow{seed: r.Seed, outcome: outcome, states: r.States, elapsed: int64(r.Elapsed)}
	if player != "" || outcome == outcomeWinnable {
		row.length = sql.NullInt64{Int64: int64(r.Length), Valid: true}
	}
	if player != "" {
		row.score = sql.NullInt64{Int64: int64(r.Score), Valid: true}
	}
	if r.Inferred {
		row.inferred = 1
	}
	return row, err
}

// resultColumns are the columns of results, in the order of resultRow.values.
var resultColumns = []string{"campaign", "seed", "outcome", "states", "elapsed_ns", "length", "score", "inferred"}

// values returns the row's columns.
func (r *resultRow) values(campaign int64) []any {
	return []any{campaign, r.seed, r.outcome, r.states, r.elapsed, r.length, r.score, r.inferred}
}

// columns returns where selectResults' columns go.
func (r *resultRow) columns() []any {
	return []any{&r.seed, &r.outcome, &r.states, &r.elapsed, &r.length, &r.score, &r.inferred}
}

// appendTo appends the row as seals cover it.
func (r *resultRow) appendTo(to []byte) []byte {
	for _, n := range [...]int64{r.seed, int64(r.outcome), r.states, r.elapsed, r.length.Int64, r.score.Int64, int64(r.inferred)} {
		to = binary.BigEndian.AppendUint64(to, uint64(n))
	}
	return to
}

// result returns the result. The error wraps solver.ErrDamaged if there is no such outcome.
func (r *resultRow) result() (campaign.Result, error) {
	if r.outcome < outcomeWinnable || r.outcome > outcomeLost {
		return campaign.Result{}, fmt.Errorf("seed %d: %w: unknown outcome %d", r.seed, solver.ErrDamaged, r.outcome)
	}
	result := outcomes[r.outcome]
	result.Seed, result.States, result.Elapsed, result.Inferred = r.seed, r.states, time.Duration(r.elapsed), r.inferred == 1
	result.Length, result.Score = int(r.length.Int64), int(r.score.Int64)
	return result, nil
}

// resultRows are results to be written, and their sums.
type resultRows struct {
	rows     []resultRow
	tally    stats.Tally
	spread   stats.Spread
	inferred int64
}

// resultRowsOf checks results, of a player or not, that must be sorted by seed.
func resultRowsOf(results []campaign.Result, player string) (*resultRows, error) {
	all := &resultRows{rows: make([]resultRow, len(results)), spread: stats.NewSpread()}
	for i := range results {
		r := &results[i]
		row, err := resultRowOf(r, player)
		switch {
		case err != nil:
			return nil, err
		case i > 0 && r.Seed <= results[i-1].Seed:
			return nil, fmt.Errorf("%w: seed %d follows seed %d; seeds must ascend", ErrResults, r.Seed, results[i-1].Seed)
		case r.States < 0 || r.Elapsed < 0 || r.Length < 0 || r.Score < 0:
			return nil, fmt.Errorf("%w: seed %d: negative number: %+v", ErrResults, r.Seed, *r)
		}
		all.rows[i] = row
		count(&all.tally, row.outcome)
		all.spread.Add(r.Deal(player != ""))
		all.inferred += int64(row.inferred)
	}
	return all, nil
}

// Results returns up to most results of a campaign's finished ranges by seed, beginning with the seed
// from.
func (s *Store) Results(ctx context.Context, id string, from int64, most int) (results []campaign.Result, err error) {
	defer s.Explain(&err, "reading results of campaign %s", id)
	err = s.Snapshot(ctx, func(now database.Querier) error {
		var number, n, last int64
		if found, err := database.One(ctx, now, selectNumber, []any{id}, &number); err != nil || !found {
			return err
		}
		if _, err := database.One(ctx, now, selectPage, []any{number, from, most}, &n, &last); err != nil {
			return err
		}
		if n < int64(most) {
			last = math.MaxInt64 // the seals of what may be missing after the last one
		}
		_, err := s.verified(ctx, now, number, from, last, func(r *resultRow) error {
			result, err := r.result()
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
func setEngines(ctx context.Context, from database.Querier, number int64, results []campaign.Result) error {
	var first, last int64
	var engine string
	i := 0
	return from.Each(ctx, selectEngines, []any{number, results[0].Seed, results[len(results)-1].Seed}, []any{&first, &last, &engine}, func() error {
		for ; i < len(results) && results[i].Seed <= last; i++ {
			if results[i].Seed >= first {
				results[i].Engine = engine
			}
		}
		return nil
	})
}
