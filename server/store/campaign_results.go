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

// The outcomes of deals, as results has them.
const (
	outcomeWinnable   = 1
	outcomeUnwinnable = 2
	outcomeDeadline   = 3 // unknown, and why
	outcomeStates     = 4
	outcomeMemory     = 5
	outcomeWon        = 6 // by a player
	outcomeLost       = 7
)

// outcomeOf is that of a deal, of a player or not, or an error if it can't be one.
func outcomeOf(r *campaign.Result, player string) (int, error) {
	if player != "" {
		switch {
		case r.Verdict != "" || r.Because != "":
			return 0, fmt.Errorf("%w: seed %d: a verdict in place of what became of a player's game", ErrResults, r.Seed)
		case r.Won:
			return outcomeWon, nil
		default:
			return outcomeLost, nil
		}
	}
	switch {
	case r.Won || r.Score != 0:
		return 0, fmt.Errorf("%w: seed %d: a player's game in place of a verdict", ErrResults, r.Seed)
	case r.Verdict == solver.Winnable && r.Because == solver.NoReason:
		return outcomeWinnable, nil
	case r.Verdict == solver.Unwinnable && r.Because == solver.NoReason:
		return outcomeUnwinnable, nil
	case r.Verdict != solver.Unknown:
	case r.Because == solver.Deadline:
		return outcomeDeadline, nil
	case r.Because == solver.States:
		return outcomeStates, nil
	case r.Because == solver.Memory:
		return outcomeMemory, nil
	}
	return 0, fmt.Errorf("%w: seed %d: verdict %q because %q is nothing to keep", ErrResults, r.Seed, r.Verdict, r.Because)
}

// become is outcomeOf the other way.
func become(r *campaign.Result, outcome int) error {
	switch outcome {
	case outcomeWinnable:
		r.Verdict = solver.Winnable
	case outcomeUnwinnable:
		r.Verdict = solver.Unwinnable
	case outcomeDeadline:
		r.Verdict, r.Because = solver.Unknown, solver.Deadline
	case outcomeStates:
		r.Verdict, r.Because = solver.Unknown, solver.States
	case outcomeMemory:
		r.Verdict, r.Because = solver.Unknown, solver.Memory
	case outcomeWon:
		r.Won = true
	case outcomeLost:
	default:
		return fmt.Errorf("seed %d: %w: no outcome is %d", r.Seed, solver.ErrDamaged, outcome)
	}
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

// resultRows are results on their way into the table, and what they add up to.
type resultRows struct {
	results  []campaign.Result
	outcomes []int
	tally    stats.Tally
	spread   stats.Spread
	inferred int64
}

// resultRowsOf checks results of a player or not, which are in the order of their seeds.
func resultRowsOf(results []campaign.Result, player string) (*resultRows, error) {
	rows := &resultRows{results: results, outcomes: make([]int, len(results)), spread: stats.NewSpread()}
	for i := range results {
		r := &results[i]
		outcome, err := outcomeOf(r, player)
		switch {
		case err != nil:
			return nil, err
		case i > 0 && r.Seed <= results[i-1].Seed:
			return nil, fmt.Errorf("%w: seed %d comes after %d", ErrResults, r.Seed, results[i-1].Seed)
		case r.States < 0 || r.Elapsed < 0 || r.Length < 0 || r.Score < 0:
			return nil, fmt.Errorf("%w: seed %d: a number below zero: %+v", ErrResults, r.Seed, *r)
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

// engine is the version of the program that found all of them; "" if there is none.
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

// values are those of one row. A length is NULL for a deal that nobody won or played.
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

// resultRow is a result on its way back.
type resultRow struct {
	campaign.Result
	outcome, inferred int
	elapsed           int64
	length, score     sql.NullInt64
}

// columns are where selectResults' columns go.
func (r *resultRow) columns() []any {
	return []any{&r.Seed, &r.outcome, &r.States, &r.elapsed, &r.length, &r.score, &r.inferred}
}

func (r *resultRow) read() (campaign.Result, error) {
	d := r.Result
	d.Elapsed, d.Length, d.Score = time.Duration(r.elapsed), int(r.length.Int64), int(r.score.Int64)
	d.Inferred = r.inferred == 1
	return d, become(&d, r.outcome)
}

// Results gives a page of a campaign's results.
func (t *tables) Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error) {
	var results []campaign.Result
	var row resultRow
	err := t.read.each(ctx, selectResults, []any{id, from, most}, row.columns(), func() error {
		r, err := row.read()
		results = append(results, r)
		return err
	})
	if err == nil && len(results) > 0 {
		err = t.engines(ctx, id, results)
	}
	if err != nil {
		return nil, t.failed(err, "results of campaign %s", id)
	}
	return results, nil
}

// engines says of results by which version of the program they were found.
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
