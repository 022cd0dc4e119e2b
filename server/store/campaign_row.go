package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// The statements, in the SQL that both engines speak. Those that a lock may follow are
// completed by the engine's way to keep a row from others until the transaction ends.
const (
	insertCampaign = `
INSERT INTO campaigns (id, source, game, rules, scheme, first, last, plan, player, client, priority, epoch, state, next,
    winnable, unwinnable, unknown, won, lost, inferred, busy_ns, spread, created, started, ended)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)
RETURNING number`

	selectCampaigns = `
SELECT number, id, source, game, campaigns.rules, document, scheme, first, last, plan, player, client, priority, epoch,
    state, stopping, reason, version, next, winnable, unwinnable, unknown, won, lost, inferred, busy_ns, spread,
    created, started, ended
FROM campaigns JOIN rules ON digest = campaigns.rules`
	selectCampaign = selectCampaigns + ` WHERE id = $1`
	listCampaigns  = selectCampaigns + ` WHERE %s ORDER BY number DESC LIMIT $1`

	selectVersions = `SELECT id, version FROM campaigns WHERE ended IS NULL OR ended >= $1`

	// What calls that change a campaign need to know of it, while nobody else changes it.
	lockCampaign = `
SELECT number, first, last, player, epoch, state, stopping, next, spread FROM campaigns
WHERE id = $1 AND ended IS NULL `

	countOpen   = `SELECT count(*) FROM campaign_ranges WHERE campaign = $1 AND done IS NULL`
	insertRange = `INSERT INTO campaign_ranges (campaign, first, last) VALUES ($1, $2, $3)`
	handOut     = `
UPDATE campaigns SET next = $2, state = 'running', started = coalesce(started, $3), version = version + 1
WHERE number = $1`
	openRanges = `
SELECT number, campaign_ranges.first, campaign_ranges.last FROM campaigns JOIN campaign_ranges ON campaign = number
WHERE id = $1 AND done IS NULL ORDER BY campaign_ranges.first`

	selectFinishing = `SELECT number, player FROM campaigns WHERE id = $1 AND ended IS NULL AND epoch = $2 `
	markDone        = `
UPDATE campaign_ranges SET done = $4, engine = $5 WHERE campaign = $1 AND first = $2 AND last = $3 AND done IS NULL`
	addTally = `
UPDATE campaigns SET winnable = winnable + $2, unwinnable = unwinnable + $3, unknown = unknown + $4, won = won + $5,
    lost = lost + $6, inferred = inferred + $7, busy_ns = busy_ns + $8, spread = $9, version = version + 1
WHERE number = $1`
	// Whoever runs this has locked the campaign in a statement before, so that it sees all
	// ranges that others have done.
	endIfDone = `
UPDATE campaigns SET state = 'done', ended = $2, version = version + 1
WHERE number = $1 AND (stopping = 1 OR next > last)
    AND NOT EXISTS (SELECT * FROM campaign_ranges WHERE campaign = $1 AND done IS NULL)`

	stopCampaign = `UPDATE campaigns SET stopping = 1, reason = $2, version = version + 1 WHERE number = $1`
	endCampaign  = `
UPDATE campaigns SET state = $2, reason = $3, ended = $4, version = version + 1 WHERE id = $1 AND ended IS NULL`
	resumeCampaign = `
UPDATE campaigns SET state = 'queued', stopping = 0, reason = '', ended = NULL, version = version + 1
WHERE id = $1 AND state IN ('cancelled', 'failed') AND epoch = $2`

	deleteCampaign   = `DELETE FROM campaigns WHERE id = $1 AND ended IS NOT NULL RETURNING number`
	insertDeleted    = `INSERT INTO deleted_campaigns (number) VALUES ($1)`
	selectDeleted    = `SELECT number FROM deleted_campaigns`
	selectBound      = `SELECT seed FROM results WHERE campaign = $1 AND seed >= $2 ORDER BY seed LIMIT 1 OFFSET $3`
	deleteResults    = `DELETE FROM results WHERE campaign = $1 AND seed >= $2 AND seed < $3`
	deleteResultsEnd = `DELETE FROM results WHERE campaign = $1 AND seed >= $2`
	dropDeleted      = `DELETE FROM deleted_campaigns WHERE number = $1`

	lockRules   = `SELECT digest FROM rules WHERE digest = $1 `
	insertDone  = `INSERT INTO campaign_ranges (campaign, first, last, engine, done) VALUES ($1, $2, $3, $4, $5)`
	sameSources = `
SELECT id, number FROM campaigns
WHERE number <> $1 AND source = $2 AND rules = $3 AND scheme = $4 AND player = $5 AND first <= $7 AND last >= $6`
	sameSeed = `
SELECT old.seed FROM results AS old JOIN results AS new ON new.campaign = $2 AND new.seed = old.seed
WHERE old.campaign = $1 ORDER BY old.seed LIMIT 1`

	selectResults = `
SELECT seed, outcome, states, elapsed_ns, length, score, inferred
FROM results WHERE campaign = (SELECT number FROM campaigns WHERE id = $1) AND seed >= $2 ORDER BY seed LIMIT $3`
	selectEngines = `
SELECT campaign_ranges.first, campaign_ranges.last, engine FROM campaigns JOIN campaign_ranges ON campaign = number
WHERE id = $1 AND done IS NOT NULL AND campaign_ranges.first <= $3 AND campaign_ranges.last >= $2 ORDER BY campaign_ranges.first`

	selectKnown = `
SELECT seed, outcome FROM campaigns JOIN results ON campaign = number
WHERE rules = $1 AND scheme = $2 AND epoch = $3 AND source = '' AND player = '' AND first <= $5 AND last >= $4
    AND seed BETWEEN $4 AND $5 AND outcome IN (1, 2)`

	// What counts of a game: of our own campaigns those of the current epoch, and all of
	// others'.
	selectSpans = `
SELECT number, source, player, scheme, first, last FROM campaigns
WHERE rules = $1 AND (epoch = $2 OR source NOT IN ('', 'thoughtful')) ORDER BY number`

	// The campaigns are written into these, so that the database can tell how many results
	// it has to do with.
	selectPairs = `
SELECT count(*) FILTER (WHERE a.outcome = 1 AND b.outcome = 1), count(*) FILTER (WHERE a.outcome = 1 AND b.outcome = 2),
    count(*) FILTER (WHERE a.outcome = 1 AND b.outcome > 2), count(*) FILTER (WHERE a.outcome = 2 AND b.outcome = 1),
    count(*) FILTER (WHERE a.outcome = 2 AND b.outcome = 2), count(*) FILTER (WHERE a.outcome = 2 AND b.outcome > 2),
    count(*) FILTER (WHERE a.outcome > 2 AND b.outcome = 1), count(*) FILTER (WHERE a.outcome > 2 AND b.outcome = 2),
    count(*) FILTER (WHERE a.outcome > 2 AND b.outcome > 2)
FROM (%s) AS a JOIN (%s) AS b ON a.seed = b.seed
WHERE a.seed BETWEEN $1 AND $2 AND b.seed BETWEEN $1 AND $2`
	// Of several results for a seed the least outcome is that which proves most.
	bestOutcomes = `SELECT seed, min(outcome) AS outcome FROM results WHERE campaign IN (%s) GROUP BY seed`
	onlyOutcomes = `SELECT seed, outcome FROM results WHERE campaign IN (%s)`

	selectContradictions = `
SELECT won.seed, won.campaign, lost.campaign FROM results AS lost
JOIN results AS won ON won.seed = lost.seed AND won.campaign IN (%s) AND won.outcome IN (1, 6)
WHERE lost.campaign IN (%[1]s) AND lost.outcome = 2
ORDER BY won.seed, won.campaign, lost.campaign LIMIT $1`
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
	case r.Verdict == solver.Winnable && r.Because == solver.Nothing:
		return outcomeWinnable, nil
	case r.Verdict == solver.Unwinnable && r.Because == solver.Nothing:
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

// campaignValues are insertCampaign's parameters.
func campaignValues(c *campaign.Campaign) ([]any, error) {
	digest := DigestOf(&c.Rules)
	plan, err := json.Marshal(&c.Plan)
	return []any{
		c.ID, c.Source, c.Game, digest[:], c.Scheme, c.First, c.Last, string(plan), c.PlayedBy, c.Client, c.Priority, c.Epoch,
		c.State, c.Next, c.Tally.Winnable, c.Tally.Unwinnable, c.Tally.Unknown, c.Tally.Won, c.Tally.Lost, c.Inferred,
		int64(c.Busy), string(c.Spread), c.Created.UnixMilli(), milliseconds(c.Started), milliseconds(c.Ended),
	}, err
}

// milliseconds is a time as the tables have it, NULL for none.
func milliseconds(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// campaignRow is a campaign on its way back.
type campaignRow struct {
	campaign.Campaign
	digest         []byte
	document       string
	plan, spread   string
	stopping       int
	busy, created  int64
	started, ended sql.NullInt64
}

// columns are where selectCampaigns' columns go.
func (r *campaignRow) columns() []any {
	return []any{
		&r.Number, &r.ID, &r.Source, &r.Game, &r.digest, &r.document, &r.Scheme, &r.First, &r.Last, &r.plan, &r.PlayedBy,
		&r.Client, &r.Priority, &r.Epoch, &r.State, &r.stopping, &r.Reason, &r.Version, &r.Next,
		&r.Tally.Winnable, &r.Tally.Unwinnable, &r.Tally.Unknown, &r.Tally.Won, &r.Tally.Lost, &r.Inferred, &r.busy,
		&r.spread, &r.created, &r.started, &r.ended,
	}
}

func (r *campaignRow) read() (campaign.Campaign, error) {
	c := r.Campaign
	var err error
	if c.Rules, err = rules.Parse([]byte(r.document)); err != nil {
		return campaign.Campaign{}, fmt.Errorf("campaign %s: its rules: %w: %w", c.ID, solver.ErrDamaged, err)
	}
	if digest := DigestOf(&c.Rules); !bytes.Equal(digest[:], r.digest) {
		return campaign.Campaign{}, fmt.Errorf("campaign %s: its rules: %w", c.ID, solver.ErrDamaged)
	}
	if err := json.Unmarshal([]byte(r.plan), &c.Plan); err != nil {
		return campaign.Campaign{}, fmt.Errorf("campaign %s: its plan: %w: %w", c.ID, solver.ErrDamaged, err)
	}
	c.Spread = document(r.spread)
	c.Stopping, c.Busy, c.Created = r.stopping == 1, time.Duration(r.busy), time.UnixMilli(r.created)
	c.Started, c.Ended = timeOf(r.started), timeOf(r.ended)
	return c, nil
}

// document is a text as JSON, nil if there is none.
func document(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

func timeOf(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64)
}

// span is a campaign's part in what is known of a game.
type span struct {
	number         int64
	source, player string
	scheme         string
	first, last    int64
}

// columns are where selectSpans' columns go.
func (s *span) columns() []any {
	return []any{&s.number, &s.source, &s.player, &s.scheme, &s.first, &s.last}
}

// meets tells whether two campaigns can have a result for the same deal.
func (s *span) meets(other *span) bool {
	return s.scheme == other.scheme && s.first <= other.last && s.last >= other.first
}

// numbersOf writes the numbers of campaigns into a statement.
func numbersOf(spans []span) string {
	var numbers []string
	for i := range spans {
		numbers = append(numbers, strconv.FormatInt(spans[i].number, 10))
	}
	return strings.Join(numbers, ", ")
}

// outcomesOf selects one outcome for each seed of campaigns.
func outcomesOf(spans []span) string {
	for i := range spans {
		for j := range i {
			if spans[i].meets(&spans[j]) {
				return fmt.Sprintf(bestOutcomes, numbersOf(spans))
			}
		}
	}
	return fmt.Sprintf(onlyOutcomes, numbersOf(spans))
}
