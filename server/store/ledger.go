package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// ledger is the Campaigns of both engines. What they do differently is in its parts.
type ledger struct {
	engine string // its name, for errors
	asker         // reads what was committed

	// atomically runs a transaction, and commits it if that is what it gives.
	atomically func(ctx context.Context, f func(tx ledgerTx) (bool, error)) error

	// joining begins reading where many results are joined with many.
	joining func(ctx context.Context, f func(from asker) error) error
	// joins is what a transaction says before it does so; empty for nothing.
	joins string

	// What follows a statement that reads a row so that until the transaction ends others
	// don't change it, or don't delete it.
	noChange, noDelete string
}

// asker runs statements that give rows.
type asker interface {
	// each reads rows into columns, and calls a function after each.
	each(ctx context.Context, statement string, values, columns []any, f func() error) error
}

// ledgerTx is a transaction.
type ledgerTx interface {
	asker
	// change runs a statement and tells how many rows it changed.
	change(ctx context.Context, statement string, values ...any) (int64, error)
	// insert writes results of a campaign.
	insert(ctx context.Context, campaign int64, rows *resultRows) error
}

// one reads a single row; false if there is none.
func one(ctx context.Context, from asker, statement string, values []any, columns ...any) (bool, error) {
	found := false
	err := from.each(ctx, statement, values, columns, func() error { found = true; return nil })
	return found, err
}

// failed says of an error what was being done.
func (l *ledger) failed(err error, what string, values ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s: %w", l.engine, fmt.Sprintf(what, values...), err)
}

// AddCampaign adds a queued campaign.
func (l *ledger) AddCampaign(ctx context.Context, c campaign.Campaign) (campaign.Campaign, error) {
	c.State, c.Version, c.Next = campaign.Queued, 1, c.First
	if c.Last < c.First || c.Last == math.MaxInt64 {
		return campaign.Campaign{}, fmt.Errorf("a campaign of seeds from %d to %d", c.First, c.Last)
	}
	err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		return true, addCampaign(ctx, tx, &c)
	})
	if err != nil {
		return campaign.Campaign{}, l.failed(err, "adding a campaign")
	}
	return c, nil
}

// addCampaign adds a row for a campaign, and gives it its number.
func addCampaign(ctx context.Context, tx ledgerTx, c *campaign.Campaign) error {
	digest := DigestOf(&c.Rules)
	if _, err := tx.change(ctx, insertRules, digest[:], string(c.Rules.Canonical())); err != nil {
		return err
	}
	values, err := campaignValues(c)
	if err != nil {
		return err
	}
	_, err = one(ctx, tx, insertCampaign, values, &c.Number)
	return err
}

// ImportCampaign adds a campaign that others ran.
func (l *ledger) ImportCampaign(ctx context.Context, c campaign.Campaign, results []campaign.Result, replace bool) (campaign.Campaign, error) {
	rows, err := resultRowsOf(results, c.PlayedBy)
	switch {
	case err != nil:
		return campaign.Campaign{}, fmt.Errorf("importing from %s: %w", c.Source, err)
	case len(results) == 0 || c.Source == "":
		return campaign.Campaign{}, errors.New("importing needs results, and a source that says so")
	case results[len(results)-1].Seed == math.MaxInt64:
		return campaign.Campaign{}, fmt.Errorf("importing from %s: there is no seed %d", c.Source, math.MaxInt64)
	}
	c.State, c.Version, c.Tally, c.Inferred = campaign.Done, 1, rows.tally, rows.inferred
	if c.Spread, err = rows.spread.Into(nil); err != nil {
		return campaign.Campaign{}, fmt.Errorf("importing from %s: %w", c.Source, err)
	}
	c.First, c.Last = results[0].Seed, results[len(results)-1].Seed
	c.Next = c.Last + 1
	replaced := false
	err = l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		if err := addCampaign(ctx, tx, &c); err != nil {
			return false, err
		}
		// One import after another, or the second would not see the first.
		digest := DigestOf(&c.Rules)
		var same []byte
		if _, err := one(ctx, tx, lockRules+l.noChange, []any{digest[:]}, &same); err != nil {
			return false, err
		}
		if _, err := tx.change(ctx, insertDone, c.Number, c.First, c.Last, rows.engine(), c.Ended.UnixMilli()); err != nil {
			return false, err
		}
		if err := tx.insert(ctx, c.Number, rows); err != nil {
			return false, err
		}
		if l.joins != "" {
			if _, err := tx.change(ctx, l.joins); err != nil {
				return false, err
			}
		}
		known, err := imported(ctx, tx, &c)
		if err != nil || len(known) == 0 {
			return err == nil, err
		}
		if !replace {
			return false, &known[0]
		}
		for i := range known {
			if _, err := deleteEnded(ctx, tx, known[i].Campaign); err != nil {
				return false, err
			}
			replaced = true
		}
		return true, nil
	})
	if err == nil && replaced {
		err = l.sweep(ctx)
	}
	if err != nil {
		return campaign.Campaign{}, l.failed(err, "importing from %s", c.Source)
	}
	return c, nil
}

// imported lists campaigns that have seeds of one that is being imported, from the same
// source.
func imported(ctx context.Context, tx ledgerTx, c *campaign.Campaign) ([]Imported, error) {
	digest := DigestOf(&c.Rules)
	numbers := map[string]int64{}
	var id string
	var number, seed int64
	err := tx.each(ctx, sameSources, []any{c.Number, c.Source, digest[:], c.Scheme, c.PlayedBy, c.First, c.Last}, []any{&id, &number}, func() error {
		numbers[id] = number
		return nil
	})
	if err != nil {
		return nil, err
	}
	var known []Imported
	for id, number := range numbers {
		found, err := one(ctx, tx, sameSeed, []any{number, c.Number}, &seed)
		if err != nil {
			return nil, err
		}
		if found {
			known = append(known, Imported{Campaign: id, Seed: seed})
		}
	}
	return known, nil
}

// Campaign gives a campaign.
func (l *ledger) Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error) {
	found, err := l.campaigns(ctx, selectCampaign, id)
	if err != nil || len(found) == 0 {
		return campaign.Campaign{}, false, l.failed(err, "campaign")
	}
	return found[0], true, nil
}

// Campaigns lists campaigns.
func (l *ledger) Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error) {
	where, values := "TRUE", []any{cmp.Or(which.Most, math.MaxInt)}
	if which.Unfinished || which.State == campaign.Queued || which.State == campaign.Running {
		where += " AND ended IS NULL" // of which there is an index
	}
	if which.Named {
		where += " AND game <> ''"
	}
	also := func(column string, value any) {
		values = append(values, value)
		where += fmt.Sprintf(" AND %s = $%d", column, len(values))
	}
	if which.State != "" {
		also("state", which.State)
	}
	if which.Rules != nil {
		digest := DigestOf(which.Rules)
		also("campaigns.rules", digest[:])
	}
	found, err := l.campaigns(ctx, fmt.Sprintf(listCampaigns, where), values...)
	return found, l.failed(err, "campaigns")
}

func (l *ledger) campaigns(ctx context.Context, statement string, values ...any) ([]campaign.Campaign, error) {
	var found []campaign.Campaign
	var row campaignRow
	err := l.each(ctx, statement, values, row.columns(), func() error {
		c, err := row.read()
		found = append(found, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Changes gives the versions of campaigns.
func (l *ledger) Changes(ctx context.Context, since time.Time) (map[string]int64, error) {
	versions := map[string]int64{}
	var id string
	var version int64
	err := l.each(ctx, selectVersions, []any{since.UnixMilli()}, []any{&id, &version}, func() error {
		versions[id] = version
		return nil
	})
	if err != nil {
		return nil, l.failed(err, "versions of campaigns")
	}
	return versions, nil
}

// unfinished is what a transaction knows of a campaign that nobody else changes.
type unfinished struct {
	number, first, last int64
	player              string
	epoch               int
	state               string
	stopping            int
	next                int64
	spread              string
}

// lock reads an unfinished campaign and keeps others from changing it; false if there is
// none.
func (l *ledger) lock(ctx context.Context, tx ledgerTx, id string) (unfinished, bool, error) {
	var c unfinished
	found, err := one(ctx, tx, lockCampaign+l.noChange, []any{id},
		&c.number, &c.first, &c.last, &c.player, &c.epoch, &c.state, &c.stopping, &c.next, &c.spread)
	return c, found, err
}

// HandOut opens ranges of a campaign.
func (l *ledger) HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time) ([]Range, error) {
	var ranges []Range
	err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		var err error
		ranges, err = l.handOut(ctx, tx, id, seeds, open, now)
		return err == nil, err
	})
	if err != nil {
		return nil, l.failed(err, "handing out ranges of campaign %s", id)
	}
	return ranges, nil
}

func (l *ledger) handOut(ctx context.Context, tx ledgerTx, id string, seeds int64, open int, now time.Time) ([]Range, error) {
	if seeds < 1 {
		return nil, fmt.Errorf("ranges of %d seeds", seeds)
	}
	c, found, err := l.lock(ctx, tx, id)
	if err != nil || !found || c.epoch > solver.Epoch {
		return nil, err
	}
	if c.epoch < solver.Epoch {
		_, err := tx.change(ctx, endCampaign, id, campaign.Failed, "it is of an earlier epoch", now.UnixMilli())
		return nil, err
	}
	if c.stopping == 1 {
		return nil, nil
	}
	already := 0
	if _, err := one(ctx, tx, countOpen, []any{c.number}, &already); err != nil {
		return nil, err
	}
	var ranges []Range
	for range open - already {
		if c.next > c.last {
			break
		}
		last := c.last
		if c.last-c.next >= seeds {
			last = c.next + seeds - 1
		}
		ranges = append(ranges, Range{Campaign: id, Number: c.number, First: c.next, Last: last})
		if _, err := tx.change(ctx, insertRange, c.number, c.next, last); err != nil {
			return nil, err
		}
		c.next = last + 1
	}
	if len(ranges) > 0 || c.state == campaign.Queued {
		if _, err := tx.change(ctx, handOut, c.number, c.next, now.UnixMilli()); err != nil {
			return nil, err
		}
	}
	return ranges, nil
}

// OpenRanges lists the ranges of a campaign that are not done.
func (l *ledger) OpenRanges(ctx context.Context, id string) ([]Range, error) {
	var ranges []Range
	r := Range{Campaign: id}
	err := l.each(ctx, openRanges, []any{id}, []any{&r.Number, &r.First, &r.Last}, func() error {
		ranges = append(ranges, r)
		return nil
	})
	if err != nil {
		return nil, l.failed(err, "open ranges of campaign %s", id)
	}
	return ranges, nil
}

// FinishRange writes the results of a range.
func (l *ledger) FinishRange(ctx context.Context, r FinishedRange) (bool, error) {
	finished := false
	err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		var err error
		finished, err = l.finish(ctx, tx, r)
		return finished, err
	})
	if err != nil {
		return false, l.failed(err, "finishing seeds %d to %d of campaign %s", r.First, r.Last, r.Campaign)
	}
	return finished, nil
}

// finish writes the results of a range. If it gives false or an error, the transaction
// must not be committed.
//
// The range's row comes first, so that of several who finish it only one writes results,
// and the campaign's last, so that those who finish other ranges wait for little.
func (l *ledger) finish(ctx context.Context, tx ledgerTx, r FinishedRange) (bool, error) {
	var number int64
	var player string
	found, err := one(ctx, tx, selectFinishing+l.noDelete, []any{r.Campaign, solver.Epoch}, &number, &player)
	if err != nil || !found {
		return false, err
	}
	rows, err := resultRowsOf(r.Results, player)
	if err != nil {
		return false, err
	}
	if n := len(r.Results); n == 0 || r.Results[0].Seed != r.First || r.Results[n-1].Seed != r.Last || int64(n) != r.Last-r.First+1 {
		return false, fmt.Errorf("%w: there are %d, not one of each seed", ErrResults, n)
	}
	n, err := tx.change(ctx, markDone, number, r.First, r.Last, r.At.UnixMilli(), r.Engine)
	if err != nil || n == 0 {
		return false, err
	}
	if err := tx.insert(ctx, number, rows); err != nil {
		return false, err
	}
	c, found, err := l.lock(ctx, tx, r.Campaign)
	if err != nil || !found {
		return false, err
	}
	spread, err := rows.spread.Into(document(c.spread))
	if err != nil {
		return false, fmt.Errorf("its distributions: %w: %w", solver.ErrDamaged, err)
	}
	t := rows.tally
	if _, err := tx.change(ctx, addTally, number, t.Winnable, t.Unwinnable, t.Unknown, t.Won, t.Lost, rows.inferred, int64(r.Busy), string(spread)); err != nil {
		return false, err
	}
	_, err = tx.change(ctx, endIfDone, number, r.At.UnixMilli())
	return err == nil, err
}

// StopCampaign has no more ranges handed out.
func (l *ledger) StopCampaign(ctx context.Context, id, reason string, now time.Time) (bool, error) {
	stopped := false
	err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		c, found, err := l.lock(ctx, tx, id)
		if err != nil || !found || c.stopping == 1 {
			return false, err
		}
		if _, err := tx.change(ctx, stopCampaign, c.number, reason); err != nil {
			return false, err
		}
		_, err = tx.change(ctx, endIfDone, c.number, now.UnixMilli())
		stopped = err == nil
		return stopped, err
	})
	if err != nil {
		return false, l.failed(err, "stopping campaign %s", id)
	}
	return stopped, nil
}

// EndCampaign ends a campaign at once.
func (l *ledger) EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (bool, error) {
	if state != campaign.Cancelled && state != campaign.Failed {
		return false, fmt.Errorf("a campaign is not ended as %q", state)
	}
	return l.changed(ctx, "ending", endCampaign, id, state, reason, now.UnixMilli())
}

// ResumeCampaign makes a campaign queued again.
func (l *ledger) ResumeCampaign(ctx context.Context, id string) (bool, error) {
	return l.changed(ctx, "resuming", resumeCampaign, id, solver.Epoch)
}

// changed tells whether a statement changed the campaign whose id is the first value.
func (l *ledger) changed(ctx context.Context, what, statement string, values ...any) (bool, error) {
	var n int64
	err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		var err error
		n, err = tx.change(ctx, statement, values...)
		return true, err
	})
	if err != nil {
		return false, l.failed(err, "%s campaign %s", what, values[0])
	}
	return n > 0, nil
}

// DeleteCampaign deletes a campaign that has ended.
func (l *ledger) DeleteCampaign(ctx context.Context, id string) (bool, error) {
	deleted := false
	err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
		var err error
		deleted, err = deleteEnded(ctx, tx, id)
		return deleted, err
	})
	if err == nil && deleted {
		err = l.sweep(ctx)
	}
	if err != nil {
		return false, l.failed(err, "deleting campaign %s", id)
	}
	return deleted, nil
}

// deleteEnded deletes a campaign that has ended, and leaves its results to sweep; false
// if there is none.
func deleteEnded(ctx context.Context, tx ledgerTx, id string) (bool, error) {
	var number int64
	found, err := one(ctx, tx, deleteCampaign, []any{id}, &number)
	if err != nil || !found {
		return false, err
	}
	_, err = tx.change(ctx, insertDeleted, number)
	return err == nil, err
}

// sweptAtOnce is how many results are deleted in a transaction, which on SQLite keeps
// other writers waiting.
const sweptAtOnce = 20_000

// sweep deletes the results of campaigns that were deleted.
func (l *ledger) sweep(ctx context.Context) error {
	var numbers []int64
	var number int64
	err := l.each(ctx, selectDeleted, nil, []any{&number}, func() error {
		numbers = append(numbers, number)
		return nil
	})
	if err != nil {
		return err
	}
	for _, number := range numbers {
		from, more := int64(math.MinInt64), true
		for more {
			err := l.atomically(ctx, func(tx ledgerTx) (bool, error) {
				var below int64
				var err error
				if more, err = one(ctx, tx, selectBound, []any{number, from, sweptAtOnce}, &below); err != nil {
					return false, err
				}
				if more {
					_, err = tx.change(ctx, deleteResults, number, from, below)
					from = below
					return true, err
				}
				if _, err = tx.change(ctx, deleteResultsEnd, number, from); err != nil {
					return false, err
				}
				_, err = tx.change(ctx, dropDeleted, number)
				return true, err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Results gives a page of a campaign's results.
func (l *ledger) Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error) {
	var results []campaign.Result
	var row resultRow
	err := l.each(ctx, selectResults, []any{id, from, most}, row.columns(), func() error {
		r, err := row.read()
		results = append(results, r)
		return err
	})
	if err == nil && len(results) > 0 {
		err = l.engines(ctx, id, results)
	}
	if err != nil {
		return nil, l.failed(err, "results of campaign %s", id)
	}
	return results, nil
}

// engines says of results by which version of the program they were found.
func (l *ledger) engines(ctx context.Context, id string, results []campaign.Result) error {
	var first, last int64
	var engine string
	i := 0
	return l.each(ctx, selectEngines, []any{id, results[0].Seed, results[len(results)-1].Seed}, []any{&first, &last, &engine}, func() error {
		for ; i < len(results) && results[i].Seed <= last; i++ {
			if results[i].Seed >= first {
				results[i].Engine = engine
			}
		}
		return nil
	})
}

// Known gives what campaigns have proven of deals.
func (l *ledger) Known(ctx context.Context, of []RulesDigest, scheme string, first, last int64) ([]KnownVerdict, error) {
	var known []KnownVerdict
	for _, digest := range of {
		var r campaign.Result
		var outcome int
		err := l.each(ctx, selectKnown, []any{digest[:], scheme, solver.Epoch, first, last}, []any{&r.Seed, &outcome}, func() error {
			err := become(&r, outcome)
			known = append(known, KnownVerdict{Rules: digest, Seed: r.Seed, Verdict: r.Verdict})
			return err
		})
		if err != nil {
			return nil, l.failed(err, "what is known of seeds %d to %d", first, last)
		}
	}
	return known, nil
}

// spans lists what counts of a game.
func (l *ledger) spans(ctx context.Context, of RulesDigest) ([]span, error) {
	var spans []span
	var s span
	err := l.each(ctx, selectSpans, []any{of[:], solver.Epoch}, s.columns(), func() error {
		spans = append(spans, s)
		return nil
	})
	return spans, err
}

// solved lists those of our own campaigns that solve deals of a scheme, and the seeds from
// the least to the greatest.
func (l *ledger) solved(ctx context.Context, of RulesDigest, scheme string) (spans []span, first, last int64, err error) {
	all, err := l.spans(ctx, of)
	for _, s := range all {
		if s.scheme != scheme || s.player != "" || s.source != "" && s.source != campaign.Ours {
			continue
		}
		if len(spans) == 0 {
			first, last = s.first, s.last
		}
		first, last = min(first, s.first), max(last, s.last)
		spans = append(spans, s)
	}
	return spans, first, last, err
}

// Pairs counts seeds by their verdicts in two games.
func (l *ledger) Pairs(ctx context.Context, first, second RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error) {
	pairs, err := l.pairs(ctx, first, second, scheme)
	if err != nil {
		return nil, l.failed(err, "deals of two games")
	}
	return pairs, nil
}

func (l *ledger) pairs(ctx context.Context, first, second RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error) {
	pairs := map[[2]solver.Verdict]int64{}
	a, aFirst, aLast, err := l.solved(ctx, first, scheme)
	if err != nil || len(a) == 0 {
		return pairs, err
	}
	b, bFirst, bLast, err := l.solved(ctx, second, scheme)
	if err != nil || len(b) == 0 {
		return pairs, err
	}
	var counts [9]int64
	columns := make([]any, len(counts))
	for i := range counts {
		columns[i] = &counts[i]
	}
	err = l.joining(ctx, func(from asker) error {
		_, err := one(ctx, from, fmt.Sprintf(selectPairs, outcomesOf(a), outcomesOf(b)), []any{max(aFirst, bFirst), min(aLast, bLast)}, columns...)
		return err
	})
	verdicts := [3]solver.Verdict{solver.Winnable, solver.Unwinnable, solver.Unknown}
	for i, n := range counts {
		if n > 0 {
			pairs[[2]solver.Verdict{verdicts[i/3], verdicts[i%3]}] = n
		}
	}
	return pairs, err
}

// Contradictions lists deals of which campaigns say different things.
func (l *ledger) Contradictions(ctx context.Context, of RulesDigest, most int) ([]stats.Contradiction, error) {
	found, err := l.contradictions(ctx, of, most)
	if err != nil {
		return nil, l.failed(err, "contradictions")
	}
	return found, nil
}

func (l *ledger) contradictions(ctx context.Context, of RulesDigest, most int) ([]stats.Contradiction, error) {
	spans, err := l.spans(ctx, of)
	if err != nil {
		return nil, err
	}
	// A campaign doesn't contradict itself: each of its deals has one result.
	byScheme := map[string][]span{}
	byNumber := map[int64]*span{}
	for i := range spans {
		for j := range spans {
			if s := &spans[i]; i != j && s.meets(&spans[j]) {
				byScheme[s.scheme], byNumber[s.number] = append(byScheme[s.scheme], *s), s
				break
			}
		}
	}
	var found []stats.Contradiction
	for _, scheme := range slices.Sorted(maps.Keys(byScheme)) {
		var seed, winner, loser int64
		statement := fmt.Sprintf(selectContradictions, numbersOf(byScheme[scheme]))
		err := l.joining(ctx, func(from asker) error {
			return from.each(ctx, statement, []any{most - len(found)}, []any{&seed, &winner, &loser}, func() error {
				a, b := byNumber[winner], byNumber[loser]
				found = append(found, stats.Contradiction{
					Seed: fmt.Sprintf("%s:%d", scheme, seed), Winnable: a.source, Unwinnable: b.source, Player: a.player,
				})
				return nil
			})
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}
